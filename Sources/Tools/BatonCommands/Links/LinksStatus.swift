internal import ActivityModel
internal import BatonBus
internal import FoundationEssentials

/// `baton links status`: the associations of the installed apps, and how each stands.
enum LinksStatus {
    static let verb = Verb("links status", options: [.value("app", "ID", .app)]) { session in
        let app = session.invocation.value("app")
        let all = try await session.call(LinksMethods.status).filter { app == nil || $0.app == app }
        session.output.answer(.array(all.map(json)), lines(all))
        return .done
    }

    static func json(_ info: AssociationInfo) -> JSON {
        [
            "app": .string(info.app), "entry": .string(info.entry), "service": .ifAny(info.service),
            "domain": .ifAny(info.domain), "developer": .bool(info.developer ?? false), "state": .string(info.state),
            "reason": .string(info.reason), "lastCheck": info.lastCheck.map { .date($0) } ?? .absent,
            "nextCheck": info.nextCheck.map { .date($0) } ?? .absent, "choice": .ifAny(info.choice),
        ]
    }

    static func lines(_ infos: [AssociationInfo]) -> [Line] {
        infos.flatMap { info -> [Line] in
            let isGood = info.state == "approved"
            var lines = [
                Line(info.app) + Line("  \(info.entry)  ") + Line(info.state, isGood ? .good : .bad),
                Line("  " + info.reason, .faint),
            ]
            let dates = [
                info.lastCheck.map { Texts.lastCheck(Output.date($0)) },
                info.nextCheck.map { Texts.nextCheck(Output.date($0)) },
            ].compactMap { $0 }
            if !dates.isEmpty { lines.append(Line("  " + dates.joined(separator: "; "), .faint)) }
            return lines
        }
    }
}

/// `baton links fetch DOMAIN`: fetches a site's association file now.
enum LinksFetch {
    static let verb = Verb(
        "links fetch", operands: [Operand("DOMAIN", .name)],
        options: [.value("ca", "FILE", .file), .value("port", "N", .number(1...65535))]
    ) { session in
        let domain = session.invocation.required(0)
        let authority = try session.invocation.value("ca").map { try session.absolute($0) }
        let options = FetchOptions(authority: authority, port: session.invocation.number("port"))
        let infos = try await session.call(LinksMethods.fetch, domain, options, timeout: .seconds(60))
        session.output.answer(.array(infos.map(LinksStatus.json)), LinksStatus.lines(infos))
        // An app may name a domain twice, plainly and in developer mode.
        let stand = Set(infos.filter { $0.state == "approved" }.map { "\($0.app) \($0.service ?? "")" })
        guard infos.allSatisfy({ stand.contains("\($0.app) \($0.service ?? "")") }) else {
            throw CommandError.no(.refused, Texts.notAllApproved(domain))
        }
        return .done
    }
}

/// `baton links prefer DOMAIN app/browser`: the user's choice for a domain.
enum LinksPrefer {
    static let verb = Verb(
        "links prefer", operands: [Operand("DOMAIN", .name), Operand("WHAT", .choice(["app", "browser"]))]
    ) { session in
        let (domain, choice) = (session.invocation.required(0), session.invocation.required(1))
        _ = try await session.call(LinksMethods.prefer, domain, choice)
        session.output.done(
            ["domain": .string(domain), "choice": .string(choice)], Line(Texts.preferred(domain, choice)))
        return .done
    }
}

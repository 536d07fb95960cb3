internal import ActivityModel
internal import BatonLinks
internal import FoundationEssentials

/// `baton links check`: what an association file does with addresses, and which rule decides. Asks no daemon.
enum LinksCheck {
    static let verb = Verb(
        "links check", operands: [Operand("URL", isRequired: false, isRepeated: true)],
        options: [
            .value("file", "FILE", .file, required: true), .value("domain", "D", .name, required: true),
            .value("installed", "ID,ID…", .list, repeatable: true),
        ], daemon: .runningOnly
    ) { try run($0) }

    /// More than a file may have: one that is too large is told so as any other fault of it.
    private static let maximumFile = 64 * 1024 * 1024

    private static func run(_ session: Session) throws -> ExitStatus {
        let domain = try domain(session.invocation.value("domain") ?? "", session)
        let path = session.invocation.value("file") ?? ""
        let installed = session.invocation.list("installed").map { list in
            list.map { String($0.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
        }
        let judge = LinkJudge(try file(path, session), domain: domain, installed: installed)
        switch judge.file {
        case .failure(let fault): session.output.warn(Texts.aboutFile(path, Texts.fileUnreadable(fault.description)))
        case .success(let file):
            for warning in file.warnings { session.output.warn(Texts.aboutFile(path, warning.description)) }
            for app in installed ?? [] where !file.lists(app, for: .applinks) {
                session.output.warn(Texts.aboutFile(path, Texts.installedNotListed(app, file.nearApp(to: app))))
            }
        }
        let answers = session.invocation.operands.map(judge.answer)
        session.output.answer(.array(answers.map(json)), answers.map(line))
        if case .success(let file) = judge.file {
            for app in installed ?? [] { if let line = services(of: app, file) { session.output.note(line) } }
        }
        return .done
    }

    /// However large it is, what becomes of it is an answer.
    private static func file(_ path: String, _ session: Session) throws -> Data {
        do {
            return try session.read(path, limit: maximumFile)
        } catch let error as CommandError where error.code == BatonError.Code.tooLarge.rawValue {
            return Data(repeating: 0x20, count: maximumFile + 1)
        }
    }

    /// What an app's entitlement may name.
    private static func domain(_ name: String, _ session: Session) throws(UsageError) -> AssociatedDomain {
        do throws(AssociatedDomain.Fault) { return try AssociatedDomain(parsing: "applinks:\(name)") } catch {
            throw session.usage(Texts.domainWrong(name, error.what))
        }
    }

    private static func json(_ answer: LinkJudge.Answer) -> JSON {
        [
            "url": .string(answer.url), "opens": .string(answer.app ?? "browser"),
            "rule": .orNull(answer.place?.description), "why": .string(answer.why),
        ]
    }

    private static func line(_ answer: LinkJudge.Answer) -> Line {
        let opens = answer.app ?? Texts.linkBrowser
        guard let place = answer.place else { return Line(Texts.linkAnswer(answer.url, opens, answer.why)) }
        return Line(Texts.linkAnswer(answer.url, opens, place.description, answer.why))
    }

    /// Which of the lists beside applinks name an app; nil where the file has none of them.
    private static func services(of app: String, _ file: AssociationFile) -> Line? {
        let others = AssociatedDomain.Service.allCases.filter { $0 != .applinks && !file.apps(of: $0).isEmpty }
        guard !others.isEmpty else { return nil }
        let listed = others.filter { file.lists(app, for: $0) }.map(\.rawValue)
        return Line(Texts.servicesOf(app, listed, others.map(\.rawValue).filter { !listed.contains($0) }))
    }
}

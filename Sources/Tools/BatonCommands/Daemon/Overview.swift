internal import BatonBus
internal import BatonClient

/// `baton` alone: the state, and what to do next.
enum Overview {
    static let verb = Verb("") { try await run($0) }

    private static func run(_ session: Session) async throws -> ExitStatus {
        let status = try await session.call(SystemMethods.status)
        let older = await session.daemon.olderDaemon?.reason
        let isAsked = try await session.call(DevicesMethods.pending).name != nil
        var next = next(status, isAsked: isAsked)
        next.command = session.output.command(next.command)
        guard case .object(let members) = Status.json(status, older) else {
            preconditionFailure("a status is an object")
        }
        session.output.answer(
            .object(members + [(name: "next", value: ["command": .string(next.command), "why": .string(next.why)])]),
            Status.lines(status, older))
        session.output.note(Line(Texts.next(next.why)) + Line(next.command, .strong))
        return .done
    }

    private static func next(_ status: StatusInfo, isAsked: Bool) -> (command: String, why: String) {
        if isAsked { return ("baton devices confirm CODE", Texts.nextConfirm) }
        if status.problems > 0 { return ("baton doctor", Texts.nextDoctor) }
        if status.offers > 0 { return ("baton handoff list", Texts.nextOffers) }
        if status.devices <= 1 { return ("baton devices invite", Texts.nextInvite) }
        if status.apps == 0 { return ("baton apps add DIR", Texts.nextApps) }
        return ("baton --help", Texts.nextHelp)
    }
}

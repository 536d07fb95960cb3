internal import ActivityModel
internal import BatonBus

/// `baton reset`: forgets everything, after saying what that is.
enum Reset {
    static let verb = Verb("reset", options: [.flag("yes")]) { try await run($0) }

    private static func run(_ session: Session) async throws -> ExitStatus {
        let isAgreed = session.invocation.has("yes")
        guard isAgreed || session.terminal.inputIsTerminal && !session.output.isJSON else {
            throw session.usage(Texts.resetNeedsYes)
        }
        let status = try await session.call(SystemMethods.status)
        let others = try await session.call(DevicesMethods.list).filter { !$0.isSelf }
        session.output.note(
            Line(Texts.resetHead, .strong),
            Line("  " + Texts.resetDevices(others.map(\.name))),
            Line("  " + Texts.resetActivities(status.savedActivities)),
            Line("  " + Texts.resetSettings),
            Line("  " + Texts.resetLog))
        if !isAgreed {
            session.output.ask(Texts.resetQuestion)
            let answer = (await session.terminal.readLine() ?? "").lowercased().split(separator: " ").joined()
            guard Texts.yesWords.contains(answer) else { throw CommandError.no(.cancelled, Texts.resetDeclined) }
        }
        _ = try await session.call(SystemMethods.reset)
        session.output.done(
            [
                "reset": .bool(true), "devices": .integer(others.count),
                "savedActivities": .integer(status.savedActivities),
            ], Line(Texts.resetDone))
        return .done
    }
}

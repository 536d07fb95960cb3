internal import SceneRules

/// `baton scenes check`: which scene takes an event, and why. Asks no daemon.
enum ScenesCheck {
    static let verb = Verb(
        "scenes check",
        options: [.value("scenes", "FILE", .file, required: true), .value("event", "FILE", .file, required: true)],
        daemon: .runningOnly
    ) { try run($0) }

    private static let maximumFile = 4 * 1024 * 1024

    private static func run(_ session: Session) throws -> ExitStatus {
        let scenesPath = session.invocation.value("scenes") ?? ""
        let eventPath = session.invocation.value("event") ?? ""
        guard scenesPath != "-" || eventPath != "-" else { throw session.usage(Texts.oneStandardInput) }
        var scenesForm = try SceneForm(try session.read(scenesPath, limit: maximumFile), path: scenesPath)
        var eventForm = try SceneForm(try session.read(eventPath, limit: maximumFile), path: eventPath)
        let (scenes, event) = (try scenesForm.scenes(), try eventForm.event())
        for warning in scenesForm.warnings + eventForm.warnings { session.output.warn(warning) }
        let decision = SceneRouter.route(
            event, open: scenes.open, declarations: scenes.declarations, style: scenes.style)
        let why = Texts.sceneReason(decision.reason)
        switch decision.choice {
        case .open(let id):
            session.output.answer(
                ["scene": .string(id), "new": .bool(false), "why": .string(why)], [Line(Texts.openScene(id, why))])
        case .new(let id):
            session.output.answer(
                ["scene": .string(id), "new": .bool(true), "why": .string(why)], [Line(Texts.newScene(id, why))])
        case .none: session.output.answer(["scene": .null, "why": .string(why)], [Line(Texts.noScene(why))])
        }
        return .done
    }
}

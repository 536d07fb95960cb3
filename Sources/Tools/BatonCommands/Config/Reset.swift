internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import BatonLinks
internal import GLibKit

/// `baton reset`: forgets everything, after saying what that is. The remedy for a state that no daemon starts with, so it
/// does without one where it must.
enum Reset {
    static let verb = Verb("reset", options: [.flag("yes")]) { try await run($0) }

    private static func run(_ session: Session) async throws -> ExitStatus {
        let isAgreed = session.invocation.has("yes")
        guard isAgreed || session.canAsk else { throw session.usage(Texts.resetNeedsYes) }
        let hello: HelloReply
        do throws(BatonError) {
            hello = try await session.daemon.connect()
        } catch {
            return try await withoutDaemon(error, session, isAgreed: isAgreed)
        }
        let status = try await session.call(SystemMethods.status)
        let others = try await session.call(DevicesMethods.list).filter { !$0.isSelf }
        session.output.note(
            Line(Texts.resetHead, .strong),
            Line("  " + Texts.resetDevices(others.map(\.name))),
            Line("  " + Texts.resetActivities(status.savedActivities)),
            Line("  " + Texts.resetItems),
            Line("  " + Texts.resetLinks),
            Line("  " + Texts.resetSettings),
            Line("  " + Texts.resetLog))
        if !isAgreed { try await session.confirm(Texts.resetQuestion, else: Texts.resetDeclined) }
        try await session.end(hello, by: SystemMethods.reset)
        try await sweep(session, socket: false)
        session.output.done(
            [
                "reset": .bool(true), "devices": .integer(others.count),
                "savedActivities": .integer(status.savedActivities),
            ], Line(Texts.resetDone))
        return .done
    }

    /// The daemon does not start, hangs, speaks another version, or there is none. Other devices are told by nobody then.
    private static func withoutDaemon(
        _ error: BatonError, _ session: Session, isAgreed: Bool
    ) async throws -> ExitStatus {
        var socketIsDead = false
        switch error.code {
        case .versionMismatch: break
        case .daemonUnavailable:
            // A socket that somebody serves and that could not be used all the same is not ours to remove.
            if case .left = await DaemonPresence.look(at: session.instance, on: session.thread) { socketIsDead = true }
        default: throw error
        }
        session.output.note(
            Line(Texts.resetHead, .strong), Line("  " + Texts.resetUnseen), Line("  " + Texts.resetSettings),
            Line("  " + Texts.resetLog))
        if !isAgreed { try await session.confirm(Texts.resetQuestion, else: Texts.resetDeclined) }
        if error.code == .versionMismatch {
            try await session.instance.callUngreeted(SystemMethods.reset, on: session.thread, time: session.time)
        } else {
            session.output.warn(Texts.resetUntold(error.message))
        }
        try await sweep(session, socket: socketIsDead)
        session.output.done(["reset": .bool(true)], Line(Texts.resetDone))
        return .done
    }

    private static func sweep(_ session: Session, socket: Bool) async throws {
        // What opened links before is among what is forgotten: it is put back first.
        if session.instance.directory == nil {
            let handler = LinkHandler(folder: session.instance.stateFolder, environment: session.environment)
            if handler.hasRecord { _ = try handler.turnOff() }
            handler.removeSchemes()
        }
        let eraser = InstanceEraser(session.instance, on: session.thread, time: session.time)
        let left = try await eraser.erase(socket: socket)
        guard left.isEmpty else {
            throw CommandError(
                status: .failed, code: BatonError.Code.storage.rawValue,
                message: Texts.resetLeft(left.map { "\($0.path) (\($0.reason))" }))
        }
    }
}

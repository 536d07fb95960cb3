internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import GLibKit

/// `baton stop`: ends this instance's daemon, and returns when it has ended.
enum Stop {
    static let verb = Verb("stop", daemon: .runningOnly) { try await run($0) }

    private static func run(_ session: Session) async throws -> ExitStatus {
        let hello: HelloReply
        do throws(BatonError) {
            hello = try await session.daemon.connect()
        } catch {
            // The one thing that can be said to a daemon of whatever version.
            if error.code == .versionMismatch { return try await stopUngreeted(session) }
            guard error.code == .daemonUnavailable else { throw error }
            if case .unclear = await DaemonPresence.look(at: session.instance, on: session.thread) { throw error }
            throw CommandError.no(.daemonUnavailable, Texts.nothingToStop(session.instance.socket))
        }
        try await session.end(hello, by: SystemMethods.stop)
        session.output.done(["stopped": .bool(true), "pid": .integer(hello.pid)], Line(Texts.stopped(hello.pid)))
        return .done
    }

    private static func stopUngreeted(_ session: Session) async throws -> ExitStatus {
        try await session.instance.callUngreeted(SystemMethods.stop, on: session.thread, time: session.time)
        session.output.done(["stopped": .bool(true)], Line(Texts.stoppedUngreeted))
        return .done
    }
}

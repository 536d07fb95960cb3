internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import GLibKit

/// `baton stop`: ends this instance's daemon, and returns when it has ended.
enum Stop {
    static let verb = Verb("stop", daemon: .runningOnly) { try await run($0) }

    private static let limit = Duration.seconds(15)

    private static func run(_ session: Session) async throws -> ExitStatus {
        let hello: HelloReply
        do throws(BatonError) {
            hello = try await session.daemon.connect()
        } catch {
            guard error.code == .daemonUnavailable else { throw error }
            if case .unclear = await DaemonPresence.look(at: session.instance, on: session.thread) { throw error }
            throw CommandError.no(.daemonUnavailable, Texts.nothingToStop(session.instance.socket))
        }
        // Held before it is asked to end, so that its number cannot mean another process.
        let process = ProcessHandle(pid: Int32(clamping: hello.pid))
        _ = try await session.call(SystemMethods.stop)
        if let process {
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            process.onExit(on: session.thread) { end.finish() }
            let tooSlow = BatonError(.timedOut, Texts.stopTooSlow(hello.pid, Int(limit.components.seconds)))
            try await session.time.withLimit(limit, onTimeout: tooSlow, on: session.thread) { for await _ in ends {} }
        }
        session.output.done(["stopped": .bool(true), "pid": .integer(hello.pid)], Line(Texts.stopped(hello.pid)))
        return .done
    }
}

internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import GLibKit

extension Session {
    /// How long a daemon may take to end.
    private static let endLimit = Duration.seconds(15)

    /// Has the daemon that is connected end, and returns when it has.
    func end(_ hello: HelloReply, by method: BusMethod<Nothing>) async throws {
        // Held before it is asked to end, so that its number cannot mean another process.
        let process = ProcessHandle(pid: Int32(clamping: hello.pid))
        _ = try await call(method)
        guard let process, process.pid != ProcessIdentity.current else { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.onExit(on: thread) { end.finish() }
        let seconds = Int(Self.endLimit.components.seconds)
        let tooSlow = BatonError(.timedOut, Texts.stopTooSlow(hello.pid, seconds))
        try await time.withLimit(Self.endLimit, onTimeout: tooSlow, on: thread) { for await _ in ends {} }
    }
}

package import ActivityModel
package import BatonBus
internal import FoundationEssentials
package import GLibKit

extension Instance {
    /// How long a daemon may take to let a program in. One that is stopped, or hangs, would take for ever: the kernel
    /// accepts for it.
    package static let connectLimit = Duration.seconds(5)

    /// Connects to the instance's socket, for at most `connectLimit`.
    /// - Throws: `GLibError`: not found or refused where no daemon runs, timed out where one hangs.
    package func connect(on thread: GLibThread) async throws(GLibError) -> BusConnection {
        try await BusConnection.connect(to: address, on: thread, within: Self.connectLimit)
    }

    /// What to say of a daemon that lets nobody in.
    package var hanging: BatonError {
        BatonError(
            .timedOut, "The daemon at \(socket) does not answer within \(Self.connectLimit.components.seconds) s; \(cure)")
    }

    private var cure: String {
        guard let process = LockFile.holder(of: runLock) else {
            return "end its process batond, and the next program starts another."
        }
        // Not SIGTERM, which a daemon takes on the thread that hangs. What it has acknowledged is on the disk.
        let end = "`kill -KILL \(process)` ends it, and the next program starts another."
        return Self.isStopped(process) ? "it is stopped: `kill -CONT \(process)` lets it go on, or \(end)" : end
    }

    /// Whether a signal or a debugger has stopped a process (proc(5): state T or t).
    private static func isStopped(_ pid: Int32) -> Bool {
        guard let text = try? String(contentsOf: URL(filePath: "/proc/\(pid)/stat"), encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return false }
        return ["T", "t"].contains(text[end...].dropFirst(2).prefix(1))
    }
}

internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// A daemon that has its socket and says nothing: which process it is, and how to get rid of it.
struct DaemonHang {
    private let socket: String
    private let pid: Int32?

    init(at socket: String) {
        self.socket = socket
        pid = PeerCredentials(listeningAt: socket)?.pid
    }

    var error: BatonError {
        guard let pid else {
            return BatonError(.daemonUnavailable, "The daemon does not answer at \(socket); try again.")
        }
        // Not SIGTERM, which a daemon takes on the thread that hangs. What it has acknowledged is on the disk.
        let remedy =
            Self.isStopped(pid)
            ? "it is stopped, and `kill -CONT \(pid)` lets it go on"
            : "`kill -9 \(pid)` ends it, and the next command starts another"
        return BatonError(.daemonUnavailable, "The daemon (process \(pid)) does not answer at \(socket); \(remedy).")
    }

    /// Whether a signal or a debugger has stopped the process (proc(5): state T or t).
    private static func isStopped(_ pid: Int32) -> Bool {
        guard let text = try? String(contentsOf: URL(filePath: "/proc/\(pid)/stat"), encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return false }
        return ["T", "t"].contains(text[end...].dropFirst(2).prefix(1))
    }
}

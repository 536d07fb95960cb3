internal import CBatonGLib
internal import Glibc
internal import Synchronization

/// A log file, 0600, rotated by size: `log`, then `log.1` (newest) to `log.3`.
package final class LogFile: Sendable {
    /// Bytes at which a file is put aside, and how many are kept.
    package static let maximumSize = 5 * 1024 * 1024
    package static let kept = 3

    private let path: String
    private let limit: Int
    private let state: Mutex<State>

    private struct State {
        var descriptor: Int32
        var size: Int
        var isFailing = false
    }

    package init(path: String, limit: Int = LogFile.maximumSize) throws(GLibError) {
        self.path = path
        self.limit = limit
        state = Mutex(try Self.open(path))
    }

    private static func open(_ path: String) throws(GLibError) -> State {
        // Not waiting: a pipe of that name has nobody who reads.
        let fd = baton_open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard fd >= 0 else { throw .system("open the log", path) }
        var status = stat()
        _ = fstat(fd, &status)
        return State(descriptor: fd, size: Int(status.st_size))
    }

    /// Whether the last line could not be written.
    package var isFailing: Bool { state.withLock(\.isFailing) }

    /// Appends a line. A disk that is full loses the line, not the daemon; `isFailing` then says so.
    package func write(_ line: String) {
        state.withLock { state in
            if state.size >= limit { rotate(&state) }
            state.isFailing = !FileDescriptorWriter.all(line, to: state.descriptor)
            if !state.isFailing { state.size += line.utf8.count }
        }
    }

    private func rotate(_ state: inout State) {
        for number in stride(from: Self.kept - 1, through: 1, by: -1) {
            rename("\(path).\(number)", "\(path).\(number + 1)")
        }
        rename(path, "\(path).1")
        guard let next = try? Self.open(path) else { return }
        close(state.descriptor)
        state = next
    }

    deinit { state.withLock { _ = close($0.descriptor) } }
}

internal import Dispatch
internal import GLibKit
internal import Glibc
internal import Synchronization

/// A named pipe into which processes of a test write lines.
package final class LinePipe: Sendable {
    package let path: String
    package let lines: Arrivals<String>
    private let descriptor: Int32
    private let isClosed = DispatchSemaphore(value: 0)
    private let isEnded = Mutex(false)

    /// - Parameter handler: is told of each line before it arrives, on the reader's thread.
    package init(_ path: String, _ what: String, handler: @escaping @Sendable (String) -> Void = { _ in }) throws {
        self.path = path
        lines = Arrivals(what)
        guard mkfifo(path, 0o600) == 0 else { throw LimitReached("the pipe \(path)") }
        // For both: it never ends while the test has it.
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        let thread = GLibThread(name: "lines")
        thread.task { [lines, descriptor, isClosed] in
            while true {
                let line = Descriptors.line(descriptor)
                if line == Self.last { break }
                handler(line)
                lines.put(line)
            }
            Descriptors.close(descriptor)
            isClosed.signal()
            thread.stop()
        }
    }

    private static let last = "the last line of this pipe"

    /// The reader wakes up, and has closed the pipe when this returns. Once: the descriptor is somebody else's afterwards.
    package func end() {
        let isFirst = isEnded.withLock { isEnded in
            defer { isEnded = true }
            return !isEnded
        }
        guard isFirst else { return }
        let text = Self.last + "\n"
        _ = write(descriptor, text, text.utf8.count)
        _ = isClosed.wait(timeout: .now() + 10)
    }
}

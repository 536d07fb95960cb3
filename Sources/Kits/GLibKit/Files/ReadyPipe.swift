internal import CBatonGLib
internal import Glibc
internal import Synchronization

/// How a started program says one line back: that it is ready, or why it is not.
package final class ReadyPipe: Sendable {
    private let readEnd: Int32
    package let writeEnd: Int32
    private let isOurs = Mutex(true)

    package init() throws(GLibError) {
        var fds: [Int32] = [0, 0]
        guard pipe(&fds) == 0 else { throw .system("make", "a pipe") }
        for fd in fds { _ = baton_set_cloexec(fd) }
        (readEnd, writeEnd) = (fds[0], fds[1])
    }

    /// The line that the other end wrote; nil where it ended without one. Called once, after the start.
    package func word(on thread: GLibThread, within limit: Duration, time: TimeSource) async throws(GLibError)
        -> String?
    {
        // Our own copy of the write end would keep the pipe open after the program has ended.
        closeWriteEnd()
        do {
            return try await time.withLimit(limit, onTimeout: GLibError.timedOut("no word within \(limit)"), on: thread)
            {
                await waitUntilReadable(self.readEnd, on: thread)
                var buffer = [UInt8](repeating: 0, count: 4096)
                let count = read(self.readEnd, &buffer, buffer.count)
                guard count > 0 else { return nil }
                return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            }
        } catch let error as GLibError {
            throw error
        } catch {
            throw .failed("waiting for the program was cancelled")
        }
    }

    private func closeWriteEnd() {
        isOurs.withLock { isOurs in
            if isOurs { Glibc.close(writeEnd) }
            isOurs = false
        }
    }

    deinit {
        closeWriteEnd()
        Glibc.close(readEnd)
    }

    /// Writes the line to the descriptor that was passed, and closes it.
    package static func say(_ line: String, to descriptor: Int32) {
        let bytes = Array((line.replacing("\n", with: " ") + "\n").utf8.prefix(4096))
        _ = write(descriptor, bytes, bytes.count)
        Glibc.close(descriptor)
    }
}

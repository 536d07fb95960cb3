import Glibc
internal import ReaderCore

/// Standard output and error, unbuffered: a line is there when the call is over.
package enum StandardStreams {
    package static var outputIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    package static func print(_ text: String) {
        write(text, to: STDOUT_FILENO)
    }

    /// One line that says who speaks.
    package static func printError(_ message: String) {
        write("Reader: " + message + "\n", to: STDERR_FILENO)
    }

    static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

package import FoundationEssentials

/// The command's surroundings: where it writes and reads, and how it is interrupted. Injected, so that a test needs no
/// process.
package struct Terminal: Sendable {
    package enum Stream: Sendable { case output, error }

    package var outputIsTerminal: Bool
    package var inputIsTerminal: Bool
    private let writer: @Sendable (Stream, String) -> Void
    /// The next line of standard input without its end; nil at the end of input.
    package var readLine: @Sendable () async -> String?
    /// All of standard input; nil where it is over the limit in bytes.
    package var readAll: @Sendable (_ limit: Int) -> Data?
    /// From now on interruptions (SIGINT, SIGTERM, a reader of the output that went away) run the handler instead of
    /// ending the process.
    package var onInterrupt: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Why output was lost, where some was: a full disk, a closed descriptor. A reader that went away is none.
    package var outputFailure: @Sendable () -> String?
    /// How wide the output's terminal is, in columns; nil where it is none.
    package var columns: @Sendable () -> Int?

    package init(
        outputIsTerminal: Bool, inputIsTerminal: Bool, write: @escaping @Sendable (Stream, String) -> Void,
        readLine: @escaping @Sendable () async -> String?, readAll: @escaping @Sendable (Int) -> Data?,
        onInterrupt: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        outputFailure: @escaping @Sendable () -> String? = { nil }, columns: @escaping @Sendable () -> Int? = { nil }
    ) {
        self.outputIsTerminal = outputIsTerminal
        self.inputIsTerminal = inputIsTerminal
        writer = write
        self.readLine = readLine
        self.readAll = readAll
        self.onInterrupt = onInterrupt
        self.outputFailure = outputFailure
        self.columns = columns
    }

    package func write(_ stream: Stream, _ text: String) { writer(stream, text) }
}

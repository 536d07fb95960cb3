import BatonCommands
import FoundationEssentials
import Synchronization

/// A terminal in memory.
final class TestTerminal: Sendable {
    private struct State {
        var output = ""
        var error = ""
        var input: [String] = []
        var handlers: [@Sendable () -> Void] = []
        var waiters: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
    }
    private let state = Mutex(State())
    private let isTerminal: Bool

    private let columns: Int?

    init(isTerminal: Bool = false, input: [String] = [], columns: Int? = nil) {
        self.isTerminal = isTerminal
        self.columns = columns
        state.withLock { $0.input = input }
    }

    var output: String { state.withLock(\.output) }
    var error: String { state.withLock(\.error) }

    var terminal: Terminal {
        Terminal(
            outputIsTerminal: isTerminal, inputIsTerminal: isTerminal,
            write: { self.write($0, $1) },
            readLine: { self.state.withLock { $0.input.isEmpty ? nil : $0.input.removeFirst() } },
            readAll: { _ in Data(self.state.withLock(\.input).joined(separator: "\n").utf8) },
            onInterrupt: { handler in self.state.withLock { $0.handlers.append(handler) } },
            columns: { [columns] in columns })
    }

    private func write(_ stream: Terminal.Stream, _ text: String) {
        let ready = state.withLock { state in
            switch stream {
            case .output: state.output += text
            case .error: state.error += text
            }
            let all = state.output + state.error
            let ready = state.waiters.filter { all.contains($0.text) }
            state.waiters.removeAll { all.contains($0.text) }
            return ready
        }
        for waiter in ready { waiter.continuation.resume() }
    }

    /// Waits until `text` was written.
    func shows(_ text: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if (state.output + state.error).contains(text) { return true }
                state.waiters.append((text, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// As ^C.
    func interrupt() {
        for handler in state.withLock(\.handlers) { handler() }
    }
}

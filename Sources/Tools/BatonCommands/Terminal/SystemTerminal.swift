internal import FoundationEssentials
internal import GLibKit
internal import Glibc
internal import Synchronization

extension Terminal {
    /// The process's own standard streams and signals.
    package static func system() -> Terminal {
        let system = SystemTerminal()
        return Terminal(
            outputIsTerminal: isatty(STDOUT_FILENO) != 0, inputIsTerminal: isatty(STDIN_FILENO) != 0,
            write: { system.write($1, to: $0 == .output ? STDOUT_FILENO : STDERR_FILENO) },
            readLine: { await system.readLine() },
            readAll: { system.readAll($0) },
            onInterrupt: { system.onInterrupt($0) }, outputFailure: { system.outputFailure }, columns: Self.width)
    }

    @Sendable private static func width() -> Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

private final class SystemTerminal: Sendable {
    private struct State {
        var handlers: [@Sendable () -> Void] = []
        var signals: GLibThread?
        var input: GLibThread?
        var unread: [UInt8] = []
        var outputIsGone = false
        var outputFailure: String?
    }
    private let state = Mutex(State())

    init() {
        // A reader that went away is an error of `write`, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // A stream that is closed (`>&-`) is not given to the next file that is opened. What is written to this one fails.
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    func write(_ text: String, to descriptor: Int32) {
        if descriptor == STDOUT_FILENO, state.withLock(\.outputIsGone) { return }
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                // Whoever read the output has seen enough: a command that goes on until interrupted ends.
                if descriptor == STDOUT_FILENO { lose(errno == EPIPE ? nil : String(cString: strerror(errno))) }
                return
            }
        }
    }

    var outputFailure: String? { state.withLock(\.outputFailure) }

    private func lose(_ reason: String?) {
        state.withLock { state in
            state.outputIsGone = true
            state.outputFailure = state.outputFailure ?? reason
        }
        interrupt()
    }

    // MARK: Input

    /// Reading blocks, so it has a thread of its own; the process ends without waiting for it.
    func readLine() async -> String? {
        let thread = state.withLock { state in
            if let thread = state.input { return thread }
            let thread = GLibThread(name: "baton-input")
            state.input = thread
            return thread
        }
        return await Task(executorPreference: thread) { self.blockingLine() }.value
    }

    private func blockingLine() -> String? {
        while true {
            let line: String? = state.withLock { state in
                guard let end = state.unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
                defer { state.unread.removeFirst(end + 1) }
                return String(decoding: state.unread[..<end], as: UTF8.self)
            }
            if let line { return line }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                return state.withLock { state in
                    defer { state.unread = [] }
                    return state.unread.isEmpty ? nil : String(decoding: state.unread, as: UTF8.self)
                }
            }
            state.withLock { $0.unread += buffer[..<count] }
        }
    }

    func readAll(_ limit: Int) -> Data? {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return data }
            data.append(contentsOf: buffer[..<count])
            if data.count > limit { return nil }
        }
    }

    // MARK: Interruptions

    func onInterrupt(_ handler: @escaping @Sendable () -> Void) {
        let (isFirst, isGone) = state.withLock { state in
            state.handlers.append(handler)
            return (state.handlers.count == 1, state.outputIsGone)
        }
        if isFirst { listen() }
        if isGone { handler() }
    }

    private func interrupt() {
        for handler in state.withLock(\.handlers) { handler() }
    }

    private func listen() {
        guard let pipe = Pipe() else { return }
        signalPipe.store(pipe.writeEnd, ordering: .releasing)
        for number in [SIGINT, SIGTERM, SIGHUP] { _ = signal(number, noteSignal) }
        let thread = GLibThread(name: "baton-signals")
        state.withLock { $0.signals = thread }
        thread.task {
            guard Self.isSignalled(pipe) else { return self.lose(nil) }
            // A second one ends a command that does not end by itself.
            for number in [SIGINT, SIGTERM, SIGHUP] { _ = signal(number, SIG_DFL) }
            self.interrupt()
        }
    }
}

extension SystemTerminal {
    /// Waits for a signal; false where the reader of the output goes away first, which is noticed although nothing is
    /// written.
    private static func isSignalled(_ pipe: Pipe) -> Bool {
        var waits = [
            pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0),
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
        ]
        while true {
            guard poll(&waits, 2, -1) >= 0 || errno == EINTR else { return true }
            if waits[0].revents != 0 {
                _ = pipe.read()
                return true
            }
            if Int32(waits[1].revents) & (POLLERR | POLLHUP) != 0 { return false }
        }
    }
}

/// Where the signal handler writes to.
private let signalPipe = Atomic<Int32>(-1)

/// Does what a signal handler may do: one write.
private let noteSignal: @convention(c) (Int32) -> Void = { _ in
    var byte: UInt8 = 0
    let before = errno
    _ = write(signalPipe.load(ordering: .acquiring), &byte, 1)
    errno = before
}

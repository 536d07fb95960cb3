internal import GLibKit
internal import Glibc
internal import Synchronization

/// A program that runs beside a test: what it is told, the lines that it prints, its end.
package final class RunningProgram: Sendable {
    package let lines: ProgramLines
    private let run: ProgramRun
    private let input: Mutex<Int32?>

    /// What becomes of a program's errors.
    package enum Errors: Sendable {
        /// They are the test's own.
        case shown
        case dropped
        /// They come among its lines.
        case lines
    }

    /// - Parameters:
    ///   - words: the executable's path, and its arguments.
    ///   - folder: where it runs.
    ///   - takesInput: whether the test writes to it; it has no input else.
    package init(
        _ words: [String], in folder: String? = nil, environment: [String: String], takesInput: Bool = false,
        errors: Errors = .shown
    ) throws {
        let (output, null) = (Descriptors.pipe(), Descriptors.open("/dev/null", writing: true))
        let input: (read: Int32, write: Int32?) =
            takesInput ? Descriptors.pipe() : (read: Descriptors.open("/dev/null"), write: nil)
        defer { for end in [input.read, output.write, null] { Descriptors.close(end) } }
        let complaints =
            switch errors {
            case .shown: STDERR_FILENO
            case .dropped: null
            case .lines: output.write
            }
        do {
            run = try ProgramRun(
                words[0], words.dropFirst().map { Array($0.utf8) },
                environment: environment.map { "\($0.key)=\($0.value)" }, in: folder,
                descriptors: [input.read, output.write, complaints])
        } catch {
            for end in [output.read] + (input.write.map { [$0] } ?? []) { Descriptors.close(end) }
            throw error
        }
        self.input = Mutex(input.write)
        lines = ProgramLines(output.read, "a line of \(words[0])")
    }

    deinit { closeInput() }

    package var pid: Int32 { run.pid }
    package var isRunning: Bool { run.isRunning }
    package func signal(_ number: Int32) { run.signal(number) }

    /// Waits until it has ended by itself: the exit status, or the signal that ended it, negative.
    /// - Throws: `LimitReached`.
    @discardableResult
    package func end() async throws -> Int32 { try await run.end() }

    /// Ends it by a signal, and waits until it has ended. One that does not end in time is killed.
    /// - Throws: `LimitReached`.
    @discardableResult
    package func end(by number: Int32) async throws -> Int32 {
        signal(number)
        do {
            return try await end()
        } catch {
            signal(SIGKILL)
            throw error
        }
    }

    /// What it reads next. Not more than a pipe holds at once, 64 KiB.
    package func write(_ text: String) {
        input.withLock { input in
            guard let input else { return }
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.write(input, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    package func closeInput() {
        input.withLock { input in
            if let open = input { Descriptors.close(open) }
            input = nil
        }
    }
}

/// Lines that a program prints, waited for one by one.
package final class ProgramLines: Sendable {
    private let arrivals: Arrivals<String?>

    /// - Parameter descriptor: closed when all was read.
    fileprivate init(_ descriptor: Int32, _ what: String) {
        arrivals = Arrivals(what)
        let thread = GLibThread(name: "lines")
        thread.task { [arrivals] in
            var (rest, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
            while true {
                let count = read(descriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                rest += buffer[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    arrivals.put(String(decoding: rest[..<end], as: UTF8.self))
                    rest.removeSubrange(...end)
                }
            }
            if !rest.isEmpty { arrivals.put(String(decoding: rest, as: UTF8.self)) }
            arrivals.put(nil)
            Descriptors.close(descriptor)
            thread.stop()
        }
    }

    /// The next line; nil when the program has ended.
    /// - Throws: `LimitReached`.
    package func next() async throws -> String? {
        let line = try await arrivals.next()
        if line == nil { arrivals.put(nil) }
        return line
    }

    /// The next line that holds `text`; nil when the program has ended.
    /// - Throws: `LimitReached`.
    package func first(with text: String) async throws -> String? {
        while let line = try await next() { if line.contains(text) { return line } }
        return nil
    }
}

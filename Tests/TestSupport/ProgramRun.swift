internal import GLibKit
internal import Glibc
internal import Synchronization

/// A program that a test has started, with arguments of any bytes, and streams of any kind: what a shell can give one, and no
/// library does.
///
/// Tests start all their programs so, and none with Foundation's `Process`: that learns of an end by a descriptor which a
/// program that another test starts meanwhile may inherit, and who waits for it then waits for that one, too.
package final class ProgramRun: Sendable {
    package let pid: Int32
    private let name: String
    private let process: Child
    private let status: Task<Int32, any Error>

    /// The process, for as long as its number is its own.
    private final class Child: Sendable {
        private let pid: Int32
        private let isReaped = Mutex(false)

        init(_ pid: Int32) { self.pid = pid }

        func signal(_ number: Int32) { isReaped.withLock { if !$0 { kill(pid, number) } } }

        var isRunning: Bool {
            isReaped.withLock { isReaped in
                if isReaped { return false }
                var found = siginfo_t()
                let answer = waitid(P_PID, id_t(pid), &found, WEXITED | WNOHANG | WNOWAIT)
                // Of a process that has not ended nothing is written.
                return answer == 0 && found.si_signo == 0
            }
        }

        /// Waits for the end on the calling thread.
        func end() -> Int32 {
            var found = siginfo_t()
            while waitid(P_PID, id_t(pid), &found, WEXITED | WNOWAIT) < 0, errno == EINTR {}
            return isReaped.withLock { isReaped in
                var status: Int32 = 0
                while waitpid(pid, &status, 0) < 0, errno == EINTR {}
                isReaped = true
                return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
            }
        }
    }

    /// - Parameters:
    ///   - folder: where it runs; the test's own folder where nil.
    ///   - descriptors: what the program has as 0, 1, 2 and so on; nil for one that is closed. It gets no others.
    package init(
        _ executable: String, _ arguments: [[UInt8]], environment: [String], in folder: String? = nil,
        descriptors: [Int32?]
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The threads that tests run on have every signal blocked, and a program inherits that.
        var (attributes, none) = (posix_spawnattr_t(), sigset_t())
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        for (number, descriptor) in descriptors.enumerated() {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            } else {
                posix_spawn_file_actions_addclose(&actions, Int32(number))
            }
        }
        actions.closeAll(from: Int32(max(3, descriptors.count)))
        if let folder { actions.changeFolder(to: folder) }
        func strings(_ texts: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
            texts.map { text in
                let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count + 1)
                for (index, byte) in text.enumerated() { copy[index] = CChar(bitPattern: byte) }
                copy[text.count] = 0
                return copy
            } + [nil]
        }
        let words = strings([Array(executable.utf8)] + arguments)
        let variables = strings(environment.map { Array($0.utf8) })
        defer { for text in words + variables { text?.deallocate() } }
        var started: pid_t = 0
        var status = posix_spawn(&started, executable, &actions, &attributes, words, variables)
        // Written just now, and the writer's descriptor is still in a child that has not reached its exec.
        for _ in 0..<500 where status == ETXTBSY {
            usleep(10_000)
            status = posix_spawn(&started, executable, &actions, &attributes, words, variables)
        }
        guard status == 0 else { throw LimitReached("the start of \(executable) (\(status))") }
        let process = Child(started)
        (pid, name, self.process) = (started, executable, process)
        self.status = Task { try await blocking { process.end() } }
    }

    /// Waits for the end: the exit status, or the signal that ended the program, negative.
    /// - Throws: `LimitReached`; the program then goes on.
    @discardableResult
    package func end() async throws -> Int32 {
        try await limited("the end of \(name), process \(pid),", within: Limits.program) { [status] in try await status.value }
    }

    package var isRunning: Bool { process.isRunning }

    /// Nothing where it has ended.
    package func signal(_ number: Int32) { process.signal(number) }

    /// Runs a program to its end, without input; what it says goes to a file.
    package static func status(
        _ executable: String, _ arguments: [String], environment: [String], output: String
    ) async throws -> Int32 {
        let (none, said) = (Descriptors.open("/dev/null"), Descriptors.open(output, writing: true))
        defer { for descriptor in [none, said] { Descriptors.close(descriptor) } }
        let run = try ProgramRun(
            executable, arguments.map { Array($0.utf8) }, environment: environment, descriptors: [none, said, said])
        return try await run.end()
    }
}

/// Descriptors that a test gives a program.
package enum Descriptors {
    package static func open(_ path: String, writing: Bool = false) -> Int32 {
        Glibc.open(path, writing ? O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC : O_RDONLY | O_CLOEXEC, 0o600)
    }
    package static func pipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        _ = Glibc.pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
    /// What comes until the first line's end.
    package static func line(_ descriptor: Int32) -> String {
        var (bytes, byte) = ([UInt8](), UInt8(0))
        while true {
            let count = read(descriptor, &byte, 1)
            if count < 0, errno == EINTR { continue }
            if count != 1 || byte == UInt8(ascii: "\n") { break }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
    package static func close(_ descriptor: Int32) { Glibc.close(descriptor) }
}

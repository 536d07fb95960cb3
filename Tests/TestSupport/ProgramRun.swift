internal import Glibc

/// A program with arguments of any bytes, and streams of any kind: what a shell can give one, and no library does.
package final class ProgramRun: Sendable {
    package let pid: Int32

    /// - Parameter descriptors: what the program has as 0, 1 and 2; nil for one that is closed.
    package init(
        _ executable: String, _ arguments: [[UInt8]], environment: [String], descriptors: [Int32?]
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
        pid = started
    }

    /// The exit status, or the signal that ended the program, negative. Blocks.
    package func end() -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }

    /// Runs a program to its end, without input; what it says goes to a file. Foundation's `Process` is not used: it learns of
    /// the end by a descriptor that what other tests start meanwhile may inherit.
    package static func status(
        _ executable: String, _ arguments: [String], environment: [String], output: String
    ) async throws -> Int32 {
        let (none, said) = (Descriptors.open("/dev/null"), Descriptors.open(output, writing: true))
        defer { for descriptor in [none, said] { Descriptors.close(descriptor) } }
        let run = try ProgramRun(
            executable, arguments.map { Array($0.utf8) }, environment: environment, descriptors: [none, said, said])
        return try await blocking { run.end() }
    }

    package func signal(_ number: Int32) { kill(pid, number) }
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
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { bytes.append(byte) }
        return String(decoding: bytes, as: UTF8.self)
    }
    package static func close(_ descriptor: Int32) { Glibc.close(descriptor) }
}

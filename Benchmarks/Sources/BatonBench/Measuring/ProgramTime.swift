import Glibc

/// How long a program takes.
enum ProgramTime {
    /// Runs a program to its end, and gives the seconds that it took.
    static func run(_ arguments: [String], _ environment: [String: String]) throws -> Double {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...1 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var pid: pid_t = 0
        let start = Clock.now
        guard posix_spawn(&pid, arguments[0], &actions, nil, &argv, &envp) == 0 else {
            throw BenchError("\(arguments[0]) cannot be run")
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        let taken = Clock.now - start
        guard status == 0 else { throw BenchError("\(arguments.joined(separator: " ")) ended with \(status)") }
        return taken
    }
}

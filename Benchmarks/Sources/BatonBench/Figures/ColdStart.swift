import FoundationEssentials
import GLibKit
import Glibc

/// From a command that finds no daemon to its answer.
struct ColdStart: Sendable {
    let bench: Bench

    func measure() async throws {
        let folder = "\(bench.scratch)/cold"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let baton = "\(bench.bin)/baton"
        // The first one makes the files.
        _ = try run([baton, "--instance", folder, "status"])
        _ = try run([baton, "--instance", folder, "stop"])
        var (cold, warm, version, other) = (Series(), Series(), Series(), Series())
        for _ in 0..<4 {
            cold.beginRound()
            warm.beginRound()
            version.beginRound()
            other.beginRound()
            for _ in 0..<5 {
                cold.add(try run([baton, "--instance", folder, "status"]))
                warm.add(try run([baton, "--instance", folder, "status"]))
                _ = try run([baton, "--instance", folder, "stop"])
                version.add(try run([baton, "--version"]))
                other.add(try run(["/usr/bin/gdbus", "help"]))
            }
        }
        let group = "Cold start"
        bench.add(.time(group, "baton status, no daemon running", cold))
        bench.add(.time(group, "baton status, the daemon running", warm))
        bench.add(.time(group, "baton --version", version))
        bench.add(.time(group, "gdbus help: another program's start", other))
        bench.add(.ratio(group, "  the cold one, to another program's start", cold.ratio(to: other)))
    }

    /// Runs a program to its end, and gives the seconds that it took.
    private func run(_ arguments: [String]) throws -> Double {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor: Int32 in 0...1 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var argv = arguments.map { strdup($0) } + [nil]
        var envp = bench.programEnvironment.map { strdup("\($0.key)=\($0.value)") } + [nil]
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

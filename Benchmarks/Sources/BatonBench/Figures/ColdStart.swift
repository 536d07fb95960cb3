import FoundationEssentials
import GLibKit

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

    private func run(_ arguments: [String]) throws -> Double {
        try ProgramTime.run(arguments, bench.programEnvironment)
    }
}

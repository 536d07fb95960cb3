import FoundationEssentials
import Glibc

/// Tracker's store (TinySPARQL), the full-text search of GNOME: in process, in a program of its own.
struct TrackerPeer: Sendable {
    private static let python = "/usr/bin/python3"
    /// Whether this machine has it. Debian: gir1.2-tracker-3.0 and python3-gi.
    static var isInstalled: Bool {
        let pattern = "/usr/lib/*/girepository-1.0/Tracker-3.0.typelib"
        var found = glob_t()
        defer { globfree(&found) }
        return access(python, X_OK) == 0 && access("/usr/lib/python3/dist-packages/gi/__init__.py", R_OK) == 0
            && glob(pattern, 0, nil, &found) == 0
    }

    static func run(_ corpus: String, _ queries: String, _ bench: Bench) async throws -> SystemResult {
        guard let script = bench.environment["BENCH_TRACKER"] else {
            throw BenchError("BENCH_TRACKER is not set; run `make bench-search`")
        }
        let output = "\(bench.scratch)/tracker.json"
        try await bench.runToEnd(
            [python, script, corpus, queries, "\(bench.scratch)/tracker", output, String(Asking.limit)],
            "Tracker's program")
        return try SystemResult.read(output)
    }
}

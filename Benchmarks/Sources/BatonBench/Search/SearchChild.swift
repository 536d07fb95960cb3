import FoundationEssentials
import GLibKit
import Glibc

/// Asks one system in a process that holds nothing else: so its memory is that of the system.
struct SearchChild: Sendable {
    static let role = "--ask"
    enum System: String { case baton, fts5 }

    /// Starts the process, and reads what it has found out.
    static func run(_ system: System, folder: String, queries: String, _ bench: Bench) async throws -> Findings {
        guard let own = ProcessIdentity.executable else { throw BenchError("/proc/self/exe cannot be read") }
        let output = "\(bench.scratch)/\(system.rawValue).json"
        try await bench.runToEnd([own, role, system.rawValue, folder, queries, output], "the bench's own process")
        do {
            return try JSONDecoder().decode(Findings.self, from: Data(contentsOf: URL(filePath: output)))
        } catch {
            throw BenchError("the process that asks \(system.rawValue) has failed, and said why above")
        }
    }

    struct Findings: Sendable, Codable {
        var result = SystemResult()
        /// The first query after opening the index: with the file in the page cache, and without.
        var firstUse: [Double] = []
        var coldFirstUse: [Double] = []
    }

    /// How often the index is opened anew for its first query.
    private static let openings = 50

    /// The process itself.
    static func serve(_ arguments: [String], on thread: GLibThread) async throws {
        guard arguments.count == 4, let system = System(rawValue: arguments[0]) else {
            throw BenchError("\(role) is the bench's own; run `make bench-search`")
        }
        let (folder, output) = (arguments[1], arguments[3])
        let queries = try JSONDecoder().decode([TypedQuery].self, from: Data(contentsOf: URL(filePath: arguments[2])))
        var findings = Findings()
        let before = try ProcessNumbers(of: getpid()).privateDirty
        switch system {
        case .baton:
            let baton = try await BatonInProcess.open(folder, on: thread)
            findings.result.rows = try await Asking().run(queries, baton)
            findings.result.privateMegabytes = try ProcessNumbers(of: getpid()).privateDirty - before
            await baton.close()
            (findings.firstUse, findings.coldFirstUse) = try await openAnew(folder, queries, thread)
        case .fts5:
            let bare = try await BareFTS5.open(folder)
            findings.result.rows = try await Asking().run(queries, bare)
            findings.result.privateMegabytes = try ProcessNumbers(of: getpid()).privateDirty - before
            try await bare.close()
        }
        try JSONEncoder().encode(findings).write(to: URL(filePath: output))
    }

    private static func openAnew(
        _ folder: String, _ queries: [TypedQuery], _ thread: GLibThread
    ) async throws -> (warm: [Double], cold: [Double]) {
        var result: (warm: [Double], cold: [Double]) = ([], [])
        let short = queries.filter { !$0.row.isLong }
        for number in 0..<2 * openings {
            let isCold = number % 2 == 1
            let baton = try await BatonInProcess.open(folder, on: thread)
            if isCold { try PageCache.drop(BatonInProcess.file(folder)) }
            let start = Clock.now
            // Far apart: another row each time.
            _ = try await baton.ask(short[number * 7919 % short.count], .ranked)
            let taken = Clock.now - start
            if isCold { result.cold.append(taken) } else { result.warm.append(taken) }
            await baton.close()
        }
        return result
    }
}

/// What the kernel keeps of files.
enum PageCache {
    /// Has it let go of a file, as after a start of the machine. Needs no rights but to read the file.
    static func drop(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BenchError("\(path) cannot be read") }
        defer { Glibc.close(descriptor) }
        // Only what is on the disk is let go.
        guard fdatasync(descriptor) == 0, posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
            throw BenchError("the kernel does not let go of \(path)")
        }
    }
}

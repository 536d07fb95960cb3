import FoundationEssentials
import GLibKit
import Synchronization

/// One run: what all figures share, and their order.
final class Bench: Sendable {
    let thread: GLibThread
    let time: TimeSource
    let environment: [String: String]
    /// Baton's programs.
    let bin: String
    /// A folder of this run alone, on a real disk.
    let scratch: String
    let rounds: Int
    /// How many are recorded one after the other, and how many there are when the disk is looked at.
    var recorded: Int { rounds * 1_000 }
    let kept: Int
    /// Which figures, by name; all where none is named.
    private let only: Set<String>
    private let output: String
    private let report = Mutex(Report())
    private let processes = Mutex<[Int32: ProcessHandle]>([:])

    /// - Parameter environment: what `Scripts/bench` sets.
    init(thread: GLibThread, environment: [String: String]) throws {
        func value(_ name: String) throws -> String {
            guard let value = environment[name], !value.isEmpty else {
                throw BenchError("\(name) is not set; run `make bench`")
            }
            return value
        }
        func number(_ name: String) throws -> Int {
            guard let number = Int(try value(name)), number > 0 else { throw BenchError("\(name) is no number") }
            return number
        }
        self.thread = thread
        time = .system(on: thread)
        self.environment = environment
        bin = try value("BENCH_BIN")
        scratch = try value("BENCH_SCRATCH")
        output = try value("BENCH_OUTPUT")
        rounds = try number("BENCH_ROUNDS")
        kept = max(try number("BENCH_ACTIVITIES"), rounds * 1_000)
        only = Set((environment["BENCH_ONLY"] ?? "").split(separator: " ").map(String.init))
        if let unknown = only.subtracting(Self.parts).min() {
            throw BenchError("there are no figures \(unknown); there are \(Self.parts.joined(separator: ", "))")
        }
    }

    private static let parts = ["idle", "cold", "capture", "disk", "handoff", search, links]
    /// Runs of their own. Search takes longer than the others together; links are decided in the bench's own process, and opened by Baton's programs.
    private static let search = "search"
    private static let links = "links"

    func isWanted(_ part: String) -> Bool {
        only.isEmpty ? part != Self.search && part != Self.links : only.contains(part)
    }

    /// What Baton's programs see: no session bus, no app of the user's.
    var programEnvironment: [String: String] {
        [
            "PATH": environment["PATH"] ?? "/usr/bin:/bin", "HOME": scratch, "LC_ALL": "C.UTF-8",
            "XDG_DATA_DIRS": "\(scratch)/none", "XDG_RUNTIME_DIR": scratch,
        ]
    }

    func run() async throws {
        let start = Clock.now
        report.withLock {
            $0.startedAt = Date.now.formatted(.iso8601)
            $0.rounds = rounds
            $0.machine = Machine.facts(scratch: scratch)
            for (name, fact) in $0.machine.sorted(by: { $0.key < $1.key }) { $0.say("\(name): \(fact)") }
        }
        do {
            if isWanted("idle") { try await IdleFigures(bench: self).alone() }
            if isWanted("cold") { try await ColdStart(bench: self).measure() }
            if isWanted("capture") || isWanted("disk") { try await CaptureFigures(bench: self).measure() }
            if isWanted("handoff") { try await HandoffFigures(bench: self).measure() }
            if isWanted(Self.search) { try await SearchFigures(bench: self).measure() }
            if isWanted(Self.links) {
                try LinkFigures(bench: self).measure()
                try await OpenFigures(bench: self).measure()
            }
        } catch {
            endAll()
            throw error
        }
        try report.withLock {
            $0.seconds = Clock.now - start
            $0.machine["load at the end"] = Machine.text("/proc/loadavg")
            try $0.write(to: output)
            let missed = $0.figures.filter { $0.isMet == false }.count
            $0.say("\n\(missed == 0 ? "All targets are met" : "Targets missed: \(missed)"). JSON: \(output)")
        }
    }

    func add(_ figure: Figure) { report.withLock { $0.add(figure) } }
    func add(_ table: Table) { report.withLock { $0.add(table) } }
    func say(_ line: String) { report.withLock { $0.say(line) } }

    // MARK: Processes

    /// Remembers a process of this run, to be ended with it whatever happens.
    func started(_ pid: Int32) {
        let handle = ProcessHandle(pid: pid)
        processes.withLock { $0[pid] = handle }
    }

    func ended(_ pid: Int32) { processes.withLock { $0[pid] = nil } }

    private func endAll() { for process in processes.withLock({ $0.values.map { $0 } }) { _ = process.signal(15) } }

    /// - Parameter process: nil where it has ended already.
    func awaitEnd(of process: ProcessHandle?, _ what: String, within limit: Duration = .seconds(30)) async throws {
        guard let process else { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.onExit(on: thread) { end.finish() }
        let late = BenchError("\(what) did not end within \(limit.components.seconds) s")
        try await time.withLimit(limit, onTimeout: late, on: thread) { for await _ in ends {} }
    }

    /// Starts a program that writes what it finds out into a file, and waits for its end.
    func runToEnd(_ arguments: [String], _ what: String) async throws {
        let pid = try Spawn.detached(arguments, environment: environment, folder: "/", output: true)
        let process = ProcessHandle(pid: pid)
        started(pid)
        try await awaitEnd(of: process, what, within: .seconds(600))
        ended(pid)
    }

    /// Waits for something that tells nobody when it happens.
    func until(_ what: String, _ look: () async throws -> Bool) async throws {
        for _ in 0..<1_500 {
            if try await look() { return }
            try await time.sleep(.milliseconds(20))
        }
        throw BenchError("not within 30 s: \(what)")
    }
}

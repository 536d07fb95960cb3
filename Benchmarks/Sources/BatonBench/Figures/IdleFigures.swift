import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit

/// What a daemon costs that has nothing to do.
struct IdleFigures: Sendable {
    let bench: Bench
    private static let seconds = 10

    /// A daemon alone on its machine: no devices, one program connected.
    func alone() async throws {
        let device = try Device("idle", bench)
        try await device.start(asApp: false)
        try await measure("Idle, no devices", ["batond": try await device.pid()])
        try await device.stop()
    }

    /// Two linked devices, with an app on each.
    func linked(_ pair: Pair) async throws {
        try await measure(
            "Idle, a linked device and an app",
            ["the one that offers": try await pair.desk.pid(), "the one that continued": try await pair.laptop.pid()])
    }

    private func measure(_ group: String, _ daemons: [String: Int32]) async throws {
        // The end of what was under way: timers of questions, and GLib's spare threads, which end after 15 s.
        try await bench.time.sleep(.seconds(20))
        let before = try daemons.mapValues { try ProcessNumbers(of: $0) }
        try await bench.time.sleep(.seconds(Self.seconds))
        for (name, pid) in daemons.sorted(by: { $0.key < $1.key }) {
            let (old, new) = (before[name], try ProcessNumbers(of: pid))
            bench.add(
                .amount(
                    group, "\(name): wake-ups in \(Self.seconds) s", old.map(new.wakeUps(since:)) ?? .nan, "", atMost: 0
                ))
            bench.add(.amount(group, "\(name): Pss", new.pss, "MB", atMost: 25))
            bench.add(.amount(group, "\(name): private dirty", new.privateDirty, "MB", atMost: 8))
            bench.add(.amount(group, "\(name): resident", new.resident, "MB"))
        }
    }
}

/// What the kernel counts for a process.
struct ProcessNumbers: Sendable {
    /// How often each thread has left its processor: once after each wake-up at least.
    private var switches: [String: Double] = [:]
    private(set) var pss = 0.0
    private(set) var privateDirty = 0.0
    private(set) var resident = 0.0

    init(of pid: Int32) throws {
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task") {
            let status = try Self.fields(of: "/proc/\(pid)/task/\(thread)/status")
            switches[thread] =
                (status["voluntary_ctxt_switches"] ?? 0) + (status["nonvoluntary_ctxt_switches"] ?? 0)
        }
        let memory = try Self.fields(of: "/proc/\(pid)/smaps_rollup")
        // In kilobytes of 1024.
        pss = (memory["Pss"] ?? 0) * 1024 / 1e6
        privateDirty = (memory["Private_Dirty"] ?? 0) * 1024 / 1e6
        resident = (memory["Rss"] ?? 0) * 1024 / 1e6
    }

    /// A thread that has ended meanwhile was woken for that.
    func wakeUps(since old: ProcessNumbers) -> Double {
        let ended = old.switches.keys.filter { switches[$0] == nil }.count
        return switches.reduce(Double(ended)) { $0 + $1.value - (old.switches[$1.key] ?? 0) }
    }

    private static func fields(of path: String) throws -> [String: Double] {
        var fields: [String: Double] = [:]
        for line in String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n") {
            let words = line.split { $0 == ":" || $0 == " " || $0 == "\t" }
            if words.count > 1, let value = Double(words[1]) { fields[String(words[0])] = value }
        }
        return fields
    }
}

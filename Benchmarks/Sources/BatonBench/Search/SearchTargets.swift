/// The figures that have a target, and those that are held against a peer.
struct SearchTargets: Sendable {
    let bench: Bench
    let group: String
    let size: Int
    /// Targets are for a million items, but where something is held against a peer; fewer are printed without them.
    func target(_ limit: Double) -> Double? { size >= 1_000_000 ? limit : nil }
    private static let smallestCompared = 100_000

    func report(
        _ inProcess: SystemResult, _ findings: SearchChild.Findings, _ overBus: SystemResult, _ bare: SystemResult
    ) {
        for (way, result, limit) in [("in process", inProcess, 5e-3), ("D-Bus", overBus, 7e-3)] {
            bench.add(
                .times(
                    group, "up to two words before the prefix, \(way)", result.samples { !$0.isLong }, [50, 95, 99],
                    atMost: target(limit)))
            bench.add(
                .times(
                    group, "three or four words before it, \(way)", result.samples(\.isLong), [50, 95, 99],
                    atMost: target(10e-3)))
            let asked = result.rows.reduce(0) { $0 + $1.seconds.count }
            let incomplete = result.rows.reduce(0) { $0 + $1.incomplete }
            bench.add(
                .amount(
                    group, "  answers marked incomplete (of \(asked))",
                    asked == 0 ? .nan : Double(incomplete) / Double(asked) * 100, "%"))
        }
        bench.add(
            .times(
                group, "first use after opening, file not in memory", findings.coldFirstUse, [50, 95, 99],
                atMost: target(12e-3)))
        bench.add(.times(group, "  the same, file in memory", findings.firstUse, [50, 95, 99]))
        let rate = (inProcess.itemsPerSecond ?? .nan) / (bare.itemsPerSecond ?? .nan)
        bench.add(
            .amount(
                group, "items indexed in a second, to SQLite FTS5's", rate, "times",
                atLeast: target(0.65)))
    }

    /// Baton is held against a library in process, and against a daemon over D-Bus.
    func compare(_ columns: [(String, SystemResult)]) {
        for (name, peer) in columns where !name.hasPrefix("Baton") {
            let isDaemon = name.hasSuffix("D-Bus")
            guard let baton = columns.first(where: { $0.0 == (isDaemon ? "Baton, D-Bus" : "Baton, in process") })?.1
            else { continue }
            for row in QueryRow.allCases {
                guard let ours = baton.row(row, .ranked), let theirs = peer.row(row, .ranked) else { continue }
                add(row, ours.seconds, name, theirs.seconds)
            }
        }
    }

    private func add(_ row: QueryRow, _ ours: [Double], _ name: String, _ theirs: [Double]) {
        let ratios = [50.0, 95, 99].map {
            ($0, Series.percentile($0, of: ours) / Series.percentile($0, of: theirs))
        }
        let isCompared = size >= Self.smallestCompared
        let worst = ratios.map { $0.1 }.max() ?? .nan
        bench.add(
            Figure(
                group: "\(group): Baton's time, ranked, to that of \(name)", name: row.words,
                result: ratios.map { "\(Text.number($0.1)) at p\(Text.number($0.0))" }.joined(separator: ", "),
                target: isCompared ? "below 1" : nil, isMet: isCompared ? worst < 1 : nil,
                values: Dictionary(uniqueKeysWithValues: ratios.map { ("p\(Text.number($0.0))", $0.1) })))
    }
}

/// The table of one size.
enum SearchTable {
    static func make(_ title: String, _ columns: [(String, SystemResult)], missing: [String]) -> Table {
        var table = Table(title, columns: columns.map { $0.0 } + missing.map { "\($0): not installed" })
        func add(_ name: String, _ cell: (SystemResult) -> String?) {
            table.add(name, columns.map { cell($0.1) ?? "–" } + missing.map { _ in "–" })
        }
        add("items indexed per second") { $0.itemsPerSecond.map { Text.number($0.rounded()) } }
        add("disk, MB") { $0.diskBytes.map { Text.number(($0 / 1e6).rounded()) } }
        add("private memory, MB") { $0.privateMegabytes.map(Text.number) }
        for (order, words) in [(ResultOrder.ranked, "ranked"), (.newest, "newest first")] {
            for row in QueryRow.allCases { add("\(row.words), \(words), ms") { $0.row(row, order).map(cell) } }
        }
        return table
    }

    /// p50, p95 and p99; and how many were asked, where the time was up before all were.
    private static func cell(_ row: AskedRow) -> String {
        let times = [50.0, 95, 99].map { Text.number(Series.percentile($0, of: row.seconds) * 1e3) }
        let asked = row.seconds.count < row.wanted ? " (\(row.seconds.count) of \(row.wanted))" : ""
        return times.joined(separator: " / ") + asked
    }
}

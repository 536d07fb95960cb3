import ActivityModel
import BatonBus
import BatonClient
import GLibKit

/// Recording what a user does: one activity over IPC beside one event in Zeitgeist, and what 100,000 of them take.
struct CaptureFigures: Sendable {
    let bench: Bench
    /// Samples of a round that are taken from rest; the others come one right after the other.
    private static let singles = 50
    /// Events in one call while the disk is filled.
    private static let batch = 100

    func measure() async throws {
        let zeitgeist = try await Zeitgeist.start(bench)
        let device = try Device("capture", bench)
        try await device.start(asApp: true)
        if bench.isWanted("capture") { try await record(device, zeitgeist) }
        let rates = bench.isWanted("disk") ? try await fill(device, zeitgeist) : nil
        try await device.stop()
        let peer = try await zeitgeist.stop(bench)
        if let rates { report(try Folder.bytes(in: device.folder, named: "state.db"), peer, rates) }
    }

    private func record(_ device: Device, _ zeitgeist: Zeitgeist) async throws {
        let commit = try await BareCommit(bench)
        let recorders = Recorders(device: device, zeitgeist: zeitgeist, commit: commit)
        var (single, stream) = (RecordSeries(), RecordSeries())
        var next = 0
        // In turns, and a pause between: none works while another is measured.
        for _ in 0..<bench.rounds {
            let samples = (next..<next + bench.recorded / bench.rounds).map { Sample($0) }
            next += samples.count
            let (first, rest) = (samples.prefix(Self.singles), samples.dropFirst(Self.singles))
            try await single.measure(first, recorders, pause: pause) { try await bench.time.sleep(.milliseconds(3)) }
            try await stream.measure(rest, recorders, pause: pause) {}
        }
        report("Capture, one activity", single)
        report("Capture, one after the other", stream)
        let seconds = stream.saved.samples.reduce(0, +)
        bench.add(
            .amount(
                "Capture, one after the other", "activities for search in a second",
                Double(stream.saved.count) / seconds, "/s"))
        try await commit.close()
    }

    private func report(_ group: String, _ series: RecordSeries) {
        bench.add(.time(group, "for search: saved and synced", series.saved))
        bench.add(.time(group, "for handoff alone: in memory", series.offered))
        bench.add(.time(group, "Zeitgeist: one InsertEvents", series.event))
        bench.add(.time(group, "a bare synced commit of such a row", series.commit))
        bench.add(.time(group, "a bare call to batond (private socket)", series.bare))
        bench.add(.time(group, "a bare call to Zeitgeist (session bus)", series.bareBus))
        bench.add(.ratio(group, "  for search, to Zeitgeist", series.saved.ratio(to: series.event), atMost: 0.25))
        bench.add(.ratio(group, "  for handoff, to Zeitgeist", series.offered.ratio(to: series.event), atMost: 0.25))
        bench.add(.ratio(group, "  for search, to a bare call", series.saved.ratio(to: series.bare)))
        bench.add(.ratio(group, "  for handoff, to a bare call", series.offered.ratio(to: series.bare)))
        bench.add(.ratio(group, "  Zeitgeist, to its bare call", series.event.ratio(to: series.bareBus)))
    }

    private func pause() async throws { try await bench.time.sleep(.milliseconds(300)) }

    /// Activities in a second while the disk is filled.
    private typealias Rates = (baton: Double, zeitgeist: Double)

    private func fill(_ device: Device, _ zeitgeist: Zeitgeist) async throws -> Rates {
        let first = bench.isWanted("capture") ? bench.recorded : 0
        var start = Clock.now
        for from in stride(from: first, to: bench.kept, by: Self.batch) {
            _ = try await zeitgeist.insert((from..<min(from + Self.batch, bench.kept)).map { Sample($0) })
        }
        let theirs = Clock.now - start
        start = Clock.now
        // Sixteen apps at once, each one after the other: what a program may act for.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for app in 0..<16 {
                group.addTask { [bench] in
                    for number in first..<bench.kept where number % 16 == app {
                        let sample = Sample(number)
                        _ = try await device.becomeCurrent(sample.record([.handoff, .search]), for: sample.app)
                    }
                }
            }
            try await group.waitForAll()
        }
        let ours = Clock.now - start
        let saved = try await device.daemon.call(SystemMethods.status).savedActivities
        guard saved == bench.kept else { throw BenchError("\(saved) of \(bench.kept) activities are saved") }
        // Zeitgeist's index follows its log.
        try await bench.time.sleep(.seconds(2))
        let filled = Double(bench.kept - first)
        return (filled / ours, filled / theirs)
    }

    private func report(_ baton: Double, _ peer: (log: Double, index: Double), _ rates: Rates) {
        let group = "Disk, \(bench.kept) activities"
        let count = Double(bench.kept)
        func ratio(_ name: String, _ bytes: Double, atMost limit: Double?) {
            bench.add(
                .ratio(
                    group, name, Ratio(median: baton / bytes, lowest: baton / bytes, highest: baton / bytes),
                    atMost: limit))
        }
        bench.add(.amount(group, "Baton (state.db)", baton / count, "bytes each"))
        bench.add(.amount(group, "Zeitgeist's log (activity.sqlite)", peer.log / count, "bytes each"))
        bench.add(.amount(group, "Zeitgeist's full-text index", peer.index / count, "bytes each"))
        ratio("  Baton, to Zeitgeist's log and index", peer.log + peer.index, atMost: 1.0 / 3)
        ratio("  Baton, to Zeitgeist's log alone", peer.log, atMost: nil)
        guard rates.baton.isFinite, rates.baton > 0 else { return }
        bench.add(.amount(group, "Baton, 16 apps at once", rates.baton, "/s"))
        bench.add(.amount(group, "Zeitgeist, \(Self.batch) events in a call", rates.zeitgeist, "/s"))
    }
}

/// What is compared, and how it is called.
private struct Recorders: Sendable {
    let device: Device
    let zeitgeist: Zeitgeist
    let commit: BareCommit
    private static let ping = BusMethod<Nothing>("org.freedesktop.DBus.Peer", "Ping")

    func ping() async throws -> Double {
        let start = Clock.now
        try await device.daemon.call(Self.ping)
        return Clock.now - start
    }
}

/// The same samples, recorded in each way.
private struct RecordSeries: Sendable {
    private(set) var (saved, event, offered) = (Series(), Series(), Series())
    private(set) var (commit, bare, bareBus) = (Series(), Series(), Series())

    /// - Parameters:
    ///   - pause: between two kinds.
    ///   - rest: before each sample.
    mutating func measure(
        _ samples: ArraySlice<Sample>, _ recorders: Recorders, pause: () async throws -> Void,
        rest: () async throws -> Void
    ) async throws {
        let device = recorders.device
        let ways: [(WritableKeyPath<Self, Series>, (Sample) async throws -> Double)] = [
            (\.saved, { try await device.becomeCurrent($0.record([.handoff, .search]), for: $0.app) }),
            (\.event, { try await recorders.zeitgeist.insert([$0]) }),
            (\.offered, { try await device.becomeCurrent($0.record([.handoff]), for: $0.app) }),
            (\.commit, { _ in try await recorders.commit.write() }),
            (\.bare, { _ in try await recorders.ping() }), (\.bareBus, { _ in try await recorders.zeitgeist.ping() }),
        ]
        for (series, record) in ways {
            self[keyPath: series].beginRound()
            for sample in samples {
                try await rest()
                self[keyPath: series].add(try await record(sample))
            }
            try await pause()
        }
    }
}

import ActivityModel
import BatonBus
import BatonClient
import GLibKit

/// Recording what a user does: one activity over IPC beside one event in Zeitgeist, and what 100,000 of them take.
struct CaptureFigures: Sendable {
    let bench: Bench
    private static let group = "Capture"
    private static let ping = BusMethod<Nothing>("org.freedesktop.DBus.Peer", "Ping")
    /// Events in one call while the disk is filled.
    private static let batch = 100

    func measure() async throws {
        let zeitgeist = try await Zeitgeist.start(bench)
        let device = try Device("capture", bench)
        try await device.start(asApp: true)
        try await recordOneByOne(device, zeitgeist)
        try await fill(device, zeitgeist)
    }

    private func recordOneByOne(_ device: Device, _ zeitgeist: Zeitgeist) async throws {
        var (saved, event, offered, bare, bareBus) = (Series(), Series(), Series(), Series(), Series())
        var next = 0
        for _ in 0..<bench.rounds {
            let samples = (next..<next + bench.recorded / bench.rounds).map { Sample($0) }
            next += samples.count
            // One block after the other and a pause between: neither works while the other is measured.
            saved.beginRound()
            for sample in samples {
                saved.add(try await device.becomeCurrent(sample.record([.handoff, .search]), for: sample.app))
            }
            try await pause()
            event.beginRound()
            for sample in samples { event.add(try await zeitgeist.insert([sample])) }
            try await pause()
            offered.beginRound()
            for sample in samples {
                offered.add(try await device.becomeCurrent(sample.record([.handoff]), for: sample.app))
            }
            try await pause()
            bare.beginRound()
            bareBus.beginRound()
            for _ in samples {
                let start = Clock.now
                try await device.daemon.call(Self.ping)
                bare.add(Clock.now - start)
            }
            for _ in samples { bareBus.add(try await zeitgeist.ping()) }
            try await pause()
        }
        let group = Self.group
        bench.add(.time(group, "an activity for search: saved and synced", saved))
        bench.add(.time(group, "Zeitgeist: one InsertEvents", event))
        bench.add(.ratio(group, "  an activity for search, to that", saved.ratio(to: event), atMost: 0.25))
        bench.add(.time(group, "an activity for handoff alone: in memory", offered))
        bench.add(.ratio(group, "  an activity for handoff, to Zeitgeist", offered.ratio(to: event), atMost: 0.25))
        bench.add(.time(group, "a bare call to batond (private socket)", bare))
        bench.add(.time(group, "a bare call to Zeitgeist (session bus)", bareBus))
        bench.add(.ratio(group, "  an activity for search, to a bare call", saved.ratio(to: bare)))
        bench.add(.ratio(group, "  an activity for handoff, to a bare call", offered.ratio(to: bare)))
        bench.add(.ratio(group, "  Zeitgeist's event, to its bare call", event.ratio(to: bareBus)))
        let seconds = saved.samples.reduce(0, +)
        bench.add(.amount(group, "one after the other, activities in a second", Double(saved.count) / seconds, "/s"))
    }

    private func pause() async throws { try await bench.time.sleep(.milliseconds(300)) }

    private func fill(_ device: Device, _ zeitgeist: Zeitgeist) async throws {
        let first = bench.recorded
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
        // The index follows the log: it is as large as it gets when both have ended.
        try await pause()
        try await device.stop()
        let baton = try Folder.bytes(in: device.folder, named: "state.db")
        let peer = try await zeitgeist.stop(bench)
        report(baton, peer, ours, theirs)
    }

    private func report(_ baton: Double, _ peer: (log: Double, index: Double), _ ours: Double, _ theirs: Double) {
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
        let rest = Double(bench.kept - bench.recorded)
        if rest > 0 {
            bench.add(.amount(group, "Baton, 16 apps at once", rest / ours, "/s"))
            bench.add(.amount(group, "Zeitgeist, \(Self.batch) events in a call", rest / theirs, "/s"))
        }
    }
}

import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit

/// Search: the same corpus and the same queries in Baton and its peers. docs/benchmarks.md says how.
struct SearchFigures: Sendable {
    let bench: Bench
    /// Up to this size the peers are asked that need minutes for more.
    private static let forAll = 100_000

    func measure() async throws {
        let sizes = try (bench.environment["BENCH_ITEMS"] ?? "").split(separator: " ").map { text in
            guard let size = Int(text), (1_000...4_000_000).contains(size) else {
                throw BenchError("\(text) is no number of items: 1000 to 4000000")
            }
            return size
        }
        guard !sizes.isEmpty else { throw BenchError("BENCH_ITEMS is not set; run `make bench-search`") }
        for size in sizes { try await SizeFigures(bench, size, withSlowPeers: size <= Self.forAll).measure() }
    }
}

/// All figures of one size.
private struct SizeFigures {
    let bench: Bench
    let corpus: Corpus
    let choices: PastChoices
    let queries: [TypedQuery]
    let queriesFile: String
    let withSlowPeers: Bool
    /// When the corpus was new.
    let now = Date.now
    /// The instance that Baton's index is in.
    let folder: String
    let group: String
    /// What each row is asked; p99 then is the fifth worst.
    private static let each = 500
    private static let records = 300

    init(_ bench: Bench, _ size: Int, withSlowPeers: Bool) throws {
        self.bench = bench
        self.withSlowPeers = withSlowPeers
        group = "Search, \(size) items"
        bench.say("\n\(group): making the corpus")
        corpus = Corpus(count: size)
        choices = PastChoices(corpus)
        queries = Queries.make(corpus, each: Self.each)
        folder = "\(bench.scratch)/items-\(size)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        queriesFile = "\(folder)/queries.json"
        try JSONEncoder().encode(queries).write(to: URL(filePath: queriesFile))
    }

    private var targets: SearchTargets { SearchTargets(bench: bench, group: group, size: corpus.count) }

    func measure() async throws {
        var columns: [(String, SystemResult)] = []
        var missing: [String] = []
        let (result, findings) = try await inProcess()
        columns.append(("Baton, in process", result))
        let overBus = try await overBus()
        columns.append(("Baton, D-Bus", overBus))
        let bare = try await bareFTS5()
        columns.append(("SQLite FTS5, in process", bare))
        if withSlowPeers {
            if TrackerPeer.isInstalled {
                columns.append(("Tracker, in process", try await tracker()))
            } else {
                missing.append("Tracker (Debian: gir1.2-tracker-3.0, python3-gi)")
            }
            if Zeitgeist.isThere(bench) {
                columns.append(("Zeitgeist, D-Bus", try await zeitgeist()))
            } else {
                missing.append("Zeitgeist (Debian: zeitgeist-core, dbus)")
            }
        }
        for peer in missing { bench.say("  MISSING: \(peer) is not installed, so there are no figures of it") }
        targets.report(result, findings, overBus, bare)
        targets.compare(columns)
        bench.add(SearchTable.make("\(corpus.count) items", columns, missing: missing))
    }

    // MARK: Baton

    private func inProcess() async throws -> (SystemResult, SearchChild.Findings) {
        bench.say("  Baton: indexing in process")
        let baton = try await BatonInProcess.open(folder, on: bench.thread)
        let taken = try await baton.index(corpus, choices, now: now)
        await baton.close()
        let disk = try Folder.bytes(in: folder, named: "search.db")
        bench.say("  Baton: asking in process")
        let findings = try await SearchChild.run(.baton, folder: folder, queries: queriesFile, bench)
        var result = findings.result
        result.itemsPerSecond = Double(corpus.count) / taken
        result.diskBytes = disk
        bench.say("  Baton: ranking everything, to compare")
        try await recall()
        return (result, findings)
    }

    private func recall() async throws {
        let baton = try await BatonInProcess.open(folder, on: bench.thread)
        let all = RankAll(
            corpus, choices, now: now.timeIntervalSinceReferenceDate / 86_400,
            try RankAll.Estimate(file: BatonInProcess.file(folder)))
        for (words, isPatient) in [("as it is given", false), ("without a deadline", true)] {
            let recall = try await Recall(
                baton, all, queries, isPatient: isPatient, each: isPatient ? Self.each / 5 : Self.each / 2, limit: 45)
            report(recall, words)
        }
        // Last: it changes the index.
        var one: [Double] = []
        for number in 0..<Self.records {
            try await bench.time.sleep(.milliseconds(3))
            one.append(try await baton.index(single(number, "process")))
        }
        bench.add(.times(group, "one item, in process", one, [95, 50], atMost: targets.target(0.5e-3)))
        await baton.close()
    }

    private func report(_ recall: Recall, _ words: String) {
        let group = "\(group): recall of the true ten best, \(words)"
        bench.add(.amount(group, "all \(recall.queries) queries", recall.average, atLeast: 0.99))
        for row in QueryRow.allCases { bench.add(.amount(group, "  \(row.words)", recall.average(row), "")) }
        bench.add(.amount(group, "answers marked incomplete", Double(recall.incomplete), ""))
        bench.add(
            .amount(group, "results ranked otherwise than by the rule", Double(recall.disagreements), "", atMost: 0))
        if let example = recall.example { bench.say("    such as \(example)") }
    }

    /// An item that the corpus does not have, with the text of one that it has.
    private func single(_ number: Int, _ by: String) -> SearchableItem {
        var item = BatonInProcess.item(number, corpus, now: now)
        item.uniqueIdentifier = "one-\(by)-\(number)"
        return item
    }

    private func overBus() async throws -> SystemResult {
        bench.say("  Baton: asking over D-Bus")
        let empty = try await memoryOfAnEmptyOne()
        bench.add(.times(group, "first use of a daemon, D-Bus", try await firstUses(), [50, 95]))
        let baton = try await BatonOverBus.start("items-\(corpus.count)", bench)
        var random = SeededRandom(seed: 4)
        for _ in 0..<1_000 { _ = try await baton.search(random.one(of: queries)) }
        let memory = try await baton.memory()
        bench.add(
            .amount(
                group, "resident memory that search adds (1000 queries)", memory.resident - empty.resident, "MB",
                atMost: targets.target(15)))
        bench.add(.amount(group, "  of it private", memory.privateDirty - empty.privateDirty, "MB"))
        var result = SystemResult()
        result.privateMegabytes = memory.privateDirty
        result.rows = try await Asking().run(queries, baton)
        var (one, bare): ([Double], [Double]) = ([], [])
        for number in 0..<Self.records {
            try await bench.time.sleep(.milliseconds(3))
            one.append(try await baton.index(single(number, "bus")))
            try await bench.time.sleep(.milliseconds(3))
            bare.append(try await baton.bareCall())
        }
        bench.add(.times(group, "one item, D-Bus", one, [95, 50], atMost: targets.target(0.5e-3)))
        bench.add(.times(group, "  a bare call to the daemon", bare, [95, 50]))
        try await baton.device.stop()
        return result
    }

    private func memoryOfAnEmptyOne() async throws -> ProcessNumbers {
        let baton = try await BatonOverBus.start("empty-\(corpus.count)", bench)
        // The memory that calls themselves take is not that of search.
        for _ in 0..<1_000 { _ = try await baton.bareCall() }
        let memory = try await baton.memory()
        try await baton.device.stop()
        return memory
    }

    /// The first query of a daemon that has just started, when the kernel has let go of the file.
    private func firstUses() async throws -> [Double] {
        let short = queries.filter { !$0.row.isLong }
        var first: [Double] = []
        for number in 0..<20 {
            let baton = try await BatonOverBus.start("items-\(corpus.count)", bench)
            try PageCache.drop(BatonInProcess.file(folder))
            let start = Clock.now
            _ = try await baton.search(short[number * 7919 % short.count])
            first.append(Clock.now - start)
            try await baton.device.stop()
        }
        return first
    }

    // MARK: Peers

    private func bareFTS5() async throws -> SystemResult {
        bench.say("  SQLite FTS5: indexing and asking")
        let bare = try await BareFTS5.open(folder)
        let taken = try await bare.index(corpus)
        var one: [Double] = []
        for number in 0..<Self.records {
            try await bench.time.sleep(.milliseconds(3))
            one.append(
                try await bare.insert([(corpus.words(corpus.title(number)), corpus.words(corpus.body(number)))]))
        }
        bench.add(.times(group, "one item, SQLite FTS5 alone", one, [95, 50]))
        try await bare.close()
        let disk = try Folder.bytes(in: folder, named: "fts5.db")
        var result = try await SearchChild.run(.fts5, folder: folder, queries: queriesFile, bench).result
        result.itemsPerSecond = Double(corpus.count) / taken
        result.diskBytes = disk
        return result
    }

    private func tracker() async throws -> SystemResult {
        bench.say("  Tracker: indexing and asking")
        let corpusLines = "\(folder)/corpus.tsv"
        let queryLines = "\(folder)/queries.tsv"
        var text = ""
        for item in 0..<corpus.count {
            text += "\(item)\t\(corpus.words(corpus.title(item)))\t\(corpus.words(corpus.body(item)))\n"
        }
        try Data(text.utf8).write(to: URL(filePath: corpusLines))
        try Data(TypedQuery.lines(queries).utf8).write(to: URL(filePath: queryLines))
        return try await TrackerPeer.run(corpusLines, queryLines, bench)
    }

    private func zeitgeist() async throws -> SystemResult {
        bench.say("  Zeitgeist: indexing and asking")
        let zeitgeist = try await Zeitgeist.start(bench)
        let system = ZeitgeistSearch(zeitgeist: zeitgeist)
        var result = SystemResult()
        result.itemsPerSecond = Double(corpus.count) / (try await system.index(corpus, now: now, bench))
        result.rows = try await Asking().run(queries, system)
        result.privateMegabytes = try zeitgeist.processes.map { try ProcessNumbers(of: $0).privateDirty }.reduce(0, +)
        let disk = try await zeitgeist.stop(bench)
        result.diskBytes = disk.log + disk.index
        return result
    }
}

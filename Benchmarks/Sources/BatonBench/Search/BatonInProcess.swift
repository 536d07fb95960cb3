import ActivityModel
import BatonSearch
import FoundationEssentials
import GLibKit
import Synchronization

/// Baton's search as the daemon has it, without the daemon and D-Bus around it.
struct BatonInProcess: SearchedSystem {
    let service: SearchService
    let orders = [ResultOrder.ranked]

    /// - Parameter folder: an instance's.
    static func open(_ folder: String, on thread: GLibThread) async throws -> BatonInProcess {
        let names = Atomic(0)
        let service = SearchService(
            thread: thread, time: .system(on: thread), path: file(folder), host: NoHost(),
            makeID: { "\(names.add(1, ordering: .relaxed).newValue)" },
            log: { FileDescriptorWriter.standardError("bench: the index says: \($0)\n") })
        try await service.start()
        try await service.settle()
        return BatonInProcess(service: service)
    }

    static func file(_ folder: String) -> String { "\(folder)/search.db" }

    func close() async { await service.stop() }

    func ask(_ query: TypedQuery, _ order: ResultOrder) async throws -> Bool {
        try await service.search(query.text, Self.options).mayHaveMore
    }

    static let options: SearchOptions = {
        var options = SearchOptions()
        options.limit = 10
        return options
    }()

    // MARK: Indexing

    /// Items of one call.
    static let batch = 1_000

    /// Seconds that indexing took, until everything can be found.
    func index(_ corpus: Corpus, _ choices: PastChoices, now: Date) async throws -> Double {
        var taken = 0.0
        for from in stride(from: 0, to: corpus.count, by: Self.batch) {
            // Made before the clock runs: an app has them.
            let items = (from..<min(from + Self.batch, corpus.count)).map { Self.item($0, corpus, now: now) }
            let start = Clock.now
            try await service.index(items, app: Self.app(from), index: nil, batch: nil)
            taken += Clock.now - start
        }
        let start = Clock.now
        try await service.settle()
        taken += Clock.now - start
        for (item, times) in choices.times.sorted(by: { $0.key < $1.key }) {
            let engagement = Engagement(typed: "", app: nil, kind: .item, identifier: Corpus.identifier(item))
            for _ in 0..<times { try await service.engaged(engagement, app: Self.app(item)) }
        }
        try await service.settle()
        return taken
    }

    /// Seconds that indexing one item takes.
    func index(_ item: SearchableItem) async throws -> Double {
        let start = Clock.now
        try await service.index([item], app: Self.app(0), index: nil, batch: nil)
        return Clock.now - start
    }

    /// Sixteen apps have indexed, each some calls.
    static func app(_ item: Int) -> String { "org.example.app\(item / batch % 16)" }

    static func item(_ item: Int, _ corpus: Corpus, now: Date) -> SearchableItem {
        var set = AttributeSet()
        set["title"] = .string(corpus.words(corpus.title(item)))
        set["contentDescription"] = .string(corpus.words(corpus.body(item)))
        set["contentModificationDate"] = .date(now.addingTimeInterval(-corpus.ages[item] * 86_400))
        if corpus.hints[item] > 0 { set["rankingHint"] = .double(corpus.hints[item]) }
        return SearchableItem(uniqueIdentifier: Corpus.identifier(item), attributes: set)
    }

    /// Nothing but an index: no apps that are hidden, no activities that were saved.
    private struct NoHost: SearchHost {
        func hiddenApps() async -> Set<String> { [] }
        func forget(app: String, copies: [String]) async {}
        func forgetTied() async {}
        func savedActivities() async -> [SavedActivity] { [] }
        func reindex(apps: [String]?) async {}
    }
}

/// What a user has opened before, from a fixed seed: so many items at every size, since each choice is a call of its own.
struct PastChoices: Sendable {
    private(set) var times: [Int: Int] = [:]

    init(_ corpus: Corpus) {
        var random = SeededRandom(seed: 3)
        for _ in 0..<min(2_000, corpus.count / 40) {
            times[random.number(in: 0...corpus.count - 1)] = min(8, Int(random.pareto(1)))
        }
    }
}

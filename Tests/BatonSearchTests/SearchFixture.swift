import ActivityModel
import FoundationEssentials
import GLibKit
import Synchronization
import TestSupport

@testable import BatonSearch

/// The service on a thread of its own, with its file in a scratch folder and time in the test's hands.
struct SearchFixture: Sendable {
    let folder: ScratchFolder
    let thread: GLibThread
    let clock: TestClock
    let host: FakeHost
    let service: SearchService
    static let app = "org.example.notes"

    final class FakeHost: SearchHost {
        let hidden = Mutex<Set<String>>([])
        let forgotten = Mutex<[String]>([])
        let saved = Mutex<[SavedActivity]>([])
        let reindexed = Mutex(0)

        func hiddenApps() async -> Set<String> { hidden.withLock { $0 } }
        func forget(app: String, copies: [String]) async { forgotten.withLock { $0 += copies } }
        func forgetTied() async { saved.withLock { $0.removeAll { $0.record.relatedItem != nil } } }
        func savedActivities() async -> [SavedActivity] { saved.withLock { $0 } }
        func reindex(apps: [String]?) async { reindexed.withLock { $0 += 1 } }
    }

    static func run(_ body: (SearchFixture) async throws -> Void) async throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        try await open(folder, body)
    }

    /// One life of the daemon in a folder.
    static func open(
        _ folder: ScratchFolder, at start: Date = Date(timeIntervalSinceReferenceDate: 800_000_000),
        host: FakeHost = FakeHost(), mayHaveLost: Bool = false, _ body: (SearchFixture) async throws -> Void
    ) async throws {
        let thread = GLibThread(name: "search-test")
        defer { thread.stop() }
        try await withTaskExecutorPreference(thread) {
            let clock = TestClock(at: start, settling: { await thread.settle() })
            let names = Mutex(0)
            let service = SearchService(
                thread: thread, time: clock.time, path: folder.file("search.db"), host: host,
                makeID: {
                    names.withLock {
                        $0 += 1
                        return "id-\($0)"
                    }
                }, log: { _ in })
            try await service.start(mayHaveLost: mayHaveLost)
            let fixture = SearchFixture(folder: folder, thread: thread, clock: clock, host: host, service: service)
            do { try await body(fixture) } catch {
                await service.stop()
                throw error
            }
            await service.stop()
        }
    }

    // MARK: Short forms

    func item(
        _ identifier: String, _ title: String, domain: String? = nil, _ attributes: [String: PayloadValue] = [:]
    ) -> SearchableItem {
        var set = AttributeSet()
        set["title"] = .string(title)
        for (name, value) in attributes { set[name] = value }
        return SearchableItem(uniqueIdentifier: identifier, domainIdentifier: domain, attributes: set)
    }

    func index(_ items: [SearchableItem], app: String = app, index: String? = nil) async throws {
        try await service.index(items, app: app, index: index, batch: nil)
    }

    func titles(_ text: String, _ change: (inout SearchOptions) -> Void = { _ in }) async throws -> [String] {
        try await results(text, change).map(\.title)
    }

    func results(
        _ text: String, _ change: (inout SearchOptions) -> Void = { _ in }
    ) async throws -> [SearchResult] {
        try await service.settle()
        var options = SearchOptions()
        // The machine may be busy: what is tested is the order, not the time.
        options.patient = true
        change(&options)
        return try await service.search(text, options).results
    }

    func days(ago days: Double) -> PayloadValue { .date(clock.now.addingTimeInterval(-days * 86_400)) }

    func activity(
        _ type: String, title: String, related: String? = nil, persistent: String? = nil,
        userInfo: Payload = Payload(), app: String = app
    ) -> SavedActivity {
        var record = ActivityRecord(id: "a", type: type)
        record.title = title
        record.persistentIdentifier = persistent
        record.eligibility = [.search]
        record.userInfo = userInfo.canonicalData
        if let related {
            var set = AttributeSet()
            set["relatedUniqueIdentifier"] = .string(related)
            record.facets = [ActivityRecord.contentAttributesFacet: set.canonicalData]
        }
        return SavedActivity(
            app: app, key: SavedActivity.key(for: record, relatedItem: record.relatedItem), record: record,
            savedAt: clock.now, expiresAt: clock.now.addingTimeInterval(SavedActivity.defaultLifetime))
    }
}

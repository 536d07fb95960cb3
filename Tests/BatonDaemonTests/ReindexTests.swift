import ActivityModel
import FoundationEssentials
import GLibKit
import SQLiteKit
import Synchronization
import TestSupport
import Testing

@testable import BatonDaemon

/// Who is asked to fill an index again, when, and how often.
@Suite struct ReindexTests {
    private static let reader = IndexName(app: "org.example.reader", index: nil)
    private static let notes = IndexName(app: "org.example.reader", index: "notes")
    private static let other = IndexName(app: "org.example.other", index: nil)

    /// The coordinator on a thread of its own, with everything around it in the test's hands.
    private struct Fixture {
        let thread = GLibThread(name: "reindex-test")
        let clock: TestClock
        let store: MemoryStore
        let world = World()
        let coordinator: ReindexCoordinator

        init(_ store: MemoryStore) {
            clock = TestClock(on: thread)
            self.store = store
            coordinator = ReindexCoordinator(
                thread: thread, time: clock.time, store: store, followers: world, extensions: world, log: { _ in })
        }

        func settled() async -> [String] {
            await clock.settle()
            return world.calls
        }
    }

    private func with(_ store: MemoryStore = MemoryStore(), _ body: (Fixture) async throws -> Void) async rethrows {
        let fixture = Fixture(store)
        defer { fixture.thread.stop() }
        await fixture.coordinator.start()
        try await body(fixture)
        await fixture.coordinator.stop()
    }

    @Test func nothingIsAskedWhereNothingIsLost() async {
        await with { f in
            f.world.install("org.example.reader")
            f.world.follow(Self.reader, 1)
            await f.coordinator.follows(Self.reader)
            #expect(await f.settled() == [])
            #expect(f.clock.sleeping == 0)
        }
    }

    @Test func theRunningAppIsAskedBeforeItsExtension() async {
        await with { f in
            f.world.install("org.example.reader")
            f.world.follow(Self.reader, 1)
            f.world.follow(Self.notes, 1)
            for index in [Self.reader, Self.notes] { await f.coordinator.follows(index) }
            await f.coordinator.lost(apps: nil)
            #expect(await f.settled() == ["1: all of default", "1: all of notes"])
            // Once.
            await f.coordinator.appsChanged()
            await f.coordinator.follows(Self.reader)
            #expect(await f.settled().count == 2)
        }
    }

    @Test func theExtensionIsRunWhereTheAppDoesNotRun() async {
        await with { f in
            f.world.install("org.example.reader")
            await f.coordinator.lost(apps: nil)
            #expect(await f.settled() == ["extension of org.example.reader: all of default"])
            // It is done: the app is not asked when it comes.
            f.world.follow(Self.reader, 7)
            await f.coordinator.follows(Self.reader)
            #expect(await f.settled().count == 1)
        }
    }

    @Test func withoutOneTheAppIsAskedWhenItComes() async {
        await with { f in
            await f.coordinator.lost(apps: ["org.example.reader"])
            #expect(await f.settled() == [])
            f.world.follow(Self.reader, 3)
            f.world.follow(Self.other, 3)
            for index in [Self.reader, Self.other] { await f.coordinator.follows(index) }
            #expect(await f.settled() == ["3: all of default"])
        }
    }

    @Test func whatIsDueIsKept() async {
        let store = MemoryStore()
        await with(store) { await $0.coordinator.lost(apps: nil) }
        await with(store) { f in
            f.world.follow(Self.reader, 1)
            await f.coordinator.follows(Self.reader)
            #expect(await f.settled() == ["1: all of default"])
        }
        await with(store) { f in
            f.world.follow(Self.reader, 1)
            await f.coordinator.follows(Self.reader)
            #expect(await f.settled() == [])
        }
    }

    @Test func aProcessThatFailsIsAskedOnceAndTheNextOneToo() async {
        await with { f in
            f.world.fail(.timedOut)
            f.world.follow(Self.reader, 1)
            await f.coordinator.lost(apps: nil)
            await f.coordinator.follows(Self.reader)
            for _ in 0..<3 { await f.coordinator.follows(Self.reader) }
            #expect(await f.settled() == ["1: all of default"])
            f.world.follow(Self.reader, 2)
            await f.coordinator.follows(Self.reader)
            #expect(await f.settled() == ["1: all of default", "2: all of default"])
        }
    }

    @Test func anExtensionThatFailsIsStartedEverMoreSeldomAndThenNoMore() async {
        let store = MemoryStore()
        await with(store) { f in
            f.world.install("org.example.reader")
            f.world.fail(.launchFailed)
            await f.coordinator.lost(apps: nil)
            #expect(await f.settled().count == 1)
            await f.clock.advance(by: .seconds(599))
            #expect(f.world.calls.count == 1)
            await f.clock.advance(by: .seconds(2))
            #expect(f.world.calls.count == 2)
        }
        // A new start is no new chance.
        await with(store) { f in
            f.world.install("org.example.reader")
            f.world.fail(.launchFailed)
            #expect(await f.settled() == [])
            // The test's clock stands where it began: an hour after the second failure is that much later.
            await f.clock.advance(by: .seconds(601 + 3600 + 1))
            #expect(f.world.calls.count == 1)
            await f.clock.advance(by: .seconds(30 * 86_400))
            #expect(f.world.calls.count == ReindexLedger.maximumAttempts - 2)
            #expect(f.clock.sleeping == 0)
            // Another loss is.
            await f.coordinator.lost(apps: ["org.example.reader"])
            #expect(await f.settled().count == ReindexLedger.maximumAttempts - 1)
        }
    }

    @Test func aCrowdIsNoFailureOfTheExtension() async {
        await with { f in
            f.world.install("org.example.reader")
            f.world.fail(.tooMany)
            await f.coordinator.lost(apps: nil)
            #expect(await f.settled().count == 1)
            f.world.fail(nil)
            await f.clock.advance(by: .seconds(61))
            #expect(f.world.calls.count == 2)
            #expect(await f.coordinator.ledger.entries[Self.reader]?.attempts == 0)
        }
    }

    @Test func whatIsLostMeanwhileIsFilledOnceMore() async throws {
        try await with { f in
            f.world.install("org.example.reader")
            f.world.hold()
            await f.coordinator.lost(apps: nil)
            try await f.world.held.next()()
            _ = await f.settled()
            await f.coordinator.lost(apps: nil)
            let finish = try await f.world.held.next()
            await f.coordinator.lost(apps: nil)
            finish()
            try await f.world.held.next()()
            #expect(await f.settled().count == 3)
            #expect(await !f.coordinator.ledger.isDue(Self.reader))
        }
    }

    @Test func anAppThatMayNotBeFoundIsNotAsked() async {
        await with { f in
            f.world.install("org.example.reader")
            f.world.follow(Self.reader, 1)
            f.world.forbid("org.example.reader")
            await f.coordinator.lost(apps: nil)
            await f.coordinator.follows(Self.reader)
            #expect(await f.settled() == [])
        }
    }

    @Test func singleItemsAreAskedForOfWhoeverIsThere() async {
        await with { f in
            f.world.install("org.example.other")
            f.world.follow(Self.reader, 1)
            await f.coordinator.reindex(["b", "a"], of: Self.reader)
            await f.coordinator.reindex(["x"], of: Self.other)
            await f.coordinator.reindex(["y"], of: Self.notes)
            #expect(
                await f.settled() == ["1: a,b of default", "extension of org.example.other: x of default"])
            f.world.follow(Self.notes, 2)
            await f.coordinator.reindex(["z"], of: Self.notes)
            #expect(await f.settled().last == "2: y,z of notes")
        }
    }

    @Test func tooManyItemsAreEverything() async {
        await with { f in
            f.world.follow(Self.reader, 1)
            await f.coordinator.follows(Self.reader)
            await f.coordinator.reindex((0...ReindexCoordinator.maximumItems).map(String.init), of: Self.reader)
            #expect(await f.settled() == ["1: all of default"])
        }
    }

    @Test func theLedgerForgetsNothingOverASetClock() {
        var ledger = ReindexLedger()
        let now = Date(timeIntervalSinceReferenceDate: 0)
        ledger.lose(nil)
        ledger.fail(Self.reader, now: now)
        #expect(ledger.extensionTime(Self.reader, now: now) == now.addingTimeInterval(600))
        // Set back by years: not years of waiting.
        let before = now.addingTimeInterval(-1e8)
        #expect(ledger.extensionTime(Self.reader, now: before) == before)
        ledger.fill(Self.reader, for: 1)
        #expect(!ledger.isDue(Self.reader) && ledger.isDue(Self.other))
        ledger.lose(["org.example.other"])
        #expect(!ledger.isDue(Self.reader) && ledger.isDue(Self.other))
        for number in 0..<5000 { ledger.fill(IndexName(app: "org.example.a\(number)", index: nil), for: 1) }
        #expect(ledger.entries.count == ReindexLedger.maximumEntries)
        // What cannot be remembered as filled is not due for ever.
        #expect(!ledger.isDue(IndexName(app: "org.example.more", index: nil)))
    }

    @Test func theStoreKeepsTheLedger() async throws {
        let scratch = ScratchFolder()
        defer { scratch.remove() }
        let database = try await SQLiteDatabase.open(
            path: scratch.file("state.db"), durability: .full, migrations: [Migration(1, SQLiteReindexStore.schema)],
            applicationID: 1, busyTimeout: .seconds(1))
        let store = SQLiteReindexStore(database: database)
        #expect(try await store.load() == ReindexLedger())
        var ledger = ReindexLedger()
        ledger.lose(nil)
        ledger.lose(["org.example.other"])
        ledger.fill(Self.other, for: 1)
        ledger.fail(Self.notes, now: Date(timeIntervalSinceReferenceDate: 5))
        try await store.saveLosses(ledger)
        for (index, entry) in ledger.entries { try await store.save(index, entry) }
        #expect(try await store.load() == ledger)
        try await database.close()
    }
}

private final class MemoryStore: ReindexStore {
    private let ledger = Mutex(ReindexLedger())
    func load() async throws(BatonError) -> ReindexLedger { ledger.withLock { $0 } }
    func saveLosses(_ new: ReindexLedger) async throws(BatonError) { ledger.withLock { $0.losses = new.losses } }
    func save(_ index: IndexName, _ entry: ReindexLedger.Entry) async throws(BatonError) {
        ledger.withLock { $0.entries[index] = entry }
    }
}

/// The apps, their extensions and their processes.
private final class World: IndexFollowers, IndexExtensions {
    private struct State {
        var installed: Set<String> = []
        var forbidden: Set<String> = []
        var following: [IndexName: [Int]] = [:]
        var calls: [String] = []
        var error: BatonError.Code?
        var holds = false
    }
    private let state = Mutex(State())
    /// Lets a call that is held go on.
    let held = Arrivals<@Sendable () -> Void>("a call that is held")

    func install(_ app: String) { state.withLock { _ = $0.installed.insert(app) } }
    func forbid(_ app: String) { state.withLock { _ = $0.forbidden.insert(app) } }
    func follow(_ index: IndexName, _ process: Int) {
        state.withLock { $0.following[index, default: []].append(process) }
    }
    func fail(_ code: BatonError.Code?) { state.withLock { $0.error = code } }
    func hold() { state.withLock { $0.holds = true } }
    var calls: [String] { state.withLock { $0.calls } }

    func call(_ who: String, _ index: IndexName, _ identifiers: [String]?) async throws(BatonError) {
        let (error, holds) = state.withLock { state in
            state.calls.append("\(who): \(identifiers?.joined(separator: ",") ?? "all") of \(index.index ?? "default")")
            return (state.error, state.holds)
        }
        if holds {
            await withCheckedContinuation { continuation in held.put { continuation.resume() } }
        }
        if let error { throw BatonError(error, "The test says so.") }
    }

    func fillers(of index: IndexName) async -> [any IndexFiller] {
        state.withLock { $0.following[index] ?? [] }.map { Process(number: $0, index: index, world: self) }
    }
    func apps() async -> [String] { state.withLock { $0.installed.sorted() } }
    func isAllowed(_ app: String) async -> Bool { state.withLock { !$0.forbidden.contains(app) } }
    func fill(_ index: IndexName, _ identifiers: [String]?) async throws(BatonError) {
        try await call("extension of \(index.app)", index, identifiers)
    }

    private struct Process: IndexFiller {
        let number: Int
        let index: IndexName
        let world: World
        func reindexAll() async throws(BatonError) { try await world.call("\(number)", index, nil) }
        func reindex(_ identifiers: [String]) async throws(BatonError) {
            try await world.call("\(number)", index, identifiers)
        }
    }
}

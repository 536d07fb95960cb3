import ActivityModel
import FoundationEssentials
import GLibKit
import Glibc
import SQLiteKit
import Synchronization
import TestSupport
import Testing

@testable import BatonActivities

/// The service on a thread of its own, with a database in a scratch folder and time in the test's hands.
struct Fixture: Sendable {
    let folder: String
    let thread: GLibThread
    let database: SQLiteDatabase
    let clock: TestClock
    let service: ActivitiesService
    let seen = Seen()

    /// What the service told, and what it asks the user's switches.
    final class Seen: Sendable {
        let changes = Mutex(0)
        let saved = Mutex<[SavedActivity]>([])
        let deleted = Mutex<[String]>([])
        let logged = Mutex<[String]>([])
        let switches = Mutex<[String: AppSwitches]>([:])
        /// Holds up questions about switches while a test wants it.
        let gate = Mutex<Gate?>(nil)
    }

    /// Runs `body`; afterwards everything that was attached must have left nothing behind.
    static func run(_ body: (Fixture) async throws -> Void) async throws {
        try await inScratch { try await open($0, body) }
    }

    static func inScratch(_ body: (String) async throws -> Void) async throws {
        var template = Array("/tmp/baton-activities-XXXXXX".utf8CString)
        let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    /// One life of the daemon in a folder.
    static func open(_ folder: String, at start: Date? = nil, _ body: (Fixture) async throws -> Void) async throws {
        let thread = GLibThread(name: "activities-test")
        defer { thread.stop() }
        // As in the daemon, where all tasks are started on the thread: the order of steps is the same each time.
        try await withTaskExecutorPreference(thread) { try await live(folder, thread, start, body) }
    }

    private static func live(
        _ folder: String, _ thread: GLibThread, _ start: Date?, _ body: (Fixture) async throws -> Void
    ) async throws {
        let database = try await SQLiteDatabase.open(
            path: folder + "/state.db", durability: .full, migrations: [Migration(1, ActivitiesService.schema)],
            applicationID: 1)
        let fixture = Fixture(folder, thread, database, start)
        await fixture.service.follow(
            ActivityEvents(
                currentChanged: { [seen = fixture.seen] _ in seen.changes.withLock { $0 += 1 } },
                saved: { [seen = fixture.seen] copy in seen.saved.withLock { $0.append(copy) } },
                deleted: { [seen = fixture.seen] app, keys in
                    seen.deleted.withLock { $0 += keys.map { "\(app)/\($0)" } }
                }))
        do {
            try await body(fixture)
        } catch {
            try? await database.close()
            throw error
        }
        await fixture.checkNothingLeaks()
        try await database.close()
    }

    private init(_ folder: String, _ thread: GLibThread, _ database: SQLiteDatabase, _ start: Date?) {
        self.folder = folder
        self.thread = thread
        self.database = database
        clock = TestClock(at: start ?? Date(timeIntervalSinceReferenceDate: 800_000_000)) {
            // The longest way: a question, its answer, the switches, the database, and back.
            for _ in 0..<3 {
                await thread.settle()
                _ = try? await database.read { _ in }
            }
            await thread.settle()
        }
        let counter = Mutex(0)
        service = ActivitiesService(
            thread: thread, time: clock.time, database: database,
            isAllowed: { [seen] app, name in
                if let gate = seen.gate.withLock({ $0 }) { await gate.pass() }
                return seen.switches.withLock { $0[app] ?? AppSwitches() }[name]
            },
            makeID: {
                counter.withLock { counter in
                    counter += 1
                    return "public-\(counter)"
                }
            },
            log: { [seen] text in seen.logged.withLock { $0.append(text) } })
    }

    private func checkNothingLeaks() async {
        seen.gate.withLock { $0 }?.open()
        for token in await service.owners.keys { await service.detach(token) }
        await clock.settle()
        #expect(await service.owners.isEmpty)
        #expect(await service.periods.isEmpty)
        #expect(await service.questions.isEmpty)
        #expect(await service.saveOrders.isEmpty)
        #expect(clock.sleeping == 0)
    }

    // MARK: Shortcuts

    func attach(_ app: FakeApp) async throws -> OwnerToken { try await service.attach(app) }

    /// An app that is connected and has made this activity current; its first question is answered.
    func current(_ record: ActivityRecord, in app: FakeApp = FakeApp()) async throws -> (FakeApp, OwnerToken) {
        let token = try await attach(app)
        app.have(record)
        try await service.becomeCurrent(token, record)
        await clock.settle()
        return (app, token)
    }

    var ids: [String] { get async { await service.current().map(\.record.id) } }
    var changes: Int { seen.changes.withLock { $0 } }
    var savedEvents: [SavedActivity] { seen.saved.withLock { $0 } }
    var logged: [String] { seen.logged.withLock { $0 } }

    func titles(_ app: String = "org.example.reader") async throws -> [String?] {
        try await service.saved(app: app).map(\.record.title)
    }

    /// All bytes of the database's files.
    func bytes() throws -> Data {
        try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: Data()) { all, name in
            all += try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        }
    }
}

/// Lets nobody pass until it is opened.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    var waiting: Int { state.withLock { $0.waiting.count } }
}

extension ActivitiesService {
    /// Several calls in one turn of the loop.
    func inOneTurn(_ body: @Sendable (isolated ActivitiesService) -> Void) { body(self) }
}

/// The code of the error that `body` throws.
func code(_ body: () async throws -> Void) async -> BatonError.Code? {
    do {
        try await body()
        return nil
    } catch let error as BatonError {
        return error.code
    } catch {
        return .internal
    }
}

extension Trait where Self == TimeLimitTrait {
    /// One limit for every test of this target; `BATON_TEST_MINUTES` raises it on a slow machine.
    static var usual: Self {
        .timeLimit(.minutes(getenv("BATON_TEST_MINUTES").flatMap { Int(String(cString: $0)) } ?? 1))
    }
}

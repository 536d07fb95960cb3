import ActivityModel
import FoundationEssentials
import GLibKit
import SQLiteKit
import Synchronization
import TestSupport
import Testing

@testable import BatonActivities

@Suite("Saved copies", .usual)
struct SavedCopyTests {
    private let reader = "org.example.reader"

    @Test("What is acknowledged is stored, before the app is asked anything")
    func durable() async throws {
        try await Fixture.run { f in
            let app = FakeApp()
            app.hold()
            let token = try await f.attach(app)
            try await f.service.becomeCurrent(token, .make("a", title: "t", for: [.search]))
            #expect(try await f.titles() == ["t"])
            #expect(f.savedEvents.map(\.record.title) == ["t"])
            // Also when the activity is over before its copy is written.
            let gate = Gate()
            f.seen.gate.withLock { $0 = gate }
            let acknowledged = Task(executorPreference: f.thread) {
                try await f.service.becomeCurrent(token, .make("b", title: "u", for: [.search]))
            }
            while gate.waiting == 0 { await f.clock.settle() }
            await f.service.invalidate(token, "b")
            await f.service.detach(token)
            gate.open()
            try await acknowledged.value
            #expect(try await f.titles().contains("u"))
        }
    }

    @Test(
        "Only what is eligible for search or prediction is saved, and only where the user allows that use",
        arguments: [
            ([.search], AppSwitches(), true), ([.prediction], AppSwitches(), true), ([.handoff], AppSwitches(), false),
            ([.publicIndexing], AppSwitches(), false), ([], AppSwitches(), false),
            ([.search], AppSwitches(search: false), false),
            ([.prediction], AppSwitches(search: false), true),
            ([.search, .prediction], AppSwitches(search: false), true),
            ([.search, .prediction], AppSwitches(search: false, prediction: false), false),
            ([.search], AppSwitches(handoff: false, prediction: false), true),
        ] as [([ActivityRecord.Eligibility], AppSwitches, Bool)])
    func eligibility(uses: [ActivityRecord.Eligibility], switches: AppSwitches, isSaved: Bool) async throws {
        try await Fixture.run { f in
            f.seen.switches.withLock { $0[reader] = switches }
            _ = try await f.current(.make("a", for: uses))
            #expect(try await f.service.saved(app: reader).count == (isSaved ? 1 : 0))
            #expect(f.savedEvents.count == (isSaved ? 1 : 0))
        }
    }

    @Test("An equal key replaces, within one app; the newest comes first")
    func replacing() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("1", title: "a", for: [.search], identifier: "x"))
            for (id, title, identifier) in [("2", "b", "y"), ("3", "c", "x")] {
                await f.service.resignCurrent(token, id == "2" ? "1" : "2")
                await f.clock.advance(by: .seconds(1))
                let record = ActivityRecord.make(id, title: title, for: [.search], identifier: identifier)
                app.have(record)
                try await f.service.becomeCurrent(token, record)
            }
            await f.clock.settle()
            #expect(try await f.titles() == ["c", "b"])
            _ = try await f.current(
                .make("1", title: "other", for: [.search], identifier: "x"), in: FakeApp("org.example.other"))
            #expect(try await f.service.allSaved().count == 3)
            #expect(try await f.titles("org.example.other") == ["other"])
        }
    }

    @Test("A late last answer does not replace what was saved under the same key since", arguments: [true, false])
    func lateAnswerOfTheSame(sameID: Bool) async throws {
        try await Fixture.run { f in
            let app = FakeApp()
            app.hold()
            let token = try await f.attach(app)
            func show(_ id: String, _ title: String, _ identifier: String) async throws {
                try await f.service.becomeCurrent(
                    token, .make(id, title: title, for: [.search], identifier: identifier))
            }
            try await show("1", "old", "x")
            try await show("2", "between", "y")
            try await show(sameID ? "1" : "3", "new", "x")
            await f.clock.settle()
            // Its clock may have been set back meanwhile.
            f.clock.set(to: f.clock.now.addingTimeInterval(-86_400))
            app.answer(.failure(BatonError(.noSuchActivity, "The app has let go of it.")))
            await f.clock.settle()
            app.answer(.failure(BatonError(.noSuchActivity, "The app has let go of it.")))
            await f.clock.settle()
            #expect(try await f.titles().sorted { ($0 ?? "") < ($1 ?? "") } == ["between", "new"])
        }
    }

    @Test("An app that answers late does not put the activity before in front of the one that is current")
    func lateAnswer() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a", title: "before", for: [.search], identifier: "x"))
            app.hold()
            await f.service.resignCurrent(token, "a")
            await f.clock.advance(by: .seconds(1))
            try await f.service.becomeCurrent(token, .make("b", title: "now", for: [.search], identifier: "y"))
            await f.clock.advance(by: .seconds(1))
            app.have(.make("a", title: "late", for: [.search], identifier: "x"))
            app.release()
            await f.clock.settle()
            #expect(try await f.titles() == ["now", "late"])
        }
    }

    @Test("Only required keys are kept, where there are any")
    func requiredKeys() async throws {
        try await Fixture.run { f in
            var record = ActivityRecord.make("a", for: [.search], identifier: "all")
            let payload = Payload([.string("page"): .integer(3), .string("draft"): .string("x")])
            record.userInfo = payload.canonicalData
            let (app, token) = try await f.current(record)
            #expect(try await f.service.saved(app: reader).first?.record.payload() == payload)
            record.requiredKeys = ["page", "absent"]
            record.persistentIdentifier = "some"
            app.have(record)
            await f.clock.advance(by: .seconds(1))
            try await f.service.becomeCurrent(token, record)
            let kept = try #require(await f.service.saved(app: reader).first).record
            #expect(try kept.payload() == Payload([.string("page"): .integer(3)]))
            #expect(kept.payloadSize == kept.userInfo?.count)
            // The activity itself keeps all.
            #expect(try await f.service.current().first?.record.payload() == payload)
        }
    }

    @Test("An answer that says the same is not written again; one that says more is")
    func unchanged() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a", title: "t", for: [.search], identifier: "i"))
            #expect(f.savedEvents.count == 1)
            await f.service.needsSave(token, "a")
            await f.clock.advance(by: .seconds(3))
            #expect(app.asked.count == 2)
            #expect(f.savedEvents.count == 1)
            app.have(.make("a", title: "u", for: [.search], identifier: "i"))
            await f.service.needsSave(token, "a")
            await f.clock.advance(by: .seconds(3))
            #expect(f.savedEvents.map(\.record.title) == ["t", "u"])
        }
    }

    @Test("Copies are there after a restart, and expired ones are not")
    func restart() async throws {
        try await Fixture.inScratch { folder in
            let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
            var full = ActivityRecord.make("a", title: "title", for: [.search, .handoff], identifier: "i")
            full.userInfo = Payload([.string("page"): .double(0.5)]).canonicalData
            full.payloadSize = full.userInfo?.count
            full.webpageURL = "https://example.org/%20"
            full.facets = ["spotlight": Data([0, 1, 255])]
            full.expirationDate = start.addingTimeInterval(1000.25)
            let record = full
            try await Fixture.open(folder, at: start) { f in _ = try await f.current(record) }
            try await Fixture.open(folder, at: start.addingTimeInterval(999)) { f in
                #expect(await f.service.current().isEmpty)
                let copy = try #require(await f.service.saved(app: reader).first)
                #expect(copy.record == record)
                #expect(copy.key == "i")
                #expect(copy.savedAt == start)
                #expect(copy.expiresAt == record.expirationDate)
            }
            try await Fixture.open(folder, at: start.addingTimeInterval(1001)) { f in
                let copies = try await f.service.allSaved()
                #expect(copies.isEmpty)
            }
        }
    }

    @Test("A failing database is an error to the app, and the activity is current all the same")
    func storageFailure() async throws {
        try await Fixture.run { f in
            let app = FakeApp()
            let token = try await f.attach(app)
            app.have(.make("a", title: "secret", for: [.handoff, .search]))
            try await f.database.close()
            let error = await #expect(throws: BatonError.self) {
                try await f.service.becomeCurrent(token, .make("a", title: "secret", for: [.handoff, .search]))
            }
            #expect(error?.code == .storage)
            #expect(error?.description.contains("secret") == false)
            #expect(await f.ids == ["a"])
            await f.clock.settle()
            // Nobody waits for the copy of an automatic save: that it fails is said in the log.
            await f.service.needsSave(token, "a")
            await f.clock.advance(by: .seconds(3))
            #expect(!f.logged.isEmpty)
            #expect(f.logged.allSatisfy { !$0.contains("secret") })
            #expect(try await f.service.freshState(of: "public-1").title == "secret")
            #expect(await code { _ = try await f.service.allSaved() } == .storage)
            #expect(await code { _ = try await f.service.deleteAllSaved(app: reader) } == .storage)
            #expect(f.savedEvents.isEmpty)
        }
    }

    @Test("An app has a bounded number of copies: the oldest go")
    func bounded() async throws {
        try await Fixture.run { f in
            let store = SavedActivityStore(database: f.database, maximumPerApp: 10)
            for number in 0..<25 {
                for app in [reader, "org.example.other"] {
                    let record = ActivityRecord.make("\(number)", title: "\(number)", for: [.search])
                    let copy = SavedActivity(
                        app: app, key: "\(number)", record: record,
                        savedAt: f.clock.now.addingTimeInterval(Double(number)),
                        expiresAt: .distantFuture)
                    try await store.save(copy, counting: app == reader && number % 8 == 0)
                }
            }
            #expect(try await f.titles() == (15..<25).reversed().map { "\($0)" })
            #expect(try await f.service.saved(app: "org.example.other").count == 25)
        }
    }

    @Test("One damaged row does not hide the others")
    func damagedRow() async throws {
        try await Fixture.run { f in
            _ = try await f.current(.make("a", title: "good", for: [.search]))
            try await f.database.write {
                try $0.execute(
                    "INSERT INTO saved_activity (app, key, record, saved_at, expires_at) VALUES (?, 'k', ?, 1, 1e12)",
                    ["org.example.reader", Data("{".utf8)])
            }
            #expect(try await f.titles() == ["good"])
        }
    }
}

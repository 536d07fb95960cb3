import ActivityModel
import FoundationEssentials
import SQLiteKit
import TestSupport
import Testing

@testable import BatonActivities

@Suite("Expiration", .usual)
struct ExpiryTests {
    private func record(_ id: String, _ date: Date?, for uses: [ActivityRecord.Eligibility] = [.handoff, .search])
        -> ActivityRecord
    {
        var record = ActivityRecord.make(id, for: uses, identifier: id)
        record.expirationDate = date
        return record
    }

    @Test("A current activity is withdrawn when its date passes, and only then has the daemon a timer")
    func withdrawn() async throws {
        try await Fixture.run { f in
            _ = try await f.current(record("none", nil))
            #expect(f.clock.sleeping == 0)
            _ = try await f.current(record("a", f.clock.now.addingTimeInterval(60)))
            #expect(f.clock.sleeping == 1)
            await f.clock.advance(by: .milliseconds(59_990))
            #expect(await f.ids == ["a", "none"])
            let before = f.changes
            await f.clock.advance(by: .milliseconds(20))
            #expect(await f.ids == ["none"])
            #expect(f.changes == before + 1)
            #expect(f.clock.sleeping == 0)
            #expect(await code { _ = try await f.service.freshState(of: "public-2") } == .noSuchActivity)
            #expect(try await f.service.allSaved().map(\.key) == ["none"])
        }
    }

    @Test("A save may change the date, far dates included")
    func changed() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(record("a", f.clock.now.addingTimeInterval(60)))
            app.have(record("a", f.clock.now.addingTimeInterval(100 * 86_400)))
            await f.service.needsSave(token, "a")
            await f.clock.advance(by: .seconds(99 * 86_400))
            #expect(await f.ids == ["a"])
            await f.clock.advance(by: .seconds(86_401))
            #expect(await f.ids.isEmpty)
        }
    }

    @Test("A date that the clock jumps over counts at once, without the timer")
    func jump() async throws {
        try await Fixture.run { f in
            _ = try await f.current(record("a", f.clock.now.addingTimeInterval(60)))
            f.clock.set(to: f.clock.now.addingTimeInterval(3600))
            #expect(await f.ids.isEmpty)
            #expect(await code { _ = try await f.service.freshState(of: "public-1") } == .noSuchActivity)
        }
    }

    @Test("What has expired already is neither listed nor saved")
    func already() async throws {
        try await Fixture.run { f in
            _ = try await f.current(record("a", f.clock.now.addingTimeInterval(-1)))
            #expect(await f.ids.isEmpty)
            #expect(try await f.service.allSaved().isEmpty)
            await f.clock.advance(by: .seconds(1))
            #expect(await f.service.periods.isEmpty)
        }
    }

    @Test("A copy without a date lives 30 days from when the activity was last current")
    func month() async throws {
        try await Fixture.run { f in
            let (_, token) = try await f.current(record("a", nil, for: [.search]))
            await f.clock.advance(by: .seconds(20 * 86_400))
            await f.service.resignCurrent(token, "a")
            await f.clock.settle()
            await f.clock.advance(by: .seconds(30 * 86_400 - 10))
            #expect(try await f.service.saved(app: "org.example.reader").count == 1)
            await f.clock.advance(by: .seconds(20))
            #expect(try await f.service.saved(app: "org.example.reader").isEmpty)
            #expect(try await f.service.savedCount() == 0)
        }
    }

    @Test("Also when the connection was lost after days", arguments: [true, false])
    func lost(byInvalidating: Bool) async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(record("a", nil, for: [.search]))
            await f.clock.advance(by: .seconds(20 * 86_400))
            if byInvalidating { await f.service.invalidate(token, "a") } else { await f.service.detach(token) }
            await f.clock.advance(by: .seconds(29 * 86_400))
            #expect(try await f.service.saved(app: app.app).count == 1)
            #expect(app.asked.count == 1)
        }
    }

    @Test("Expired copies are removed two days later, whenever something is saved, and at the start")
    func purged() async throws {
        try await Fixture.run { f in
            func rows() async throws -> Int {
                try await f.database.read { try $0.row("SELECT count(*) AS n FROM saved_activity")?.int("n") ?? 0 }
            }
            let twoDays = Duration.seconds(2 * 86_400)
            let (app, token) = try await f.current(record("a", f.clock.now.addingTimeInterval(60)))
            await f.clock.advance(by: .seconds(61))
            #expect(try await f.service.saved(app: app.app).isEmpty)
            app.have(record("b", f.clock.now.addingTimeInterval(60)))
            try await f.service.becomeCurrent(token, record("b", f.clock.now.addingTimeInterval(60)))
            // A clock that was wrong and is put right shows it again.
            #expect(try await rows() == 2)
            await f.clock.advance(by: twoDays)
            app.have(record("c", f.clock.now.addingTimeInterval(60)))
            try await f.service.becomeCurrent(token, record("c", f.clock.now.addingTimeInterval(60)))
            #expect(try await rows() == 2)
            await f.clock.advance(by: twoDays + .seconds(61))
            #expect(try await rows() == 2)
            try await f.service.purge()
            #expect(try await rows() == 0)
            #expect(f.clock.sleeping == 0)
        }
    }
}

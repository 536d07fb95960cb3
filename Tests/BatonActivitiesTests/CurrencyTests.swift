import ActivityModel
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import BatonActivities

@Suite("What is current", .usual)
struct CurrencyTests {
    @Test("All apps' activities are listed, the newest first")
    func newestFirst() async throws {
        try await Fixture.run { f in
            _ = try await f.current(.make("a"), in: FakeApp("org.example.one"))
            await f.clock.advance(by: .seconds(1))
            _ = try await f.current(.make("b"), in: FakeApp("org.example.two"))
            await f.clock.advance(by: .seconds(1))
            _ = try await f.current(.make("c"), in: FakeApp("org.example.one"))
            #expect(await f.ids == ["c", "b", "a"])
            #expect(await f.service.current(app: "org.example.one").map(\.record.id) == ["c", "a"])
        }
    }

    @Test("A connection has one current activity; the one before it resigns, and is asked a last time")
    func replaced() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a", title: "first", for: [.search], identifier: "i"))
            app.have(.make("a", title: "last", for: [.search], identifier: "i"))
            app.have(.make("b"))
            try await f.service.becomeCurrent(token, .make("b"))
            #expect(await f.ids == ["b"])
            await f.clock.settle()
            #expect(app.asked == ["a", "a", "b"])
            #expect(try await f.titles() == ["last"])
            #expect(await f.ids == ["b"])
        }
    }

    @Test("Two connections of one app are two owners")
    func twoConnections() async throws {
        try await Fixture.run { f in
            let (_, first) = try await f.current(.make("same"))
            let (app, second) = try await f.current(.make("same"))
            #expect(await f.ids == ["same", "same"])
            #expect(Set(await f.service.current().map(\.publicID)).count == 2)
            await f.service.needsSave(second, "same")
            await f.service.invalidate(first, "same")
            await f.clock.advance(by: .seconds(3))
            #expect(await f.ids == ["same"])
            #expect(app.asked == ["same", "same"])
            await f.service.detach(second)
            #expect(await f.ids.isEmpty)
        }
    }

    @Test("Becoming current asks once, and never inside the call")
    func asksOnce() async throws {
        try await Fixture.run { f in
            let app = FakeApp()
            app.hold()
            let token = try await f.attach(app)
            // Returns although the app does not answer.
            try await f.service.becomeCurrent(
                token, .make("a", title: "stale", for: [.handoff, .search], identifier: "i"))
            #expect(await f.service.current().map(\.record.title) == ["stale"])
            app.have(.make("a", title: "fresh", for: [.handoff, .search], identifier: "i"))
            await f.clock.settle()
            app.release()
            await f.clock.advance(by: .seconds(60))
            #expect(app.asked == ["a"])
            #expect(await f.service.current().map(\.record.title) == ["fresh"])
            #expect(try await f.titles() == ["fresh"])
        }
    }

    @Test("Becoming current again while current takes the record, keeps the name and asks nothing")
    func repeated() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            let before = try #require(await f.service.current().first)
            await f.clock.advance(by: .seconds(10))
            try await f.service.becomeCurrent(token, .make("a", title: "new"))
            await f.clock.settle()
            let after = try #require(await f.service.current().first)
            #expect(after.publicID == before.publicID)
            #expect(after.since == before.since)
            #expect(after.record.title == "new")
            #expect(app.asked == ["a"])
        }
    }

    @Test("An id with another type is another activity")
    func otherType() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            var other = ActivityRecord.make("a")
            other.type = "org.example.writing"
            app.have(other)
            try await f.service.becomeCurrent(token, other)
            await f.clock.settle()
            #expect(await f.service.current().map(\.publicID) == ["public-2"])
            #expect(await f.service.current().map(\.record.type) == ["org.example.writing"])
        }
    }

    @Test("Resigning asks a last time and withdraws at once; becoming current again gives a new name")
    func resigning() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a", title: "first", for: [.prediction], identifier: "i"))
            app.hold()
            await f.service.resignCurrent(token, "a")
            #expect(await f.ids.isEmpty)
            await f.clock.settle()
            #expect(app.asked == ["a", "a"])
            app.have(.make("a", title: "last", for: [.prediction], identifier: "i"))
            app.release()
            await f.clock.settle()
            #expect(try await f.titles() == ["last"])
            #expect(await f.service.periods.isEmpty)
            try await f.service.becomeCurrent(token, .make("a", for: [.prediction], identifier: "i"))
            #expect(await f.service.current().map(\.publicID) == ["public-2"])
        }
    }

    @Test("Resigning and becoming current again while the app is still being asked")
    func resignedAndBack() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a", title: "1", for: [.search], identifier: "i"))
            app.hold()
            await f.service.resignCurrent(token, "a")
            await f.clock.settle()
            try await f.service.becomeCurrent(token, .make("a", title: "2", for: [.search], identifier: "i"))
            await f.service.resignCurrent(token, "a")
            try await f.service.becomeCurrent(token, .make("a", title: "3", for: [.search], identifier: "i"))
            app.have(.make("a", title: "4", for: [.search], identifier: "i"))
            app.release()
            await f.clock.settle()
            #expect(await f.service.current().map(\.record.title) == ["4"])
            #expect(try await f.titles() == ["4"])
            #expect(app.mostUnderWay == 1)
            #expect(await f.service.periods.count == 1)
        }
    }

    @Test("Invalidating and a lost connection ask nothing; saved copies stay")
    func invalidated() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a", title: "kept", for: [.search], identifier: "i"))
            await f.service.invalidate(token, "a")
            #expect(await f.ids.isEmpty)
            try await f.service.becomeCurrent(token, .make("a", title: "kept", for: [.search], identifier: "i"))
            await f.clock.settle()
            await f.service.needsSave(token, "a")
            await f.service.detach(token)
            #expect(await f.ids.isEmpty)
            await f.clock.advance(by: .seconds(10))
            #expect(app.asked == ["a", "a"])
            #expect(try await f.titles() == ["kept"])
        }
    }

    @Test("What is not current is ignored")
    func unknown() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            let before = f.changes
            for id in ["b", "", "public-1"] {
                await f.service.resignCurrent(token, id)
                await f.service.invalidate(token, id)
                await f.service.needsSave(token, id)
            }
            await f.service.detach(OwnerToken(number: 999))
            await f.service.invalidate(OwnerToken(number: 999), "a")
            await f.clock.advance(by: .seconds(10))
            #expect(await f.ids == ["a"])
            #expect(app.asked == ["a"])
            #expect(f.changes == before)
            // Twice is once.
            await f.service.invalidate(token, "a")
            await f.service.invalidate(token, "a")
            await f.service.resignCurrent(token, "a")
            await f.service.detach(token)
            await f.service.detach(token)
            #expect(await code { try await f.service.becomeCurrent(token, .make("a")) } == .connectionUnavailable)
        }
    }

    @Test("An invalid record changes nothing")
    func invalid() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            var bad = ActivityRecord.make("b")
            bad.webpageURL = "file:///x"
            #expect(await code { try await f.service.becomeCurrent(token, bad) } == .invalidArgument)
            // Its payload is an object, but cannot be read when keys are to be kept.
            var unreadable = ActivityRecord.make("b", for: [.search], identifier: "i")
            unreadable.userInfo = Data(#"{"a":{"$what":1}}"#.utf8)
            unreadable.requiredKeys = ["a"]
            #expect(await code { try await f.service.becomeCurrent(token, unreadable) } == .invalidPayload)
            await f.clock.settle()
            #expect(await f.service.current().map(\.publicID) == ["public-1"])
            #expect(app.asked == ["a"])
        }
    }

    @Test("At most 1,024 owners")
    func bounded() async throws {
        try await Fixture.run { f in
            var tokens: [OwnerToken] = []
            for _ in 0..<ActivitiesService.maximumOwners { tokens.append(try await f.attach(FakeApp())) }
            #expect(await code { _ = try await f.attach(FakeApp()) } == .tooMany)
            await f.service.detach(tokens[0])
            #expect(await code { _ = try await f.attach(FakeApp()) } == nil)
        }
    }

    @Test("An answer that says the same is told to nobody; one that says more is")
    func sameAnswer() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a", title: "t"))
            await f.clock.settle()
            #expect(app.asked == ["a"])
            #expect(f.changes == 1)
            app.have(.make("a", title: "u"))
            await f.service.needsSave(token, "a")
            await f.clock.advance(by: .seconds(3))
            #expect(f.changes == 2)
        }
    }

    @Test("However much changes in a turn of the loop, it is told once")
    func coalesced() async throws {
        try await Fixture.run { f in
            var tokens: [OwnerToken] = []
            for _ in 0..<20 { tokens.append(try await f.current(.make("a")).1) }
            let before = f.changes
            let all = tokens
            await f.service.inOneTurn { service in for token in all { service.invalidate(token, "a") } }
            await f.clock.settle()
            #expect(f.changes == before + 1)
        }
    }

    @Test("Offered is what is eligible and allowed")
    func offered() async throws {
        try await Fixture.run { f in
            _ = try await f.current(.make("yes"), in: FakeApp("org.example.one"))
            _ = try await f.current(
                .make("not eligible", for: [.search], identifier: "i"), in: FakeApp("org.example.two"))
            _ = try await f.current(.make("not allowed"), in: FakeApp("org.example.three"))
            f.seen.switches.withLock { $0["org.example.three"] = AppSwitches(handoff: false) }
            #expect(await f.service.offered().map(\.record.id) == ["yes"])
            #expect(await f.ids.count == 3)
        }
    }
}

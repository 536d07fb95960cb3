import ActivityModel
import FoundationEssentials
import TestSupport
import Testing

@testable import BatonActivities

/// Case C62, the daemon's side: what the client sends when an app keeps its activity, drops it, or goes.
@Suite("Lifetime (case C62)", .usual)
struct LifetimeTests {
    private struct Case: Decodable {
        let when: [String]
        let expect: [String: String]
    }

    @Test("The case is the one that these tests are written for")
    func theCase() throws {
        let data = try JSONDecoder().decode(Case.self, from: BehaviourCase.data("C62"))
        #expect(
            data.when == [
                "kept by the app", "not kept", "kept, then released after 5 s",
                "1000 activities made and dropped in a loop",
            ])
        #expect(data.expect["1"] == "advertised")
        #expect(data.expect["3"] == "withdrawn on release")
        #expect(data.expect["4"] == "no leak, at most the last one advertised, and it is withdrawn")
    }

    @Test("1: kept by the app: offered for as long")
    func kept() async throws {
        try await Fixture.run { f in
            _ = try await f.current(.make("a"))
            await f.clock.advance(by: .seconds(3600))
            #expect(await f.service.offered().map(\.record.id) == ["a"])
        }
    }

    @Test("2 and 3: dropped, at once or after 5 s: withdrawn, and not asked", arguments: [0, 5])
    func dropped(after seconds: Int) async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            await f.clock.advance(by: .seconds(seconds))
            await f.service.invalidate(token, "a")
            #expect(await f.service.offered().isEmpty)
            await f.clock.advance(by: .seconds(60))
            #expect(app.asked.count == 1)
        }
    }

    @Test(
        "4: 1000 made and dropped: at most one current, none at the end, nothing left behind", arguments: [true, false])
    func thousand(invalidating: Bool) async throws {
        try await Fixture.run { f in
            let app = FakeApp()
            let token = try await f.attach(app)
            for number in 0..<1000 {
                let record = ActivityRecord.make("\(number)", for: [.handoff, .search], identifier: "same")
                app.have(record)
                try await f.service.becomeCurrent(token, record)
                #expect(await f.service.current().count == 1)
                if invalidating { await f.service.invalidate(token, "\(number)") }
            }
            await f.clock.settle()
            #expect(await f.ids == (invalidating ? [] : ["999"]))
            await f.service.detach(token)
            await f.clock.settle()
            #expect(await f.ids.isEmpty)
            #expect(await f.service.periods.isEmpty)
            #expect(await f.service.questions.isEmpty)
            #expect(f.clock.sleeping == 0)
            #expect(try await f.service.savedCount() == 1)
        }
    }

    @Test("An owner that is detached is let go of")
    func released() async throws {
        try await Fixture.run { f in
            weak var gone: FakeApp?
            try await attachAndDetach(f) { gone = $0 }
            await f.clock.settle()
            #expect(gone == nil)
        }
    }

    private func attachAndDetach(_ f: Fixture, _ see: (FakeApp) -> Void) async throws {
        let (app, token) = try await f.current(.make("a", for: [.handoff, .search]))
        see(app)
        await f.service.needsSave(token, "a")
        await f.service.detach(token)
    }
}

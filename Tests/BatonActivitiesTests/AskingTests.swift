import ActivityModel
import FoundationEssentials
import GLibKit
import Synchronization
import TestSupport
import Testing

@testable import BatonActivities

@Suite("Asking apps for their state", .usual)
struct AskingTests {
    /// A continuation under way.
    private func fresh(_ f: Fixture, _ id: String = "public-1") -> Task<Result<ActivityRecord, BatonError>, Never> {
        Task(executorPreference: f.thread) {
            do throws(BatonError) { return .success(try await f.service.freshState(of: id)) } catch {
                return .failure(error)
            }
        }
    }

    private func code(_ task: Task<Result<ActivityRecord, BatonError>, Never>) async -> BatonError.Code? {
        if case .failure(let error) = await task.value { error.code } else { nil }
    }

    /// Until the app has been asked this often.
    private func untilAsked(_ app: FakeApp, _ count: Int, _ f: Fixture) async {
        while app.asked.count < count { await f.clock.settle() }
        await f.clock.settle()
    }

    @Test("A continuation gets the state of this moment")
    func freshState() async throws {
        try await Fixture.run { f in
            let (app, _) = try await f.current(.make("a", title: "old"))
            app.have(.make("a", title: "new"))
            #expect(try await f.service.freshState(of: "public-1").title == "new")
            #expect(await f.service.current().map(\.record.title) == ["new"])
            #expect(app.asked.count == 2)
        }
    }

    @Test("Who comes while a question is under way waits for the next, and shares it")
    func inFlight() async throws {
        try await Fixture.run { f in
            let (app, _) = try await f.current(.make("a"))
            app.hold()
            let first = fresh(f)
            await untilAsked(app, 2, f)
            let later = [fresh(f), fresh(f), fresh(f)]
            await f.clock.settle()
            #expect(app.asked.count == 2)
            app.answer(.success(.make("a", title: "older")))
            #expect(try await first.value.get().title == "older")
            await untilAsked(app, 3, f)
            app.answer(.success(.make("a", title: "newer")))
            for task in later { #expect(try await task.value.get().title == "newer") }
            #expect(app.asked.count == 3)
            #expect(app.mostUnderWay == 1)
        }
    }

    @Test("5 s, then 4610; a late answer changes nothing, and the next question is asked")
    func timeout() async throws {
        try await Fixture.run { f in
            let (app, _) = try await f.current(.make("a", title: "good"))
            app.hold()
            let task = fresh(f)
            await untilAsked(app, 2, f)
            await f.clock.advance(by: .milliseconds(4999))
            #expect(await f.service.questions.count == 1)
            await f.clock.advance(by: .milliseconds(2))
            #expect(await code(task) == .timedOut)
            #expect(await f.service.silentApps() == [app.app])
            app.answer(.success(.make("a", title: "late")))
            await f.clock.settle()
            #expect(await f.service.current().map(\.record.title) == ["good"])
            app.have(.make("a", title: "next"))
            app.release()
            #expect(try await f.service.freshState(of: "public-1").title == "next")
            #expect(await f.service.silentApps().isEmpty)
        }
    }

    @Test("A connection that is gone is 4609, at once")
    func gone() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            app.hold()
            let asked = fresh(f)
            await untilAsked(app, 2, f)
            let waiting = fresh(f)
            await f.clock.settle()
            await f.service.detach(token)
            #expect(await code(asked) == .connectionUnavailable)
            #expect(await code(waiting) == .connectionUnavailable)
            #expect(await code(fresh(f)) == .noSuchActivity)
            app.fail(BatonError(.connectionUnavailable, "gone"))
            app.release()
            let (_, _) = try await f.current(.make("b"), in: app)
            #expect(await code(fresh(f, "public-2")) == .connectionUnavailable)
        }
    }

    @Test("Invalidating ends the questions, and what is still answered is not kept")
    func invalidated() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(
                .make("a", title: "good", for: [.handoff, .search], identifier: "i"))
            app.hold()
            let asked = fresh(f)
            await untilAsked(app, 2, f)
            let waiting = fresh(f)
            await f.clock.settle()
            await f.service.invalidate(token, "a")
            #expect(await code(asked) == .noSuchActivity)
            #expect(await code(waiting) == .noSuchActivity)
            app.answer(.success(.make("a", title: "late", for: [.handoff, .search], identifier: "i")))
            await f.clock.settle()
            #expect(try await f.titles() == ["good"])
        }
    }

    @Test("A continuation under way while the activity resigns still gets its state")
    func resigned() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            app.hold()
            let task = fresh(f)
            await untilAsked(app, 2, f)
            await f.service.resignCurrent(token, "a")
            #expect(await code(fresh(f)) == .noSuchActivity)
            app.have(.make("a", title: "state"))
            app.release()
            #expect(try await task.value.get().title == "state")
        }
    }

    static let wrong: [ActivityRecord] = {
        var type = ActivityRecord.make("a", title: "wrong")
        type.type = "org.example.writing"
        var page = ActivityRecord.make("a", title: "wrong")
        page.webpageURL = "javascript:secret"
        var payload = ActivityRecord.make("a", title: "wrong")
        payload.userInfo = Data("[]".utf8)
        return [.make("b", title: "wrong"), type, page, payload]
    }()

    @Test("An answer that is no state of the activity is refused, and the last good one stays", arguments: wrong)
    func refused(answer: ActivityRecord) async throws {
        try await Fixture.run { f in
            let (app, _) = try await f.current(.make("a", title: "good"))
            app.have(answer, as: "a")
            #expect(await code(fresh(f)) == .invalidPayload)
            #expect(await f.service.current().map(\.record.title) == ["good"])
            #expect(f.logged.count == 1)
            #expect(f.logged.allSatisfy { !$0.contains("secret") && !$0.contains("wrong") })
            app.have(.make("a", title: "better"))
            #expect(try await f.service.freshState(of: "public-1").title == "better")
        }
    }

    @Test("Over 1 MiB is 4611; over 3 KB is said once an activity")
    func sizes() async throws {
        try await Fixture.run { f in
            func record(_ id: String, _ bytes: Int) -> ActivityRecord {
                var record = ActivityRecord.make(id)
                record.userInfo = Payload([.string("a"): .string(String(repeating: "x", count: bytes))]).canonicalData
                return record
            }
            let (app, token) = try await f.current(record("a", 3000))
            #expect(f.logged.isEmpty)
            for _ in 0..<3 {
                app.have(record("a", 4000))
                #expect(try await f.service.freshState(of: "public-1").payloadSize == 4008)
            }
            #expect(f.logged.count == 1)
            app.have(record("a", Payload.maximumSize))
            #expect(await code(fresh(f)) == .tooLarge)
            #expect(await f.ids == ["a"])
            app.have(record("b", 4000))
            try await f.service.becomeCurrent(token, record("b", 4000))
            await f.clock.settle()
            #expect(f.logged.count == 2)
            #expect(f.logged.allSatisfy { !$0.contains("xxx") })
        }
    }

    @Test("Only what is offered can be pulled")
    func notOffered() async throws {
        try await Fixture.run { f in
            #expect(await code(fresh(f, "nonsense")) == .noSuchActivity)
            let (app, _) = try await f.current(.make("a", for: [.search]))
            #expect(await code(fresh(f)) == .noSuchActivity)
            #expect(app.asked.count == 1)
            let (other, _) = try await f.current(.make("b"), in: FakeApp("org.example.other"))
            f.seen.switches.withLock { $0["org.example.other"] = AppSwitches(handoff: false) }
            #expect(await code(fresh(f, "public-2")) == .noSuchActivity)
            f.seen.switches.withLock { $0 = [:] }
            // Eligible no more, says the answer.
            other.have(.make("b", for: [.search]))
            #expect(await code(fresh(f, "public-2")) == .noSuchActivity)
        }
    }

    @Test("What the app says is passed on: it has let go of the activity")
    func appError() async throws {
        try await Fixture.run { f in
            let (app, _) = try await f.current(.make("a"))
            app.fail(BatonError(.noSuchActivity, "released"))
            #expect(await code(fresh(f)) == .noSuchActivity)
        }
    }

    @Test("The app is told that its activity was continued")
    func continued() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(.make("a"))
            await f.service.wasContinued("public-1", on: "tablet")
            await f.service.wasContinued("nonsense", on: "tablet")
            await f.clock.settle()
            #expect(app.continued == ["a on tablet"])
            await f.service.invalidate(token, "a")
            await f.service.wasContinued("public-1", on: "tablet")
            await f.clock.settle()
            #expect(app.continued.count == 1)
        }
    }
}

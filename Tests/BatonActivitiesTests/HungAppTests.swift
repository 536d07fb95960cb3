import ActivityModel
import Synchronization
import TestSupport
import Testing

@testable import BatonActivities

/// Hears that it was continued, and acknowledges nothing until it is released.
private final class DeafApp: ActivityOwner {
    let app = "org.example.deaf"
    private let state = Mutex<(heard: Int, waiting: [CheckedContinuation<Void, Never>], isDeaf: Bool)>((0, [], true))

    func save(activityID: String) async throws(BatonError) -> ActivityRecord { .make(activityID) }

    func wasContinued(activityID: String, on device: String) async {
        await withCheckedContinuation { continuation in
            let isDeaf = state.withLock { state in
                state.heard += 1
                if state.isDeaf { state.waiting.append(continuation) }
                return state.isDeaf
            }
            if !isDeaf { continuation.resume() }
        }
    }

    var heard: Int { state.withLock(\.heard) }

    func release() {
        let waiting = state.withLock { state in
            defer { state = (state.heard, [], false) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

@Suite("An app that hangs", .usual)
struct HungAppTests {
    @Test("It holds up nobody who tells it that it was continued, and is not told without end")
    func continuedOverAndOver() async throws {
        try await Fixture.run { f in
            let (deaf, app) = (DeafApp(), FakeApp())
            let token = try await f.service.attach(deaf)
            try await f.service.becomeCurrent(token, .make("deaf"))
            let other = try await f.service.attach(app)
            app.have(.make("a"))
            try await f.service.becomeCurrent(other, .make("a"))
            await f.clock.settle()
            for _ in 0..<10_000 { await f.service.wasContinued("public-1", on: "tablet") }
            await f.service.wasContinued("public-2", on: "tablet")
            await f.clock.settle()
            #expect(app.continued == ["a on tablet"])
            #expect(deaf.heard == ActivitiesService.maximumUnacknowledged)
            deaf.release()
            await f.clock.settle()
            await f.service.wasContinued("public-1", on: "tablet")
            await f.clock.settle()
            #expect(deaf.heard == ActivitiesService.maximumUnacknowledged + 1)
        }
    }

    @Test("Others are asked meanwhile, and what it says without end is one question")
    func othersGoOn() async throws {
        try await Fixture.run { f in
            let (hung, token) = try await f.current(.make("hung"))
            hung.hold()
            let (app, _) = try await f.current(.make("a", title: "old"), in: FakeApp("org.example.other"))
            for _ in 0..<10_000 { await f.service.needsSave(token, "hung") }
            await f.clock.advance(by: .seconds(3))
            app.have(.make("a", title: "new"))
            #expect(try await f.service.freshState(of: "public-2").title == "new")
            #expect(hung.asked.count == 2)
            #expect(await f.service.questions.count == 1)
            hung.release()
            await f.clock.settle()
        }
    }
}

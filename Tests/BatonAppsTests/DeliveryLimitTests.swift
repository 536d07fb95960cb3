import ActivityModel
import GLibKit
import Testing

@testable import BatonApps

/// How long an event waits at most, how many there are at most, and what does not happen to an app that is gone.
@Suite(.timeLimit(.minutes(5)))
struct DeliveryLimitTests {
    private static let record = ActivityRecord(id: "a", type: "org.example.reader.reading")

    @Test func anEventWaitsForItsTurnNoLongerThanForAProcess() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            _ = try await f.connect(app)
            let first = await f.accepted(.open(id: "1"))
            f.clock.advance(by: .seconds(1))
            let second = await f.accepted(.open(id: "2"))
            let third = await f.accepted(.open(id: "3"))
            f.clock.advance(by: .seconds(14))
            #expect(await first.value.code == .timedOut)
            await f.drain()
            f.clock.advance(by: .seconds(1))
            // At 16 s: the second is with the app, the third has waited for 15.
            let words =
                "org.example.reader was busy with earlier events and did not come to this one within 15 seconds."
            #expect(await third.value == .undelivered(BatonError(.timedOut, words)))
            f.clock.advance(by: .seconds(14))
            #expect(await second.value.code == .timedOut)
            #expect(app.calls.waiting.map(\.event) == ["1", "2"])
            await f.drain()
            #expect(f.clock.sleepers.isEmpty)
        }
    }

    /// What had to wait for the app's start has as long for those before it.
    @Test func theWaitBeginsAnewWhenTheAppIsReady() async throws {
        try await Fixture.run { f in
            let (app, first) = (FakeConnection(answers: false), await f.accepted(.open(id: "1")))
            let second = await f.accepted(.open(id: "2"))
            f.clock.advance(by: .seconds(14))
            _ = try await f.connect(app)
            await f.drain()
            f.clock.advance(by: .seconds(14))
            await app.calls.next().answer(true)
            #expect(await first.value == .taken)
            await app.calls.next().answer(true)
            #expect(await second.value == .taken)
        }
    }

    @Test func andWhenAProcessIsStartedForIt() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            let token = try await f.connect(app)
            let sent = await f.accepted(.open(id: "1"))
            let held = await f.accepted(.open(id: "2"))
            f.clock.advance(by: .seconds(14))
            await f.service.detach(token)
            #expect(await sent.value.code == .connectionUnavailable)
            await f.drain()
            #expect(f.launcher.launches.waiting.count == 1)
            f.clock.advance(by: .seconds(14))
            await f.drain()
            _ = try await f.connect(FakeConnection())
            #expect(await held.value == .taken)
        }
    }

    @Test func aHandoffThatIsNotAcceptedCancelsNone() async throws {
        try await Fixture.run(apps: { scratch in
            scratch.app("apps/Reader.app")
            scratch.app("apps/Writer.app", id: "org.example.writer")
        }) { f in
            let writer = AppEvent.Target.app("org.example.writer")
            for number in 0..<AppsService.maximumEvents { _ = await f.accepted(.open(in: writer, id: "\(number)")) }
            let first = await f.accepted(.handoff { Self.record })
            #expect(await f.service.deliver(.handoff(in: writer) { Self.record }).code == .tooMany)
            #expect(await f.service.deliver(.handoff(in: .app("org.example.none")) { Self.record }).code == .noSuchApp)
            _ = try await f.connect(FakeConnection())
            #expect(await first.value == .taken)
        }
    }

    @Test func aHandoffThatWaitsMakesRoomForTheOneThatItIsCancelledFor() async throws {
        try await Fixture.run { f in
            for number in 1..<AppsService.maximumEvents { _ = await f.accepted(.open(id: "\(number)")) }
            let first = await f.accepted(.handoff { Self.record })
            let second = await f.accepted(.handoff { Self.record })
            #expect(await first.value.code == .cancelled)
            _ = try await f.connect(FakeConnection())
            #expect(await second.value == .taken)
        }
    }

    /// A process that dies fails its call before its connection is reported as gone.
    @Test func whatWaitsIsNotSentToAProcessThatIsDying() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            let token = try await f.connect(app)
            let sent = await f.accepted(.open(id: "1"))
            let held = await f.accepted(.open(id: "2"))
            await app.calls.next().fail(.connectionUnavailable)
            #expect(await sent.value.code == .connectionUnavailable)
            await f.drain()
            #expect(app.calls.waiting.isEmpty)
            await f.service.detach(token)
            #expect(f.launcher.launches.waiting.count == 1)
            _ = try await f.connect(FakeConnection())
            #expect(await held.value == .taken)
        }
    }

    @Test func aProcessThatSpeaksIsNotDying() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            let token = try await f.connect(app)
            _ = await f.accepted(.open(id: "1"))
            let held = await f.accepted(.open(id: "2"))
            await app.calls.next().fail(.connectionUnavailable)
            await f.drain()
            await f.service.active(token)
            await app.calls.next().answer(true)
            #expect(await held.value == .taken)
        }
    }

    /// An app may answer with that error too.
    @Test func norIsOneThatIsStillThereAfterASecond() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            _ = try await f.connect(app)
            _ = await f.accepted(.open(id: "1"))
            let held = await f.accepted(.open(id: "2"))
            await app.calls.next().fail(.connectionUnavailable)
            await f.drain()
            f.clock.advance(by: .seconds(1))
            await app.calls.next().answer(true)
            #expect(await held.value == .taken)
        }
    }

    @Test func afterTheEndNothingIsStarted() async throws {
        try await Fixture.run { f in
            await f.service.stop()
            #expect(await f.service.deliver(.open()).code == .connectionUnavailable)
            #expect(await f.service.deliver(.handoff { Self.record }).code == .connectionUnavailable)
            #expect(f.launcher.launches.waiting.isEmpty)
        }
    }

    /// Ten thousand of each kind for an app that answers nothing: so many are kept, the others are refused in words.
    @Test(arguments: [false, true])
    func anAppThatNeverAnswersHoldsFewEvents(_ isHandoff: Bool) async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            let token = try await f.connect(app)
            let outcomes = AsyncQueue<AppEvent.Outcome>()
            for number in 0..<10_000 {
                f.thread.task {
                    outcomes.push(
                        await f.service.deliver(
                            isHandoff
                                ? .handoff(id: "\(number)") { throw BatonError(.timedOut, "late") }
                                : .open(id: "\(number)")))
                }
            }
            await f.drain()
            #expect(await f.service.deliveries.count <= AppsService.maximumEvents)
            #expect(f.clock.sleepers.count <= AppsService.maximumEvents + 1)
            let refused = outcomes.waiting
            #expect(refused.count >= 10_000 - AppsService.maximumEvents)
            if !isHandoff {
                let words = "org.example.reader has not yet taken 64 earlier events; try again later."
                #expect(refused.allSatisfy { $0 == .undelivered(BatonError(.tooMany, words)) })
            }
            #expect(app.calls.waiting.count == 1)
            await f.service.detach(token)
            f.launcher.exit()
            await f.drain()
            #expect(outcomes.waiting.count == 10_000)
            #expect(await f.service.deliveries.isEmpty)
            #expect(await f.service.doors.isEmpty)
            #expect(f.clock.sleepers.isEmpty)
        }
    }
}

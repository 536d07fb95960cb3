import ActivityModel
import BatonApps
import Testing

@Suite(.timeLimit(.minutes(5)))
struct DeliveryTests {
    @Test func aRunningAppTakesAnEvent() async throws {
        try await Fixture.run { f in
            let app = FakeConnection()
            _ = try await f.connect(app)
            #expect(await f.service.isRunning(Fixture.reader))
            #expect(await f.service.deliver(.open(["app:7"])) == .taken)
            let call = await app.calls.next()
            #expect(call.content == .open(["app:7"]))
            #expect(call.event == "e")
            #expect(f.launcher.launches.waiting.isEmpty)
            // No timer is left running.
            await f.drain()
            #expect(f.clock.sleepers.isEmpty)
        }
    }

    @Test func anAppThatDoesNotRunIsStartedOnceAndWaitedFor() async throws {
        try await Fixture.run { f in
            let first = await f.accepted(.open(["app:1"], id: "1"))
            let second = await f.accepted(.open(["app:2"], id: "2"))
            let request = await f.launcher.launches.next()
            #expect(request.app.id == Fixture.reader)
            #expect(request.environment["DISPLAY"] == ":9")
            #expect(request.activationToken == "token")
            #expect(f.launcher.launches.waiting.isEmpty)
            let app = FakeConnection()
            let token = try await f.connect(app, ready: false)
            await f.drain()
            #expect(app.calls.waiting.isEmpty)
            await f.service.ready(token)
            #expect(await first.value == .taken)
            #expect(await second.value == .taken)
            #expect(app.calls.waiting.map(\.event) == ["1", "2"])
            #expect(f.clock.sleepers.isEmpty)
        }
    }

    @Test func oneCallAtATimeKeepsTheOrder() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            _ = try await f.connect(app)
            let first = await f.accepted(.open(id: "1"))
            let second = await f.accepted(.open(id: "2"))
            let call = await app.calls.next()
            await f.drain()
            #expect(app.calls.waiting.isEmpty)
            call.answer(false)
            #expect(await first.value == .refused)
            await app.calls.next().answer(true)
            #expect(await second.value == .taken)
        }
    }

    @Test func theMostRecentlyActiveProcessThatIsReadyTakesEvents() async throws {
        try await Fixture.run { f in
            let (one, two, three) = (FakeConnection(), FakeConnection(), FakeConnection())
            let first = try await f.connect(one)
            _ = try await f.connect(two)
            _ = try await f.connect(three, ready: false)
            #expect(await f.service.deliver(.open(id: "1")) == .taken)
            await f.service.active(first)
            #expect(await f.service.deliver(.open(id: "2")) == .taken)
            await f.service.detach(first)
            #expect(await f.service.deliver(.open(id: "3")) == .taken)
            #expect(one.calls.waiting.map(\.event) == ["2"])
            #expect(two.calls.waiting.map(\.event) == ["1", "3"])
            #expect(three.calls.waiting.isEmpty)
        }
    }

    @Test func anAppThatIsNotThereIsSaid() async throws {
        try await Fixture.run { f in
            #expect(await f.service.deliver(.open(in: .app("org.example.none"))).code == .noSuchApp)
            // One that no manifest has, but that is connected, is there.
            let app = FakeConnection("org.example.none")
            _ = try await f.connect(app)
            #expect(await f.service.deliver(.open(in: .app("org.example.none"))) == .taken)
        }
    }

    @Test func aFailedStartIsSaidWithItsReason() async throws {
        try await Fixture.run { f in
            f.launcher.fail(with: BatonError(.launchFailed, "org.example.reader: no interpreter"))
            #expect(
                await f.service.deliver(.open())
                    == .undelivered(BatonError(.launchFailed, "org.example.reader: no interpreter")))
            #expect(f.clock.sleepers.isEmpty)
        }
    }

    @Test func anAppThatIsNotReadyInTimeIsGivenUpButNotStartedAgain() async throws {
        try await Fixture.run { f in
            let first = await f.accepted(.open())
            await f.clock.sleeping(for: AppsService.readyLimit)
            f.clock.advance(by: AppsService.readyLimit)
            #expect(await first.value.code == .timedOut)
            let second = await f.accepted(.open(id: "2"))
            #expect(f.launcher.launches.waiting.count == 1)
            let app = FakeConnection()
            _ = try await f.connect(app)
            #expect(await second.value == .taken)
            #expect(app.calls.waiting.map(\.event) == ["2"])
        }
    }

    @Test func aProcessThatEndsBeforeItIsReadyFailsItsEventsAtOnce() async throws {
        try await Fixture.run { f in
            let first = await f.accepted(.open())
            f.launcher.exit()
            #expect(await first.value.code == .launchFailed)
            // The next event has a start of its own.
            let second = await f.accepted(.open())
            #expect(f.launcher.launches.waiting.count == 2)
            f.launcher.exit()
            #expect(await second.value.code == .launchFailed)
            #expect(f.clock.sleepers.isEmpty)
        }
    }

    @Test func aConnectionThatGoesBeforeItIsReadyFailsItsEventsAtOnce() async throws {
        try await Fixture.run { f in
            let outcome = await f.accepted(.open())
            let token = try await f.connect(FakeConnection(), ready: false)
            f.launcher.exit()
            await f.drain()
            await f.service.detach(token)
            #expect(await outcome.value.code == .connectionUnavailable)
            #expect(f.launcher.launches.waiting.count == 1)
        }
    }

    @Test func aTerminalMayEndWhileTheAppComes() async throws {
        try await Fixture.run { f in
            f.launcher.useTerminal()
            let outcome = await f.accepted(.open())
            f.launcher.exit()
            await f.drain()
            _ = try await f.connect(FakeConnection())
            #expect(await outcome.value == .taken)
            // Where it does not come, the next event starts it again.
            let second = FakeConnection("org.example.other")
            _ = try await f.connect(second)
        }
    }

    @Test func aTerminalThatEndedIsForgottenWhenTheAppDoesNotCome() async throws {
        try await Fixture.run { f in
            f.launcher.useTerminal()
            let outcome = await f.accepted(.open())
            f.launcher.exit()
            await f.clock.sleeping(for: AppsService.readyLimit)
            f.clock.advance(by: AppsService.readyLimit)
            #expect(await outcome.value.code == .timedOut)
            _ = await f.accepted(.open())
            #expect(f.launcher.launches.waiting.count == 2)
        }
    }

    @Test func whatWasSentToAConnectionThatGoesIsNotRepeated() async throws {
        try await Fixture.run { f in
            let (app, other) = (FakeConnection(answers: false), FakeConnection())
            let token = try await f.connect(app)
            let sent = await f.accepted(.open(id: "1"))
            let held = await f.accepted(.open(id: "2"))
            let call = await app.calls.next()
            _ = try await f.connect(other)
            await f.service.detach(token)
            #expect(await sent.value.code == .connectionUnavailable)
            // What had not been sent goes to the process that is left.
            #expect(await held.value == .taken)
            #expect(other.calls.waiting.map(\.event) == ["2"])
            call.answer(true)
            await f.drain()
            #expect(f.launcher.launches.waiting.isEmpty)
        }
    }

    @Test func whatHadNotBeenSentStartsTheAppAgain() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            let token = try await f.connect(app)
            let sent = await f.accepted(.open(id: "1"))
            let held = await f.accepted(.open(id: "2"))
            await f.service.detach(token)
            #expect(await sent.value.code == .connectionUnavailable)
            await f.drain()
            #expect(f.launcher.launches.waiting.count == 1)
            // But once only: an app that crashes at each start is not started for ever.
            f.launcher.exit()
            #expect(await held.value.code == .launchFailed)
            #expect(f.launcher.launches.waiting.count == 1)
        }
    }

    @Test func anAppThatDoesNotAnswerIsGivenUp() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            _ = try await f.connect(app)
            let outcome = await f.accepted(.open(id: "1"))
            f.clock.advance(by: .seconds(1))
            let next = await f.accepted(.open(id: "2"))
            f.clock.advance(by: AppsService.answerLimit - .seconds(1))
            #expect(await outcome.value.code == .timedOut)
            await f.drain()
            #expect(app.calls.waiting.map(\.event) == ["1", "2"])
            app.calls.waiting.last?.answer(true)
            #expect(await next.value == .taken)
        }
    }

    @Test func anErrorOfTheAppIsPassedOn() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            _ = try await f.connect(app)
            let outcome = await f.accepted(.open())
            await app.calls.next().fail(.tooLarge)
            #expect(await outcome.value.code == .tooLarge)
        }
    }

    @Test func theQueueOfAnAppIsBounded() async throws {
        try await Fixture.run { f in
            var held: [Task<AppEvent.Outcome, Never>] = []
            for number in 0..<AppsService.maximumEvents { held.append(await f.accepted(.open(id: "\(number)"))) }
            #expect(await f.service.deliver(.open()).code == .tooMany)
            let app = FakeConnection()
            _ = try await f.connect(app)
            for task in held { #expect(await task.value == .taken) }
            #expect(app.calls.waiting.map(\.event) == (0..<AppsService.maximumEvents).map { "\($0)" })
            #expect(await f.service.deliver(.open()) == .taken)
        }
    }

    @Test func stoppingAnswersThoseWhoWait() async throws {
        try await Fixture.run { f in
            let outcome = await f.accepted(.open())
            await f.service.stop()
            #expect(await outcome.value.code == .connectionUnavailable)
        }
    }

    @Test func pagesGoToTheBrowser() async throws {
        try await Fixture.run { f in
            #expect(await f.service.deliver(.open(["https://example.org/a?q=%20b"], in: .browser)) == .taken)
            #expect(await f.browser.pages.next() == "https://example.org/a?q=%20b")
            #expect(await f.service.deliver(.open(["file:///etc/passwd"], in: .browser)).code == .invalidArgument)
            #expect(f.browser.pages.waiting.isEmpty)
            #expect(f.launcher.launches.waiting.isEmpty)
        }
    }
}

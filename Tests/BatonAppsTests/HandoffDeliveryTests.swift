import ActivityModel
import BatonApps
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5)))
struct HandoffDeliveryTests {
    private typealias Fetched = AsyncQueue<Result<ActivityRecord, BatonError>>
    private static let record = ActivityRecord(id: "a", type: "org.example.reader.reading")

    @Test func theAppHearsOfTheActivityBeforeItIsFetched() async throws {
        try await Fixture.run { f in
            let (app, fetched) = (FakeConnection(), Fetched())
            _ = try await f.connect(app)
            let outcome = await f.accepted(.handoff(fetched))
            #expect(await app.calls.next().content == .begin("org.example.reader.reading"))
            #expect(app.calls.waiting.isEmpty)
            fetched.push(.success(Self.record))
            #expect(await outcome.value == .taken)
            #expect(await app.calls.next().content == .activity("org.example.reader.reading"))
            #expect(app.origins.withLock { $0 } == ["Desk"])
        }
    }

    @Test func theActivityIsFetchedWhileTheAppStarts() async throws {
        try await Fixture.run { f in
            let (app, fetched, asked) = (FakeConnection(), Fetched(), AsyncQueue<Void>())
            let outcome = await f.accepted(
                .handoff {
                    asked.push(())
                    return try await fetched.next().get()
                })
            await asked.next()
            fetched.push(.success(Self.record))
            await f.drain()
            _ = try await f.connect(app)
            #expect(await outcome.value == .taken)
            #expect(app.calls.waiting.map(\.content) == [.begin(Self.record.type), .activity(Self.record.type)])
        }
    }

    @Test func anAppThatWasToldHearsOfAFailure() async throws {
        try await Fixture.run { f in
            let (app, fetched) = (FakeConnection(), Fetched())
            _ = try await f.connect(app)
            let outcome = await f.accepted(.handoff(fetched))
            fetched.push(.failure(BatonError(.timedOut, "The device sleeps.")))
            #expect(await outcome.value == .failed(BatonError(.timedOut, "The device sleeps.")))
            await f.drain()
            #expect(app.calls.waiting.map(\.content) == [.begin(Self.record.type), .fail(Self.record.type, .timedOut)])
        }
    }

    @Test func anAppThatWasNotToldHearsNothing() async throws {
        try await Fixture.run { f in
            let (app, fetched) = (FakeConnection(), Fetched())
            let outcome = await f.accepted(.handoff(fetched))
            fetched.push(.failure(BatonError(.tooLarge, "Too large.")))
            #expect(await outcome.value.code == .tooLarge)
            _ = try await f.connect(app)
            await f.drain()
            #expect(app.calls.waiting.isEmpty)
        }
    }

    @Test func anErrorOfNoKnownKindIsAFailedHandoff() async throws {
        struct Odd: Error {}
        try await Fixture.run { f in
            _ = try await f.connect(FakeConnection())
            #expect(await f.service.deliver(.handoff { throw Odd() }).code == .handoffFailed)
        }
    }

    @Test func anEventThatIsFetchedHoldsNothingBack() async throws {
        try await Fixture.run { f in
            let (app, fetched) = (FakeConnection(), Fetched())
            _ = try await f.connect(app)
            let handoff = await f.accepted(.handoff(fetched))
            #expect(await f.service.deliver(.open()) == .taken)
            fetched.push(.success(Self.record))
            #expect(await handoff.value == .taken)
            #expect(
                app.calls.waiting.map(\.content) == [
                    .begin(Self.record.type), .open(["app:1"]), .activity(Self.record.type),
                ])
        }
    }

    @Test func aSecondHandoffCancelsTheFirst() async throws {
        try await Fixture.run(apps: { scratch in
            scratch.app("apps/Reader.app")
            scratch.app("apps/Writer.app", id: "org.example.writer")
        }) { f in
            let (reader, writer, fetched) = (FakeConnection(), FakeConnection("org.example.writer"), Fetched())
            _ = try await f.connect(reader)
            _ = try await f.connect(writer)
            let first = await f.accepted(.handoff(fetched, id: "1"))
            let second = AppEvent.handoff(in: .app("org.example.writer"), fetch: { Self.record })
            #expect(await f.service.deliver(second) == .taken)
            #expect(await first.value.code == .cancelled)
            fetched.push(.success(Self.record))
            await f.drain()
            #expect(
                reader.calls.waiting.map(\.content) == [.begin(Self.record.type), .fail(Self.record.type, .cancelled)])
            #expect(writer.calls.waiting.map(\.content) == [.begin(Self.record.type), .activity(Self.record.type)])
        }
    }

    @Test func aHandoffThatWaitsIsCancelledSilently() async throws {
        try await Fixture.run { f in
            let (app, fetched) = (FakeConnection(), Fetched())
            let first = await f.accepted(.handoff(fetched, id: "1"))
            let second = await f.accepted(.handoff(id: "2") { Self.record })
            #expect(await first.value.code == .cancelled)
            #expect(f.launcher.launches.waiting.count == 1)
            _ = try await f.connect(app)
            #expect(await second.value == .taken)
            #expect(app.calls.waiting.map(\.event) == ["2", "2"])
        }
    }

    @Test func aHandoffThatIsWithItsAppIsNotTakenBack() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            _ = try await f.connect(app)
            let first = await f.accepted(.handoff(id: "1") { Self.record })
            await app.calls.next().answer(true)
            let content = await app.calls.next()
            #expect(content.content == .activity(Self.record.type))
            let second = await f.accepted(.handoff(id: "2") { Self.record })
            content.answer(false)
            #expect(await first.value == .refused)
            await app.calls.next().answer(true)
            await app.calls.next().answer(true)
            #expect(await second.value == .taken)
        }
    }

    @Test func aConnectionThatGoesAfterTheBeginningEndsIt() async throws {
        try await Fixture.run { f in
            let (app, fetched) = (FakeConnection(), Fetched())
            let token = try await f.connect(app)
            let outcome = await f.accepted(.handoff(fetched))
            await f.service.detach(token)
            #expect(await outcome.value.code == .connectionUnavailable)
            fetched.push(.success(Self.record))
            await f.drain()
            #expect(f.launcher.launches.waiting.isEmpty)
        }
    }

    @Test func anAppWithoutAnAnswerToTheBeginningStillContinues() async throws {
        try await Fixture.run { f in
            let app = FakeConnection(answers: false)
            _ = try await f.connect(app)
            let outcome = await f.accepted(.handoff { Self.record })
            await app.calls.next().fail(.internal)
            await app.calls.next().answer(true)
            #expect(await outcome.value == .taken)
        }
    }

    @Test func aHandoffToTheBrowserOpensItsPage() async throws {
        var page = Self.record
        page.webpageURL = "https://example.org/page"
        let activity = page
        try await Fixture.run { f in
            #expect(await f.service.deliver(.handoff(in: .browser) { activity }) == .taken)
            #expect(await f.browser.pages.next() == "https://example.org/page")
            #expect(await f.service.deliver(.handoff(in: .browser) { Self.record }).code == .notOffered)
        }
    }
}

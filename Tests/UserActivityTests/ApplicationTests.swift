import ActivityModel
import BatonBus
import Foundation
import Testing

@testable import UserActivity

/// An app that writes down what it is told.
@MainActor private final class TestApp: ActivityApplicationDelegate {
    nonisolated let events = Mailbox<String>()
    var launches = true
    var takes = true
    var received: NSUserActivity?
    /// Held here, as an app holds the shared one by its name.
    var application: ActivityApplication?
    var whenContinued: (@escaping @Sendable ([any NSUserActivityRestoring]?) -> Void) -> Void = { _ in }

    func applicationDidFinishLaunching(_ application: ActivityApplication) -> Bool {
        events.put("launched")
        return launches
    }

    func application(_ application: ActivityApplication, willContinueUserActivityWithType type: String) -> Bool {
        events.put("will \(type)")
        return true
    }

    func application(
        _ application: ActivityApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping @Sendable ([any NSUserActivityRestoring]?) -> Void
    ) -> Bool {
        received = userActivity
        events.put("continue \(userActivity.activityType)")
        whenContinued(restorationHandler)
        return takes
    }

    func application(
        _ application: ActivityApplication, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error
    ) {
        let code = (error as? CocoaError)?.code.rawValue ?? 0
        events.put("fail \(userActivityType) \(code)")
    }

    func application(_ application: ActivityApplication, didUpdate userActivity: NSUserActivity) {
        events.put("update \(userActivity.activityType)")
        userActivity.title = "amended"
    }

    func application(_ application: ActivityApplication, open urls: [URL]) {
        events.put("open \(urls.map(\.absoluteString).joined(separator: " "))")
    }

    /// Whatever has been told so far.
    nonisolated func told() -> [String] { events.unread }
}

/// Says as little as one can.
@MainActor private final class SilentApp: ActivityApplicationDelegate {}

@MainActor private final class Window: NSUserActivityRestoring {
    nonisolated let restored = Mailbox<String>()
    func restoreUserActivityState(_ userActivity: NSUserActivity) { restored.put(userActivity.activityType) }
}

extension UserActivityTests {
    @Suite struct ApplicationTests {
        private let type = "org.example.test.reading"

        /// Runs an app with its delegate, ready for events.
        private func run(
            _ fixture: Fixture, launches: Bool = true, declared: Set<String>? = ["org.example.test.reading"]
        ) async throws -> (TestApp, ActivityApplication) {
            let (app, application) = await MainActor.run {
                let app = TestApp()
                app.launches = launches
                let application = ActivityApplication(center: fixture.center, declaredTypes: declared)
                application.delegate = app
                app.application = application
                application.start()
                application.finishLaunching()
                return (app, application)
            }
            try await fixture.daemon.expect([], until: "ready")
            #expect(try await app.events.next("launching") == "launched")
            return (app, application)
        }

        private func record(_ type: String, _ userInfo: [AnyHashable: Any] = [:]) -> ActivityRecord {
            let activity = NSUserActivity(activityType: type)
            activity.userInfo = userInfo
            return activity.record()
        }

        private func will(_ fixture: Fixture, _ event: String, _ type: String) async throws -> Bool {
            try await fixture.daemon.ask(
                AppMethods.willContinue, event, type, PlatformData(origin: "phone", cause: "handoff"))
        }

        private func go(_ fixture: Fixture, _ event: String, _ record: ActivityRecord) async throws -> Bool {
            try await fixture.daemon.ask(AppMethods.continueActivity, event, record, PlatformData())
        }

        private func fail(_ fixture: Fixture, _ event: String, _ type: String, _ code: BatonError.Code) async throws {
            _ = try await fixture.daemon.ask(AppMethods.didFail, event, type, code.rawValue, "It did not work.")
        }

        @Test func anActivityIsContinuedInTwoSteps() async throws {
            try await Fixture.with { fixture in
                let (app, _) = try await run(fixture)
                let shows = try await will(fixture, "1", type)
                #expect(shows)
                let taken = try await go(fixture, "1", record(type, ["line": 27, "ratio": Float(0.37)]))
                #expect(taken)
                #expect(app.told() == ["will \(type)", "continue \(type)"])
                let userInfo = await app.received?.userInfo
                #expect(userInfo?["line"] as? Int == 27)
                #expect(userInfo?["ratio"] as? Float == 0.37)
                // It ended: nothing can fail any more.
                try await fail(fixture, "1", type, .timedOut)
                #expect(app.told().count == 2)
            }
        }

        @Test func orItFailsWithCocoasCodes() async throws {
            try await Fixture.with { fixture in
                let (app, _) = try await run(fixture)
                let codes: [(BatonError.Code, Int)] = [
                    (.handoffFailed, 4608), (.connectionUnavailable, 4609), (.timedOut, 4610), (.tooLarge, 4611),
                    (.cancelled, 3072), (.init(received: "OfTheFuture"), 4608),
                ]
                for (index, (code, cocoa)) in codes.enumerated() {
                    _ = try await will(fixture, "\(index)", type)
                    try await fail(fixture, "\(index)", type, code)
                    try await fail(fixture, "\(index)", type, code)
                    #expect(try await app.events.next() == "will \(type)")
                    #expect(try await app.events.next() == "fail \(type) \(cocoa)")
                }
                #expect(app.told().isEmpty)
            }
        }

        @Test func aPayloadThatDidNotComeAlongFails() async throws {
            try await Fixture.with { fixture in
                let (app, _) = try await run(fixture)
                _ = try await will(fixture, "1", type)
                var large = ActivityRecord(id: "1", type: type)
                large.payloadSize = 2 << 20
                #expect(try await go(fixture, "1", large) == false)
                _ = try await will(fixture, "2", type)
                var damaged = ActivityRecord(id: "2", type: type)
                damaged.userInfo = Data("{\"$date\": true}".utf8)
                #expect(try await go(fixture, "2", damaged) == false)
                #expect(app.told() == ["will \(type)", "fail \(type) 4611", "will \(type)", "fail \(type) 4608"])
            }
        }

        @Test func whatALostConnectionHadBegunFails() async throws {
            try await Fixture.with { fixture in
                let (app, _) = try await run(fixture)
                _ = try await will(fixture, "1", type)
                await fixture.daemon.loseConnections()
                try await fixture.daemon.expect([], until: "ready")
                #expect(try await app.events.next() == "will \(type)")
                #expect(try await app.events.next("the failure") == "fail \(type) 4609")
                // What comes late is dropped.
                #expect(try await go(fixture, "1", record(type)) == false)
                #expect(app.told().isEmpty)
            }
        }

        @Test func anAppThatCannotContinueIsNotAsked() async throws {
            try await Fixture.with { fixture in
                let (app, _) = try await run(fixture, launches: false)
                #expect(try await will(fixture, "1", type) == false)
                #expect(try await go(fixture, "1", record(type)) == false)
                try await fail(fixture, "1", type, .timedOut)
                #expect(app.told().isEmpty)
            }
        }

        @Test func refusingIsNoError() async throws {
            try await Fixture.with { fixture in
                let (app, _) = try await run(fixture)
                await MainActor.run { app.takes = false }
                #expect(try await go(fixture, "1", record(NSUserActivityTypeBrowsingWeb)) == false)
                #expect(app.told() == ["continue \(NSUserActivityTypeBrowsingWeb)"])
            }
        }

        @Test func restorationReachesEachObjectLaterAndFromAnyThread() async throws {
            try await Fixture.with { fixture in
                let (app, _) = try await run(fixture)
                let (one, two) = await MainActor.run { (Window(), Window()) }
                let handlers = Mailbox<@Sendable ([any NSUserActivityRestoring]?) -> Void>()
                await MainActor.run {
                    app.whenContinued = { handler in
                        handler([one])
                        handlers.put(handler)
                    }
                }
                _ = try await go(fixture, "1", record(type))
                #expect(one.restored.unread == [type])
                let handler = try await handlers.next()
                Thread.detachNewThread {
                    handler(nil)
                    handler([one, two])
                }
                #expect(try await two.restored.next("restoring") == type)
                #expect(one.restored.unread == [type, type])
            }
        }

        @Test func theAppAmendsWhatIsSavedAfterTheDelegate() async throws {
            try await Fixture.with { fixture in
                let (app, _) = try await run(fixture)
                let activity = fixture.activity("saved")
                let recorder = await Recorder()
                await MainActor.run { recorder.willSave = { _ in app.events.put("willSave") } }
                activity.delegate = recorder
                activity.stateUpdater = { _ in app.events.put("updater") }
                activity.becomeCurrent()
                let id = try await fixture.daemon.nextCurrent().id
                #expect(try await fixture.daemon.save(id).title == "amended")
                #expect(app.told() == ["willSave", "updater", "update saved"])
            }
        }

        @Test func urlsAreOpenedByWhoImplementsIt() async throws {
            try await Fixture.with { fixture in
                let (app, application) = try await run(fixture)
                let urls = ["file:///a%20b", "test:x"]
                #expect(try await fixture.daemon.ask(AppMethods.openURLs, "1", urls, PlatformData()))
                #expect(app.told() == ["open file:///a%20b test:x"])
                let silent = SilentApp()
                await MainActor.run { application.delegate = silent }
                #expect(try await fixture.daemon.ask(AppMethods.openURLs, "2", urls, PlatformData()) == false)
                #expect(try await go(fixture, "3", record(type)) == false)
            }
        }

        @Test func theDefaultReportsAFailureUnlessTheUserCancelled() async throws {
            try await Fixture.with { fixture in
                let (_, application) = try await run(fixture)
                let silent = SilentApp()
                await MainActor.run { application.delegate = silent }
                try await Reports.collect { reports in
                    _ = try await will(fixture, "1", type)
                    try await fail(fixture, "1", type, .cancelled)
                    #expect(reports.all.isEmpty)
                    _ = try await will(fixture, "2", type)
                    try await fail(fixture, "2", type, .timedOut)
                    #expect(reports.all.map(\.level) == [.error])
                    #expect(reports.all.first?.text.contains("It did not work.") == true)
                }
            }
        }

        @Test func saysThatItIsActive() async throws {
            try await Fixture.with { fixture in
                let (_, application) = try await run(fixture)
                await MainActor.run {
                    #expect(!application.isActive)
                    application.becomeActive()
                    #expect(application.isActive)
                    application.resignActive()
                    #expect(!application.isActive)
                }
                try await fixture.daemon.expect([], until: "active")
            }
        }

        @Test func makingAReceivedActivityCurrentIsReported() async throws {
            try await Fixture.with { fixture in
                let (app, _) = try await run(fixture)
                _ = try await go(fixture, "1", record(type))
                let received = try #require(await app.received)
                await Reports.collect { reports in
                    received.becomeCurrent()
                    #expect(reports.all.map(\.level) == [.warning])
                }
                let announced = try await fixture.daemon.nextCurrent()
                #expect(announced.type == type)
            }
        }

        // MARK: A layer above

        @MainActor private final class Scenes: ActivityEventSink {
            var answer: Bool?
            nonisolated let events = Mailbox<String>()
            func willContinue(_ event: ActivityEvent, type: String) -> Bool? {
                events.put("will \(event.origin ?? "")")
                return answer
            }
            func `continue`(_ event: ActivityEvent, _ userActivity: NSUserActivity) async -> Bool? {
                events.put("continue")
                return answer
            }
            func didFail(_ event: String, type: String, error: any Error) -> Bool {
                events.put("fail")
                return answer ?? false
            }
            func didUpdate(_ userActivity: NSUserActivity) { events.put("update") }
            func open(_ event: ActivityEvent, _ urls: [URL]) async -> Bool? {
                events.put("open")
                return answer
            }
            func senderIsGone() { events.put("gone") }
        }

        @Test func scenesComeBeforeTheApp() async throws {
            try await Fixture.with { fixture in
                let (app, application) = try await run(fixture)
                let scenes = Scenes()
                await MainActor.run {
                    scenes.answer = true
                    application.eventSink = scenes
                }
                _ = try await will(fixture, "1", type)
                _ = try await go(fixture, "1", record(type))
                _ = try await fixture.daemon.ask(AppMethods.openURLs, "2", ["test:x"], PlatformData())
                #expect(scenes.events.unread == ["will phone", "continue", "open"])
                #expect(app.told().isEmpty)
                await MainActor.run { scenes.answer = nil }
                _ = try await will(fixture, "3", type)
                try await fail(fixture, "3", type, .timedOut)
                _ = try await go(fixture, "4", record(type))
                #expect(app.told() == ["will \(type)", "fail \(type) 4610", "continue \(type)"])
            }
        }

        // MARK: C68

        @Test func activitiesAreRoutedByType() async throws {
            let given = try #require(try Case.read("C68")["given"] as? [String: [String]])
            let steps = try #require(try Case.read("C68")["when"] as? [String])
            let expected = try #require(try Case.read("C68")["expect"] as? [String])
            #expect(given["handlers"] == ["type test.example68.stop", "web-browsing type", "search-result type"])
            try #require(steps.count == expected.count)
            let (stop, search) = ("test.example68.stop", "com.apple.corespotlightitem")
            try await Fixture.with { fixture in
                let (app, application) = try await run(fixture, declared: [stop])
                let events = app.events
                await MainActor.run {
                    for (name, type) in [("stop", stop), ("web", NSUserActivityTypeBrowsingWeb), ("search", search)] {
                        application.handle(activityType: type) { activity in
                            events.put("\(name) handler \(activity.userInfo?.count ?? 0)")
                            return true
                        }
                    }
                }
                for (index, (step, expected)) in zip(steps, expected).enumerated() {
                    let event = "\(index)"
                    switch step {
                    case "handed-off stop with {stop: 1, region: 2}":
                        _ = try await will(fixture, event, stop)
                        var full = record(stop, ["stop": 1, "region": 2])
                        full.requiredKeys = ["stop", "region"]
                        _ = try await go(fixture, event, full)
                        #expect(try await events.next() == "will \(stop)")
                        #expect(try await events.next() == "\(expected) 2")
                    case "web link with userInfo {from: scan}":
                        _ = try await go(fixture, event, record(NSUserActivityTypeBrowsingWeb, ["from": "scan"]))
                        #expect(try await events.next() == "\(expected) 1")
                    case "search result":
                        _ = try await go(fixture, event, record(search))
                        #expect(try await events.next() == "\(expected) 0")
                    case "stop with region missing (a required key)":
                        #expect(expected == "stop handler is told, or failure; not the others")
                        _ = try await will(fixture, event, stop)
                        var partial = record(stop, ["stop": 1])
                        partial.requiredKeys = ["stop", "region"]
                        _ = try await go(fixture, event, partial)
                        #expect(try await events.next() == "will \(stop)")
                        #expect(try await events.next() == "fail \(stop) 4608")
                    default:
                        #expect(step == "type nobody declared" && expected == "failure callback, no handler")
                        _ = try await go(fixture, event, record("test.example68.other"))
                        #expect(try await events.next() == "fail test.example68.other 4608")
                    }
                    #expect(events.unread.isEmpty, "\(step)")
                }
            }
        }

        @Test func aProgramWithoutAManifestTakesWhatItsHandlersTake() async throws {
            try await Fixture.with { fixture in
                let (app, application) = try await run(fixture, declared: nil)
                #expect(try await go(fixture, "1", record("anything")))
                await MainActor.run { application.handle(activityType: "some") { _ in true } }
                #expect(try await go(fixture, "2", record("some")))
                #expect(try await go(fixture, "3", record("anything")) == false)
                #expect(app.told() == ["continue anything", "fail anything 4608"])
            }
        }
    }
}

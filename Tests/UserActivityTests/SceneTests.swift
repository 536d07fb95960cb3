import ActivityModel
import BatonBus
import Foundation
import SceneRules
import TestSupport
import Testing

@testable import UserActivity

extension UserActivityTests {
    /// The scenes of an app, with events as they come to the process.
    @Suite @MainActor struct SceneTests {
        private let type = "org.example.test.reading"

        // MARK: Waiting

        @Test func whatComesBeforeAHandlerWaitsForIt() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.waiting(stage)
            }
        }

        private static func waiting(_ stage: SceneStage) async throws {
            stage.application.declareScene("main") { _ in }
            try await stage.begin()
            let scene = try #require(stage.application.scenes.first)
            #expect(scene.id == "main-1" && scene.declaration == "main" && !scene.isClosed)
            let link = await stage.link("https://a.test/1")
            let other = await stage.send(SceneStage.activity("other"), "search")
            #expect(scene.waiting.count == 2)
            // Registered in one turn: all are seen, and the one that comes first.
            scene.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { _ in stage.told.add("activity") }
            scene.onOpenURL { stage.told.add("one \($0)") }
            scene.onOpenURL { stage.told.add("two \($0)") }
            #expect(stage.told.lines.isEmpty)
            #expect(await link.value)
            #expect(stage.told.take() == ["one https://a.test/1", "two https://a.test/1"])
            #expect(scene.waiting.count == 1)
            scene.onContinueUserActivity("other") { stage.told.add($0.activityType) }
            #expect(await other.value)
            #expect(stage.told.take() == ["other"])
            // Nothing is told again.
            scene.onOpenURL { _ in stage.told.add("three") }
            await stage.clock.advance(by: .seconds(60))
            #expect(stage.told.take() == [])
        }

        @Test func whatNobodyTakesGoesToTheApp() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Reports.collect { reports in
                    try await Self.timeIsUp(stage)
                    #expect(reports.all.count == 4 && reports.all.allSatisfy { $0.level == .warning })
                    #expect(
                        reports.all[0].text.contains(
                            "goes to the app's delegate: it was for the scene main-1, which has"))
                    #expect(!reports.all.contains { $0.text.contains("a.test") })
                }
            }
        }

        private static func timeIsUp(_ stage: SceneStage) async throws {
            stage.application.declareScene("main") { _ in }
            try await stage.begin()
            let scene = try #require(stage.application.scenes.first)
            let link = await stage.link("https://a.test/1")
            await stage.clock.advance(by: .seconds(9.9))
            #expect(stage.told.take() == [])
            await stage.clock.advance(by: .seconds(0.2))
            #expect(await link.value)
            #expect(stage.told.take() == ["app continue(https://a.test/1)"])
            stage.takes = false
            let refused = await stage.link("https://a.test/2")
            let opened = await stage.open("example:x")
            await stage.clock.advance(by: .seconds(11))
            #expect(await refused.value == false)
            #expect(await opened.value)
            #expect(stage.told.take() == ["app continue(https://a.test/2)", "app open(example:x)"])
            // Without anybody, it is refused.
            stage.application.delegate = nil
            let lost = await stage.open("example:y")
            await stage.clock.advance(by: .seconds(11))
            #expect(await lost.value == false)
            // A handler that comes late gets none of it.
            scene.onOpenURL { stage.told.add("late \($0)") }
            await stage.turn()
            #expect(stage.told.take() == [] && scene.waiting.isEmpty)
        }

        @Test func whatWaitsInASceneThatClosesGoesToTheApp() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Reports.collect { reports in
                    await stage.application.declareScene("main") { _ in }
                    try await stage.begin()
                    let link = await stage.link("https://a.test/1")
                    let scene = await stage.application.scenes[0]
                    await scene.close()
                    #expect(await link.value)
                    #expect(await stage.told.take() == ["app continue(https://a.test/1)"])
                    await MainActor.run {
                        #expect(scene.isClosed && scene.delegate == nil && stage.application.scenes.isEmpty)
                        scene.close()
                    }
                    #expect(await stage.told.take() == [])
                    #expect(reports.all.map(\.text).allSatisfy { $0.contains("was closed before") })
                    #expect(reports.all.count == 1)
                }
            }
        }

        /// Implements nothing but its end.
        private final class Reluctant: ActivitySceneDelegate {
            let told: Told
            init(_ told: Told) { self.told = told }
            func sceneDidDisconnect(_ scene: ActivityScene) { told.add("gone") }
        }

        @Test func aHandlerMayCloseItsSceneAndHasTakenTheEventAllTheSame() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.closing(stage)
            }
        }

        private static func closing(_ stage: SceneStage) async throws {
            stage.application.declareScene("main") { _ in }
            try await stage.begin()
            let scene = try #require(stage.application.scenes.first)
            let first = await stage.link("https://a.test/1")
            let second = await stage.link("https://a.test/2")
            scene.onOpenURL {
                stage.told.add("\($0)")
                scene.close()
            }
            #expect(await first.value)
            #expect(await second.value)
            #expect(stage.told.take() == ["https://a.test/1", "app continue(https://a.test/2)"])
        }

        @Test func aSceneHoldsABoundedNumberOfEvents() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.full(stage)
            }
        }

        private static func full(_ stage: SceneStage) async throws {
            stage.application.declareScene("main") { _ in }
            try await stage.begin()
            let scene = try #require(stage.application.scenes.first)
            var sent: [Task<Bool, Never>] = []
            for number in 0..<64 { sent.append(await stage.link("https://a.test/\(number)")) }
            #expect(scene.waiting.count == 64 && stage.told.lines.isEmpty)
            #expect(await stage.link("https://a.test/64").value)
            #expect(stage.told.take() == ["app continue(https://a.test/64)"])
            scene.onOpenURL { stage.told.add($0.lastPathComponent) }
            for task in sent { #expect(await task.value) }
            #expect(stage.told.take() == (0..<64).map(String.init))
        }

        @Test func whatWaitsWhenTheDaemonGoesIsDropped() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Reports.collect { reports in
                    await stage.application.declareScene("main") { _ in }
                    try await stage.begin()
                    let link = await stage.link("https://a.test/1")
                    await stage.application.failWhatWasBegun()
                    #expect(await link.value == false)
                    await MainActor.run { _ = stage.application.scenes[0].onOpenURL { _ in stage.told.add("late") } }
                    await stage.turn()
                    #expect(await stage.told.take() == [])
                    #expect(reports.all.map(\.level) == [.warning])
                }
            }
        }

        // MARK: Choosing

        @Test func theSceneIsChosenByTheRules() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.choosing(stage)
            }
        }

        private static func choosing(_ stage: SceneStage) async throws {
            let application = stage.application
            application.declareScene("any") { $0.delegate = LoggingScene(stage.told) }
            application.declareScene("orders", matching: ["orders"]) { scene in
                scene.delegate = LoggingScene(stage.told)
                scene.handlesExternalEvents(preferring: ["orders/7"], allowing: [])
                scene.handlesExternalEvents(preferring: [], allowing: ["Órders"])
            }
            try await stage.begin()
            #expect(stage.told.take() == ["any-1 connect(activities=[], urls=[])"])
            // The open one that does not say what it takes is reused.
            #expect(await stage.send(SceneStage.activity("t", target: "orders/1"), "search").value)
            #expect(stage.told.take() == ["any-1 continue(t)"])
            application.scenes[0].handlesExternalEvents(preferring: [], allowing: ["people"])
            #expect(await stage.send(SceneStage.activity("t", target: "orders/1"), "search").value)
            #expect(stage.told.take() == ["orders-2 connect(activities=[t], urls=[])"])
            #expect(await stage.link("https://a.test/ORDERS").value)
            #expect(stage.told.take() == ["orders-2 continue(https://a.test/ORDERS)"])
            #expect(await stage.open("example://x", "example://y").value)
            #expect(stage.told.take() == ["any-3 connect(activities=[], urls=[example://x example://y])"])
            application.scenes[2].close()
            #expect(stage.told.take() == ["any-3 gone"])
            #expect(application.scenes.map(\.id) == ["any-1", "orders-2"])
            #expect(await stage.send(SceneStage.activity("t", target: "orders/7"), "search").value)
            #expect(stage.told.take() == ["orders-2 continue(t)"])
            #expect(application.openScene("none") == nil)
            #expect(application.openScene("orders")?.id == "orders-4")
        }

        @Test func conditionsMayChange() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.changing(stage)
            }
        }

        private static func changing(_ stage: SceneStage) async throws {
            let application = stage.application
            application.declareScene("a") { $0.delegate = LoggingScene(stage.told) }
            try await stage.begin()
            let second = try #require(application.openScene("a"))
            _ = stage.told.take()
            let condition = second.handlesExternalEvents(preferring: [], allowing: [])
            #expect(await stage.link("https://a.test/1").value)
            #expect(stage.told.take() == ["a-1 continue(https://a.test/1)"])
            second.remove(condition)
            #expect(await stage.link("https://a.test/2").value)
            #expect(stage.told.take() == ["a-2 continue(https://a.test/2)"])
            let handler = second.onOpenURL { stage.told.add("url \($0)") }
            let typed = second.onContinueUserActivity("t") { _ in stage.told.add("typed") }
            await stage.turn()
            #expect(await stage.link("https://a.test/3").value)
            #expect(await stage.send(SceneStage.activity("t"), "search").value)
            #expect(stage.told.take() == ["url https://a.test/3", "typed"])
            second.remove(handler)
            second.remove(typed)
            #expect(await stage.link("https://a.test/4").value)
            #expect(stage.told.take() == ["a-2 continue(https://a.test/4)"])
        }

        @Test func predicatesChooseToo() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.predicates(stage)
            }
        }

        private static func predicates(_ stage: SceneStage) async throws {
            let application = stage.application
            application.declareScene("a") { $0.delegate = LoggingScene(stage.told) }
            try await stage.begin()
            let second = try #require(application.openScene("a"))
            try second.setActivationConditions(prefers: "SELF BEGINSWITH 'b'", can: "FALSEPREDICATE")
            let error = #expect(throws: UserActivityError.self) { try second.setActivationConditions(can: "x == 'a'") }
            #expect(error?.code == .invalidScenePredicate && error?.keyPath == "can")
            #expect(error?.message.contains("at character 1: key paths (x) are refused") == true)
            _ = stage.told.take()
            for target in ["b1", "c1"] {
                #expect(await stage.send(SceneStage.activity("t", target: target), "search").value)
            }
            #expect(stage.told.take() == ["a-2 continue(t)", "a-1 continue(t)"])
        }

        @Test func theStyleIsTheApps() async throws {
            try await Fixture.with { fixture in
                let new = await SceneStage(fixture, style: .new)
                try await Self.newStyle(new)
            }
            try await Fixture.with { fixture in
                let single = await SceneStage(fixture, style: .single)
                try await Self.singleStyle(single)
            }
        }

        private static func newStyle(_ stage: SceneStage) async throws {
            stage.application.declareScene("a") { $0.delegate = LoggingScene(stage.told) }
            try await stage.begin()
            #expect(await stage.link("https://a.test/1").value)
            #expect(
                stage.told.take() == [
                    "a-1 connect(activities=[], urls=[])", "a-2 connect(activities=[https://a.test/1], urls=[])",
                ])
        }

        private static func singleStyle(_ stage: SceneStage) async throws {
            stage.application.declareScene("a", matching: []) { scene in
                scene.delegate = LoggingScene(stage.told)
                scene.handlesExternalEvents(preferring: [], allowing: [])
            }
            try await stage.begin()
            #expect(await stage.link("https://a.test/1").value)
            #expect(stage.told.take().last == "a-1 continue(https://a.test/1)")
        }

        @Test func aDeclarationCountsOnce() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                await Reports.collect { reports in
                    await MainActor.run {
                        stage.application.declareScene("a") { _ in stage.told.add("first") }
                        stage.application.declareScene("a") { _ in stage.told.add("second") }
                        stage.run()
                        #expect(stage.told.take() == ["first"])
                    }
                    #expect(reports.all.map(\.level) == [.error])
                }
            }
        }

        // MARK: Saving

        @Test func theSceneOfAnActivityAmendsIt() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.saving(stage)
            }
        }

        private static func saving(_ stage: SceneStage) async throws {
            stage.application.declareScene("a") { $0.delegate = LoggingScene(stage.told) }
            try await stage.begin()
            let second = try #require(stage.application.openScene("a"))
            let activity = SceneStage.activity("t")
            second.userActivity = activity
            _ = stage.told.take()
            stage.application.didUpdate(activity)
            stage.application.didUpdate(SceneStage.activity("t"))
            #expect(stage.told.take() == ["a-2 update"])
        }

        // MARK: Handoff

        @Test func theSceneThatHeardTheBeginningHearsTheEnd() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.handoff(stage)
            }
        }

        private static func handoff(_ stage: SceneStage) async throws {
            let application = stage.application
            application.declareScene("a") { $0.delegate = LoggingScene(stage.told) }
            try await stage.begin()
            let second = try #require(application.openScene("a"))
            _ = stage.told.take()
            #expect(application.willContinue(stage.event("handoff", id: "1"), type: "t"))
            #expect(stage.told.take() == ["a-2 will(t)"])
            // One that would match better by now.
            application.scenes[0].handlesExternalEvents(preferring: ["*"], allowing: [])
            #expect(await stage.send(SceneStage.activity("t"), "handoff", id: "1").value)
            #expect(stage.told.take() == ["a-2 continue(t)"])
            // It ended: nothing fails any more.
            application.daemonFailed("1", type: "t", with: BatonError(.timedOut, ""))
            #expect(stage.told.take() == [])
            #expect(application.willContinue(stage.event("handoff", id: "2"), type: "t"))
            application.daemonFailed("2", type: "t", with: BatonError(.timedOut, ""))
            #expect(stage.told.take() == ["a-1 will(t)", "a-1 fail(4610)"])
            // A scene that goes between the two leaves the end to another.
            #expect(application.willContinue(stage.event("handoff", id: "3"), type: "t"))
            application.scenes[0].close()
            #expect(await stage.send(SceneStage.activity("t"), "handoff", id: "3").value)
            #expect(stage.told.take() == ["a-1 will(t)", "a-1 gone", "a-2 continue(t)"])
            #expect(application.willContinue(stage.event("handoff", id: "4"), type: "t"))
            second.close()
            application.daemonFailed("4", type: "t", with: BatonError(.timedOut, ""))
            #expect(stage.told.take() == ["a-2 will(t)", "a-2 gone", "app fail(4610)"])
        }

        @Test func theBeginningGoesToTheSceneThatItIsFor() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.beginning(stage)
            }
        }

        private static func beginning(_ stage: SceneStage) async throws {
            stage.application.declareScene("a") { $0.delegate = LoggingScene(stage.told) }
            try await stage.begin()
            for condition in ["orders", "people"] {
                stage.application.openScene("a")?.handlesExternalEvents(preferring: [condition], allowing: [])
            }
            _ = stage.told.take()
            var platform = PlatformData(origin: "phone", cause: "handoff")
            platform.webpageURL = "https://a.test/orders"
            _ = stage.application.willContinue(ActivityEvent(id: "1", platform), type: "t")
            platform.targetContentIdentifier = "people/1"
            _ = stage.application.willContinue(ActivityEvent(id: "2", platform), type: "t")
            #expect(stage.told.take() == ["a-2 will(t)", "a-3 will(t)"])
        }

        @Test func whatBeganInTheAppEndsThere() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.beganInTheApp(stage)
            }
        }

        private static func beganInTheApp(_ stage: SceneStage) async throws {
            stage.application.declareScene("a", matching: ["a"]) { scene in
                scene.delegate = Beginner(stage.told)
                scene.handlesExternalEvents(preferring: ["a"], allowing: [])
            }
            try await stage.begin()
            _ = stage.application.willContinue(stage.event("handoff", id: "1"), type: "t")
            #expect(await stage.send(SceneStage.activity("t", target: "a"), "handoff", id: "1").value)
            #expect(stage.told.take() == ["app will(t)", "app continue(t)"])
            // A delegate that hears of a beginning hears of the end, too.
            var platform = PlatformData(cause: "handoff")
            platform.targetContentIdentifier = "a"
            #expect(stage.application.willContinue(ActivityEvent(id: "2", platform), type: "t"))
            let waiting = await stage.send(SceneStage.activity("t", target: "a"), "handoff", id: "2")
            await stage.clock.advance(by: .seconds(11))
            #expect(await waiting.value)
            #expect(stage.told.take() == ["will", "fail 4610", "app continue(t)"])
        }

        /// Hears of beginnings, and continues nothing.
        private final class Beginner: ActivitySceneDelegate {
            let told: Told
            init(_ told: Told) { self.told = told }
            func scene(_ scene: ActivityScene, willContinueUserActivityWithType userActivityType: String) {
                told.add("will")
            }
            func scene(
                _ scene: ActivityScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
            ) { told.add("fail \((error as? CocoaError)?.code.rawValue ?? 0)") }
        }

        @Test func aSceneWithoutADelegateContinuesByItsHandlers() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                try await Self.handlers(stage)
            }
        }

        private static func handlers(_ stage: SceneStage) async throws {
            stage.application.declareScene("a") { scene in
                scene.onContinueUserActivity("t") { stage.told.add("typed \($0.activityType)") }
                scene.onOpenURL { stage.told.add("url \($0)") }
            }
            try await stage.begin()
            #expect(!stage.application.willContinue(stage.event("handoff", id: "1"), type: "t"))
            #expect(await stage.send(SceneStage.activity("t"), "handoff", id: "1").value)
            #expect(stage.told.take() == ["typed t"])
            // A page from another device is an activity; where nothing continues it, it is opened.
            #expect(await stage.send(SceneStage.activity(url: "https://a.test/"), "handoff").value)
            #expect(stage.told.take() == ["url https://a.test/"])
            let scene = stage.application.scenes[0]
            scene.onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { _ in stage.told.add("page") }
            await stage.turn()
            #expect(await stage.send(SceneStage.activity(url: "https://a.test/"), "handoff").value)
            #expect(stage.told.take() == ["page"])
        }

        @Test func aMissingRequiredKeyFailsInTheScene() async throws {
            try await Fixture.with { fixture in
                let stage = await SceneStage(fixture)
                await stage.application.declareScene("a") { $0.delegate = LoggingScene(stage.told) }
                try await stage.begin()
                await MainActor.run {
                    _ = stage.told.take()
                    _ = stage.application.willContinue(stage.event("handoff", id: "1"), type: "t")
                }
                let event = await stage.event("handoff", id: "1")
                let activity = await SceneStage.activity("t")
                #expect(await stage.application.continue(event, activity, requiring: ["page"]) == false)
                #expect(await stage.told.take() == ["a-1 will(t)", "a-1 fail(4608)"])
            }
        }

        // MARK: C29, the first half

        @Test func whatNoSceneTakesGoesToTheApp() async throws {
            let item = try Case.read("C29")
            #expect((item["given"] as? [String: Any])?["scene group Boot"] as? [String: [String]] == ["matching": []])
            #expect((item["when"] as? [String])?.first == "external URL example29://auth?code=1")
            for style in [SceneStyle.reuse, .new] {
                try await Fixture.with { fixture in
                    let stage = await SceneStage(fixture, style: style)
                    try await Self.boot(stage)
                }
            }
        }

        private static func boot(_ stage: SceneStage) async throws {
            let application = stage.application
            application.declareScene("main", matching: []) { $0.handlesExternalEvents(preferring: [], allowing: []) }
            application.declareScene("Boot", matching: []) { _ in stage.told.add("a window of Boot") }
            try await stage.begin()
            #expect(await stage.open("example29://auth?code=1").value)
            #expect(await stage.send(SceneStage.activity("t", target: "boot"), "search").value)
            #expect(application.willContinue(stage.event("handoff"), type: "t"))
            #expect(stage.told.take() == ["app open(example29://auth?code=1)", "app continue(t)", "app will(t)"])
            #expect(application.scenes.map(\.id) == ["main-1"])
        }
    }
}

import ActivityModel
import BatonBus
import Foundation
import SceneRules
import TestSupport

@testable import UserActivity

/// What is told, in the order in which it is.
@MainActor final class Told {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
    /// What was told since this was last asked.
    func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

/// Writes down every call, as `C26` does.
@MainActor final class LoggingScene: ActivitySceneDelegate {
    let told: Told
    init(_ told: Told) { self.told = told }

    private static func name(_ activity: NSUserActivity) -> String {
        activity.webpageURL?.absoluteString ?? activity.activityType
    }

    func scene(_ scene: ActivityScene, willConnectWith options: ActivityScene.ConnectionOptions) {
        let handoff = options.handoffUserActivityType.map { ", handoff=\($0)" } ?? ""
        let activities = options.userActivities.map(Self.name).joined(separator: " ")
        let urls = options.urls.map(\.absoluteString).joined(separator: " ")
        told.add("\(scene.id) connect(activities=[\(activities)], urls=[\(urls)]\(handoff))")
    }
    func scene(_ scene: ActivityScene, willContinueUserActivityWithType userActivityType: String) {
        told.add("\(scene.id) will(\(userActivityType))")
    }
    func scene(_ scene: ActivityScene, continue userActivity: NSUserActivity) {
        told.add("\(scene.id) continue(\(Self.name(userActivity)))")
    }
    func scene(
        _ scene: ActivityScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) { told.add("\(scene.id) fail(\((error as? CocoaError)?.code.rawValue ?? 0))") }
    func scene(_ scene: ActivityScene, didUpdate userActivity: NSUserActivity) { told.add("\(scene.id) update") }
    func scene(_ scene: ActivityScene, openURLs urls: [URL]) {
        told.add("\(scene.id) open(\(urls.map(\.absoluteString).joined(separator: " ")))")
    }
    func sceneDidDisconnect(_ scene: ActivityScene) { told.add("\(scene.id) gone") }
}

/// An app with scenes; its delegate writes down what comes to the app as a whole.
@MainActor final class SceneStage: ActivityApplicationDelegate {
    let told = Told()
    let application: ActivityApplication
    let clock: TestClock
    var takes = true
    var launches = true
    private let fixture: Fixture
    private var events = 0

    init(_ fixture: Fixture, style: SceneStyle = .reuse, declared: Set<String>? = nil) {
        self.fixture = fixture
        let thread = fixture.center.thread
        clock = TestClock {
            // A timer's end comes from the app's thread to the main actor.
            for _ in 0..<3 {
                await thread.settle()
                await Task { @MainActor in }.value
            }
        }
        application = ActivityApplication(
            center: fixture.center, declaredTypes: declared, sceneStyle: style, time: clock.time)
        application.delegate = self
    }

    func run() {
        application.start()
        application.finishLaunching()
    }

    /// Runs the app; it is connected when this returns.
    func begin() async throws {
        run()
        _ = try await fixture.daemon.words(until: "ready")
        await turn()
    }

    func applicationDidFinishLaunching(_ application: ActivityApplication) -> Bool { launches }

    func application(
        _ application: ActivityApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping @Sendable ([any NSUserActivityRestoring]?) -> Void
    ) -> Bool {
        told.add("app continue(\(userActivity.webpageURL?.absoluteString ?? userActivity.activityType))")
        return takes
    }

    func application(_ application: ActivityApplication, open urls: [URL]) {
        told.add("app open(\(urls.map(\.absoluteString).joined(separator: " ")))")
    }

    func application(_ application: ActivityApplication, willContinueUserActivityWithType type: String) -> Bool {
        told.add("app will(\(type))")
        return true
    }

    func application(
        _ application: ActivityApplication, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error
    ) { told.add("app fail(\((error as? CocoaError)?.code.rawValue ?? 0))") }

    // MARK: Events

    func event(_ cause: String, id: String? = nil) -> ActivityEvent {
        events += 1
        return ActivityEvent(id: id ?? "e\(events)", PlatformData(cause: cause))
    }

    static func activity(
        _ type: String = NSUserActivityTypeBrowsingWeb, url: String? = nil, target: String? = nil
    ) -> NSUserActivity {
        let activity = NSUserActivity(activityType: type)
        activity.webpageURL = url.flatMap { URL(string: $0) }
        activity.targetContentIdentifier = target
        return activity
    }

    /// Sends an activity; the answer comes when there is one. It has come to a scene when this returns.
    func send(_ activity: NSUserActivity, _ cause: String, id: String? = nil) async -> Task<Bool, Never> {
        let event = event(cause, id: id)
        let task = Task { await application.continue(event, activity, requiring: []) }
        await turn()
        return task
    }

    func link(_ url: String) async -> Task<Bool, Never> { await send(Self.activity(url: url), "link") }

    func open(_ urls: String...) async -> Task<Bool, Never> {
        let event = event("link")
        let task = Task { await application.open(event, urls.compactMap { URL(string: $0) }) }
        await turn()
        return task
    }

    /// Lets the main actor do what it has to do now.
    func turn() async {
        for _ in 0..<3 { await Task { @MainActor in }.value }
    }
}

import BatonViews
import BatonViewsRecording
import Foundation
import Synchronization
import Testing
import UserActivity

/// An app whose windows are said by the test.
struct TestApp<Content: Scene>: App {
    let scenes: @MainActor () -> Content
    var body: some Scene { scenes() }

    init() { fatalError("The test makes it.") }
    init(@SceneBuilder _ scenes: @escaping @MainActor () -> Content) { self.scenes = scenes }
}

@Suite(.serialized) @MainActor struct ActivityTests {
    private let told = Told()

    // MARK: Cases

    /// C25: a link reaches the handler once, cold and warm, whichever is there.
    @Test(arguments: ["open", "continue"], [true, false])
    func c25(handler: String, isCold: Bool) async throws {
        let when = try #require(Case.read("C25")["when"] as? [String])
        let address = try #require(when.compactMap { $0.firstMatch(of: #/user opens (\S+)/#)?.1 }.first.map(String.init))
        let app = TestApp { [told] in
            WindowGroup {
                if handler == "open" {
                    Text("x").onOpenURL { told.add("open \($0.absoluteString)") }
                } else {
                    Text("x").onContinueUserActivity(NSUserActivityTypeBrowsingWeb) {
                        told.add("continue \($0.activityType == NSUserActivityTypeBrowsingWeb) \($0.webpageURL?.absoluteString ?? "")")
                    }
                }
            }
        }
        try await AppStage.run(app, opensFirst: !isCold) { stage in
            if isCold {
                // The event is there before the first window.
                stage.begin()
            }
            #expect(await stage.link(address))
            let line = handler == "open" ? "open \(address)" : "continue true \(address)"
            #expect(told.take() == [line])
            await stage.turn()
            #expect(told.take() == [])
            #expect(stage.open.count == 1)
        }
    }

    /// C26, for views: what starts the app comes to the window that is opened for it, what comes later to the same one; each
    /// once.
    @Test func c26() async throws {
        let file = try Case.read("C26")
        let when = try #require(file["when"] as? [String])
        let expected = try #require(file["expect"] as? [String: [String]])
        #expect(when.count == 4 && expected.count == 4)
        let app = TestApp { [told] in WindowGroup { Text("x").onOpenURL { told.add($0.absoluteString) } } }
        func start(_ what: String) async throws {
            try await AppStage.run(app, opensFirst: what.contains("nothing")) { stage in
                if !what.contains("nothing") { stage.begin() }
                let isLink = what.contains("link")
                let first = isLink ? "https://site.example/L" : "c26://first"
                if isLink { #expect(await stage.link(first)) } else if what.contains("URL") { #expect(await stage.open(first)) }
                #expect(told.take() == (what.contains("nothing") ? [] : [first]), "\(what)")
                #expect(stage.open.count == 1)
                // The second line of the file, of each start: no other window is opened for it.
                #expect(when[1].contains("while running") && expected["2"]?.contains("no connect") == true)
                #expect(await stage.link("https://site.example/M"))
                #expect(told.take() == ["https://site.example/M"])
                #expect(stage.open.count == 1)
            }
        }
        for what in when where what.hasPrefix("cold start") { try await start(what) }
    }

    /// C31: which of the open windows takes an event.
    @Test func c31() async throws {
        let file = try Case.read("C31")
        let given = try #require(file["given"] as? [String: Any])
        let sets = try #require(given["open scenes in order"] as? [String: [String: [String]]])
        let rows = try #require(file["when"] as? [[String: Any]])
        let expected = try #require(file["expect"] as? [String])
        #expect(rows.count == expected.count && rows.count == 8)
        for (row, expected) in zip(rows, expected) {
            let ids = try #require(row["scenes"] as? [String])
            let event = try #require(row["event"] as? [String: Any])
            let app = TestApp { [told] in
                WindowGroup(id: "new") { Text("new").onContinueUserActivity("any") { _ in told.add("a new scene") } }
                WindowGroup(id: "W1") { Self.window("W1", sets, told) }.handlesExternalEvents(matching: [])
                WindowGroup(id: "W2") { Self.window("W2", sets, told) }.handlesExternalEvents(matching: [])
                WindowGroup(id: "W3") { Self.window("W3", sets, told) }.handlesExternalEvents(matching: [])
                WindowGroup(id: "W4") { Self.window("W4", sets, told) }.handlesExternalEvents(matching: [])
            }
            try await AppStage.run(app, opensFirst: false) { stage in
                for id in ids { stage.application.openScene(id) }
                stage.begin()
                await stage.turn()
                let activity = AppStage.activity(
                    "any", url: event["webpageURL"] as? String, target: event["targetContentIdentifier"] as? String)
                #expect(await stage.continue(activity))
                let taken = told.take()
                #expect(taken.count == 1)
                #expect(taken.first.map { expected.hasPrefix($0) } == true, "\(row): \(taken), not \(expected)")
            }
        }
    }

    private static func window(_ id: String, _ sets: [String: [String: [String]]], _ told: Told) -> some View {
        Text(id)
            .handlesExternalEvents(
                preferring: Set(sets[id]?["preferring"] ?? []), allowing: Set(sets[id]?["allowing"] ?? [])
            )
            .onContinueUserActivity("any") { _ in told.add(id) }
    }

    /// C29, its first half: a group that matches nothing is never opened for an event.
    @Test func c29() async throws {
        let file = try Case.read("C29")
        let when = try #require(file["when"] as? [String])
        let address = try #require(when[0].firstMatch(of: #/(example29:\S+)/#)?.1).description
        let app = TestApp { [told] in
            WindowGroup(id: "Boot") { Text("boot").onOpenURL { _ in told.add("boot") } }
                .handlesExternalEvents(matching: [])
            WindowGroup(id: "other") { Text("other") }.handlesExternalEvents(matching: ["nothing of this"])
        }
        try await AppStage.run(app, opensFirst: false) { stage in
            let delegate = AppDelegate(told)
            stage.application.delegate = delegate
            stage.application.openScene("other")
            stage.begin()
            await stage.turn()
            // The open window says that it takes something else.
            stage.host.windows[0].scene.handlesExternalEvents(preferring: [], allowing: ["something"])
            #expect(await stage.open(address))
            #expect(await stage.continue(AppStage.activity("any", target: "boot")))
            #expect(told.take() == ["app open \(address)", "app continue any"])
            #expect(stage.open == ["other"])
        }
    }

    /// C37: with both handlers a link is told once, to `onOpenURL`.
    @Test func c37() async throws {
        #expect((try Case.read("C37")["expect"] as? [String: String])?["3"]?.hasPrefix("one call in all") == true)
        let app = TestApp { [told] in
            WindowGroup {
                Text("x").onOpenURL { told.add("open \($0)") }
                    .onContinueUserActivity(NSUserActivityTypeBrowsingWeb) { _ in told.add("continue") }
            }
        }
        try await AppStage.run(app) { stage in
            #expect(await stage.link("https://example37.test/a"))
            #expect(await stage.open("example37:b"))
            #expect(told.take() == ["open https://example37.test/a", "open example37:b"])
        }
    }

    private final class AppDelegate: ActivityApplicationDelegate {
        let told: Told
        init(_ told: Told) { self.told = told }
        func application(_ application: ActivityApplication, open urls: [URL]) {
            told.add("app open \(urls[0].absoluteString)")
        }
        func application(
            _ application: ActivityApplication, continue userActivity: NSUserActivity,
            restorationHandler: @escaping @Sendable ([any NSUserActivityRestoring]?) -> Void
        ) -> Bool {
            told.add("app continue \(userActivity.activityType)")
            return true
        }
    }

    // MARK: Events

    struct Later: View {
        let told: Told
        @State private var shown = false
        var body: some View {
            Button("Show") { shown = true }
            if shown { Text("x").onOpenURL { told.add("\($0)") } }
        }
    }

    @Test func anEventWaitsForAViewThatTakesIt() async throws {
        let app = TestApp { [told] in WindowGroup { Later(told: told) } }
        try await AppStage.run(app) { stage in
            let answer = Task { await stage.open("example:1") }
            await stage.turn()
            #expect(told.take() == [])
            await stage.press()
            #expect(await answer.value)
            #expect(told.take() == ["example:1"])
        }
    }

    @Test func everyHandlerOfAWindowIsCalledAndThoseOfOthersAreNot() async throws {
        let app = TestApp { [told] in
            WindowGroup(id: "a") {
                Text("1").onOpenURL { _ in told.add("a1") }
                Text("2").onOpenURL { _ in told.add("a2") }
            }
            WindowGroup(id: "b") { Text("3").onOpenURL { _ in told.add("b") } }
        }
        try await AppStage.run(app) { stage in
            stage.application.openScene("b")
            await stage.turn()
            #expect(await stage.open("example:1"))
            #expect(told.take() == ["b"])
            stage.host.windows[1].close()
            #expect(await stage.open("example:2"))
            #expect(told.take() == ["a1", "a2"])
        }
    }

    struct Changing: View {
        let told: Told
        @State private var word = "one"
        var body: some View {
            Button("Change") { word = "two" }
            Text(word).handlesExternalEvents(preferring: [word], allowing: [])
                .onOpenURL { _ in told.add("main \(word)") }
        }
    }

    @Test func conditionsFollowTheState() async throws {
        let app = TestApp { [told] in
            WindowGroup(id: "main") { Changing(told: told) }.handlesExternalEvents(matching: [])
            WindowGroup(id: "new") { Text("x").onOpenURL { _ in told.add("new") } }
        }
        try await AppStage.run(app) { stage in
            #expect(await stage.open("example:one"))
            await stage.press()
            #expect(await stage.open("example:two"))
            #expect(told.take() == ["main one", "main two"])
            #expect(stage.open == ["main"])
            #expect(await stage.open("example:one"))
            #expect(told.take() == ["new"])
            #expect(stage.open == ["main", "new"])
        }
    }

    // MARK: Advertising

    private static func saved(_ stage: AppStage, _ window: Int = 0) -> NSUserActivity? {
        let activity = stage.host.windows[window].scene.userActivity
        activity?.delegate?.userActivityWillSave(activity!)
        return activity
    }

    struct Advertising: View {
        let told: Told
        @State private var size: String? = "small"
        @State private var isActive = true
        var body: some View {
            Button("Large") { size = "large" }
            Button("None") { size = nil }
            Text(size ?? "none").userActivity("org.example.size", element: size) { size, activity in
                told.add("asked \(size)")
                activity.title = size
            }
        }
    }

    @Test func theClosureRunsWhenTheStateIsWanted() async throws {
        let app = TestApp { [told] in WindowGroup { Advertising(told: told) } }
        try await AppStage.run(app) { stage in
            let activity = try #require(stage.host.windows[0].scene.userActivity)
            #expect(activity.activityType == "org.example.size")
            _ = told.take()
            await stage.press(0)
            #expect(told.take() == [])
            #expect(activity.needsSave)
            #expect(Self.saved(stage) === activity)
            #expect(activity.title == "large" && !activity.needsSave)
            #expect(told.take() == ["asked large"])
            await stage.press(1)
            #expect(stage.host.windows[0].scene.userActivity == nil)
            await stage.press(0)
            #expect(Self.saved(stage)?.title == "large")
        }
    }

    @Test func ofTypesOnOneBranchTheOuterCountsAndAmongSiblingsTheFirst() async throws {
        let app = TestApp { [told] in
            WindowGroup {
                Text("1").userActivity("inner") { _ in told.add("inner") }.userActivity("outer") { _ in told.add("outer") }
                Text("2").userActivity("second") { _ in told.add("second") }
                Text("3").userActivity("outer") { _ in told.add("again") }
            }
        }
        try await AppStage.run(app) { stage in
            _ = told.take()
            #expect(Self.saved(stage)?.activityType == "outer")
            #expect(told.take() == ["outer", "again"])
        }
    }

    struct Pages: View {
        @State private var path: [Int] = []
        var body: some View {
            Button("page") { path = [1] }
            Button("page without") { path = [2] }
            Button("root") { path = [] }
            NavigationStack(path: $path) {
                Text("root").userActivity("root") { _ in }
                    .navigationDestination(for: Int.self) { number in
                        Text("page").userActivity("page", isActive: number == 1) { _ in }
                    }
            }
        }
    }

    @Test func theUppermostPageThatHasAnActivityCounts() async throws {
        try await AppStage.run(TestApp { WindowGroup { Pages() } }) { stage in
            @MainActor func type() -> String? { stage.host.windows[0].scene.userActivity?.activityType }
            #expect(type() == "root")
            await stage.press(0)
            #expect(type() == "page")
            await stage.press(1)
            #expect(type() == "root")
            await stage.press(0)
            await stage.press(2)
            #expect(type() == "root")
        }
    }

    @Test func aClosedWindowAdvertisesNothing() async throws {
        let app = TestApp { [told] in WindowGroup { Advertising(told: told) } }
        try await AppStage.run(app) { stage in
            let activity = try #require(stage.host.windows[0].scene.userActivity)
            stage.host.windows[0].close()
            #expect(stage.open.isEmpty)
            #expect(stage.application.scenes.isEmpty)
            _ = told.take()
            activity.delegate?.userActivityWillSave(activity)
            #expect(told.take() == [])
        }
    }

    // MARK: Windows

    struct Opener: View {
        @Environment(\.openWindow) private var openWindow
        var body: some View { Button("Open") { openWindow(id: "second") } }
    }

    @Test func aSingleWindowIsOpenedOnce() async throws {
        let app = TestApp {
            WindowGroup(id: "first") { Opener() }
            Window("Second", id: "second") { Text("second") }
        }
        try await AppStage.run(app) { stage in
            await stage.press()
            await stage.press()
            #expect(stage.open == ["first", "second"])
            let element = try #require(stage.window(1).element as? WindowElement)
            #expect(element.title == "Second")
            #expect(element.raised == 1)
        }
    }

    /// Views that no app of the framework's shows have no window that an event could go to.
    @Test func withoutTheAppLifeCycleAWarningComesOnce() {
        let texts = Mutex<[String]>([])
        LifeCycleWarning.given.withLock { $0 = false }
        UserActivityDiagnostics.$capture.withValue({ message in
            if message.text.contains("@main struct") { texts.withLock { $0.append(message.text) } }
        }) {
            _ = Screen(Text("x").onOpenURL { _ in })
            _ = Screen(
                Text("y").userActivity("org.example.y") { _ in }.handlesExternalEvents(preferring: ["y"], allowing: []))
        }
        #expect(texts.withLock { $0.count } == 1)
    }
}

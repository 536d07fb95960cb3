import ActivityModel
import BatonBus
import BatonClient
import BatonViews
import BatonViewsRecording
import Foundation
import GLibKit
import SceneRules
import TestSupport

@testable import UserActivity

/// An app of views in this process, without a daemon: events are put in where the daemon's would come.
@MainActor final class AppStage {
    let application: ActivityApplication
    let renderer = RecordingRenderer()
    let host: AppHost
    private var events = 0

    /// Runs an app; its first window is open when the body begins.
    static func run<A: App>(
        _ app: A, style: SceneStyle = .reuse, opensFirst: Bool = true, _ body: (AppStage) async throws -> Void
    ) async throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let thread = GLibThread(name: "test app")
        defer { thread.stop() }
        // There is no daemon, and nobody else is to hear of it.
        try await UserActivityDiagnostics.$capture.withValue({ _ in }) {
            let center = ActivityCenter(
                thread: thread, instance: try Instance(folder: folder.path, environment: [:], userID: getuid()),
                identity: ClientIdentity(program: "test", app: "org.example.test", launchToken: nil), starter: nil)
            try await ActivityCenter.$override.withValue(center) {
                let stage = AppStage(ActivityApplication(center: center, declaredTypes: nil, sceneStyle: style))
                stage.host.begin(app)
                if opensFirst { stage.application.ready(continues: true) }
                await stage.turn()
                try await body(stage)
            }
            await center.finish(within: .seconds(1))
        }
    }

    private init(_ application: ActivityApplication) {
        self.application = application
        host = AppHost(application, renderer: renderer)
    }

    /// Lets the main actor do what it has to do now.
    func turn() async { for _ in 0..<5 { await Task { @MainActor in }.value } }

    func begin() { application.ready(continues: true) }

    // MARK: Windows

    func window(_ index: Int = 0) -> RecordedElement {
        host.windows[index].host.root!.output[0].rendered as! RecordedElement
    }

    /// The ids of the windows' scenes, in the order in which they were opened.
    var open: [String] { host.windows.map(\.scene.declaration) }

    func press(_ index: Int = 0, in window: Int = 0) async {
        self.window(window).all(ButtonElement.self)[index].recorded.send(.activated)
        await turn()
    }

    // MARK: Events

    private func event(_ cause: String) -> ActivityEvent {
        events += 1
        return ActivityEvent(id: "e\(events)", PlatformData(cause: cause))
    }

    static func activity(
        _ type: String = NSUserActivityTypeBrowsingWeb, url: String? = nil, target: String? = nil,
        userInfo: [AnyHashable: Any]? = nil
    ) -> NSUserActivity {
        let activity = NSUserActivity(activityType: type)
        activity.webpageURL = url.flatMap { URL(string: $0) }
        activity.targetContentIdentifier = target
        activity.userInfo = userInfo
        return activity
    }

    /// Whether it was taken; it has come to its window when this returns.
    func `continue`(_ activity: NSUserActivity, _ cause: String = "handoff") async -> Bool {
        await application.continue(event(cause), activity, requiring: [])
    }

    func link(_ url: String) async -> Bool { await `continue`(Self.activity(url: url), "link") }

    func open(_ url: String) async -> Bool { await application.open(event("link"), [URL(string: url)!]) }
}

/// What is told, in the order in which it is.
@MainActor final class Told {
    private(set) var lines: [String] = []
    func add(_ line: String) { lines.append(line) }
    @discardableResult func take() -> [String] {
        defer { lines = [] }
        return lines
    }
}

enum Case {
    static func read(_ name: String, from file: String = #filePath) throws -> [String: Any] {
        let url = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Cases/behaviour/\(name).json")
        guard let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] else {
            throw CocoaError(.fileReadCorruptFile)
        }
        return object
    }
}

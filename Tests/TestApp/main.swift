import Foundation
import UserActivity

// An app as a process of its own, for tests. It writes what it is told, a line each, into `told` beside its Info.plist, and
// looks before each step into `behaviour` there for what to do instead: lines of `step=deed`.

@MainActor final class TestApp: ActivityApplicationDelegate {
    private static let folder = ProcessInfo.processInfo.environment["BATON_APP"] ?? "."
    private let activity = NSUserActivity(activityType: "org.example.test.work")

    func applicationDidFinishLaunching(_ application: ActivityApplication) -> Bool {
        tell("launched \(getpid())")
        activity.title = "Work"
        activity.isEligibleForHandoff = true
        if deed("current") != nil { activity.becomeCurrent() }
        if let kind = deed("scenes") { declareScenes(application, withDelegate: kind == "delegate") }
        act("launch")
        return true
    }

    func application(_ application: ActivityApplication, willContinueUserActivityWithType type: String) -> Bool {
        tell("will \(type)")
        return act("will")
    }

    func application(
        _ application: ActivityApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping @Sendable ([any NSUserActivityRestoring]?) -> Void
    ) -> Bool {
        if userActivity.activityType == NSUserActivityTypeBrowsingWeb {
            tell("link \(userActivity.webpageURL?.absoluteString ?? "")")
        } else {
            tell("continue \(userActivity.userInfo?["page"] ?? "")")
        }
        let isTaken = act("continue")
        if let link = deed("opens"), let url = URL(string: link) {
            Task { tell("opened \(await application.open(url))") }
        }
        return isTaken
    }

    func application(_ application: ActivityApplication, open urls: [URL]) {
        for url in urls { tell("open \(url.absoluteString)") }
        act("open")
    }

    func application(
        _ application: ActivityApplication, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error
    ) { tell("fail \((error as? CocoaError)?.code.rawValue ?? 0)") }

    func application(_ application: ActivityApplication, didUpdate userActivity: NSUserActivity) {
        tell("save")
        act("save")
        tell("saved")
    }

    private func declareScenes(_ application: ActivityApplication, withDelegate: Bool) {
        application.declareScene("window") { [self] scene in
            if withDelegate {
                scene.delegate = TestScene(tell)
            } else {
                // A view that comes later.
                Task { [self] in
                    scene.onContinueUserActivity("org.example.test.work") { [self] in
                        tell("\(scene.id) handles \($0.title ?? "")")
                    }
                }
            }
        }
    }

    /// - Returns: whether it goes well.
    @discardableResult private func act(_ step: String) -> Bool {
        let deed = deed(step)
        switch deed {
        case "die": kill(getpid(), SIGKILL)
        // Goes on from here when it is continued.
        case "stop": kill(getpid(), SIGSTOP)
        case "quit": ActivityApplication.shared.terminate(status: 3)
        default: break
        }
        return deed != "refuse"
    }

    private func deed(_ step: String) -> String? {
        let text = (try? String(contentsOfFile: "\(Self.folder)/behaviour", encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
        return lines.first { $0.first.map(String.init) == step }?.last.map(String.init)
    }

    private func tell(_ line: String) {
        let descriptor = open("\(Self.folder)/told", O_WRONLY)
        guard descriptor >= 0 else { return }
        _ = Array("\(line)\n".utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
    }
}

/// Writes down every call.
@MainActor final class TestScene: ActivitySceneDelegate {
    private let tell: (String) -> Void
    init(_ tell: @escaping (String) -> Void) { self.tell = tell }

    func scene(_ scene: ActivityScene, willConnectWith options: ActivityScene.ConnectionOptions) {
        let titles =
            options.userActivities.map { $0.title ?? "" } + (options.handoffUserActivityType.map { [$0] } ?? [])
        tell("\(scene.id) connects with \(titles.isEmpty ? "nothing" : titles.joined(separator: ", "))")
    }
    func scene(_ scene: ActivityScene, continue userActivity: NSUserActivity) {
        tell("\(scene.id) continues \(userActivity.title ?? "")")
    }
}

// As a shell or a session ends it: in order.
signal(SIGTERM, SIG_IGN)
let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
termination.setEventHandler { MainActor.assumeIsolated { ActivityApplication.shared.terminate(status: 4) } }
termination.resume()

let app = TestApp()
ActivityApplication.shared.delegate = app
withExtendedLifetime((app, termination)) { ActivityApplication.shared.run() }

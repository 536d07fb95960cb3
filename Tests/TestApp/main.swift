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
        tell("continue \(userActivity.userInfo?["page"] ?? "")")
        return act("continue")
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

// As a shell or a session ends it: in order.
signal(SIGTERM, SIG_IGN)
let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
termination.setEventHandler { MainActor.assumeIsolated { ActivityApplication.shared.terminate(status: 4) } }
termination.resume()

let app = TestApp()
ActivityApplication.shared.delegate = app
withExtendedLifetime((app, termination)) { ActivityApplication.shared.run() }

internal import Foundation
internal import GLibKit
internal import SceneRules
internal import Synchronization

/// The life of an app that has no UI framework, and what it is told: activities to continue, things to open.
///
/// ```swift
/// import UserActivity
///
/// @MainActor final class Reader: ActivityApplicationDelegate {
///     private let activity = NSUserActivity(activityType: "org.example.reader.reading")
///
///     func applicationDidFinishLaunching(_ application: ActivityApplication) -> Bool {
///         activity.userInfo = ["line": 1]
///         activity.becomeCurrent()
///         return true
///     }
///
///     func application(
///         _ application: ActivityApplication, continue userActivity: NSUserActivity,
///         restorationHandler: @escaping @Sendable ([any NSUserActivityRestoring]?) -> Void
///     ) -> Bool {
///         guard let line = userActivity.userInfo?["line"] as? Int else { return false }
///         print("going on at line \(line)")
///         return true
///     }
/// }
///
/// @main enum Main {
///     @MainActor static func main() {            // synchronous: an async main leaves the initial thread
///         let reader = Reader()
///         ActivityApplication.shared.delegate = reader    // held weakly
///         withExtendedLifetime(reader) { ActivityApplication.shared.run() }
///     }
/// }
/// ```
///
/// A program that is no app on disk (`Name.app` with an `Info.plist`) can offer its activities to the user's other
/// devices, where an app of the same team that lists the type continues them; it is not launched, and receives nothing.
@MainActor public final class ActivityApplication {
    /// The one application of this process.
    public static let shared = ActivityApplication(
        center: .shared, declaredTypes: AppIdentity.own.declaredTypes, sceneStyle: AppIdentity.own.sceneStyle)

    /// Who is told what happens; held weakly. Set it before `run()`.
    public weak var delegate: (any ActivityApplicationDelegate)?

    /// A UI layer that takes events before the delegate (scenes).
    package weak var eventSink: (any ActivityEventSink)?

    let center: ActivityCenter
    let declaredTypes: Set<String>?
    let sceneStyle: SceneStyle
    /// The tests' own; otherwise the system's.
    let time: TimeSource?
    /// Once the app has declared a scene.
    var dispatcher: SceneDispatcher?
    var handlers: [String: @MainActor (NSUserActivity) -> Bool] = [:]
    /// Whether continue callbacks are delivered: what `applicationDidFinishLaunching` returned; false before.
    private(set) var isContinuing = false
    /// Events of which the app has heard the beginning, and nothing since.
    var begun: [String: Beginning] = [:]
    /// Events that were given up here; what the daemon still says about them is dropped.
    var givenUp: [String] = []
    var openIsImplemented = true
    private var exitStatus: Int32?

    struct Beginning {
        let type: String
        let limit: Task<Void, Never>
    }

    init(
        center: ActivityCenter, declaredTypes: Set<String>?, sceneStyle: SceneStyle = .reuse, time: TimeSource? = nil
    ) {
        self.center = center
        self.declaredTypes = declaredTypes
        self.sceneStyle = sceneStyle
        self.time = time
        center.application = self
    }

    // MARK: Identity

    /// The id of a program that is no app on disk, reverse-DNS: `org.example.tool`. Set it before any other use of this
    /// module; later it is reported and has no effect.
    ///
    /// An app on disk has the `CFBundleIdentifier` of its `Info.plist` and passes over this. Without either, the id is
    /// `local.` and the executable's name. An id that some installed app has is not given to a program by this alone.
    public nonisolated static var identifier: String? {
        get { AppIdentity.chosen.withLock { $0.id } }
        set {
            if let newValue, !AppIdentity.isValid(newValue) {
                return UserActivityDiagnostics.report(
                    .error, "ActivityApplication.identifier must be reverse-DNS, of letters, digits, “-”, “_” and dots."
                )
            }
            let isUsed = AppIdentity.chosen.withLock { chosen in
                if !chosen.isUsed { chosen.id = newValue }
                return chosen.isUsed
            }
            guard isUsed else { return }
            UserActivityDiagnostics.report(.error, "ActivityApplication.identifier was set after it was first used.")
        }
    }

    /// For UI layers: the app's id, and its folder `Name.app` where it has one.
    package nonisolated static var ownID: String { AppIdentity.own.id }
    package nonisolated static var ownFolder: String? { AppIdentity.own.folder }

    // MARK: Running

    /// Runs the app until `terminate(status:)`, and ends the process.
    ///
    /// Called on the initial thread, from a synchronous `main`. Serves the main actor, libdispatch's main queue and GLib's
    /// default main context; Foundation's `RunLoop.main` is not run, so its timers do not fire. Calls the delegate's
    /// `applicationDidFinishLaunching(_:)` inside the loop, then tells the daemon that the app is ready for events. Where
    /// Baton is not there, the app runs all the same.
    public func run() -> Never {
        start()
        Task { finishLaunching() }
        do throws(GLibError) {
            try MainQueue.run()
        } catch {
            // EX_SOFTWARE: no main-actor task would ever run.
            UserActivityDiagnostics.report(.error, "The app cannot run here: \(error.message).")
            exit(70)
        }
        exit(exitStatus ?? 0)
    }

    /// For UI layers that run a loop of their own: connects to the daemon, so that events are on their way while the app
    /// is set up.
    package func start() { center.connect() }

    /// For UI layers: calls `applicationDidFinishLaunching`, then tells the daemon that the app takes events.
    package func finishLaunching() { ready(continues: delegate?.applicationDidFinishLaunching(self) ?? true) }

    /// For UI layers that call their own kind of delegate.
    package func ready(continues: Bool) {
        isContinuing = continues
        center.ready()
        dispatcher?.begin(waitsForEvent: continues && center.wasLaunchedForEvent)
    }

    /// Ends the app: `run()` then ends the process with `status`.
    ///
    /// Returns at once. A current activity that needs saving is asked for its state; then what the daemon was still to be
    /// told is told, for at most a second. The current activity is withdrawn, its saved copies stay. Where `run()` is not running (a UI framework's loop is), the process ends by `exit(3)`.
    public func terminate(status: Int32 = 0) {
        guard exitStatus == nil else { return }
        exitStatus = status
        Task {
            center.saveLast(didUpdate: didUpdate)
            await center.finish(within: .seconds(1))
            if MainQueue.isRunning { MainQueue.quit() } else { exit(status) }
        }
    }

    // MARK: Activity

    /// Whether the user is with this process, as far as it has said so. False at first.
    public private(set) var isActive = false

    /// Says that the user is with this process now: of several processes of one app, the one that said so last takes an
    /// event. Call it when a window comes to the front, or a command is typed.
    public func becomeActive() {
        isActive = true
        center.becameActive()
    }

    /// Says that the user has left. Changes `isActive` alone: which process was active last stays.
    public func resignActive() { isActive = false }
}

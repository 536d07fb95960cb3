internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import Foundation
package import GLibKit
internal import Glibc
internal import Synchronization

/// The process's one meeting point with the daemon: which activity is current, and what the daemon is to be told.
///
/// The calls of the app's own code (any thread, synchronous) change the registry and put an operation at the end of the
/// queue in one step; the announcer works the queue off on the GLib thread, one after the other. Nothing here waits for
/// the daemon. Activities are held weakly, everywhere.
package final class ActivityCenter: Sendable {
    /// Made at first need.
    static let shared = ActivityCenter.ofThisProcess()

    /// Another center for the tasks of a test.
    @TaskLocal static var override: ActivityCenter?

    package static var active: ActivityCenter { override ?? shared }

    /// What the daemon is to be told.
    enum Operation: Sendable {
        case connect
        case announce(id: String, WeakActivity)
        /// The state has been written anew; where the daemon knows it as current, it gets it.
        case refresh(id: String)
        case resign(id: String)
        case invalidate(id: String)
        case needsSave(id: String, WeakActivity)
        case ready
        case active
        /// All of the app's copies where there are no identifiers.
        case deleteSaved([String]?, done: @Sendable () -> Void)
        /// Whose requests to index again the app answers from now on, or no more; "" is the default index.
        case followIndex(String)
        case unfollowIndex(String)
        case close(done: @Sendable () -> Void)
    }

    private struct Registry {
        var currentID: String?
        /// Every activity that has been current and was not invalidated: the daemon may still ask for its last state.
        var activities: [String: WeakActivity] = [:]
        var queue: [Operation] = []
        var isDraining = false
    }

    private let registry = Mutex(Registry())
    let announcer: Announcer
    let connection: DaemonConnection
    package let thread: GLibThread
    /// Whether the daemon has started this process: it has an event for it.
    let wasLaunchedForEvent: Bool
    /// Who takes the daemon's events.
    private let receiver = Mutex(WeakReceiver())
    /// What frameworks above this one keep for the process, see `attachment`.
    let attachments = Mutex<[ObjectIdentifier: any Sendable]>([:])
    /// Who indexes again when the daemon asks.
    let indexOwner = Mutex<(any IndexOwner)?>(nil)
    /// How many connections to the daemon have been made.
    let connections = Mutex(0)
    /// Set where the process is an extension's.
    let extensionWorker = Mutex<(any ExtensionWorker)?>(nil)

    init(thread: GLibThread, instance: Instance, identity: ClientIdentity, starter: DaemonStarter?) {
        self.thread = thread
        wasLaunchedForEvent = identity.launchToken != nil
        connection = DaemonConnection(
            thread: thread, instance: instance, identity: identity, starter: starter, time: .system(on: thread))
        announcer = Announcer(connection: connection)
    }

    private static func ofThisProcess() -> ActivityCenter {
        let environment = ProcessInfo.processInfo.environment
        let identity = AppIdentity.own
        let thread = GLibThread(name: "baton")
        let instance: Instance
        do throws(BatonError) {
            instance = try Instance(folder: nil, environment: environment, userID: getuid())
        } catch {
            // Not reached: without a folder to be named, nothing can be wrong with it.
            preconditionFailure(error.message)
        }
        return ActivityCenter(
            thread: thread, instance: instance, identity: identity.client(),
            // An extension is the daemon's: without it, there is nothing for it to do.
            starter: environment["BATON_EXTENSION"] == nil
                ? DaemonStarter(environment: environment, ownExecutable: identity.executable) : nil)
    }

    // MARK: What activities call

    func makeCurrent(_ activity: NSUserActivity) {
        let id = activity.id
        let weak = WeakActivity(object: activity)
        change { registry in
            guard registry.currentID != id, activity.join(self) else { return nil }
            registry.currentID = id
            registry.activities[id] = weak
            return .announce(id: id, weak)
        }
    }

    func resign(_ activity: NSUserActivity) {
        let id = activity.id
        change { registry in
            guard registry.currentID == id else { return nil }
            registry.currentID = nil
            return .resign(id: id)
        }
    }

    /// - Returns: whether the activity was current.
    @discardableResult
    func invalidate(id: String) -> Bool {
        var wasCurrent = false
        change { registry in
            guard registry.activities.removeValue(forKey: id) != nil else { return nil }
            wasCurrent = registry.currentID == id
            if wasCurrent { registry.currentID = nil }
            return .invalidate(id: id)
        }
        return wasCurrent
    }

    func needsSave(_ activity: NSUserActivity) {
        let id = activity.id
        let weak = WeakActivity(object: activity)
        change { registry in
            guard registry.currentID == id, activity.claimSave() else { return nil }
            return .needsSave(id: id, weak)
        }
    }

    func wasRefused(_ id: String) {
        registry.withLock { if $0.currentID == id { $0.currentID = nil } }
    }

    func deleteSaved(_ identifiers: [String]?, done: @escaping @Sendable () -> Void) {
        change { _ in .deleteSaved(identifiers, done: done) }
    }

    func isCurrent(_ id: String) -> Bool { registry.withLock { $0.currentID == id } }

    /// Read outside the lock, see `WeakActivity`.
    func activity(_ id: String) -> NSUserActivity? { registry.withLock { $0.activities[id] }?.object }

    /// How many activities the center knows of, for tests.
    var count: Int { registry.withLock { $0.activities.count } }

    // MARK: What the application calls

    package func connect() { change { _ in .connect } }
    func ready() { change { _ in .ready } }
    func becameActive() { change { _ in .active } }
    func follow(index: String) { change { _ in .followIndex(index) } }
    func unfollow(index: String) { change { _ in .unfollowIndex(index) } }

    /// The current activity's last state goes to the daemon unasked, since it cannot ask a process that is gone.
    @MainActor func saveLast(didUpdate: (NSUserActivity) -> Void) {
        let current = registry.withLock { registry in registry.currentID.flatMap { registry.activities[$0] } }
        guard let activity = current?.object, activity.needsSave else { return }
        activity.save(didUpdate: didUpdate)
        change { _ in .refresh(id: activity.id) }
    }

    /// Tells the daemon what waits to be told, for at most `limit`, and closes the connection.
    func finish(within limit: Duration) async {
        let told = Gate()
        change { _ in .close(done: { told.open() }) }
        let thread = thread
        let timer = thread.task {
            if (try? await TimeSource.system(on: thread).sleep(limit)) != nil { told.open() }
        }
        await told.wait()
        timer.cancel()
    }

    // MARK: The queue

    /// Changes the registry and says what the daemon is to be told of it, in one step, so that it is told in order.
    private func change(_ body: (inout Registry) -> Operation?) {
        let mustDrain = registry.withLock { registry in
            guard let operation = body(&registry) else { return false }
            registry.queue.append(operation)
            defer { registry.isDraining = true }
            return !registry.isDraining
        }
        if mustDrain { thread.task { [self] in await drain() } }
    }

    private func drain() async {
        await announcer.prepare(EventReceiver(center: self))
        while let operation = next() { await announcer.perform(operation) }
    }

    private func next() -> Operation? {
        registry.withLock { registry in
            if registry.queue.isEmpty {
                registry.isDraining = false
                return nil
            }
            return registry.queue.removeFirst()
        }
    }

    // MARK: Events

    private struct WeakReceiver: Sendable { weak var application: ActivityApplication? }

    var application: ActivityApplication? {
        get { receiver.withLock { $0 }.application }
        set {
            let weak = WeakReceiver(application: newValue)
            receiver.withLock { $0 = weak }
        }
    }
}

/// Opened once; waits until then.
final class Gate: Sendable {
    private let state = Mutex<(isOpen: Bool, waiter: CheckedContinuation<Void, Never>?)>((false, nil))

    func open() {
        let waiter = state.withLock { state in
            state.isOpen = true
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// For one waiter.
    func wait() async {
        await withCheckedContinuation { waiter in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiter = waiter }
                return state.isOpen
            }
            if isOpen { waiter.resume() }
        }
    }
}

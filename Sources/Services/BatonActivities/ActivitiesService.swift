package import ActivityModel
internal import FoundationEssentials
package import GLibKit
package import SQLiteKit

/// The capture door: what each app is doing now, asking it to save, the saved copies.
///
/// Invariants: an owner has at most one current activity; an activity has at most one question to its app under way,
/// and at most one that waits. A method changes the state in one stretch without suspension; after every suspension it
/// looks up by id what it works on, since anything may have happened to it.
package actor ActivitiesService: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    let time: TimeSource
    let store: SavedActivityStore
    let isAllowed: @Sendable (_ app: String, AppSwitches.Name) async -> Bool
    let makeID: @Sendable () -> String
    /// For what the user should see; what only helps to find faults goes to `Log.debug`.
    let log: @Sendable (String) -> Void
    var events = ActivityEvents()

    var owners: [OwnerToken: Owner] = [:]
    /// Everything that is current, or has work under way since it was, by public id.
    var periods: [String: CurrencyPeriod] = [:]
    var questions: [ActivityName: PendingQuestions] = [:]
    /// For each app that has ended activities with work under way.
    var saveOrders: [String: SaveOrder] = [:]
    /// How often each app has saved since its copies were last counted.
    var savesSinceCount: [String: Int] = [:]
    private var counter = 0
    /// The apps of which there is something to tell.
    private var changedApps: Set<String> = []

    /// SQL of the table that the service keeps in `state.db`.
    package static var schema: String { SavedActivityStore.schema }
    package static let maximumOwners = 1024
    /// In seconds: how old a copy may be that says when its activity was last current.
    static let youngCopy: TimeInterval = 60
    /// How long an app may take to save (decisions).
    package static let saveLimit = Duration.seconds(5)
    /// How often an app is told of one activity that it was continued before it acknowledges it.
    static let maximumUnacknowledged = 16

    struct Owner {
        let owner: any ActivityOwner
        /// The public id of its current activity.
        var current: String?
        /// The activity that was last found too large, so that it is said once.
        var warnedAbout: String?
        /// Whether it let the time for its last answer pass.
        var isSilent = false
    }

    /// - Parameters:
    ///   - isAllowed: the user's switches.
    ///   - makeID: a random name that nobody can guess.
    ///   - log: takes what is worth telling; no user content.
    package init(
        thread: GLibThread, time: TimeSource, database: SQLiteDatabase,
        isAllowed: @escaping @Sendable (_ app: String, AppSwitches.Name) async -> Bool,
        makeID: @escaping @Sendable () -> String, log: @escaping @Sendable (String) -> Void
    ) {
        self.thread = thread
        self.time = time
        store = SavedActivityStore(database: database)
        self.isAllowed = isAllowed
        self.makeID = makeID
        self.log = log
    }

    /// Set once by the composition root.
    package func follow(_ events: ActivityEvents) { self.events = events }

    // MARK: Owners

    /// - Throws: `tooMany` beyond `maximumOwners`.
    package func attach(_ owner: any ActivityOwner) throws(BatonError) -> OwnerToken {
        guard owners.count < Self.maximumOwners else {
            throw BatonError(
                .tooMany,
                "More than \(Self.maximumOwners) apps are connected; \(owner.app) can connect when one leaves.")
        }
        let token = OwnerToken(number: nextNumber())
        owners[token] = Owner(owner: owner)
        return token
    }

    /// The connection is gone: its current activity is withdrawn, questions to it end, saved copies stay.
    package func detach(_ token: OwnerToken) {
        guard let owner = owners[token] else { return }
        if let current = owner.current { end(current, as: .withdrawn) }
        owners[token] = nil
        for name in questions.keys where name.token == token { dropQuestions(name) }
        // A resigned activity's last answer will not come: its copy keeps the last known state.
        for id in periods.keys where periods[id]?.name.token == token { periods[id]?.phase = .withdrawn }
    }

    // MARK: Lists

    /// What is current, newest first over all apps.
    package func current() -> [CurrentActivity] {
        let now = time.now()
        return owners.values.compactMap { $0.current.flatMap { periods[$0]?.activity } }
            .filter { !$0.hasExpired(at: now) }
            .sorted { ($0.since, $0.publicID) > ($1.since, $1.publicID) }
    }

    /// What is current in one app, over all of its connections.
    package func current(app: String) -> [CurrentActivity] { current().filter { $0.app == app } }

    /// What other devices may see: current, eligible for handoff, in apps that the user allows it.
    package func offered() async -> [CurrentActivity] {
        var offered: [CurrentActivity] = []
        for activity in current() {
            let isAllowed = await isAllowed(activity.app, .handoff)
            if activity.isOffered(at: time.now(), isAllowed: isAllowed) { offered.append(activity) }
        }
        return offered
    }

    // MARK: What the other files share

    /// Tells the listeners, once in a turn of the loop however much changes in it.
    func tell(_ app: String) {
        if changedApps.isEmpty { thread.task { [self] in await told() } }
        changedApps.insert(app)
    }

    private func told() {
        // Before the call: what changes because of it is told again.
        let apps = changedApps
        changedApps = []
        events.currentChanged(apps)
    }

    func nextNumber() -> Int {
        counter += 1
        return counter
    }

    static var gone: BatonError {
        BatonError(
            .connectionUnavailable, "The app's connection is gone; its activities return when it connects again.")
    }

    static var notCurrent: BatonError { BatonError(.noSuchActivity, "This activity is not current any more.") }
}

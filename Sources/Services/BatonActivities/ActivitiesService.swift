package import ActivityModel
internal import FoundationEssentials
package import GLibKit
package import SQLiteKit

/// The capture door: what each app is doing now, asking it to save, the saved copies.
///
/// Invariant: an owner has at most one current activity, and everything that depends on it (timers, a save under way) is
/// in that owner's slot. Each method changes the slot in one stretch without suspension; after every suspension it looks
/// the slot up again and compares the activity's public id.
package actor ActivitiesService: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    let time: TimeSource
    let store: SavedActivityStore
    private let isAllowed: @Sendable (_ app: String, AppSwitches.Name) async -> Bool
    private let makeID: @Sendable () -> String
    private let log: @Sendable (String) -> Void
    var events = ActivityEvents()
    var slots: [OwnerToken: Slot] = [:]
    private var counter = 0
    private var questions = 0

    /// SQL of the table that the service keeps in `state.db`.
    package static var schema: String { SavedActivityStore.schema }
    package static let maximumOwners = 1024
    /// How long an app may take to save (decisions).
    package static let saveLimit = Duration.seconds(5)

    struct Slot {
        let owner: any ActivityOwner
        var current: CurrentActivity?
        var schedule = SaveSchedule()
        var timer: Task<Void, Never>?
        var expiry: Task<Void, Never>?
        var save: SaveInFlight?
        /// The app's saved copies were deleted: automatic saves do not bring this one back, until the app says that it
        /// is current or needs saving again.
        var isDeleted = false
        var warnedOfSize = false
    }

    /// One question to the app, which several may wait for.
    struct SaveInFlight {
        let number: Int
        let task: Task<Result<ActivityRecord, BatonError>, Never>
    }

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

    package func attach(_ owner: any ActivityOwner) throws(BatonError) -> OwnerToken {
        guard slots.count < Self.maximumOwners else {
            throw BatonError(.tooMany, "More than \(Self.maximumOwners) apps are connected.")
        }
        counter += 1
        let token = OwnerToken(number: counter)
        slots[token] = Slot(owner: owner)
        return token
    }

    /// The connection is gone: its current activity is withdrawn, saved copies stay.
    package func detach(_ token: OwnerToken) {
        guard let slot = slots.removeValue(forKey: token) else { return }
        slot.timer?.cancel()
        slot.expiry?.cancel()
        slot.save?.task.cancel()
        if slot.current != nil { events.currentChanged() }
    }

    // MARK: Currency

    /// Makes an activity the owner's current one. Returns when its saved copy, if it is to have one, is durable; the app
    /// is asked for its state right after, never inside the call.
    ///
    /// - Throws: `BatonError`: an invalid record changes nothing; with `storage` the activity is current all the same.
    package func becomeCurrent(_ token: OwnerToken, _ record: ActivityRecord) async throws(BatonError) {
        let record = try record.validated()
        guard var slot = slots[token] else { throw Self.gone }
        if slot.current?.record.id == record.id {
            // Already current: what the app sent along is newer than what we have.
            slot.current?.record = record
        } else {
            if let previous = slot.current, !slot.isDeleted { resign(previous, of: slot.owner) }
            slot.timer?.cancel()
            slot.save = nil
            slot.schedule = SaveSchedule()
            slot.warnedOfSize = false
            slot.current = CurrentActivity(publicID: makeID(), app: slot.owner.app, record: record, since: time.now())
        }
        slot.isDeleted = false
        slots[token] = slot
        scheduleExpiry(token)
        events.currentChanged()
        warnOfSize(token)
        thread.task { [self] in _ = try? await save(token) }
        try await keepCopy(token)
    }

    /// Asks for the state a last time, then withdraws the activity.
    package func resignCurrent(_ token: OwnerToken, _ id: String) {
        guard let slot = slots[token], let current = slot.current, current.record.id == id else { return }
        clear(token)
        if !slot.isDeleted { resign(current, of: slot.owner) }
        events.currentChanged()
    }

    /// Withdraws the activity for good. The app is not asked any more.
    package func invalidate(_ token: OwnerToken, _ id: String) {
        guard let current = slots[token]?.current, current.record.id == id else { return }
        clear(token)
        events.currentChanged()
    }

    private func clear(_ token: OwnerToken) {
        slots[token]?.timer?.cancel()
        slots[token]?.expiry?.cancel()
        slots[token]?.current = nil
        slots[token]?.save = nil
        slots[token]?.schedule = SaveSchedule()
    }

    /// The last state of an activity that is no longer current, for its saved copy.
    private func resign(_ activity: CurrentActivity, of owner: any ActivityOwner) {
        thread.task { [self] in
            guard let record = try? await ask(owner, activity.record).get() else { return }
            var last = activity
            last.record = record
            do throws(BatonError) { try await keepCopy(of: last) } catch { log(error.description) }
        }
    }

    package func needsSave(_ token: OwnerToken, _ id: String) {
        guard slots[token]?.current?.record.id == id else { return }
        slots[token]?.isDeleted = false
        slots[token]?.schedule.needsSave(at: time.now())
        armTimer(token)
    }

    // MARK: Lists

    /// What is current, newest first over all apps.
    package func current() -> [CurrentActivity] {
        let now = time.now()
        return slots.values.compactMap(\.current).filter { !$0.hasExpired(at: now) }
            .sorted { ($0.since, $0.publicID) > ($1.since, $1.publicID) }
    }

    static var gone: BatonError {
        BatonError(.connectionUnavailable, "The app's connection is gone.")
    }

    func debug(_ text: String) { log(text) }

    func nextQuestion() -> Int {
        questions += 1
        return questions
    }

    // MARK: Saved copies

    func keepCopy(_ token: OwnerToken) async throws(BatonError) {
        guard let slot = slots[token], let current = slot.current, !slot.isDeleted else { return }
        try await keepCopy(of: current)
    }

    private func keepCopy(of activity: CurrentActivity) async throws(BatonError) {
        let record = activity.record
        let now = time.now()
        guard !activity.hasExpired(at: now), !record.isTooLarge else { return }
        var isWanted = false
        if record.isEligible(for: .search) { isWanted = await isAllowed(activity.app, .search) }
        if !isWanted, record.isEligible(for: .prediction) { isWanted = await isAllowed(activity.app, .prediction) }
        guard isWanted else { return }
        var kept = record
        if let required = record.requiredKeys {
            kept.userInfo = try record.payload().keeping(Set(required)).canonicalData
            kept.payloadSize = kept.userInfo?.count
        }
        let copy = SavedActivity(
            app: activity.app, key: SavedActivity.key(for: record), record: kept, savedAt: now,
            expiresAt: record.expirationDate ?? now.addingTimeInterval(SavedActivity.defaultLifetime))
        try await store.save(copy)
        events.saved(copy)
    }

    /// An app's saved copies, newest first; expired ones are not there.
    package func saved(app: String) async throws(BatonError) -> [SavedActivity] {
        try await store.list(app: app, at: time.now())
    }

    package func allSaved() async throws(BatonError) -> [SavedActivity] { try await store.list(app: nil, at: time.now()) }

    package func savedCount() async throws(BatonError) -> Int { try await store.count(at: time.now()) }

    /// Removes what has expired; run when the daemon starts. Later, each save does it.
    package func purge() async throws(BatonError) { try await store.purge(at: time.now()) }

    /// Deletes the copies with these persistent identifiers, and says how many there were.
    package func deleteSaved(app: String, persistentIdentifiers: [String]) async throws(BatonError) -> Int {
        // Before the first suspension: a save that ends meanwhile must not bring a copy back.
        for (token, slot) in slots where slot.owner.app == app {
            if let identifier = slot.current?.record.persistentIdentifier, persistentIdentifiers.contains(identifier) {
                slots[token]?.isDeleted = true
            }
        }
        let keys = try await store.delete(app: app, persistentIdentifiers: persistentIdentifiers)
        if !keys.isEmpty { events.deleted(app, keys) }
        return keys.count
    }

    /// Deletes all of the app's copies: what an app calls when its user logs out.
    package func deleteAllSaved(app: String) async throws(BatonError) -> Int {
        for (token, slot) in slots where slot.owner.app == app { slots[token]?.isDeleted = true }
        let keys = try await store.delete(app: app, persistentIdentifiers: nil)
        if !keys.isEmpty { events.deleted(app, keys) }
        return keys.count
    }
}

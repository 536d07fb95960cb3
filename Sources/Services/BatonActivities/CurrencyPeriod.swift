internal import ActivityModel
internal import FoundationEssentials

/// One stretch of time in which an activity is current, and what is still under way for it afterwards. The service
/// holds it by its public id.
struct CurrencyPeriod: Sendable {
    enum Phase: Sendable {
        case current
        /// Not current any more; the last answer of the app still goes into the saved copy.
        case resigned
        /// Over: nothing that the app answers counts. Copies whose saving had begun are still saved.
        case withdrawn
    }

    let name: ActivityName
    let owner: any ActivityOwner
    private(set) var activity: CurrentActivity
    private(set) var kept: ActivityRecord?
    var phase = Phase.current
    var schedule = SaveSchedule()
    /// Runs while a word of the app waits for its time.
    var timer: Task<Void, Never>?
    /// Runs while the activity has a date at which it ends.
    var expiry: Task<Void, Never>?
    var deletion = DeletionMark.nothing
    /// Copies being saved and last questions being asked: the period is kept while there are any, so that a deletion
    /// finds all whose copies may still be on their way.
    var work = 0
    /// How often the app was told that it was continued, without having acknowledged it.
    var unacknowledged = 0
    /// When it was last current, once it is not.
    var endedAt: Date?
    /// The copy that was last given to the database, whether or not it has arrived.
    var lastCopy: SavedActivity?

    init(name: ActivityName, owner: any ActivityOwner, publicID: String, _ checked: CheckedRecord, since: Date) {
        self.name = name
        self.owner = owner
        activity = CurrentActivity(publicID: publicID, app: owner.app, record: checked.record, since: since)
        kept = checked.kept
    }

    mutating func take(_ checked: CheckedRecord) {
        activity.record = checked.record
        kept = checked.kept
    }

    func isCurrent(at now: Date) -> Bool { phase == .current && !activity.hasExpired(at: now) }

    /// The copy to save now; nil where there is none to be saved.
    func copy(at now: Date, search: Bool, prediction: Bool) -> SavedActivity? {
        guard let kept, !activity.hasExpired(at: now), !deletion.covers(kept) else { return nil }
        guard search && kept.isEligible(for: .search) || prediction && kept.isEligible(for: .prediction) else {
            return nil
        }
        // The last answer of an activity may come when another one is current: that one is the newer.
        let savedAt = endedAt ?? now
        return SavedActivity(
            app: activity.app, key: SavedActivity.key(for: kept, relatedItem: kept.relatedItem), record: kept,
            savedAt: savedAt,
            expiresAt: kept.expirationDate ?? savedAt.addingTimeInterval(SavedActivity.defaultLifetime))
    }
}

package import ActivityModel
package import FoundationEssentials

/// An activity while it is current.
package struct CurrentActivity: Sendable, Hashable {
    /// Random; new each time the activity becomes current, kept while it is. What other devices know it by.
    package let publicID: String
    package let app: String
    package var record: ActivityRecord
    /// When it last became current.
    package let since: Date

    package init(publicID: String, app: String, record: ActivityRecord, since: Date) {
        self.publicID = publicID
        self.app = app
        self.record = record
        self.since = since
    }

    /// Whether it has passed its own expiration date.
    package func hasExpired(at now: Date) -> Bool { record.expirationDate.map { $0 <= now } ?? false }

    /// Whether other devices may see it.
    /// - Parameter isAllowed: the user's handoff switch of the app.
    package func isOffered(at now: Date, isAllowed: Bool) -> Bool {
        isAllowed && record.isEligible(for: .handoff) && !hasExpired(at: now)
    }
}

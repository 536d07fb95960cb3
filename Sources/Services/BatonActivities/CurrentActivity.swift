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
}

/// One app on one connection, whose activities the service keeps.
package protocol ActivityOwner: Sendable {
    var app: String { get }
    /// Asks the app for the activity's state at this moment.
    func save(activityID: String) async throws(BatonError) -> ActivityRecord
    /// Tells the app that its activity was taken over.
    func wasContinued(activityID: String, on device: String) async
}

/// Names an owner that was attached.
package struct OwnerToken: Sendable, Hashable {
    let number: Int
}

/// What follows the capture door.
package struct ActivityEvents: Sendable {
    /// Everything that is current has changed somehow.
    package var currentChanged: @Sendable () -> Void
    package var saved: @Sendable (SavedActivity) -> Void
    /// Copies of an app were deleted, by their keys.
    package var deleted: @Sendable (_ app: String, _ keys: [String]) -> Void

    package init(
        currentChanged: @escaping @Sendable () -> Void = {}, saved: @escaping @Sendable (SavedActivity) -> Void = { _ in },
        deleted: @escaping @Sendable (_ app: String, _ keys: [String]) -> Void = { _, _ in }
    ) {
        self.currentChanged = currentChanged
        self.saved = saved
        self.deleted = deleted
    }
}

package import FoundationEssentials

/// A copy of an activity that outlives its app's process: kept for search and prediction.
package struct SavedActivity: Sendable, Hashable, Codable {
    package var app: String
    /// What makes two copies one, see `key(for:)`.
    package var key: String
    package var record: ActivityRecord
    package var savedAt: Date
    package var expiresAt: Date

    package init(app: String, key: String, record: ActivityRecord, savedAt: Date, expiresAt: Date) {
        self.app = app
        self.key = key
        self.record = record
        self.savedAt = savedAt
        self.expiresAt = expiresAt
    }

    /// How long a copy lives that names no expiration date: one month of 30 days (decisions: `expirationDate == nil`).
    package static let defaultLifetime: TimeInterval = 30 * 24 * 60 * 60

    /// The identity of the copy within its app: the first there is of persistent identifier, related item, web
    /// address, else type and title (decisions: what is saved).
    package static func key(for record: ActivityRecord, relatedItem: String? = nil) -> String {
        if let persistent = record.persistentIdentifier, !persistent.isEmpty { return persistent }
        if let relatedItem, !relatedItem.isEmpty { return relatedItem }
        if let page = record.webpageURL, !page.isEmpty { return page }
        return "\(record.type)\n\(record.title ?? "")"
    }
}

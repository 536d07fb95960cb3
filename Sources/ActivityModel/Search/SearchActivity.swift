/// The activities that come out of a search, by Apple's names. An app takes them without listing their types in
/// `NSUserActivityTypes`.
package enum SearchActivity {
    /// `CSSearchableItemActionType`: an item was opened.
    package static let itemType = "com.apple.corespotlightitem"
    /// `CSSearchableItemActivityIdentifier`: the item's `uniqueIdentifier`.
    package static let itemIdentifier = "kCSSearchableItemActivityIdentifier"
    /// `CSActionIdentifier`: which of the item's buttons was pressed.
    package static let actionIdentifier = "CSActionIdentifier"
    /// `CSQueryContinuationActionType`: the user goes on searching in the app.
    package static let continuationType = "com.apple.corespotlightquerycontinuation"
    /// `CSSearchQueryString`: what the user has typed.
    package static let queryString = "kCSSearchQueryString"

    /// "Search in app".
    package static func continuation(of text: String, id: String) -> ActivityRecord {
        var record = ActivityRecord(id: id, type: continuationType)
        record.eligibility = []
        var payload = Payload()
        payload[queryString] = .string(text)
        record.userInfo = payload.canonicalData
        return record
    }
}

internal import Foundation

/// The type of the activity that an app gets where its user opens one of its items from a search.
public let CSSearchableItemActionType = "com.apple.corespotlightitem"

/// The key of the item's `uniqueIdentifier` in such an activity's `userInfo`.
public let CSSearchableItemActivityIdentifier = "kCSSearchableItemActivityIdentifier"

/// The type of the activity that an app gets where its user wants to go on with a search in the app. Needs
/// `CoreSpotlightContinuation` in the app's Info.plist.
public let CSQueryContinuationActionType = "com.apple.corespotlightquerycontinuation"

/// The key of what had been typed in such an activity's `userInfo`.
public let CSSearchQueryString = "kCSSearchQueryString"

/// The key of the pressed action in the `userInfo` of the activity of an item that lists `actionIdentifiers`.
public let CSActionIdentifier = "CSActionIdentifier"

/// A mailbox for `mailboxIdentifiers`: mail that has come.
public let CSMailboxInbox = "kCSMailboxInbox"
/// A mailbox for `mailboxIdentifiers`: mail that is being written.
public let CSMailboxDrafts = "kCSMailboxDrafts"
/// A mailbox for `mailboxIdentifiers`: mail that was sent.
public let CSMailboxSent = "kCSMailboxSent"
/// A mailbox for `mailboxIdentifiers`: mail that nobody wants.
public let CSMailboxJunk = "kCSMailboxJunk"
/// A mailbox for `mailboxIdentifiers`: mail that was thrown away.
public let CSMailboxTrash = "kCSMailboxTrash"
/// A mailbox for `mailboxIdentifiers`: mail that is kept.
public let CSMailboxArchive = "kCSMailboxArchive"

internal import ActivityModel
public import Foundation
internal import Synchronization

/// A handle for an activity's saved copies.
public typealias NSUserActivityPersistentIdentifier = String

/// The type of the activity that carries a web page: a link that opens in the app, or a page that was being read in a
/// browser. Its `webpageURL` is the page; its `userInfo` is empty.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

extension NSUserActivity {
    /// What the user calls this, in the user's language; nil by default. Search and shortcuts practically need one.
    public var title: String? {
        get { state.withLock { $0.title } }
        set { state.withLock { $0.title = newValue } }
    }

    /// The keys of `userInfo` that restoring needs; nil, the default, keeps every key.
    ///
    /// Saved copies (search, prediction) keep these keys alone. A time or a random value among them makes every copy a
    /// new one, so that nothing is ever predicted. Only keys that are strings can be named.
    public var requiredUserInfoKeys: Set<String>? {
        get { state.withLock { $0.requiredKeys } }
        set { state.withLock { $0.requiredKeys = newValue } }
    }

    /// Words, in the user's language, that help search find the activity. Empty by default.
    public var keywords: Set<String> {
        get { state.withLock { $0.keywords } }
        set { state.withLock { $0.keywords = newValue } }
    }

    /// When the activity ends being useful: no copy of it is offered or found afterwards.
    ///
    /// nil, the default: an offer lives while the activity is current, a saved copy for one month after it was last
    /// current. Apple says that the system chooses a period, and not which.
    public var expirationDate: Date? {
        get { state.withLock { $0.expirationDate } }
        set { state.withLock { $0.expirationDate = newValue } }
    }

    /// Names the content for the choice of a window: scenes say which such strings they take. nil by default.
    public var targetContentIdentifier: String? {
        get { state.withLock { $0.targetContentIdentifier } }
        set { state.withLock { $0.targetContentIdentifier = newValue } }
    }

    /// A handle by which saved copies are found again for `deleteSavedUserActivities(withPersistentIdentifiers:)`; nil by
    /// default. Within an app, a copy replaces the one with the same identifier.
    public var persistentIdentifier: NSUserActivityPersistentIdentifier? {
        get { state.withLock { $0.persistentIdentifier } }
        set { state.withLock { $0.persistentIdentifier = newValue } }
    }

    /// What the user might say to have this done. nil by default. Nothing here listens: it stays in the app.
    public var suggestedInvocationPhrase: String? {
        get { state.withLock { $0.suggestedInvocationPhrase } }
        set { state.withLock { $0.suggestedInvocationPhrase = newValue } }
    }

    /// Who asks the app for fresh state, held weakly. Called on the main actor.
    public var delegate: (any NSUserActivityDelegate)? {
        get { state.withLock { $0.delegate }.object }
        set {
            let box = ActivityState.WeakDelegate(object: newValue)
            state.withLock { $0.delegate = box }
        }
    }

    // MARK: What the activity may be used for

    /// Whether the activity may be offered to the user's other devices. True by default, so a search-only activity
    /// must switch it off.
    public var isEligibleForHandoff: Bool {
        get { isEligible(for: .handoff) }
        set { setEligible(newValue, for: .handoff) }
    }

    /// Whether the activity is saved for search on this device. False by default.
    public var isEligibleForSearch: Bool {
        get { isEligible(for: .search) }
        set { setEligible(newValue, for: .search) }
    }

    /// Whether the activity may go into an index that many users share. False by default. Carried, and used by nothing yet.
    public var isEligibleForPublicIndexing: Bool {
        get { isEligible(for: .publicIndexing) }
        set { setEligible(newValue, for: .publicIndexing) }
    }

    /// Whether the activity is donated for suggestions and shortcuts. False by default. Needs no `isEligibleForSearch`.
    public var isEligibleForPrediction: Bool {
        get { isEligible(for: .prediction) }
        set { setEligible(newValue, for: .prediction) }
    }

    /// Whether a receiver may ask for byte streams (`getContinuationStreams`). False by default. Carried to the receiver;
    /// streams themselves are not there yet.
    public var supportsContinuationStreams: Bool {
        get { state.withLock { $0.supportsContinuationStreams } }
        set { state.withLock { $0.supportsContinuationStreams = newValue } }
    }

    private func isEligible(for use: ActivityRecord.Eligibility) -> Bool {
        state.withLock { $0.eligibility.contains(use) }
    }

    private func setEligible(_ isEligible: Bool, for use: ActivityRecord.Eligibility) {
        state.withLock { state in
            if isEligible { state.eligibility.insert(use) } else { state.eligibility.remove(use) }
        }
    }
}

internal import ActivityModel
internal import Foundation

/// Everything of an activity, behind its one lock.
struct ActivityState {
    var title: String?
    var payload = Payload()
    var requiredKeys: Set<String>?
    var keywords: Set<String> = []
    var webpageURL: URL?
    var referrerURL: URL?
    var expirationDate: Date?
    var targetContentIdentifier: String?
    var persistentIdentifier: String?
    var suggestedInvocationPhrase: String?
    var eligibility: Set<ActivityRecord.Eligibility> = [.handoff]
    var supportsContinuationStreams = false
    var facets: [String: StoredFacet] = [:]
    var delegate = WeakDelegate()
    /// A framework that manages the activity (responders, documents) writes the state here, after the delegate.
    var updater: (@MainActor @Sendable (NSUserActivity) -> Void)?

    var needsSave = true
    /// The daemon knows that the state is out of date, or will when it hears of the activity: it is not told again.
    var isSaveAsked = false
    var isInvalid = false
    /// Handed to the app by the system.
    let isReceived: Bool
    var hasWarnedOfSize = false
    /// Required keys that the payload lacked when that was said last.
    var reportedMissing: [String] = []
    /// Who was told of the activity; nil until it first becomes current.
    var center: ActivityCenter?

    init() { isReceived = false }

    init(received record: ActivityRecord, payload: Payload) {
        title = record.title
        self.payload = payload
        requiredKeys = record.requiredKeys.map(Set.init)
        keywords = Set(record.keywords ?? [])
        webpageURL = record.webpageURL.flatMap { URL(string: $0) }
        referrerURL = record.referrerURL.flatMap { URL(string: $0) }
        expirationDate = record.expirationDate
        targetContentIdentifier = record.targetContentIdentifier
        persistentIdentifier = record.persistentIdentifier
        eligibility = Set(record.eligibility)
        supportsContinuationStreams = record.supportsContinuationStreams ?? false
        facets = (record.facets ?? [:]).mapValues(StoredFacet.encoded)
        needsSave = false
        isReceived = true
    }

    /// The delegate, held weakly.
    struct WeakDelegate: @unchecked Sendable {
        // Proof: the reference is copied under the activity's lock; this module calls the object on the main actor only.
        // What threads an app uses it on is the app's own matter, as on Apple's systems.
        weak var object: (any NSUserActivityDelegate)?
    }
}

/// An activity held weakly. Copying it never makes a strong reference; reading `object` does, so it is read outside locks:
/// the last reference may end there, and `deinit` takes the center's lock.
struct WeakActivity: Sendable {
    weak var object: NSUserActivity?
}

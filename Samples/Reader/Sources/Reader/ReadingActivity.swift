internal import Foundation
internal import ReaderCore
internal import ReaderTerminal
internal import UserActivity

/// The activity of reading a document: it can be continued on another device, and found again by its title.
@MainActor final class ReadingActivity: NSObject {
    private let reader: ReaderController
    private let source: DocumentSource
    private let activity = NSUserActivity(activityType: ReadingState.activityType)

    /// nil while nothing is open.
    init?(_ reader: ReaderController) {
        guard let source = reader.source else { return nil }
        self.reader = reader
        self.source = source
        super.init()
        activity.title = reader.document.title
        activity.requiredUserInfoKeys = ReadingState.keys
        activity.webpageURL = reader.document.address.flatMap { URL(string: $0) }
        activity.keywords = Set(reader.document.title.split(whereSeparator: { !$0.isLetter }).map(String.init))
        activity.isEligibleForHandoff = true
        activity.isEligibleForSearch = true
        activity.userInfo = state
        activity.delegate = self
    }

    func becomeCurrent() { activity.becomeCurrent() }

    /// The place is asked for when it is wanted (`userActivityWillSave`), not sent with each row that one moves.
    func placeChanged() { activity.needsSave = true }

    func invalidate() { activity.invalidate() }

    private var state: [AnyHashable: Any] { ReadingState(source, at: reader.position).userInfo }
}

extension ReadingActivity: NSUserActivityDelegate {
    // The calls come on the main actor; the protocol does not say so in its type.
    nonisolated func userActivityWillSave(_ userActivity: NSUserActivity) {
        MainActor.assumeIsolated { userActivity.addUserInfoEntries(from: state) }
    }

    nonisolated func userActivityWasContinued(_ userActivity: NSUserActivity) {
        MainActor.assumeIsolated { reader.say("Continued on another device") }
    }
}

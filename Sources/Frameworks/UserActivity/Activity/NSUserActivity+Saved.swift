internal import Dispatch
public import Foundation

extension NSUserActivity {
    /// Deletes the app's saved copies with these persistent identifiers, for search and for prediction alike.
    ///
    /// The handler runs on a background queue when the copies are gone. It has no error parameter, as on Apple's systems:
    /// where they could not be deleted (no daemon, for instance) that is reported to `UserActivityDiagnostics`, and the
    /// handler runs all the same. An activity that is current is saved again only when it next becomes current or sets
    /// `needsSave`.
    public class func deleteSavedUserActivities(
        withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier],
        completionHandler handler: @escaping @Sendable () -> Void
    ) {
        ActivityCenter.active.deleteSaved(persistentIdentifiers) { DispatchQueue.global().async(execute: handler) }
    }

    /// Deletes all of the app's saved copies, for search and for prediction alike: what an app does when its user logs out.
    ///
    /// The handler is called as that of `deleteSavedUserActivities(withPersistentIdentifiers:completionHandler:)`.
    public class func deleteAllSavedUserActivities(completionHandler handler: @escaping @Sendable () -> Void) {
        ActivityCenter.active.deleteSaved(nil) { DispatchQueue.global().async(execute: handler) }
    }

    /// Deletes the app's saved copies with these persistent identifiers, and returns when they are gone, or when they could
    /// not be deleted, which is reported to `UserActivityDiagnostics`.
    public class func deleteSavedUserActivities(
        withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier]
    ) async {
        await withCheckedContinuation { done in
            ActivityCenter.active.deleteSaved(persistentIdentifiers) { done.resume() }
        }
    }

    /// Deletes all of the app's saved copies, and returns when they are gone, or when they could not be deleted, which is
    /// reported to `UserActivityDiagnostics`.
    public class func deleteAllSavedUserActivities() async {
        await withCheckedContinuation { done in ActivityCenter.active.deleteSaved(nil) { done.resume() } }
    }
}

extension NSUserActivity {
    /// Asks the device that the activity came from for a pair of byte streams.
    ///
    /// Not there yet: the handler gets no streams and `CocoaError.featureUnsupported` (3328) at once, on a background
    /// queue, which is also what Apple's class answers for an activity that came from nowhere.
    public func getContinuationStreams(
        completionHandler: @escaping @Sendable (InputStream?, OutputStream?, (any Error)?) -> Void
    ) {
        DispatchQueue.global().async { completionHandler(nil, nil, CocoaError(.featureUnsupported)) }
    }

    /// Asks the device that the activity came from for a pair of byte streams.
    /// - Throws: `CocoaError.featureUnsupported` (3328), always: not there yet.
    public func continuationStreams() async throws -> (InputStream, OutputStream) {
        throw CocoaError(.featureUnsupported)
    }
}

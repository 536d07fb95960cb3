public import Foundation

/// What an activity tells the app that made it. Every method has a default that does nothing.
///
/// The calls come on the main actor (Apple's systems may call on a background thread). The protocol does not say so in its
/// types, so that code written for Apple's compiles; a main-actor class conforms with `@MainActor NSUserActivityDelegate`
/// in Swift 6.2 and later:
///
/// ```swift
/// extension ReaderController: @MainActor NSUserActivityDelegate {
///     func userActivityWillSave(_ userActivity: NSUserActivity) {
///         userActivity.addUserInfoEntries(from: ["line": line])
///     }
/// }
/// ```
public protocol NSUserActivityDelegate: AnyObject {
    /// The state is about to be read: write what has changed into the activity now.
    ///
    /// Called before every read: after the activity became current, some time after `needsSave` was set, before it is
    /// continued elsewhere, and when it resigns. There are 5 s for it; then whoever waits gets
    /// `CocoaError.userActivityRemoteApplicationTimedOut`.
    func userActivityWillSave(_ userActivity: NSUserActivity)

    /// Another device, or another app, has taken the activity over; its draft's window may close, for instance.
    func userActivityWasContinued(_ userActivity: NSUserActivity)

    /// The receiver asked for streams. The streams come unopened. Not called yet: see `getContinuationStreams`.
    func userActivity(
        _ userActivity: NSUserActivity, didReceive inputStream: InputStream, outputStream: OutputStream)
}

extension NSUserActivityDelegate {
    /// Does nothing.
    public func userActivityWillSave(_ userActivity: NSUserActivity) {}
    /// Does nothing.
    public func userActivityWasContinued(_ userActivity: NSUserActivity) {}
    /// Does nothing.
    public func userActivity(
        _ userActivity: NSUserActivity, didReceive inputStream: InputStream, outputStream: OutputStream
    ) {}
}

/// An object that shows what an activity holds: a document, a window's controller.
///
/// An app passes such objects to the restoration handler of `application(_:continue:restorationHandler:)`, and each is
/// then told to restore.
@MainActor public protocol NSUserActivityRestoring: AnyObject, Sendable {
    /// Shows what `userActivity` holds. Called on the main actor.
    func restoreUserActivityState(_ userActivity: NSUserActivity)
}

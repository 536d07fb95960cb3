public import Foundation

/// What happens to an app as a whole. Every method has a default; all are called on the main actor.
@MainActor public protocol ActivityApplicationDelegate: AnyObject {
    /// The app runs. Make what it needs to continue activities; those that it was launched for come afterwards.
    /// - Returns: false where the app cannot continue anything: no continue callback is then delivered. The default is true.
    func applicationDidFinishLaunching(_ application: ActivityApplication) -> Bool

    /// The user has chosen to continue an activity here; its state is still being fetched.
    ///
    /// Exactly one of `application(_:continue:restorationHandler:)` and
    /// `application(_:didFailToContinueUserActivityWithType:error:)` follows.
    /// - Returns: whether the app shows progress of its own. The default is false.
    func application(_ application: ActivityApplication, willContinueUserActivityWithType type: String) -> Bool

    /// Continue this activity: a handed-off one, a search result, a link (`NSUserActivityTypeBrowsingWeb`).
    ///
    /// Not called for a type that has a handler (`ActivityApplication.handle(activityType:_:)`).
    /// - Parameters:
    ///   - userActivity: read it, and make one of your own to go on with; it should not be made current.
    ///   - restorationHandler: may be called with objects that show the activity, now or later, from any thread; each is
    ///     then told `restoreUserActivityState(_:)` on the main actor.
    /// - Returns: whether the app took it. A link that no app takes opens in the browser. The default is false.
    func application(
        _ application: ActivityApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping @Sendable ([any NSUserActivityRestoring]?) -> Void
    ) -> Bool

    /// What was to be continued cannot be.
    ///
    /// The error is a `CocoaError`: `userActivityHandoffFailed` (4608), `userActivityConnectionUnavailable` (4609),
    /// `userActivityRemoteApplicationTimedOut` (4610), `userActivityHandoffUserInfoTooLarge` (4611), or `userCancelled`
    /// (3072) where the user has meanwhile chosen another one, which is not to be shown. The default reports the error to
    /// `UserActivityDiagnostics`, unless it is that one.
    func application(
        _ application: ActivityApplication, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error)

    /// An activity is being saved, and its own delegate has written its state: the last chance to amend it. The default
    /// does nothing.
    func application(_ application: ActivityApplication, didUpdate userActivity: NSUserActivity)

    /// Open these: files, links of the app's own scheme. The default opens nothing, and says so to whoever asked.
    func application(_ application: ActivityApplication, open urls: [URL])
}

extension ActivityApplicationDelegate {
    /// Returns true.
    public func applicationDidFinishLaunching(_ application: ActivityApplication) -> Bool { true }

    /// Returns false.
    public func application(
        _ application: ActivityApplication, willContinueUserActivityWithType type: String
    ) -> Bool { false }

    /// Returns false.
    public func application(
        _ application: ActivityApplication, continue userActivity: NSUserActivity,
        restorationHandler: @escaping @Sendable ([any NSUserActivityRestoring]?) -> Void
    ) -> Bool { false }

    /// Reports the error, unless it is `CocoaError.userCancelled`.
    public func application(
        _ application: ActivityApplication, didFailToContinueUserActivityWithType userActivityType: String,
        error: any Error
    ) { UserActivityDiagnostics.reportFailure(error, type: userActivityType) }

    /// Does nothing.
    public func application(_ application: ActivityApplication, didUpdate userActivity: NSUserActivity) {}

    /// Opens nothing.
    public func application(_ application: ActivityApplication, open urls: [URL]) {
        application.openWasNotImplemented()
    }
}

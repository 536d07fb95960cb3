public import Foundation

/// What happens to one scene. Every method has a default; all are called on the main actor.
///
/// In the shape of UIKit's `UISceneDelegate`. Where an app has scenes, these are called instead of the methods of
/// `ActivityApplicationDelegate` that continue and open.
@MainActor public protocol ActivitySceneDelegate: AnyObject {
    /// The scene is there. What it was opened for is in `options`, and is not told again by the other methods; for an
    /// activity that is handed off that is its type alone.
    ///
    /// Without this method, what it was opened for goes to the scene's other methods and handlers.
    func scene(_ scene: ActivityScene, willConnectWith options: ActivityScene.ConnectionOptions)

    /// The user has chosen to continue an activity, and this open scene is to have it; its state is still being fetched.
    ///
    /// Exactly one of `scene(_:continue:)` and `scene(_:didFailToContinueUserActivityWithType:error:)` follows. The default
    /// does nothing.
    func scene(_ scene: ActivityScene, willContinueUserActivityWithType userActivityType: String)

    /// Continue this activity: a handed-off one, a search result, a link (`NSUserActivityTypeBrowsingWeb`).
    ///
    /// Not called for what a handler of the scene takes.
    func scene(_ scene: ActivityScene, continue userActivity: NSUserActivity)

    /// What was to be continued in this scene cannot be; the errors are those of `ActivityApplicationDelegate`. The default
    /// reports to `UserActivityDiagnostics`, unless the user has chosen another one meanwhile.
    func scene(
        _ scene: ActivityScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error)

    /// The scene's `userActivity` is being saved, and its own delegate has written its state: the last chance to amend it.
    /// The default does nothing.
    func scene(_ scene: ActivityScene, didUpdate userActivity: NSUserActivity)

    /// Open these: files, addresses of the app's own schemes. Not called where the scene has an `onOpenURL` handler.
    func scene(_ scene: ActivityScene, openURLs urls: [URL])

    /// The scene was closed. The default does nothing.
    func sceneDidDisconnect(_ scene: ActivityScene)
}

extension ActivitySceneDelegate {
    /// Takes nothing.
    public func scene(_ scene: ActivityScene, willConnectWith options: ActivityScene.ConnectionOptions) {
        scene.isImplemented = false
    }

    /// Does nothing.
    public func scene(_ scene: ActivityScene, willContinueUserActivityWithType userActivityType: String) {
        scene.isImplemented = false
    }

    /// Takes nothing.
    public func scene(_ scene: ActivityScene, continue userActivity: NSUserActivity) { scene.isImplemented = false }

    /// Reports the error, unless it is `CocoaError.userCancelled`.
    public func scene(
        _ scene: ActivityScene, didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) { UserActivityDiagnostics.reportFailure(error, type: userActivityType) }

    /// Does nothing.
    public func scene(_ scene: ActivityScene, didUpdate userActivity: NSUserActivity) {}

    /// Takes nothing.
    public func scene(_ scene: ActivityScene, openURLs urls: [URL]) { scene.isImplemented = false }

    /// Does nothing.
    public func sceneDidDisconnect(_ scene: ActivityScene) {}
}

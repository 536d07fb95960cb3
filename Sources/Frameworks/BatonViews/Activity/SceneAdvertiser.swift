internal import UserActivity

/// The one activity that a window advertises, and who fills it in.
@MainActor final class SceneAdvertiser: NSUserActivityDelegate {
    private let scene: ActivityScene
    private var activity: NSUserActivity?
    private var updates: [(NSUserActivity) -> Void] = []

    init(_ scene: ActivityScene) { self.scene = scene }

    /// Of another type: another activity. Of the same: the state is wanted anew, some time.
    func show(_ offer: ActivityOffer?) {
        guard let offer else {
            updates = []
            activity?.invalidate()
            activity = nil
            scene.userActivity = nil
            return
        }
        updates = offer.updates
        if let activity, activity.activityType == offer.type {
            activity.needsSave = true
            return
        }
        activity?.invalidate()
        let made = NSUserActivity(activityType: offer.type)
        made.delegate = self
        made.needsSave = true
        activity = made
        scene.userActivity = made
        made.becomeCurrent()
    }

    /// The user is with this window now, and what it shows is what the user does.
    func windowIsActive() { activity?.becomeCurrent() }

    nonisolated func userActivityWillSave(_ userActivity: NSUserActivity) {
        MainActor.assumeIsolated {
            guard userActivity === activity else { return }
            for update in updates { update(userActivity) }
            userActivity.needsSave = false
        }
    }
}

internal import ActivityModel
internal import Foundation
internal import Synchronization

extension NSUserActivity {
    func makeCurrent() {
        let isReceived = state.withLock { $0.isReceived } && !activityType.isEmpty
        if isReceived {
            UserActivityDiagnostics.report(
                .warning,
                "An activity that the system handed to the app (\(activityType)) was made current; make one of your own."
            )
        }
        (state.withLock { $0.center } ?? .active).makeCurrent(self)
    }

    func stopBeingCurrent() { state.withLock { $0.center }?.resign(self) }

    func makeInvalid() {
        let center = state.withLock { state in
            state.isInvalid = true
            return state.center
        }
        center?.invalidate(id: id)
    }

    /// The last reference is gone.
    func wasReleased() {
        guard let center = state.withLock({ $0.center }) else { return }
        guard center.invalidate(id: id) else { return }
        UserActivityDiagnostics.report(
            .debug,
            "The current activity (\(activityType)) was released and is withdrawn; hold it for as long as it should be offered."
        )
    }

    /// Takes the activity in for `center`, unless it can never be current.
    func join(_ center: ActivityCenter) -> Bool {
        guard (try? Self.validate(activityType)) != nil else { return false }
        return state.withLock { state in
            if state.isInvalid { return false }
            state.center = center
            // The daemon asks by itself about an activity that became current.
            state.isSaveAsked = true
            return true
        }
    }

    func setNeedsSave(_ needsSave: Bool) {
        let center: ActivityCenter? = state.withLock { state in
            state.needsSave = needsSave
            guard needsSave, !state.isSaveAsked else { return nil }
            return state.center
        }
        // Marked as asked only where the daemon is really told: an activity that is not current is asked when it next is.
        center?.needsSave(self)
    }

    /// Whether the daemon is to be told; true once until it asks for the state.
    func claimSave() -> Bool {
        state.withLock { state in
            if state.isSaveAsked { return false }
            state.isSaveAsked = true
            return true
        }
    }

    /// The daemon could not be told: the next change tells it.
    func unclaimSave() { state.withLock { $0.isSaveAsked = false } }

    var isCurrent: Bool { state.withLock { $0.center }?.isCurrent(id) ?? false }

    // MARK: Saving

    /// Has the app write its state, as before every read of it.
    @MainActor func save(didUpdate: (NSUserActivity) -> Void) {
        let (delegate, updater) = state.withLock { state in
            state.needsSave = false
            state.isSaveAsked = false
            return (state.delegate, state.updater)
        }
        delegate.object?.userActivityWillSave(self)
        updater?(self)
        didUpdate(self)
    }

    @MainActor func wasContinued() { delegate?.userActivityWasContinued(self) }

    /// For frameworks that manage an activity: writes the state at every save, after the delegate.
    package var stateUpdater: (@MainActor @Sendable (NSUserActivity) -> Void)? {
        get { state.withLock { $0.updater } }
        set { state.withLock { $0.updater = newValue } }
    }
}

internal import ActivityModel
package import Foundation
internal import GLibKit

/// A UI layer that takes events before the app's delegate: the one that decides which scene takes an event.
///
/// nil means that no scene does; the app-level handler is asked then.
@MainActor package protocol ActivityEventSink: AnyObject {
    /// Whether the app shows progress of its own.
    func willContinue(_ event: ActivityEvent, type: String) -> Bool?
    /// Whether the activity was taken. Returns when that is known.
    func `continue`(_ event: ActivityEvent, _ userActivity: NSUserActivity) async -> Bool?
    /// Whether the failure was told to whom the beginning was told.
    func didFail(_ event: String, type: String, error: any Error) -> Bool
    func didUpdate(_ userActivity: NSUserActivity)
    func open(_ event: ActivityEvent, _ urls: [URL]) async -> Bool?
    /// The daemon is gone: nobody waits for an answer to what it has sent.
    func senderIsGone()
}

extension ActivityApplication {
    /// How long a begun continuation may take here. The daemon's own limits (5 s to save, 15 s to launch) end it earlier;
    /// this is for a daemon that is gone and does not come back.
    nonisolated static let continuationLimit = Duration.seconds(60)

    /// Events that are remembered as given up, so that what comes late of them is dropped.
    nonisolated static let maximumGivenUp = 64

    // MARK: Two steps

    func willContinue(_ event: ActivityEvent, type: String) -> Bool {
        guard isContinuing, begun[event.id] == nil else { return false }
        // On GLib's clock: `Task.sleep` would have libdispatch wake the process once a second from then on.
        let time = TimeSource.system(on: center.thread)
        let limit = center.thread.task { [weak self] in
            if (try? await time.sleep(Self.continuationLimit)) != nil { await self?.giveUp(event.id, .timedOut) }
        }
        begun[event.id] = Beginning(type: type, limit: limit)
        return eventSink?.willContinue(event, type: type)
            ?? delegate?.application(self, willContinueUserActivityWithType: type) ?? false
    }

    func `continue`(
        _ event: ActivityEvent, _ activity: NSUserActivity, requiring required: [String]
    ) async -> Bool {
        guard isContinuing, !givenUp.contains(event.id) else { return false }
        if let eventSink {
            guard !lacksOne(activity, required) else {
                fail(event.id, type: activity.activityType, with: Self.lacksKey)
                return false
            }
            // It has come: what waits in a scene from now on has the scene's time.
            finish(event.id)
            if let taken = await eventSink.continue(event, activity) { return taken }
        }
        switch route(activity, requiring: required) {
        case .failure(let error):
            fail(event.id, type: activity.activityType, with: error)
            return false
        case .success(let handler):
            finish(event.id)
            return handler(activity)
        }
    }

    /// The second step is that it cannot be continued; or the only step, where nothing had been begun.
    func fail(_ event: String, type: String, with error: BatonError) {
        guard isContinuing, !givenUp.contains(event) else { return }
        finish(event)
        tellFailure(event, type: type, error)
    }

    /// The daemon gives up a continuation. Only one that had been begun: after its end there is nothing to fail.
    func daemonFailed(_ event: String, type: String, with error: BatonError) {
        guard begun[event] != nil else { return }
        fail(event, type: type, with: error)
    }

    /// Ends a continuation that the daemon will not end.
    private func giveUp(_ event: String, _ code: BatonError.Code) {
        guard let type = begun[event]?.type else { return }
        finish(event)
        givenUp.append(event)
        // The daemon has long given up the oldest too.
        if givenUp.count > Self.maximumGivenUp { givenUp.removeFirst() }
        tellFailure(event, type: type, BatonError(code, "The continuation was not finished."))
    }

    /// The connection was lost while these were under way.
    func failWhatWasBegun() {
        for event in begun.keys.sorted() { giveUp(event, .connectionUnavailable) }
        eventSink?.senderIsGone()
    }

    private func finish(_ event: String) { begun.removeValue(forKey: event)?.limit.cancel() }

    private func tellFailure(_ event: String, type: String, _ error: BatonError) {
        let cocoa = CocoaError(
            CocoaError.Code(rawValue: error.code.cocoaCode), userInfo: [NSLocalizedDescriptionKey: error.message])
        if eventSink?.didFail(event, type: type, error: cocoa) == true { return }
        if let delegate {
            delegate.application(self, didFailToContinueUserActivityWithType: type, error: cocoa)
        } else {
            UserActivityDiagnostics.reportFailure(cocoa, type: type)
        }
    }

    // MARK: Routing

    /// By type alone: its handler, else the delegate. A type that the app neither declares nor handles fails, and reaches
    /// nobody (case C68).
    private func route(
        _ activity: NSUserActivity, requiring required: [String]
    ) -> Result<@MainActor (NSUserActivity) -> Bool, BatonError> {
        let type = activity.activityType
        if let handler = handlers[type] {
            return lacksOne(activity, required) ? .failure(Self.lacksKey) : .success(handler)
        }
        // A program without a manifest, and without handlers, continues whatever its delegate takes.
        let declared = declaredTypes ?? (handlers.isEmpty ? nil : [])
        if let declared, !declared.contains(type), !Self.systemTypes.contains(type) {
            return .failure(BatonError(.handoffFailed, "The app does not continue activities of this type."))
        }
        return .success { [self] in tellDelegate($0) }
    }

    private func lacksOne(_ activity: NSUserActivity, _ required: [String]) -> Bool {
        guard !required.isEmpty else { return false }
        let keys = activity.userInfo ?? [:]
        return !required.allSatisfy { keys[AnyHashable($0)] != nil }
    }

    private static let lacksKey = BatonError(.handoffFailed, "The activity came without a key that it needs.")

    /// Types that the system makes; an app need not declare them.
    private static let systemTypes: Set<String> = [
        NSUserActivityTypeBrowsingWeb, "com.apple.corespotlightitem", "com.apple.corespotlightquerycontinuation",
    ]

    private func tellDelegate(_ activity: NSUserActivity) -> Bool {
        delegate?.application(self, continue: activity) { objects in
            guard let objects else { return }
            if Thread.isMainThread {
                MainActor.assumeIsolated { objects.forEach { $0.restoreUserActivityState(activity) } }
            } else {
                Task { @MainActor in objects.forEach { $0.restoreUserActivityState(activity) } }
            }
        } ?? false
    }

    // MARK: One step

    func didUpdate(_ activity: NSUserActivity) {
        eventSink?.didUpdate(activity)
        delegate?.application(self, didUpdate: activity)
    }

    func open(_ event: ActivityEvent, _ urls: [URL]) async -> Bool {
        if let taken = await eventSink?.open(event, urls) { return taken }
        guard let delegate else { return false }
        openIsImplemented = true
        delegate.application(self, open: urls)
        return openIsImplemented
    }

    func openWasNotImplemented() { openIsImplemented = false }
}

extension ActivityApplication {
    /// Continues activities of one type, instead of the delegate; nil removes the handler.
    ///
    /// The handler is called on the main actor and returns whether it took the activity. An activity that came without one
    /// of its `requiredUserInfoKeys` does not reach it but fails. An app that is no app on disk and has handlers takes the
    /// types of its handlers and the system's (`NSUserActivityTypeBrowsingWeb`, search results) alone; every other one
    /// fails.
    public func handle(activityType: String, _ handler: (@MainActor (NSUserActivity) -> Bool)?) {
        handlers[activityType] = handler
    }
}

internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import Foundation
internal import Synchronization

/// What the daemon asks of this process, taken to the main actor.
struct EventReceiver: AppHandler {
    /// The center outlives the connection that holds this; weak, so that a test's center can end.
    private weak var center: ActivityCenter?

    init(center: ActivityCenter) { self.center = center }

    func saveActivity(_ id: String) async throws -> ActivityRecord {
        guard let activity = center?.activity(id) else {
            throw BatonError(.noSuchActivity, "The app has released or withdrawn the activity.")
        }
        let application = center?.application
        await MainActor.run {
            activity.save { application?.didUpdate($0) }
        }
        return activity.record()
    }

    func activityWasContinued(_ id: String, details: ContinuedDetails) async {
        guard let activity = center?.activity(id) else { return }
        await MainActor.run { activity.wasContinued() }
    }

    func willContinue(event: String, type: String, platform: PlatformData) async -> Bool {
        let event = ActivityEvent(id: event, platform)
        return await center?.application?.willContinue(event, type: type) ?? false
    }

    func continueActivity(event: String, activity: ActivityRecord, platform: PlatformData) async throws -> Bool {
        let event = ActivityEvent(id: event, platform)
        guard let application = center?.application else { return false }
        do throws(BatonError) {
            if activity.isTooLarge {
                throw BatonError(.tooLarge, "The activity's userInfo is over 1 MiB, so its state did not come along.")
            }
            let payload = try activity.payload()
            return await application.continue(
                event, NSUserActivity(received: activity, payload: payload), requiring: activity.requiredKeys ?? [])
        } catch {
            await application.fail(event.id, type: activity.type, with: error)
            return false
        }
    }

    func didFailToContinue(event: String, type: String, error: BatonError) async {
        await center?.application?.daemonFailed(event, type: type, with: error)
    }

    func open(event: String, urls: [String], platform: PlatformData) async -> Bool {
        let event = ActivityEvent(id: event, platform)
        var addresses: [URL] = []
        for (index, text) in urls.enumerated() {
            switch OpenedAddress(text) {
            case .good(let url): addresses.append(url)
            case .bad(let reason):
                UserActivityDiagnostics.report(
                    .warning,
                    "Of \(urls.count) addresses to open, number \(index + 1) is passed over: \(reason).")
            }
        }
        guard !addresses.isEmpty else { return false }
        return await center?.application?.open(event, addresses) ?? false
    }

    func reindexAll(index: String) async throws { try await indexOwner().reindexAll(index: index) }

    func reindex(index: String, identifiers: [String]) async throws {
        try await indexOwner().reindex(index: index, identifiers: identifiers)
    }

    func describeFile(_ path: String, contentType: String) async throws -> Data {
        guard let worker = center?.extensionWorker.withLock({ $0 }) else {
            throw BatonError(.refused, "The program is no extension that describes files.")
        }
        return try await worker.describeFile(path, contentType: contentType)
    }

    private func indexOwner() throws(BatonError) -> any IndexOwner {
        // An extension is asked for every index, whether or not it follows it.
        if let worker = center?.extensionWorker.withLock({ $0 }) { return worker }
        guard let owner = center?.indexOwner.withLock({ $0 }) else {
            throw BatonError(.indexUnavailable, "The app does not use an index now; it is asked again when it does.")
        }
        return owner
    }

    /// The daemon would not have this activity.
    func wasRefused(_ id: String) { center?.wasRefused(id) }

    /// Before anything is said on the new connection.
    func countConnection() { center?.connections.withLock { $0 += 1 } }

    /// The app is connected, perhaps again: what an earlier connection had begun will not be finished.
    func connectionWasMade() async { await center?.application?.failWhatWasBegun() }
}

/// One thing that the daemon delivers, and what it says about it.
package struct ActivityEvent: Sendable {
    package let id: String
    /// What the desktop gave to raise a window, if anything.
    package let activationToken: String?
    /// The name of the device it comes from.
    package let origin: String?
    /// `handoff`, `search`, `shortcut`, `link`, `share`, `document`, `restore`.
    package let cause: String?
    /// What an activity that is still to come is about.
    package let targetContentIdentifier: String?
    package let webpageURL: String?

    init(id: String, _ platform: PlatformData) {
        self.id = id
        activationToken = platform.activationToken
        origin = platform.origin
        cause = platform.cause
        targetContentIdentifier = platform.targetContentIdentifier
        webpageURL = platform.webpageURL
    }
}

internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
internal import BatonHandoff
internal import BatonLinks
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

// What one service asks for, supplied by another. No service imports another; they meet here.

/// The handoff service's way to what is current.
struct CurrentSource: OfferSource {
    let activities: ActivitiesService

    func freshState(of offer: String) async throws(BatonError) -> ActivityRecord {
        try await activities.freshState(of: offer)
    }

    func wasContinued(_ offer: String, on device: String) async {
        await activities.wasContinued(offer, on: device)
    }
}

/// The handoff service's way to the apps.
struct AppsDoor: ContinueDoor {
    let apps: AppsService
    let links: LinksService

    func manifests() async -> [AppManifest] { await apps.manifests() }
    func allowsHandoff(_ app: String) async -> Bool { await apps.switches(for: app).handoff }
    func continuationApp(for page: String) async -> String? {
        guard let url = LinkURL(page) else { return nil }
        return await links.table.continuationApp(for: url)
    }
    func deliver(_ event: AppEvent) async -> AppEvent.Outcome { await apps.deliver(event) }
}

/// The handoff service's way to the other devices.
struct DeviceLinks: HandoffLinks {
    let devices: DevicesService

    func send(_ message: HandoffMessage, to device: String) async throws(BatonError) {
        try await devices.send(LinkFrame(message), to: device)
    }

    func linked() async -> [String] { await devices.linkedDevices() }
    func name(of device: String) async -> String? { await devices.name(of: device) }
}

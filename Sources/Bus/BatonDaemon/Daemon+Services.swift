internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import BatonHandoff
internal import BatonLinks
internal import BatonSearch
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

// Making the services that need something of the system.

extension Daemon {
    func makeApps(_ database: SQLiteDatabase, _ log: @escaping @Sendable (String) -> Void) -> AppsService {
        var own: [String: String] = [:]
        own["BATON_INSTANCE"] = instance.directory
        own["BATON_DAEMON"] = ProcessIdentity.executable
        own["BATON_ADDRESS"] = instance.address
        let environment = LaunchEnvironment(daemon: configuration.environment, baton: own)
        return AppsService(
            thread: thread, time: time, folders: configuration.appFolders ?? instance.appFolders,
            store: SQLiteSwitchStore(database: database),
            launcher: ProcessLauncher(thread: thread, environment: environment),
            browser: DesktopBrowser(
                command: { [weak self] in await self?.settings?[.browser] },
                handler: LinkHandler(folder: instance.stateFolder, environment: configuration.environment),
                environment: configuration.environment),
            searchPath: configuration.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", log: log,
            randomness: { [UInt8](RandomSource.system.bytes($0)) })
    }

    func makeLinks(_ database: SQLiteDatabase, _ log: @escaping @Sendable (String) -> Void) -> LinksService {
        LinksService(
            thread: thread, time: time, fetcher: SiteFetcher(thread: thread, time: time),
            store: SQLiteLinkStore(database: database), log: log)
    }

    /// The associations and the desktop's list of schemes go with the apps.
    func linksFollow(_ running: Running) async {
        let apps = await running.apps.manifests()
        await running.links.appsChanged(apps)
        // An instance is no part of the desktop.
        if instance.directory == nil {
            SchemesEntry(environment: configuration.environment, daemon: ProcessIdentity.executable ?? "batond")
                .update(for: apps)
        }
    }

    func makeSearch(_ host: DaemonSearchHost) -> SearchService {
        SearchService(
            thread: thread, time: time, path: instance.searchFile, host: host,
            makeID: { UUID().uuidString.lowercased() }, log: { Log.info($0) })
    }

    func makeDevices(
        _ database: SQLiteDatabase, _ log: @escaping @Sendable (String) -> Void
    ) async throws(BatonError) -> DevicesService {
        let store = DeviceStore(database: database)
        return DevicesService(
            thread: thread, time: time, store: store, identity: try await store.identity(),
            network: TLSLinkNetwork(thread: thread, time: time),
            configuration: .init(name: deviceName(), listenAddresses: listenAddresses()), log: log)
    }
}

/// Links and offers, and what programs are told of them.
struct DevicesFollower: DevicesObserver {
    let handoff: HandoffService
    let sessions: SessionRegistry

    func linkUp(_ device: String) async {
        await handoff.linkUp(device)
        await sessions.emit(DevicesMethods.interface, DevicesMethods.changed, to: .user)
    }
    func linkDown(_ device: String) async {
        await handoff.linkDown(device)
        await sessions.emit(DevicesMethods.interface, DevicesMethods.changed, to: .user)
    }
    func received(_ message: HandoffMessage, from device: String) async {
        await handoff.received(message, from: device)
    }

    func devicesChanged(_ change: DevicesChange) async {
        switch change {
        case .askedToJoin(let joiner):
            Log.info("device \(joiner.id.prefix(8)) asks to join")
            let record = try? VariantEncoder().encode(JoinerInfo(name: joiner.name, id: joiner.id), as: "a{sv}")
            if let record {
                await sessions.emit(
                    DevicesMethods.interface, DevicesMethods.joinRequested, .tuple([record]), to: .user)
            }
        case .joined(let device): Log.info("device \(device.id.prefix(8)) has joined")
        case .removed(let id):
            Log.info("device \(id.prefix(8)) is not one of the user's any more")
            await handoff.forget(id)
        case .alone(let byOthers):
            Log.info(byOthers ? "the other devices have removed this one" : "this device shares with no other any more")
            await handoff.forgetAll()
        case .noLongerAsking:
            // Nobody any more: the programs that ask for the code stop.
            if let none = try? VariantEncoder().encode(JoinerInfo(), as: "a{sv}") {
                await sessions.emit(DevicesMethods.interface, DevicesMethods.joinRequested, .tuple([none]), to: .user)
            }
        case .updated: break
        }
        await sessions.emit(DevicesMethods.interface, DevicesMethods.changed, to: .user)
    }
}

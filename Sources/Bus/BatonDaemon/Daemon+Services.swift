internal import ActivityModel
internal import BatonApps
internal import BatonBus
internal import BatonHandoff
internal import GLibKit
internal import SQLiteKit

// Making the services that need something of the system.

extension Daemon {
    func makeApps(_ database: SQLiteDatabase, _ log: @escaping @Sendable (String) -> Void) -> AppsService {
        var own: [String: String] = [:]
        own["BATON_INSTANCE"] = instance.directory
        own["BATON_DAEMON"] = ProcessIdentity.executable
        let environment = LaunchEnvironment(daemon: configuration.environment, baton: own)
        return AppsService(
            thread: thread, time: time, folders: configuration.appFolders ?? instance.appFolders,
            store: SQLiteSwitchStore(database: database),
            launcher: ProcessLauncher(thread: thread, environment: environment),
            browser: DesktopBrowser(
                command: { [weak self] in await self?.settings?[.browser] }, environment: configuration.environment),
            searchPath: configuration.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin", log: log,
            randomness: { [UInt8](RandomSource.system.bytes($0)) })
    }

    func makeDevices(
        _ database: SQLiteDatabase, _ log: @escaping @Sendable (String) -> Void
    ) -> DevicesService {
        DevicesService(
            thread: thread, time: time, database: database,
            network: TLSLinks(network: TLSNetwork(thread: thread, time: time)), random: .system, name: deviceName(),
            bindAddresses: listenAddresses(), log: log)
    }

    /// Links and offers, and what programs are told of them.
    func wire(_ devices: DevicesService, to handoff: HandoffService, _ sessions: SessionRegistry) async {
        let thread = thread
        var events = DevicesService.Events()
        events.linkUp = { id in thread.task { await handoff.linkUp(id) } }
        events.linkDown = { id in thread.task { await handoff.linkDown(id) } }
        events.forgotten = { id in thread.task { await handoff.forget(id) } }
        events.received = { message, id in await handoff.received(message, from: id) }
        events.changed = { thread.task { await sessions.emit(DevicesMethods.interface, DevicesMethods.changed) } }
        events.joinRequested = { joiner in
            Log.info("a device asks to join: \(joiner.id.prefix(8))")
            thread.task {
                guard
                    let record = try? VariantEncoder().encode(
                        JoinerInfo(name: joiner.name, id: joiner.id), as: "a{sv}")
                else { return }
                await sessions.emit(DevicesMethods.interface, DevicesMethods.joinRequested, .tuple([record]))
            }
        }
        await devices.follow(events)
    }
}

/// The devices' links over TLS.
private struct TLSLinks: LinkNetwork {
    let network: TLSNetwork

    func listen(
        _ addresses: [String], handler: @escaping @Sendable (any FrameStream) -> Void
    ) async throws(GLibError) -> any LinkListening {
        try await Listening(listener: network.listen(addresses) { handler($0) })
    }

    func dial(_ address: String, within limit: Duration) async throws(GLibError) -> any FrameStream {
        try await network.dial(address, within: limit)
    }

    private struct Listening: LinkListening {
        let listener: TLSListener
        func addresses() async -> [String] { await listener.addresses }
        func stop() async { await listener.stop() }
    }
}

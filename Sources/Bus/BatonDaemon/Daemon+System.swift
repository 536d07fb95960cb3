internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
internal import BatonHandoff
internal import BatonSearch
internal import FoundationEssentials
internal import GLibKit

// What the daemon says of itself, its settings, forgetting everything.

extension Daemon {
    func deviceName() -> String { settings?[.deviceName] ?? Device.displayName(ProcessIdentity.hostName) }

    func status() async -> StatusInfo {
        let devices = await running?.devices.devices() ?? []
        let apps = await running?.apps.manifests() ?? []
        var runningApps = 0
        for app in apps where await running?.apps.isRunning(app.id) == true { runningApps += 1 }
        var status = StatusInfo(
            version: configuration.spoken.release, pid: Int(ProcessIdentity.current), startedAt: startedAt,
            device: deviceName(),
            deviceID: devices.first(where: \.isSelf)?.device.id ?? "", instance: instance.directory,
            socket: instance.socket, stateFolder: instance.stateFolder,
            logPlace: Log.hasJournal ? "journal" : instance.logFile, sessionBus: running?.bus != nil,
            listening: await running?.devices.listeningAddresses() ?? [],
            devices: devices.count, reachableDevices: devices.filter { $0.reachable && !$0.isSelf }.count,
            apps: apps.count, runningApps: runningApps,
            currentActivities: await running?.activities.current().count ?? 0,
            savedActivities: (try? await running?.activities.savedCount()) ?? 0,
            offers: await running?.handoff.offers().count ?? 0, problems: await findings().count)
        status.indexed = try? await running?.search.statistics().reduce(0) { $0 + $1.items + $1.activities }
        return status
    }

    // MARK: Settings

    func setting(_ name: String) throws(BatonError) -> String {
        let key = try Settings.key(name)
        return settings?[key] ?? Self.defaultValue(key, deviceName())
    }

    func allSettings() -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: Settings.Key.allCases.map { key in
                (key.rawValue, settings?[key] ?? Self.defaultValue(key, deviceName()))
            })
    }

    func set(_ name: String, to value: String) async throws(BatonError) {
        let key = try Settings.key(name)
        guard var changed = settings else { throw BatonError(.internal, "The daemon is stopping.") }
        try changed.set(key, to: value)
        settings = changed
        switch key {
        case .deviceName: try await running?.devices.rename(deviceName())
        case .bind, .port: await running?.devices.listen(on: listenAddresses())
        case .terminal: await running?.apps.setTerminal(settings?[.terminal])
        case .browser: break
        }
    }

    private static func defaultValue(_ key: Settings.Key, _ deviceName: String) -> String {
        switch key {
        case .deviceName: deviceName
        case .port: "0"
        case .bind, .browser, .terminal: ""
        }
    }

    /// Where to listen for the user's devices: what the settings say, else loopback for an instance, else everywhere.
    func listenAddresses() -> [String] {
        let port = settings?[.port].flatMap(Int.init) ?? 0
        let wanted = settings?[.bind] ?? (instance.directory == nil ? "all" : "127.0.0.1")
        return wanted.split(separator: ",").flatMap { word -> [String] in
            // One socket for both families, so that there is one port to keep and to name.
            word == "all"
                ? [
                    NumericAddress.join(
                        FileManager.default.fileExists(atPath: "/proc/net/if_inet6") ? "::" : "0.0.0.0", port)
                ]
                : [NumericAddress.join(String(word), port)]
        }
    }

    // MARK: Forgetting

    /// Forgets everything: devices, saved activities, settings, registered apps, the log. The daemon stops; the next start
    /// is a first one.
    func reset() async throws(BatonError) {
        forgets = true
        do throws(BatonError) {
            try await running?.devices.reset()
        } catch {
            // The file goes all the same.
            Log.warning("reset: \(error.code)")
        }
        Log.info("everything is forgotten, as asked")
        thread.task { [self] in await stop() }
    }

    func eraseFiles() {
        // A socket that systemd made is systemd's.
        for left in instance.erase(socket: configuration.descriptors.isEmpty) {
            Log.error("\(left.path) could not be removed: \(left.reason)")
        }
    }
}

package import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
internal import BatonHandoff
internal import BatonLinks
internal import BatonSearch
internal import FoundationEssentials
internal import GLibKit
internal import Glibc
internal import SQLiteKit

/// Holds the lock that makes this the instance's only daemon.
final class LockHolder: Sendable {
    private let lock: LockFile
    init(_ lock: consuming LockFile) { self.lock = lock }
}

// Starting, in the order in which things depend on each other.

extension Daemon {
    /// "BATN": marks the files as ours.
    static let applicationID: Int32 = 0x4241_544E

    /// How long another program may hold `state.db`, a backup for instance: everything that is stored waits behind it.
    private static let lockLimit = Duration.seconds(1)

    /// What `state.db` holds. A new version is a new migration; released ones are never changed.
    static var migrations: [Migration] {
        [
            Migration(
                1, [ActivitiesService.schema, AppsService.schema, DevicesService.schema].joined(separator: "\n")),
            Migration(2, SQLiteReindexStore.schema),
            Migration(3, SQLiteLinkStore.schema),
        ]
    }

    /// Starts the daemon; when this returns, clients can connect.
    /// - Throws: `BatonError`: `alreadyDone` where another daemon runs, `storage` for files that cannot be used.
    package func start() async throws(BatonError) {
        try makeFolders()
        do throws(BatonError) {
            let settings = try Settings(path: instance.configFile)
            self.settings = settings
            let hadState = FileManager.default.fileExists(atPath: instance.stateFile)
            let database = try await openState()
            let running = try await compose(database)
            self.running = running
            removeOldCopies()
            do throws(BatonError) { try await running.activities.purge() } catch { Log.error(error.description) }
            await running.apps.setTerminal(settings[.terminal])
            // Before the apps: what they name is compared with what is stored.
            try await running.links.start()
            try await running.apps.start()
            await startSearch(running.search, hadState: hadState)
            try await running.devices.start()
            try await nameDevice(running.devices)
            // Last: a client that comes early must not find the devices unknown.
            try await listen()
            await joinSessionBus()
            await running.reindexing.start()
            await linksFollow(running)
            watchFolder()
            Log.info("batond \(configuration.spoken.release) serves \(instance.socket)")
        } catch {
            await abandon()
            throw error
        }
    }

    /// Without an index everything else goes on; `doctor` says what is wrong with it.
    private func startSearch(_ search: SearchService, hadState: Bool) async {
        do throws(BatonError) { try await search.start(mayHaveLost: hadState) } catch { Log.error(error.description) }
    }

    /// How long the daemon that was there first may take until it listens; its own start is bounded by this, too.
    private static let startLimit = Duration.seconds(10)

    /// Waits until the daemon that holds the lock takes connections; false where it does not within the limit.
    package func othersListen() async -> Bool {
        let address = instance.address
        let thread = thread
        let time = time
        let late = BatonError(.timedOut, "The other daemon does not listen.")
        do {
            try await time.withLimit(Self.startLimit, onTimeout: late, on: thread) {
                while true {
                    if let connection = try? await BusConnection.connect(to: address, on: thread) {
                        return await connection.close()
                    }
                    // It was ending, and has ended: this one's turn.
                    if await self.isUnlocked() { throw late }
                    try await time.sleep(.milliseconds(10))
                }
            }
            return true
        } catch {
            return false
        }
    }

    private func isUnlocked() -> Bool {
        do throws(GLibError) {
            return try LockFile(path: instance.runLock) != nil
        } catch {
            return false
        }
    }

    /// The settings and `state.db` hold the device's name both. Where a crash came between the two, or the host has
    /// another name now, the settings count.
    private func nameDevice(_ devices: DevicesService) async throws(BatonError) {
        guard let own = await devices.devices().first(where: \.isSelf), own.device.name != deviceName() else { return }
        try await devices.rename(deviceName())
    }

    private func abandon() async {
        if let running {
            for listener in running.listeners { listener.stop() }
            await running.devices.stop()
            await running.links.stop()
            await running.search.stop()
            try? await running.database.close()
        }
        running = nil
        releaseFiles()
    }

    private func makeFolders() throws(BatonError) {
        do throws(GLibError) {
            for folder in Set([
                instance.runtimeFolder, instance.stateFolder, instance.configFolder, socketFolder,
            ]) { try PrivateFolder.make(folder) }
            guard let lock = try LockFile(path: instance.runLock) else {
                throw GLibError(domain: "baton", code: 1, message: "")
            }
            runLock = LockHolder(lock)
        } catch {
            if error.domain == "baton" {
                throw BatonError(.alreadyDone, "A daemon runs already for \(instance.directory ?? "this user").")
            }
            throw BatonError(.storage, "The daemon's folders cannot be used: \(error.message).")
        }
    }

    private var socketFolder: String {
        instance.socket.lastIndex(of: "/").map { String(instance.socket[..<$0]) } ?? instance.runtimeFolder
    }

    /// Opens `state.db`. A damaged file is set aside and said, and the rest goes on; one of a newer version is refused.
    private func openState() async throws(BatonError) -> SQLiteDatabase {
        do {
            return try await openDatabase()
        } catch let error as SQLiteError where error.code == .corrupt || error.code == .notADatabase {
            return try await replaceState()
        } catch {
            throw BatonError(.storage, "Baton's state cannot be opened: \(error)")
        }
    }

    private func replaceState() async throws(BatonError) -> SQLiteDatabase {
        do {
            let kept = try SQLiteDatabase.setAside(path: instance.stateFile, now: time.now())
            let finding = Finding(
                what: "The state file was damaged; it was set aside as \(kept), and a new one was begun",
                remedy:
                    "this device must join the others again; the old file goes after 30 days, or when saved activities are "
                    + "deleted")
            findingsAtStart.append(finding)
            Log.error("\(finding.what); \(finding.remedy)")
            return try await openDatabase()
        } catch {
            throw BatonError(.storage, "Baton's damaged state could not be replaced: \(error)")
        }
    }

    /// Everything that was saved in them has expired by then.
    private static let copiesAreKept: TimeInterval = 30 * 86_400

    private func removeOldCopies() {
        do {
            let old = try SQLiteDatabase.removeKeptCopies(
                path: instance.stateFile, before: time.now().addingTimeInterval(-Self.copiesAreKept))
            if !old.isEmpty {
                Log.info("\(old.count) kept copies of the state were older than 30 days and are removed")
            }
        } catch { Log.warning("old copies of the state could not be removed: \(error)") }
    }

    private func openDatabase() async throws -> SQLiteDatabase {
        try await SQLiteDatabase.open(
            path: instance.stateFile, durability: .full, migrations: Self.migrations,
            applicationID: Self.applicationID, busyTimeout: Self.lockLimit)
    }

    /// The private socket: given by systemd, else made.
    private func listen() async throws(BatonError) {
        guard let sessions = running?.sessions else { return }
        let thread = thread
        let handler: @Sendable (IncomingSocket) -> Void = { socket in
            thread.task { await sessions.accept(socket) }
        }
        do throws(GLibError) {
            if configuration.descriptors.isEmpty {
                running?.listeners = [try BusListener(path: instance.socket, on: thread, handler: handler)]
                hasMadeSocket = true
            } else {
                for descriptor in configuration.descriptors {
                    running?.listeners.append(try BusListener(descriptor: descriptor, on: thread, handler: handler))
                }
            }
        } catch {
            throw BatonError(.storage, "The socket \(instance.socket) cannot be made: \(error.message).")
        }
        // For people who look for it, where the folder's own path was too long for a socket.
        if let directory = instance.directory, !instance.socket.hasPrefix(directory) {
            try? PrivateFile.write(Data((instance.socket + "\n").utf8), to: "\(directory)/socket-path")
        }
    }

    /// The same objects on the session bus, if there is one. An instance is private: it takes no name there.
    private func joinSessionBus() async {
        guard configuration.usesSessionBus, instance.directory == nil, let sessions = running?.sessions else { return }
        do {
            guard let bus = try await BusConnection.sessionBus(on: thread) else { return }
            try await sessions.serve(on: bus)
            guard try await bus.ownName(BusNames.name) else {
                Log.warning("another process owns \(BusNames.name) on the session bus")
                return
            }
            running?.bus = bus
            await running?.apps.setScopeMaker(SystemdScopes(bus: bus))
        } catch {
            Log.warning("the session bus cannot be used: \(error)")
        }
    }

    /// A daemon whose instance folder vanishes stops: nobody can reach it any more.
    private func watchFolder() {
        let thread = thread
        folderWatch = try? FileMonitor(path: socketFolder, on: thread) { [weak self] in
            guard let self else { return }
            thread.task { await self.checkFolder() }
        }
    }

    private func checkFolder() async {
        guard running != nil, configuration.descriptors.isEmpty else { return }
        guard !FileManager.default.fileExists(atPath: instance.socket) else { return }
        Log.warning("the socket \(instance.socket) has been removed: stopping")
        await stop()
    }

    /// Removes what only a running daemon has.
    func releaseFiles() {
        // Not what else may be there under its name.
        if hasMadeSocket { unlink(instance.socket) }
        hasMadeSocket = false
        runLock = nil
    }
}

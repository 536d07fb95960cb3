internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
internal import BatonHandoff
internal import FoundationEssentials
package import GLibKit
internal import SQLiteKit

/// The composition root: builds the services, wires the protocols that they ask for, and serves them to clients.
package actor Daemon: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    let configuration: DaemonConfiguration
    let time: TimeSource
    let startedAt: Date
    var instance: Instance { configuration.instance }

    /// What exists from the end of `start` to `stop`.
    struct Running {
        let database: SQLiteDatabase
        let activities: ActivitiesService
        let apps: AppsService
        let devices: DevicesService
        let handoff: HandoffService
        let sessions: SessionRegistry
        var listeners: [BusListener] = []
        var bus: BusConnection?
    }
    var running: Running?
    var settings: Settings?
    var runLock: LockHolder?
    var hasMadeSocket = false
    /// What went wrong at the start and was worked around, for `doctor`.
    var findingsAtStart: [Finding] = []
    private var stopTask: Task<Void, Never>?
    private var onStopped: (@Sendable () -> Void)?
    var folderWatch: FileMonitor?
    private var isPublishing = false
    private var afterStop: [@Sendable () -> Void] = []

    package init(configuration: DaemonConfiguration, thread: GLibThread, time: TimeSource) {
        self.configuration = configuration
        self.thread = thread
        self.time = time
        startedAt = time.now()
    }

    /// Runs when the daemon has stopped, for whatever reason.
    package func onStopped(_ handler: @escaping @Sendable () -> Void) { onStopped = handler }

    /// Runs `work` when all files are closed.
    func onceStopped(_ work: @escaping @Sendable () -> Void) { afterStop.append(work) }

    /// Takes a connected socket as a client: how tests connect without a socket file.
    package func accept(_ socket: IncomingSocket) async { await running?.sessions.accept(socket) }

    // MARK: Wiring

    /// Builds everything over an open database.
    func compose(_ database: SQLiteDatabase) async throws(BatonError) -> Running {
        let thread = thread
        let time = time
        let makeID: @Sendable () -> String = { UUID().uuidString.lowercased() }
        let log: @Sendable (String) -> Void = { Log.info($0) }
        let apps = makeApps(database, log)
        let activities = ActivitiesService(
            thread: thread, time: time, database: database,
            isAllowed: { app, name in await apps.switches(for: app)[name] }, makeID: makeID, log: log)
        let devices = try await makeDevices(database, log)
        let handoff = HandoffService(
            thread: thread, time: time, links: DeviceLinks(devices: devices),
            source: CurrentSource(activities: activities), door: AppsDoor(apps: apps), makeID: makeID)
        let sessions = SessionRegistry(thread: thread, time: time, activities: activities, apps: apps)
        await activities.follow(
            ActivityEvents(currentChanged: { [weak self] in
                guard let self else { return }
                thread.task { await self.currentChanged() }
            }))
        await apps.onChange { [weak self] in
            guard let self else { return }
            thread.task { await self.appsChanged() }
        }
        await handoff.onChange {
            thread.task { await sessions.emit(HandoffMethods.interface, HandoffMethods.offersChanged) }
        }
        await devices.observe(DevicesFollower(handoff: handoff, sessions: sessions))
        var router = BusRouter<ClientSession>(log: { Log.error($0) })
        ConnectionInterface(
            apps: apps, deviceName: { [weak self] in await self?.deviceName() ?? "" },
            pid: Int(ProcessIdentity.current)
        ).register(in: &router)
        ActivitiesInterface(activities: activities).register(in: &router)
        AppsInterface(apps: apps).register(in: &router)
        HandoffInterface(handoff: handoff).register(in: &router)
        DevicesInterface(devices: devices, daemon: self).register(in: &router)
        SystemInterface(daemon: self).register(in: &router)
        await sessions.serve(router)
        return Running(
            database: database, activities: activities, apps: apps, devices: devices, handoff: handoff,
            sessions: sessions)
    }

    /// Coalesced: however often something changes in one turn of the loop, the offers are made once.
    private func currentChanged() async {
        guard !isPublishing, let running else { return }
        isPublishing = true
        // Everything that changes before this runs again is in what is then published.
        thread.task { [self] in
            await publish()
        }
        await running.sessions.emit(ActivitiesMethods.interface, ActivitiesMethods.currentChanged)
    }

    private func publish() async {
        isPublishing = false
        guard let running else { return }
        var offers: [Offer] = []
        for current in await running.activities.current() where current.record.isEligible(for: .handoff) {
            guard await running.apps.switches(for: current.app).handoff else { continue }
            let manifest = try? await running.apps.show(current.app)
            offers.append(Offer(current, manifest: manifest))
        }
        await running.handoff.publish(offers)
    }

    private func appsChanged() async {
        guard let running else { return }
        await running.sessions.judgeClaims()
        await running.sessions.emit(AppsMethods.interface, AppsMethods.changed)
        await running.sessions.emit(HandoffMethods.interface, HandoffMethods.offersChanged)
        await publish()
    }

    // MARK: Ending

    /// Ends in order: clients are told, what is under way is finished, files are closed. Idempotent.
    package func stop() async {
        if let stopTask { return await stopTask.value }
        let task = Task(executorPreference: thread) { [self] in await end() }
        stopTask = task
        await task.value
    }

    private func end() async {
        if let running {
            for listener in running.listeners { listener.stop() }
            await running.sessions.emit(SystemMethods.interface, SystemMethods.stopping)
            await running.devices.stop()
            await running.apps.stop()
            await running.sessions.closeAll()
            do { try await running.database.close() } catch { Log.error("closing the database: \(error)") }
        }
        folderWatch = nil
        running = nil
        releaseFiles()
        Log.info("stopped")
        for work in afterStop { work() }
        onStopped?()
    }
}

extension Offer {
    init(_ current: CurrentActivity, manifest: AppManifest?) {
        self.init(
            id: current.publicID, app: current.app, team: manifest?.team ?? current.app, type: current.record.type,
            since: current.since)
        appName = manifest?.name
        title = current.record.title
        webpageURL = current.record.webpageURL
        expiresAt = current.record.expirationDate
        supportsStreams = current.record.supportsContinuationStreams
    }
}

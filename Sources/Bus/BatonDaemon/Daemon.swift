internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
internal import BatonHandoff
internal import BatonLinks
internal import BatonSearch
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
        let search: SearchService
        let links: LinksService
        let reindexing: ReindexCoordinator
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
    /// The apps of whose current activities clients are still to be told.
    private var changedApps: Set<String> = []
    /// Whether all files go when they are closed.
    var forgets = false

    package init(configuration: DaemonConfiguration, thread: GLibThread, time: TimeSource) {
        self.configuration = configuration
        self.thread = thread
        self.time = time
        startedAt = time.now()
    }

    /// Runs when the daemon has stopped, for whatever reason.
    package func onStopped(_ handler: @escaping @Sendable () -> Void) { onStopped = handler }

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
        let links = makeLinks(database, log)
        let handoff = HandoffService(
            thread: thread, time: time, links: DeviceLinks(devices: devices),
            source: CurrentSource(activities: activities), door: AppsDoor(apps: apps, links: links), makeID: makeID)
        let searchHost = DaemonSearchHost(apps: apps, activities: activities)
        let search = makeSearch(searchHost)
        let sessions = SessionRegistry(thread: thread, time: time, activities: activities, apps: apps, search: search)
        let reindexing = ReindexCoordinator(
            thread: thread, time: time, store: SQLiteReindexStore(database: database), followers: sessions,
            extensions: AppIndexExtensions(apps: apps), log: log)
        searchHost.whenLost { apps in await reindexing.lost(apps: apps) }
        let follower = SavedFollower(search: search, apps: apps, thread: thread)
        await activities.follow(
            ActivityEvents(
                currentChanged: { [weak self] apps in
                    guard let self else { return }
                    thread.task { await self.currentChanged(in: apps) }
                },
                saved: { follower.saved($0) },
                deleted: { follower.deleted($0, $1) }))
        await apps.onChange { [weak self] in
            guard let self else { return }
            thread.task { await self.appsChanged() }
        }
        await links.onChange {
            thread.task {
                await sessions.emit(LinksMethods.interface, LinksMethods.changed, to: .user)
                // A page of a browser's may go to another app now.
                await sessions.emit(HandoffMethods.interface, HandoffMethods.offersChanged, to: .user)
            }
        }
        await handoff.onChange {
            thread.task { await sessions.emit(HandoffMethods.interface, HandoffMethods.offersChanged, to: .user) }
        }
        await devices.observe(DevicesFollower(handoff: handoff, sessions: sessions))
        var router = BusRouter<ClientSession>(log: { Log.error($0) })
        ConnectionInterface(
            apps: apps, daemon: self, spoken: configuration.spoken, pid: Int(ProcessIdentity.current)
        ).register(in: &router)
        ActivitiesInterface(activities: activities, follower: follower).register(in: &router)
        AppsInterface(apps: apps).register(in: &router)
        HandoffInterface(handoff: handoff).register(in: &router)
        DevicesInterface(devices: devices, daemon: self).register(in: &router)
        SearchInterface(search: search, apps: apps, daemon: self, sessions: sessions, reindexing: reindexing, follower: follower)
            .register(in: &router)
        DescribeInterface(apps: apps).register(in: &router)
        let opener = LinkOpener(
            links: links, apps: apps, time: time, deviceName: { [weak self] in await self?.deviceName() ?? "" })
        LinksInterface(links: links, apps: apps, opener: opener).register(in: &router)
        SystemInterface(daemon: self).register(in: &router)
        await sessions.serve(router)
        return Running(
            database: database, activities: activities, apps: apps, devices: devices, handoff: handoff,
            search: search, links: links, reindexing: reindexing, sessions: sessions)
    }

    /// Coalesced: however often something changes in one turn of the loop, the offers are made once.
    private func currentChanged(in apps: Set<String>) async {
        guard running != nil else { return }
        changedApps.formUnion(apps)
        guard !isPublishing else { return }
        isPublishing = true
        // Everything that changes before this runs again is in what is then published.
        thread.task { [self] in await tellOfCurrent() }
    }

    /// The other devices first: a call of the D-Bus library takes as long as all of the rest.
    private func tellOfCurrent() async {
        await publish()
        let changed = changedApps
        changedApps = []
        await running?.sessions.emit(
            ActivitiesMethods.interface, ActivitiesMethods.currentChanged, to: .userAnd(changed))
    }

    private func publish() async {
        isPublishing = false
        guard let running else { return }
        let manifests = await running.apps.manifests()
        var offers: [Offer] = []
        for current in await running.activities.current() where current.record.isEligible(for: .handoff) {
            guard await running.apps.switches(for: current.app).handoff else { continue }
            offers.append(Offer(current, manifest: manifests.first { $0.id == current.app }))
        }
        await running.handoff.publish(offers)
    }

    private func appsChanged() async {
        guard let running else { return }
        await running.sessions.judgeClaims()
        await linksFollow(running)
        await running.reindexing.appsChanged()
        await running.sessions.emit(AppsMethods.interface, AppsMethods.changed, to: .all)
        await running.sessions.emit(HandoffMethods.interface, HandoffMethods.offersChanged, to: .user)
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
            await running.sessions.emit(SystemMethods.interface, SystemMethods.stopping, to: .all)
            await running.devices.stop()
            await running.links.stop()
            await running.reindexing.stop()
            await running.apps.stop()
            await running.sessions.closeAll()
            await running.search.stop()
            do { try await running.database.close() } catch { Log.error("closing the database: \(error)") }
        }
        folderWatch = nil
        running = nil
        Log.info("stopped")
        // Under the lock: a daemon that starts meanwhile finds all of it or nothing.
        if forgets { eraseFiles() }
        releaseFiles()
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
        targetContentIdentifier = current.record.targetContentIdentifier
        expiresAt = current.record.expirationDate
        supportsStreams = current.record.supportsContinuationStreams
    }
}

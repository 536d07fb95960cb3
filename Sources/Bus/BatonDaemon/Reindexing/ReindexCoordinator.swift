internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// Has apps index again what the search service has lost: the running app, where it follows its index, else its index
/// extension, else the app when it next runs and follows.
///
/// One index at a time. A process that follows is asked once for a loss; an extension is started again after growing
/// pauses, a few times in all, however often the daemon starts meanwhile (`ReindexLedger`).
actor ReindexCoordinator: GLibActor {
    nonisolated let thread: GLibThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let time: TimeSource
    private let store: any ReindexStore
    private let followers: any IndexFollowers
    private let extensions: any IndexExtensions
    private let log: @Sendable (String) -> Void

    private(set) var ledger = ReindexLedger()
    private var loading: Task<Void, Never>?
    /// Items that are to be indexed again by themselves. Not kept: whoever asks for them asks again.
    private var items: [IndexName: Set<String>] = [:]
    /// Indexes that processes have followed since the start.
    private var followed: Set<IndexName> = []
    /// The last process that was asked for the present loss, or for items, of each index.
    private var asked: [IndexName: Int] = [:]
    private var working: Task<Void, Never>?
    private var mustLook = false
    private var timer: Task<Void, Never>?
    /// Nothing is started before the daemon can be reached, or when it ends.
    private var isOpen = false

    /// Indexes of which single items wait, items of each, and bytes of their identifiers: beyond that, it is everything.
    static let maximumIndexes = 64
    static let maximumItems = 1000
    static let maximumBytes = 256 * 1024
    /// Indexes that are remembered as followed; of one app.
    static let maximumFollowed = 4096
    static let maximumFollowedOfApp = 64
    /// How long it waits where too many ask for extensions.
    static let crowdPause = TimeInterval(60)

    init(
        thread: GLibThread, time: TimeSource, store: any ReindexStore, followers: any IndexFollowers,
        extensions: any IndexExtensions, log: @escaping @Sendable (String) -> Void
    ) {
        self.thread = thread
        self.time = time
        self.store = store
        self.followers = followers
        self.extensions = extensions
        self.log = log
    }

    /// Begins: clients can connect from now on.
    func start() async {
        await load()
        isOpen = true
        look()
    }

    /// Nothing is begun any more.
    func stop() {
        isOpen = false
        timer?.cancel()
    }

    // MARK: What is asked of it

    /// The items of these apps are lost; those of all apps where none are named. Returns when that is noted for good.
    func lost(apps: [String]?) async {
        await load()
        ledger.lose(apps)
        asked = asked.filter { !(apps?.contains($0.key.app) ?? true) }
        do throws(BatonError) { try await store.saveLosses(ledger) } catch { log(error.description) }
        look()
    }

    /// These items are to be indexed again, before they expire for instance.
    func reindex(_ identifiers: [String], of index: IndexName) async {
        await load()
        guard items[index] != nil || items.count < Self.maximumIndexes else {
            return log("items of \(items.count) indexes wait to be indexed again; \(index.app) is not asked for more")
        }
        let all = items[index, default: []].union(identifiers)
        let bytes = all.reduce(0) { $0 + $1.utf8.count }
        guard all.count <= Self.maximumItems, bytes <= Self.maximumBytes else {
            items[index] = nil
            return await lost(apps: [index.app])
        }
        items[index] = all
        asked[index] = nil
        look()
    }

    /// A process follows this index from now on.
    func follows(_ index: IndexName) {
        if !followed.contains(index) {
            guard followed.count < Self.maximumFollowed,
                followed.count(where: { $0.app == index.app }) < Self.maximumFollowedOfApp
            else { return }
            followed.insert(index)
        }
        look()
    }

    /// Apps, their switches or which of them run have changed.
    func appsChanged() { look() }

    // MARK: The work

    private enum Way {
        case follower(any IndexFiller)
        case appExtension
    }

    private struct Job {
        let index: IndexName
        let way: Way
        /// nil: everything.
        let identifiers: [String]?
        /// The loss that it is for.
        let loss: Int
    }

    private func load() async {
        if let loading { return await loading.value }
        let task = thread.task { [self] in await read() }
        loading = task
        await task.value
    }

    private func read() async {
        do throws(BatonError) { ledger = try await store.load() } catch { log(error.description) }
    }

    private func look() {
        guard isOpen else { return }
        mustLook = true
        guard working == nil else { return }
        working = thread.task { [self] in await work() }
    }

    private func work() async {
        while mustLook, isOpen {
            mustLook = false
            guard let job = await next() else { continue }
            mustLook = true
            await perform(job)
        }
        working = nil
        await setTimer()
    }

    /// What can be done now.
    private func next() async -> Job? {
        for index in items.keys.sorted() {
            guard let way = await way(for: index, at: time.now()) else { continue }
            return Job(index: index, way: way, identifiers: items[index]?.sorted(), loss: ledger.loss(of: index.app))
        }
        for index in await due() {
            guard let way = await way(for: index, at: ledger.extensionTime(index, now: time.now())) else { continue }
            return Job(index: index, way: way, identifiers: nil, loss: ledger.loss(of: index.app))
        }
        return nil
    }

    /// The indexes that are due and that somebody may fill: those that are followed, and those of apps with an extension.
    private func due() async -> [IndexName] {
        guard !ledger.losses.isEmpty else { return [] }
        var names = followed
        let apps = Set(await extensions.apps())
        names.formUnion(apps.map { IndexName(app: $0, index: nil) })
        names.formUnion(ledger.entries.keys.filter { apps.contains($0.app) })
        return names.filter(ledger.isDue).sorted()
    }

    /// - Parameter start: when the app's extension may be started.
    private func way(for index: IndexName, at start: Date?) async -> Way? {
        guard await extensions.isAllowed(index.app) else { return nil }
        let fillers = await followers.fillers(of: index)
        if let filler = fillers.first(where: { $0.number > asked[index] ?? -1 }) { return .follower(filler) }
        guard fillers.isEmpty, let start, start <= time.now() else { return nil }
        return await extensions.apps().contains(index.app) ? .appExtension : nil
    }

    private func perform(_ job: Job) async {
        do throws(BatonError) {
            switch job.way {
            case .follower(let filler):
                asked[job.index] = filler.number
                if let identifiers = job.identifiers {
                    try await filler.reindex(identifiers)
                } else {
                    try await filler.reindexAll()
                }
            case .appExtension: try await extensions.fill(job.index, job.identifiers)
            }
        } catch {
            return await failed(job, error)
        }
        if let identifiers = job.identifiers {
            settled(identifiers, job.index)
        } else {
            ledger.fill(job.index, for: job.loss)
            await save(job.index)
            log("\(job.index.app) has indexed its items again")
        }
    }

    private func failed(_ job: Job, _ error: BatonError) async {
        // The daemon's own end is no fault of the app's.
        guard isOpen else { return }
        log("\(job.index.app) could not index its items again: \(error.code)")
        guard case .appExtension = job.way else { return }
        if let identifiers = job.identifiers { return settled(identifiers, job.index) }
        if error.code == .tooMany {
            ledger.wait(job.index, until: time.now().addingTimeInterval(Self.crowdPause))
        } else {
            ledger.fail(job.index, now: time.now())
        }
        await save(job.index)
    }

    /// They are done, or given up: what was asked for meanwhile is not.
    private func settled(_ identifiers: [String], _ index: IndexName) {
        items[index]?.subtract(identifiers)
        if items[index]?.isEmpty == true { items[index] = nil }
    }

    private func save(_ index: IndexName) async {
        guard let entry = ledger.entries[index] else { return }
        do throws(BatonError) { try await store.save(index, entry) } catch { log(error.description) }
    }

    /// Looks again when the first extension may be started again.
    private func setTimer() async {
        timer?.cancel()
        let now = time.now()
        let first = await due().compactMap { ledger.extensionTime($0, now: now) }.filter { $0 > now }.min()
        guard isOpen, working == nil, let first else { return }
        let pause = Duration.seconds(first.timeIntervalSince(now))
        timer = thread.task { [self] in
            guard (try? await time.sleep(pause)) != nil else { return }
            await appsChanged()
        }
    }
}

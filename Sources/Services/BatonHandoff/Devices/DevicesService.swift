package import ActivityModel
internal import FoundationEssentials
package import GLibKit

/// The user's devices: who they are, how they are reached, and what they say to each other.
///
/// Everything that several steps of this actor rely on is changed in one step without a suspension. The group alone
/// needs storage in between: whoever changes it holds `groupTurn`, and its new value is durable before it counts here.
package actor DevicesService: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    package struct Configuration: Sendable {
        /// How this device is called until `rename` says otherwise.
        package var name: String
        /// `host:port` to listen on once that is wanted; port 0 keeps the last one or takes the system's choice.
        package var listenAddresses: [String]
        /// The machine's addresses, which stand for a socket that listens on all.
        package var localAddresses: @Sendable () -> [String]

        package init(
            name: String, listenAddresses: [String] = ["127.0.0.1:0"],
            localAddresses: (@Sendable () -> [String])? = nil
        ) {
            self.name = name
            self.listenAddresses = listenAddresses
            self.localAddresses = localAddresses ?? { LocalAddresses.current() }
        }
    }

    let time: TimeSource
    let store: DeviceStore
    let identity: DeviceIdentity
    let network: any LinkNetwork
    let random: RandomSource
    private let writeLog: @Sendable (String) -> Void
    private var logLimit = LogLimit()
    var configuration: Configuration
    var observer: (any DevicesObserver)?

    /// Between `start` and `stop`.
    var isRunning = false
    var name: String
    var group: DeviceGroup?
    let groupTurn = TurnTaking()
    var hints: [String: DeviceStore.Hint] = [:]

    // What goes on, each by a number that is never used again.
    private var lastNumber = 0
    private var tasks: [Int: Task<Void, Never>] = [:]

    /// Channels whose peer is not known yet.
    var strangers: [Int: any FrameStream] = [:]
    var admission = Admission()
    /// Channels whose peer is known, and the one of each peer that is its link.
    var connections: [Int: Connection] = [:]
    var current: [String: Int] = [:]
    var diallers: [String: Dialler] = [:]
    /// How long the next pause is; kept until a link has lasted.
    var backoffs: [String: Backoff] = [:]
    var hintShares: [String: HintShares] = [:]
    /// Devices that refused this one: not dialled until the list changes.
    var refusals: [String: BatonError.Code] = [:]

    var listening: (any LinkListening)?
    var bound: [String] = []
    var listeningFailure: String?
    let listeningTurn = TurnTaking()
    var lastPort: Int?

    var invitation: Inviting?
    /// Joiners whose code was right, until they say that they have stored the group.
    var confirmed: [Int: Outcome<Bool>] = [:]
    var joining: Joining?
    /// How the last join ended, for those who ask late.
    var lastJoin: (id: String, Result<Device, BatonError>)?

    package static var schema: String { DeviceStore.schema }

    package init(
        thread: GLibThread, time: TimeSource, store: DeviceStore, identity: DeviceIdentity, network: any LinkNetwork,
        configuration: Configuration, random: RandomSource = .system, log: @escaping @Sendable (String) -> Void
    ) {
        self.thread = thread
        self.time = time
        self.store = store
        self.identity = identity
        self.network = network
        self.configuration = configuration
        self.random = random
        writeLog = log
        name = Device.displayName(configuration.name)
    }

    /// Who is told what happens. Set before `start`.
    package func observe(_ observer: (any DevicesObserver)?) { self.observer = observer }

    /// Reads what is stored; listens and dials if there are other devices.
    package func start() async throws(BatonError) {
        guard !isRunning else { return }
        let stored = try await store.load()
        if let stored = stored.name { name = stored }
        group = stored.group
        hints = stored.hints
        lastPort = stored.port
        isRunning = true
        // A port that is taken is told by `findings`; the others can still be dialled.
        try? await updateListening()
        dialOthers()
    }

    /// Ends all links, joins and invitations, and waits for what is under way. Idempotent; `start` may follow.
    package func stop() async {
        guard isRunning else { return }
        isRunning = false
        await closeInvitation(.cancelled)
        if let joining { await cancelJoin(joining.id) }
        for dialler in diallers.values { dialler.task?.cancel() }
        diallers = [:]
        for shares in hintShares.values { shares.timer?.cancel() }
        hintShares = [:]
        for number in connections.keys {
            // What was said last still goes out; nothing is waited for from the peers.
            connections[number]?.peerMoved = true
            drain(number)
        }
        for stream in strangers.values { await stream.close() }
        for ack in confirmed.values { ack.finish(false) }
        try? await updateListening()
        while let task = tasks.values.first { await task.value }
        observer = nil
    }

    // MARK: Tasks

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Starts work that `stop` waits for. The service lives as long as the work does.
    @discardableResult
    func spawn(_ work: @escaping @Sendable (isolated DevicesService) async -> Void) -> Task<Void, Never> {
        let number = nextNumber()
        let task = thread.task { [self] in
            await work(self)
            await finished(number)
        }
        tasks[number] = task
        return task
    }

    private func finished(_ number: Int) { tasks[number] = nil }

    /// Runs something for at most a time; it is then left to end by itself.
    func limited<T: Sendable>(
        _ limit: Duration, _ what: String, _ work: @escaping @Sendable () async throws -> T
    ) async throws(BatonError) -> T {
        do {
            return try await time.whileRunning.withLimit(
                limit, onTimeout: BatonError(.timedOut, what), on: thread, work)
        } catch let error as BatonError {
            throw error
        } catch {
            throw BatonError(.cancelled, "It was given up.")
        }
    }

    // MARK: The group

    /// Whether the user has another device.
    var hasOthers: Bool { group.map { $0.list.members.count > 1 } ?? false }

    func isOther(_ id: String) -> Bool { id != identity.id && group?.list.member(id) != nil }

    /// Holds the turn to change the group while `body` runs.
    func changingGroup<T>(_ body: () async throws(BatonError) -> T) async throws(BatonError) -> T {
        await groupTurn.take()
        defer { groupTurn.give() }
        return try await body()
    }

    /// Peers can cause most lines, again and again.
    func log(_ line: String) {
        for passed in logLimit.lines(for: line, at: time.now()) { writeLog(passed) }
    }

    func tell(_ changes: [DevicesChange]) async {
        for change in changes { await observer?.devicesChanged(change) }
    }
}

internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import GLibKit

/// Tells the daemon what happens to the app's activities, in order, and all of it again after the connection was lost.
///
/// Invariant: `announced` and `known` are about the connection that is there. A call that makes a connection finds, when it
/// goes on, that `onConnected` has announced what is current already.
actor Announcer: GLibActor {
    nonisolated let thread: GLibThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let connection: DaemonConnection
    private var receiver: EventReceiver?
    /// What is current as far as the queue has been worked off.
    private var current: (id: String, activity: WeakActivity)?
    private var announced: String?
    /// The activities that the daemon has heard of.
    private var known: Set<String> = []
    /// The indexes whose requests the app answers, and those of them that this connection's daemon knows.
    private var followed: Set<String> = []
    private var toldFollowed: Set<String> = []
    private var isReady = false
    private var hasToldReady = false
    /// One line for an outage, not one for each activity.
    private var hasComplained = false

    /// How long the daemon may take for a call; it saves to disk before it answers.
    private static let patience = Duration.seconds(10)

    init(connection: DaemonConnection) {
        self.connection = connection
        thread = connection.thread
    }

    /// Before the first operation.
    func prepare(_ receiver: EventReceiver) async {
        guard self.receiver == nil else { return }
        self.receiver = receiver
        await connection.setAppHandler(receiver)
        await connection.onConnected { [weak self] _ in await self?.connected() }
    }

    func perform(_ operation: ActivityCenter.Operation) async {
        switch operation {
        case .connect: await connect()
        case .announce(let id, let activity):
            // Released meanwhile: as if it had been current and withdrawn. What was current before it is so no more.
            guard activity.object != nil else {
                if let current { await resign(current.id) }
                return
            }
            current = (id, activity)
            announced = nil
            if await connect(), announced != id { await announce() }
        case .refresh(let id): if announced == id { await announce() }
        case .resign(let id): await resign(id)
        case .invalidate(let id):
            forget(id)
            if known.remove(id) != nil {
                await tell("withdraw the activity") {
                    try await $0.call(ActivitiesMethods.invalidate, id, timeout: Self.patience)
                }
            }
        case .needsSave(let id, let activity):
            // Where the daemon has not heard of it yet, it asks for the state when it does.
            guard announced == id else { return }
            let failure = await tell("save") {
                try await $0.call(ActivitiesMethods.needsSave, id, timeout: Self.patience)
            }
            if failure != nil { activity.object?.unclaimSave() }
        case .ready:
            isReady = true
            if await connect(), !hasToldReady { await tellReady() }
        case .active:
            if await connect() { await tell("become active") { try await $0.call(ConnectionMethods.active) } }
        case .deleteSaved(let identifiers, let done):
            if await connect() { await delete(identifiers) }
            done()
        case .followIndex(let index):
            followed.insert(index)
            if await connect(), !toldFollowed.contains(index) { await follow(index) }
        case .unfollowIndex(let index):
            followed.remove(index)
            if toldFollowed.remove(index) != nil {
                await tell("stop asking for the index") {
                    try await $0.call(SearchMethods.unfollowIndex, Self.options(index))
                }
            }
        case .close(let done):
            await connection.close()
            done()
        }
    }

    private func forget(_ id: String) {
        if current?.id == id { current = nil }
        if announced == id { announced = nil }
    }

    private func resign(_ id: String) async {
        forget(id)
        guard known.contains(id) else { return }
        await tell("resign the activity") {
            try await $0.call(ActivitiesMethods.resignCurrent, id, timeout: Self.patience)
        }
    }

    private func announce() async {
        // No reference is held while the daemon answers: an activity that the app lets go must go.
        guard let current, let record = current.activity.object?.record() else { return }
        announced = current.id
        known.insert(current.id)
        let failure = await tell("make the activity current") {
            try await $0.call(ActivitiesMethods.becomeCurrent, record, AppOptions(), timeout: Self.patience)
        }
        // It is not current then, and `becomeCurrent()` may be tried again once it is right.
        if let failure, Self.refusals.contains(failure) {
            forget(record.id)
            receiver?.wasRefused(record.id)
        }
    }

    private static let refusals: Set<BatonError.Code> = [
        .invalidArgument, .invalidPayload, .notAllowed, .tooLarge, .tooMany,
    ]

    private func tellReady() async {
        hasToldReady = true
        await tell("be ready") { try await $0.call(ConnectionMethods.ready) }
    }

    private func follow(_ index: String) async {
        toldFollowed.insert(index)
        let failure = await tell("ask for the index when it is lost") {
            try await $0.call(SearchMethods.followIndex, Self.options(index))
        }
        if failure != nil { toldFollowed.remove(index) }
    }

    private static func options(_ index: String) -> IndexOptions { IndexOptions(index: index.isEmpty ? nil : index) }

    private func delete(_ identifiers: [String]?) async {
        await tell("delete saved activities") { connection in
            if let identifiers {
                _ = try await connection.call(ActivitiesMethods.deleteSaved, identifiers, AppOptions())
            } else {
                _ = try await connection.call(ActivitiesMethods.deleteAllSaved, AppOptions())
            }
            return Nothing()
        }
    }

    // MARK: The connection

    /// A connection is there, for the first time or again.
    private func connected() async {
        receiver?.countConnection()
        announced = nil
        known = []
        hasToldReady = false
        toldFollowed = []
        hasComplained = false
        // Not waited for: it needs the main actor, which may be busy.
        if let receiver { thread.task { await receiver.connectionWasMade() } }
        await announce()
        if isReady { await tellReady() }
        for index in followed.sorted() { await follow(index) }
    }

    @discardableResult
    private func connect() async -> Bool {
        do throws(BatonError) {
            try await connection.connect()
            return true
        } catch {
            // Lost as soon as it was made, it is made again by itself.
            if error.code != .connectionUnavailable, !hasComplained {
                hasComplained = true
                UserActivityDiagnostics.report(
                    .warning, "Baton is not there, activities are announced when it is: \(error)")
            }
            return false
        }
    }

    /// - Returns: why the daemon did not do it; nil where it did.
    @discardableResult
    private func tell(
        _ what: String, _ call: (DaemonConnection) async throws -> Nothing
    ) async -> BatonError.Code? {
        // Without a connection there is nothing to withdraw or to save; a new one starts with what is current.
        guard await connection.daemon != nil else { return .connectionUnavailable }
        do {
            _ = try await call(connection)
            return nil
        } catch let error as BatonError where error.code == .connectionUnavailable {
            // It is made again by itself, and told what is current.
            UserActivityDiagnostics.report(.debug, "Baton could not be told to \(what): \(error)")
            return error.code
        } catch {
            UserActivityDiagnostics.report(.warning, "Baton did not \(what): \(error)")
            return (error as? BatonError)?.code ?? .internal
        }
    }
}

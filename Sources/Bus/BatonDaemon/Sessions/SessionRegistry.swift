internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
internal import BatonSearch
internal import GLibKit

/// All clients of the daemon, on both faces of the contract. What a client leaves behind when it goes is cleared here.
actor SessionRegistry: GLibActor {
    nonisolated let thread: GLibThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let time: TimeSource
    private let activities: ActivitiesService
    let apps: AppsService
    private let search: SearchService
    private var router: BusRouter<ClientSession>?
    private var sessions: [ObjectIdentifier: ClientSession] = [:]
    private var peers: [ObjectIdentifier: BusConnection] = [:]
    private var busSessions: [String: ClientSession] = [:]
    /// Calls of clients of which it is not known yet who they are, in their order; none for a client that is known.
    var undecided: [ObjectIdentifier: [BusCall]] = [:]
    private var bus: BusConnection?
    private var counter = 0
    /// Those who have not said who they are, the longest first.
    private var unknown: [(number: Int, attempt: Task<BusConnection, any Error>)] = []
    /// Set when the daemon has agreed to end: who comes now would be let down.
    var isEnding = false

    /// Connections at once; one more is closed at once. Each has two descriptors, its socket's and its process's, and the
    /// daemon needs some for itself.
    static let maximumSessions = min(1024, max(16, (ProcessIdentity.descriptorLimit - 64) / 2))
    /// How long a client may take to authenticate.
    static let authenticationLimit = Duration.seconds(2)
    /// How long calls under way may take when the daemon ends.
    static let answerLimit = Duration.seconds(2)

    init(
        thread: GLibThread, time: TimeSource, activities: ActivitiesService, apps: AppsService, search: SearchService
    ) {
        self.thread = thread
        self.time = time
        self.activities = activities
        self.apps = apps
        self.search = search
    }

    /// Set once, before the first client: who answers which method.
    func serve(_ router: BusRouter<ClientSession>) { self.router = router }

    var count: Int { sessions.count + busSessions.count }
    func isHere(_ session: ClientSession) -> Bool {
        guard let sender = session.destination else { return sessions[ObjectIdentifier(session)] != nil }
        return busSessions[sender] === session
    }
    var allSessions: [ClientSession] { Array(sessions.values) + Array(busSessions.values) }

    /// Clients, and those who are about to be.
    var present: Int { count + unknown.count }

    // MARK: The private socket

    func accept(_ socket: IncomingSocket) async {
        guard let router, let credentials = socket.credentials() else { return }
        if sessions.count + unknown.count >= Self.maximumSessions {
            // One that is silent has no claim on a place that another can use.
            guard !unknown.isEmpty else {
                return Log.warning("a client was turned away: \(Self.maximumSessions) are connected")
            }
            unknown.removeFirst().attempt.cancel()
        }
        counter += 1
        let number = counter
        let (thread, time) = (thread, time)
        let attempt = Task(executorPreference: thread) {
            try await BusConnection.accept(socket, on: thread, within: Self.authenticationLimit, time: time)
        }
        unknown.append((number, attempt))
        let result = await attempt.result
        unknown.removeAll { $0.number == number }
        guard case .success(let connection) = result else {
            if case .failure(let error) = result { Log.debug("a client did not authenticate: \(error)") }
            return
        }
        let session = ClientSession(
            number: number, credentials: credentials, connection: connection, destination: nil, thread: thread)
        let key = ObjectIdentifier(session)
        sessions[key] = session
        undecided[key] = []
        peers[key] = connection
        do throws(GLibError) {
            try await connection.export(path: BusNames.path, xml: BusXML.daemon) { call in
                thread.task { await self.dispatch(call, session, router) }
            }
            let name = ":1.\(number)"
            try await connection.export(path: "/org/freedesktop/DBus", xml: BusXML.greeting) { call in
                call.reply(.tuple([.string(name)]))
            }
        } catch {
            Log.error("the daemon's object could not be exported: \(error)")
            await connection.close()
        }
        await connection.onClosed { [weak self] in
            guard let self else { return }
            self.thread.task { await self.gone(session) }
        }
        await connection.start()
        Log.debug("client \(session.number) connected (pid \(credentials.pid))")
    }

    private func gone(_ session: ClientSession) async {
        let key = ObjectIdentifier(session)
        guard sessions.removeValue(forKey: key) != nil else { return }
        peers[key] = nil
        undecided[key] = nil
        Log.debug("client \(session.number) has gone")
        await clear(session)
    }

    private func clear(_ session: ClientSession) async {
        let (owners, door) = await session.end()
        for owner in owners { await activities.detach(owner) }
        if let door { await apps.detach(door) }
        await search.clientLeft(session.number)
    }

    /// Takes from a client what it had as the app that it is no more.
    func revoke(_ session: ClientSession, _ reason: BatonError) async {
        // It connects again, and is told why when it greets.
        if let connection = peers[ObjectIdentifier(session)] { return await connection.close() }
        guard let sender = session.destination, let bus, busSessions[sender] === session else { return }
        undecided[ObjectIdentifier(session)] = nil
        // A unique name cannot be closed: it is told at its next call.
        await makeBusSession(sender, session.credentials, bus).refuse(reason)
        await clear(session)
    }

    // MARK: The session bus

    /// Exports the same object on a message bus, where a client is a unique name.
    func serve(on bus: BusConnection) async throws(GLibError) {
        self.bus = bus
        try await bus.export(path: BusNames.path, xml: BusXML.daemon) { [weak self] call in
            guard let self else { return }
            self.thread.task { await self.busCall(call) }
        }
        await bus.subscribe(
            sender: "org.freedesktop.DBus", interface: "org.freedesktop.DBus", member: "NameOwnerChanged"
        ) { [weak self] signal in
            guard let self, signal.arguments[2].string == "", let name = signal.arguments[0].string else { return }
            self.thread.task { await self.busNameGone(name) }
        }
    }

    private func busCall(_ call: BusCall) async {
        guard let router, let bus, let sender = call.sender else { return }
        if let session = busSessions[sender] { return await dispatch(call, session, router) }
        guard !isEnding else {
            call.fail(BusErrorName.name(for: .connectionUnavailable), "The daemon is ending; call again.")
            return
        }
        guard busSessions.count < Self.maximumSessions else {
            call.fail(
                BusErrorName.name(for: .tooMany),
                "\(Self.maximumSessions) programs are served on the bus; call again when one has ended.")
            return
        }
        guard let credentials = await busCredentials(sender, bus) else {
            call.fail(BusErrorName.name(for: .notAllowed), "The caller could not be identified.")
            return
        }
        // Another call of the same sender may have come while the bus was asked.
        let session = busSessions[sender] ?? makeBusSession(sender, credentials, bus)
        await dispatch(call, session, router)
    }

    private func makeBusSession(_ sender: String, _ credentials: PeerCredentials, _ bus: BusConnection) -> ClientSession
    {
        counter += 1
        let session = ClientSession(
            number: counter, credentials: credentials, connection: bus, destination: sender, thread: thread)
        busSessions[sender] = session
        undecided[ObjectIdentifier(session)] = []
        return session
    }

    private func busCredentials(_ sender: String, _ bus: BusConnection) async -> PeerCredentials? {
        func ask(_ method: String) async -> UInt32? {
            try? await bus.call(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", method: method, arguments: .tuple([.string(sender)]),
                timeout: .seconds(5))[0].integer()
        }
        guard let pid = await ask("GetConnectionUnixProcessID"), let user = await ask("GetConnectionUnixUser"),
            user == PeerCredentials.ownUser
        else { return nil }
        return PeerCredentials(pid: Int32(bitPattern: pid), uid: user)
    }

    private func busNameGone(_ name: String) async {
        guard let session = busSessions.removeValue(forKey: name) else { return }
        undecided[ObjectIdentifier(session)] = nil
        await clear(session)
    }

    // MARK: To all

    enum Audience {
        case all
        /// The user's own programs.
        case user
        /// They, and these apps.
        case userAnd(_ apps: Set<String>)

        func includes(_ identity: CallerIdentity?) -> Bool {
            switch (self, identity) {
            case (.all, _), (_, .user?): true
            case (.userAnd(let apps), let identity?): identity.app.map(apps.contains) ?? false
            // One that has said nothing yet may be any app.
            default: false
            }
        }
    }

    /// Emits a signal to those whom it concerns: an app is not told when another's activities change.
    ///
    /// On a message bus, what says only that something has changed goes to all who have asked the bus for it.
    func emit(
        _ interface: String, _ signal: String, _ arguments: Variant? = nil, to audience: Audience
    ) async {
        for session in sessions.values where audience.includes(await session.identity) {
            await session.emit(interface, signal, arguments)
        }
        guard arguments != nil else {
            await bus?.emit(path: BusNames.path, interface: interface, signal: signal, arguments: nil)
            return
        }
        for session in busSessions.values where audience.includes(await session.identity) {
            await session.emit(interface, signal, arguments)
        }
    }

    /// Closes every connection, after calls under way have been answered and what was queued has been written.
    ///
    /// The call that stops the daemon is one of them: its answer comes after the stop has begun.
    func closeAll() async {
        let connections = Array(peers.values) + [bus].compactMap { $0 }
        let late = BatonError(.timedOut, "Calls were not answered before the end.")
        try? await time.withLimit(Self.answerLimit, onTimeout: late, on: thread) {
            for connection in connections { await connection.allAnswered() }
        }
        for connection in peers.values {
            try? await connection.flush()
            await connection.close()
        }
        if let bus { try? await bus.flush() }
    }
}

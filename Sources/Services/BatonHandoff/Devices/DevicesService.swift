package import ActivityModel
package import FoundationEssentials
package import GLibKit
package import SQLiteKit

/// The user's devices: how they trust and reach each other.
///
/// Trust is a key in the signed list, looked up by key after a handshake, never by a name or an id that a peer sent.
/// Nothing listens before an invitation is open or the list has a second member.
package actor DevicesService: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    let time: TimeSource
    let network: any LinkNetwork
    let random: RandomSource
    let store: DevicesStore
    let log: @Sendable (String) -> Void
    var events = Events()
    /// Set in `start`.
    var identity: DeviceIdentity?
    var ownName: String
    var bindAddresses: [String]

    var state: GroupState?
    var known: [String: DevicesStore.Known] = [:]
    var links: [String: Link] = [:]
    var dialling: [String: Task<Void, Never>] = [:]
    var listener: (any LinkListening)?
    var listeningOn: [String] = []
    var isChangingListener = false
    var problems: [Problem] = []
    var invitation: OpenInvitation?
    var joins: [String: JoinAttempt] = [:]
    /// Streams that have not proved anything yet, by where they come from.
    var strangers: [String: Int] = [:]
    private var counter = 0
    var isStopped = false

    /// What the composition root follows; every handler runs on the GLib thread.
    package struct Events: Sendable {
        package var linkUp: @Sendable (String) -> Void = { _ in }
        package var linkDown: @Sendable (String) -> Void = { _ in }
        package var received: @Sendable (HandoffMessage, String) async -> Void = { _, _ in }
        package var forgotten: @Sendable (String) -> Void = { _ in }
        /// The list, a name or who can be reached has changed.
        package var changed: @Sendable () -> Void = {}
        /// A device asks to join: its name.
        package var joinRequested: @Sendable (Joiner) -> Void = { _ in }
        package init() {}
    }

    package struct Problem: Sendable, Hashable {
        package let what: String
        package let remedy: String
    }

    /// A device that waits for its code to be typed here.
    package struct Joiner: Sendable, Hashable {
        package let name: String
        package let id: String
    }

    struct Link: Sendable {
        let number: Int
        let stream: any FrameStream
        let since: Date
        var queued = 0
    }

    static let maximumStrangers = 32
    static let maximumStrangersPerAddress = 4
    /// Frames that may wait for a slow peer.
    static let maximumQueue = 256

    package static var schema: String { DevicesStore.schema }

    package init(
        thread: GLibThread, time: TimeSource, database: SQLiteDatabase, network: any LinkNetwork, random: RandomSource,
        name: String, bindAddresses: [String], log: @escaping @Sendable (String) -> Void
    ) {
        self.thread = thread
        self.time = time
        self.network = network
        self.random = random
        store = DevicesStore(database: database)
        ownName = name
        self.bindAddresses = bindAddresses
        self.log = log
    }

    package func follow(_ events: Events) { self.events = events }

    /// Reads what is stored, makes the identity on the first start, and reaches for the other devices.
    package func prepare() async throws(BatonError) {
        let seed = try await store.identitySeed(fresh: random.bytes(DeviceIdentity.seedLength))
        identity = DeviceIdentity(seed: Secret(seed))
        state = try await store.group()
        known = try await store.known()
    }

    package func start() async {
        await updateListener()
        dialAll()
    }

    /// Closes every link and stops listening.
    package func stop() async {
        isStopped = true
        for task in dialling.values { task.cancel() }
        dialling = [:]
        for link in links.values { await link.stream.close() }
        await listener?.stop()
        listener = nil
        listeningOn = []
        cancelInvite()
        for join in joins.values { await join.stream.close() }
    }

    func own() throws(BatonError) -> DeviceIdentity {
        guard let identity else { throw BatonError(.internal, "The device's identity is not read yet.") }
        return identity
    }

    func nextNumber() -> Int {
        counter += 1
        return counter
    }

    // MARK: What there is

    package struct Status: Sendable {
        package let device: Device
        package let isSelf: Bool
        package let reachable: Bool
        package let lastSeen: Date?
    }

    package var ownID: String { identity?.id ?? "" }

    /// This device first, then the others by name.
    package func devices() -> [Status] {
        guard let identity else { return [] }
        let members = state?.group.members ?? []
        let joined = members.first { $0.id == identity.id }?.joinedAt ?? time.now()
        let own = Device(id: identity.id, key: identity.key, name: ownName, joinedAt: joined, addresses: listeningOn)
        let others = members.filter { $0.id != identity.id }.map { member in
            var member = member
            let known = known[member.id]
            member.name = known?.name ?? member.name
            member.addresses = addresses(of: member)
            return Status(
                device: member, isSelf: false, reachable: links[member.id] != nil, lastSeen: known?.lastSeen)
        }
        return [Status(device: own, isSelf: true, reachable: true, lastSeen: nil)]
            + others.sorted { ($0.device.name, $0.device.id) < ($1.device.name, $1.device.id) }
    }

    package func linkedDevices() -> [String] { Array(links.keys) }
    package func listeningAddresses() -> [String] { listeningOn }
    package func findings() -> [Problem] { problems }
    /// Whether anything here needs TLS, so that a missing backend is worth telling.
    package func needsTLS() -> Bool { state != nil || invitation != nil }

    package func name(of id: String) -> String? {
        guard let member = state?.group.member(id) else { return nil }
        return known[id]?.name ?? member.name
    }

    func addresses(of member: Device) -> [String] {
        var seen: Set<String> = []
        return ((known[member.id]?.addresses ?? []) + member.addresses).filter { seen.insert($0).inserted }
    }

    /// Remembers where and when a device was.
    func remember(_ id: String, name: String? = nil, address: String? = nil) async {
        var entry = known[id] ?? DevicesStore.Known()
        if let name { entry.name = name }
        if let address {
            entry.addresses.removeAll { $0 == address }
            entry.addresses.insert(address, at: 0)
            entry.addresses = Array(entry.addresses.prefix(DevicesStore.Known.maximumAddresses))
        }
        entry.lastSeen = time.now()
        known[id] = entry
        do throws(BatonError) { try await store.save(id, entry) } catch { log(error.description) }
    }

    /// Calls this device something else, here and on the others.
    package func rename(_ name: String) async {
        ownName = name
        for id in links.keys { try? await send(hello, to: id) }
        events.changed()
    }

    var hello: LinkFrame { .hello(name: ownName, port: ownPort) }

    var ownPort: Int? { listeningOn.first.flatMap { PeerAddress($0) }.map { Int($0.port) } }

    // MARK: Listening

    package func listen(on addresses: [String]) async {
        bindAddresses = addresses
        await listener?.stop()
        listener = nil
        listeningOn = []
        await updateListener()
    }

    /// Listens when somebody may come, and no longer.
    ///
    /// Invariant: one change at a time; whoever comes meanwhile is served by the loop of the first.
    func updateListener() async {
        guard !isChangingListener, !isStopped else { return }
        isChangingListener = true
        defer { isChangingListener = false }
        while !isStopped, wantsListener != (listener != nil) {
            if wantsListener {
                guard await openListener() else { return }
            } else {
                await listener?.stop()
                listener = nil
                listeningOn = []
            }
            events.changed()
        }
    }

    private var wantsListener: Bool { invitation != nil || (state?.group.members.count ?? 0) > 1 }

    private func openListener() async -> Bool {
        let accept: @Sendable (any FrameStream) -> Void = { [weak self] stream in
            guard let self else { return }
            self.thread.task { await self.accept(stream) }
        }
        // The same port as last time, so that remembered addresses stay good; another one where it is taken.
        let last = (try? await store.setting("port")) ?? nil
        let remembered = last.map { port in
            bindAddresses.map { $0.hasSuffix(":0") ? String($0.dropLast()) + port : $0 }
        }
        var failures: [String] = []
        for addresses in [remembered, bindAddresses].compactMap({ $0 }) {
            do throws(GLibError) {
                let opened = try await network.listen(addresses, handler: accept)
                listener = opened
                listeningOn = await opened.addresses()
                problems = []
                if let port = ownPort { try? await store.set("port", String(port)) }
                return true
            } catch { failures.append(error.message) }
        }
        let problem = Problem(
            what: "This device cannot listen on \(bindAddresses.joined(separator: ", ")): \(failures.last ?? "")",
            remedy: "choose other addresses with `baton config set bind ADDRESS`, or another port")
        problems = [problem]
        log("\(problem.what); \(problem.remedy)")
        return false
    }
}

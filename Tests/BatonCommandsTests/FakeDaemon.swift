import ActivityModel
import BatonBus
import FoundationEssentials
import GLibKit
import Synchronization
import Testing

/// What the fake daemon answers; a test changes what it is about.
struct Script: Sendable {
    var status = StatusInfo(
        version: BusProtocol.release, pid: 0, startedAt: Fixture.date, device: "desk", deviceID: "d1", instance: nil,
        socket: "/s/bus", stateFolder: "/s", logPlace: "journal", sessionBus: false, listening: [], devices: 1,
        reachableDevices: 0, apps: 0, runningApps: 0, currentActivities: 0, savedActivities: 0, offers: 0, problems: 0)
    var findings: [Finding] = []
    var config = ["device.name": "desk"]
    var apps: [AppInfo] = []
    var problems: [AppProblem] = []
    var current: [CurrentActivityInfo] = []
    var saved: [SavedActivity] = []
    var deleted: UInt32 = 0
    var offers: [OfferInfo] = []
    /// What `Search` and `Query` answer.
    var found = SearchAnswer()
    /// The options that they were given last.
    var searched = SearchOptions()
    var statistics: [SearchStatistics] = []
    /// The items of each message.
    var indexed: [[SearchableItem]] = []
    var clientState = Data()
    /// How the last batch ended.
    var batchEnd: BatchEnd?
    var opened: ResultToOpen?
    var outcome = ContinueOutcome(opened: "org.example.reader")
    var fetched = ActivityRecord(id: "a", type: "org.example.reading")
    var devices: [DeviceInfo] = [DeviceInfo(id: "1111aaaa2222", name: "desk", isSelf: true, reachable: true)]
    var invitation = InvitationInfo(invitation: "BATON-XYZ", expiresAt: .distantFuture, addresses: ["10.0.0.1:4711"])
    var join = JoinInfo(id: "j1", inviter: "desk", inviterID: "d1", members: ["desk", "phone"], code: "123 456")
    var joiner = JoinerInfo()
    /// What a method answers instead.
    var errors: [String: BatonError] = [:]
    /// Until when `AwaitJoin` waits.
    var joinIsConfirmed = true
    var version = BusProtocol.release
}

/// The daemon's object with answers from a script, on a socket in a scratch folder.
final class FakeDaemon: Sendable {
    let script: Mutex<Script>
    private let thread: GLibThread
    private let time: TimeSource
    private let state = Mutex((listener: BusListener?.none, clients: [BusConnection](), calls: [String]()))

    init(script: Script, on thread: GLibThread) {
        self.script = Mutex(script)
        self.thread = thread
        time = .system(on: thread)
    }

    /// The calls that changed something, as `Method argument …`.
    var calls: [String] { state.withLock(\.calls) }

    func start(at socket: String) async throws {
        let router = router()
        try await Task(executorPreference: thread) {
            let listener = try BusListener(path: socket, on: self.thread) { incoming in
                self.thread.task {
                    guard
                        let client = try? await BusConnection.accept(
                            incoming, on: self.thread, within: .seconds(5), time: self.time)
                    else { return }
                    try? await client.export(path: BusNames.path, xml: BusXML.daemon) { call in
                        router.handle(call, from: client, on: self.thread)
                    }
                    self.state.withLock { $0.clients.append(client) }
                    await client.start()
                }
            }
            self.state.withLock { $0.listener = listener }
        }.value
    }

    func stop() async {
        await Task(executorPreference: thread) {
            let (listener, clients) = self.state.withLock { state in
                defer { state = (nil, [], state.calls) }
                return (state.listener, state.clients)
            }
            listener?.stop()
            for client in clients { await client.close() }
        }.value
    }

    func emit(_ interface: String, _ signal: String, _ arguments: Variant? = nil) async {
        for client in state.withLock(\.clients) {
            await client.emit(path: BusNames.path, interface: interface, signal: signal, arguments: arguments)
        }
    }

    /// Calls the app that is connected.
    func callApp<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>, _ arguments: repeat each Argument
    ) async throws -> Reply {
        let client = try #require(state.withLock(\.clients).last)
        let encoded = try method.encode(repeat each arguments)
        // On the thread: a call made from another executor waits on a main context that nobody runs.
        let reply = try await Task(executorPreference: thread) {
            try await client.call(
                path: BusNames.appPath, interface: method.interface, method: method.name, arguments: encoded,
                timeout: .seconds(5))
        }.value
        return try method.decode(reply: reply)
    }

    func note(_ words: String...) throws {
        state.withLock { $0.calls.append(words.joined(separator: " ")) }
        if let error = script.withLock({ $0.errors[words[0]] }) { throw error }
    }

    func read<T: Sendable>(_ path: any KeyPath<Script, T> & Sendable) -> T {
        script.withLock { $0[keyPath: path] }
    }

    private func router() -> BusRouter<BusConnection> {
        var router = BusRouter<BusConnection>(log: { _ in })
        router.on(ConnectionMethods.hello) { _, _ in
            HelloReply(protocol: 1, version: self.read(\.version), app: nil, device: "desk", pid: 0)
        }
        addSystem(&router)
        addApps(&router)
        addActivities(&router)
        addDevices(&router)
        addSearch(&router)
        return router
    }

    private func addSystem(_ router: inout BusRouter<BusConnection>) {
        router.on(SystemMethods.status) { _ in
            if let error = self.script.withLock({ $0.errors["Status"] }) { throw error }
            return self.read(\.status)
        }
        router.on(SystemMethods.diagnose) { _ in self.read(\.findings) }
        router.on(SystemMethods.listConfig) { _ in self.read(\.config) }
        router.on(SystemMethods.getConfig) { _, key in
            guard let value = self.read(\.config)[key] else {
                throw BatonError(.invalidArgument, "There is no setting \(key); `baton config` lists them.")
            }
            return value
        }
        router.on(SystemMethods.setConfig) { _, key, value in
            try self.note("SetConfig", key, value)
            return Nothing()
        }
        router.on(SystemMethods.stop) { _ in
            try self.note("Stop")
            return Nothing()
        }
        router.on(SystemMethods.reset) { _ in
            try self.note("Reset")
            return Nothing()
        }
    }

    private func addApps(_ router: inout BusRouter<BusConnection>) {
        router.on(AppsMethods.list) { _ in self.read(\.apps) }
        router.on(AppsMethods.problems) { _ in self.read(\.problems) }
        router.on(AppsMethods.show) { _, id in
            guard let app = self.read(\.apps).first(where: { $0.manifest.id == id }) else {
                throw BatonError(.noSuchApp, "No app \(id) is registered; `baton apps list` lists them.")
            }
            return app
        }
        router.on(AppsMethods.add) { _, folder in
            try self.note("Add", folder)
            return self.read(\.apps)[0]
        }
        router.on(AppsMethods.remove) { _, id in
            try self.note("Remove", id)
            return Nothing()
        }
        router.on(AppsMethods.setSwitch) { _, id, name, isOn in
            try self.note("SetSwitch", id, name, "\(isOn)")
            return Nothing()
        }
    }

    private func addActivities(_ router: inout BusRouter<BusConnection>) {
        router.on(ActivitiesMethods.becomeCurrent) { _, record, options in
            self.script.withLock { $0.fetched = record }
            try self.note("BecomeCurrent", record.type, options.app ?? "-")
            return Nothing()
        }
        router.on(ActivitiesMethods.invalidate) { _, id in
            try self.note("Invalidate")
            return Nothing()
        }
        router.on(ActivitiesMethods.listCurrent) { _ in self.read(\.current) }
        router.on(ActivitiesMethods.listSaved) { _, options in
            self.read(\.saved).filter { options.app == nil || $0.app == options.app }
        }
        router.on(ActivitiesMethods.deleteSaved) { _, ids, options in
            try self.note("DeleteSaved", ids.joined(separator: ","), options.app ?? "-")
            return self.read(\.deleted)
        }
        router.on(ActivitiesMethods.deleteAllSaved) { _, options in
            try self.note("DeleteAllSaved", options.app ?? "-")
            return self.read(\.deleted)
        }
        router.on(ActivitiesMethods.forget) { _, options in
            try self.note("Forget activities", options.app ?? "-")
            return self.read(\.deleted)
        }
        router.on(HandoffMethods.listOffers) { _ in self.read(\.offers) }
        router.on(HandoffMethods.continue) { _, offer, platform in
            let environment = (platform.environment ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            try self.note("Continue", offer, platform.activationToken ?? "-", environment.joined(separator: " "))
            return self.read(\.outcome)
        }
        router.on(HandoffMethods.fetch) { _, offer in
            try self.note("Fetch", offer)
            return self.read(\.fetched)
        }
    }

    private func addDevices(_ router: inout BusRouter<BusConnection>) {
        router.on(DevicesMethods.list) { _ in self.read(\.devices) }
        router.on(DevicesMethods.invite) { _ in
            try self.note("Invite")
            return self.read(\.invitation)
        }
        router.on(DevicesMethods.pending) { _ in self.read(\.joiner) }
        router.on(DevicesMethods.cancelInvite) { _ in
            try self.note("CancelInvite")
            return Nothing()
        }
        router.on(DevicesMethods.confirm) { _, code in
            try self.note("Confirm", code)
            guard code == "123456" else { throw BatonError(.wrongCode, "The code is wrong; 2 tries are left.") }
            return DeviceInfo(id: "3333cccc", name: "phone", isSelf: false, reachable: true)
        }
        router.on(DevicesMethods.join) { _, invitation, options in
            try self.note("Join", invitation, options.address ?? "-")
            return self.read(\.join)
        }
        router.on(DevicesMethods.awaitJoin) { _, id in
            while !self.read(\.joinIsConfirmed) { try await self.time.sleep(.milliseconds(10)) }
            try self.note("AwaitJoin", id)
            return DeviceInfo(id: "1111aaaa2222", name: "desk", isSelf: false, reachable: true)
        }
        router.on(DevicesMethods.cancelJoin) { _, id in
            try self.note("CancelJoin", id)
            self.script.withLock { $0.joinIsConfirmed = true }
            return Nothing()
        }
        router.on(DevicesMethods.rename) { _, name in
            try self.note("Rename", name)
            return Nothing()
        }
        router.on(DevicesMethods.remove) { _, id in
            try self.note("RemoveDevice", id)
            return Nothing()
        }
        router.on(DevicesMethods.leave) { _ in
            try self.note("Leave")
            return Nothing()
        }
    }
}

import ActivityModel
import FoundationEssentials
import GLibKit
import SQLiteKit
import Synchronization
import Testing

@testable import BatonHandoff

/// What a device was told, to be awaited.
final class Recorder: DevicesObserver {
    enum Event: Sendable, Equatable {
        case up(String), down(String), change(DevicesChange), received(String, from: String)
    }
    private struct Watcher {
        let matches: @Sendable (Event) -> Bool
        let continuation: CheckedContinuation<Event, Never>
    }
    private struct State {
        var events: [Event] = []
        /// How far `next` has read.
        var read = 0
        var watchers: [Watcher] = []
    }
    private let state = Mutex(State())

    var events: [Event] { state.withLock { $0.events } }

    func linkUp(_ device: String) async { add(.up(device)) }
    func linkDown(_ device: String) async { add(.down(device)) }
    func devicesChanged(_ change: DevicesChange) async { add(.change(change)) }
    func received(_ message: HandoffMessage, from device: String) async {
        switch message {
        case .fetch(let request, _): add(.received(request, from: device))
        case .offers(let offers): add(.received("\(offers.count) offers", from: device))
        default: add(.received("other", from: device))
        }
    }

    private func add(_ event: Event) {
        let woken = state.withLock { state in
            state.events.append(event)
            let woken = state.watchers.filter { $0.matches(event) }
            state.watchers.removeAll { $0.matches(event) }
            return woken
        }
        for watcher in woken { watcher.continuation.resume(returning: event) }
    }

    /// The first event from here on that fits; those before it are passed over.
    @discardableResult
    func next(_ matches: @escaping @Sendable (Event) -> Bool) async -> Event {
        await withCheckedContinuation { continuation in
            let found: Event? = state.withLock { state in
                while state.read < state.events.count {
                    let event = state.events[state.read]
                    state.read += 1
                    if matches(event) { return event }
                }
                state.watchers.append(
                    Watcher(matches: matches, continuation: continuation))
                return nil
            }
            if let found { continuation.resume(returning: found) }
        }
    }

    func waitForLink(to device: TestDevice) async { await next { $0 == .up(device.id) } }
    func waitForLoss(of device: TestDevice) async { await next { $0 == .down(device.id) } }
    func waitForJoiner() async {
        await next { if case .change(.askedToJoin) = $0 { true } else { false } }
    }
    func waitForJoin(of name: String) async {
        await next { if case .change(.joined(let device)) = $0 { device.name == name } else { false } }
    }
    func waitForRemoval(of device: TestDevice) async { await next { $0 == .change(.removed(device.id)) } }
    func waitUntilAlone() async { await next { if case .change(.alone) = $0 { true } else { false } } }

    func received(from device: TestDevice) -> [String] {
        events.compactMap { if case .received(let what, let from) = $0, from == device.id { what } else { nil } }
    }
}

/// A device of a test: its own database and service, on a network in memory.
struct TestDevice: Sendable {
    let name: String
    let service: DevicesService
    let identity: DeviceIdentity
    let recorder: Recorder
    let database: SQLiteDatabase

    var id: String { identity.id }
}

/// One thread, one clock, one network; a scratch folder that is removed at the end.
final class Fixture: Sendable {
    let thread = GLibThread(name: "test")
    let clock = ManualClock()
    let network = MemoryNetwork()
    let folder: String
    let messages = Mutex<[String]>([])
    private let devices = Mutex<[TestDevice]>([])

    /// Runs a test on it and cleans up, whatever happened.
    static func run(_ test: (Fixture) async throws -> Void) async throws {
        let fixture = Fixture()
        do { try await test(fixture) } catch {
            await fixture.end()
            throw error
        }
        await fixture.end()
    }

    private init() {
        folder = FileManager.default.temporaryDirectory.path + "/baton-handoff-\(UUID().uuidString)"
    }

    private func end() async {
        for device in devices.withLock({ $0 }) { await stop(device) }
        #expect(network.listeningAddresses == [], "a listener was left")
        #expect(clock.sleeping == [], "a timer was left")
        thread.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }

    func stop(_ device: TestDevice) async {
        await device.service.stop()
        try? await device.database.close()
        devices.withLock { $0.removeAll { $0.recorder === device.recorder } }
    }

    /// Starts a device; with a name that was used before, it has that one's database.
    func device(
        _ name: String, listen: String = "127.0.0.1:0", random: RandomSource = .system
    ) async throws -> TestDevice {
        let database = try await SQLiteDatabase.open(
            path: "\(folder)/\(name).db", durability: .normal, migrations: [Migration(1, DevicesService.schema)],
            applicationID: 1)
        let store = DeviceStore(database: database)
        let identity = try await store.identity()
        let service = DevicesService(
            thread: thread, time: clock.source, store: store, identity: identity, network: network.host(name),
            configuration: .init(name: name, listenAddresses: [listen], localAddresses: { [] }), random: random,
            log: { line in self.messages.withLock { $0.append(line) } })
        let recorder = Recorder()
        await service.observe(recorder)
        let device = TestDevice(
            name: name, service: service, identity: identity, recorder: recorder, database: database)
        devices.withLock { $0.append(device) }
        try await service.start()
        return device
    }

    /// A group of these devices, all linked.
    func group(_ names: String..., random: RandomSource = .steady) async throws -> [TestDevice] {
        var members: [TestDevice] = []
        for name in names {
            let new = try await device(name, random: random)
            if let first = members.first { try await join(new, to: first) }
            for member in members.dropFirst() {
                await member.recorder.waitForLink(to: new)
                await new.recorder.waitForLink(to: member)
            }
            members.append(new)
        }
        return members
    }

    /// Joins `new` to the devices of `inviter`, as its user would, and waits for the link.
    func join(_ new: TestDevice, to inviter: TestDevice) async throws {
        let invitation = try await inviter.service.invite()
        let pending = try await new.service.join(invitation.text, address: nil)
        await inviter.recorder.waitForJoiner()
        _ = try await inviter.service.confirm(pending.code)
        _ = try await new.service.awaitJoin(pending.id)
        await inviter.recorder.waitForLink(to: new)
        await new.recorder.waitForLink(to: inviter)
        // The new device listens a little later, and says then where.
        while await inviter.service.hints[new.id]?.addresses.isEmpty != false { await Task.yield() }
    }

    func fetch(_ request: String, from: TestDevice, to: TestDevice) async throws {
        try await from.service.send(LinkFrame(.fetch(request: request, offer: "o")), to: to.id)
    }
}

extension RandomSource {
    /// Chance without jitter: a fraction is always 0.
    static let steady = RandomSource { $0 == 4 ? Data(repeating: 0, count: 4) : RandomSource.system.bytes($0) }
}

extension MemoryStream {
    func receiveAll() async -> [Data] {
        var all: [Data] = []
        while let message = try? await receive(maximum: 1 << 24) { all.append(message) }
        return all
    }
}

func expectError(_ code: BatonError.Code, _ body: () async throws -> Void) async {
    do {
        try await body()
        Issue.record("no error, expected \(code)")
    } catch let error as BatonError {
        #expect(error.code == code, "\(error)")
    } catch { Issue.record("\(error)") }
}

import ActivityModel
import FoundationEssentials
import GLibKit
import Synchronization
import TestSupport
import Testing

@testable import BatonHandoff

/// A device of a test with its offers, its apps and what they are doing.
struct HandoffDevice: Sendable {
    let device: TestDevice
    let handoff: HandoffService
    let source: FakeSource
    let door: FakeDoor

    static let type = "org.example.reader.reading"
    static let team = "TEAM"

    func offer(_ id: String) -> Offer {
        Offer(
            id: id, app: "org.example.reader", team: Self.team, type: Self.type,
            since: Date(timeIntervalSinceReferenceDate: 800_000_000))
    }

    /// Waits until another device's offer is here.
    func waitForOffer(_ id: String) async throws {
        let handoff = handoff
        try await eventually("the offer \(id)") {
            await handoff.offers().contains { $0.offer.id == id && $0.reachable }
        }
    }
}

/// What apps are doing here.
final class FakeSource: OfferSource {
    typealias Answer = @Sendable () async throws(BatonError) -> ActivityRecord

    private let answers = Mutex<[String: Answer]>([:])
    let asked = Arrivals<String>("a request for state")
    let told = Arrivals<String>("that an activity was continued")
    /// How many are being asked now, and how many were at the most.
    private let asking = Mutex((now: 0, most: 0))
    /// What telling an app waits for.
    let tellingWaits = Mutex<(@Sendable () async -> Void)?>(nil)

    var most: Int { asking.withLock { $0.most } }

    func answer(_ offer: String, _ answer: @escaping Answer) { answers.withLock { $0[offer] = answer } }
    func answer(_ offer: String, with record: ActivityRecord) { answer(offer) { () throws(BatonError) in record } }

    func freshState(of offer: String) async throws(BatonError) -> ActivityRecord {
        asked.put(offer)
        asking.withLock { asking in
            asking.now += 1
            asking.most = max(asking.most, asking.now)
        }
        defer { asking.withLock { $0.now -= 1 } }
        guard let answer = answers.withLock({ $0[offer] }) else { throw BatonError(.noSuchActivity, "none") }
        return try await answer()
    }

    func wasContinued(_ offer: String, on device: String) async {
        told.put(offer)
        await tellingWaits.withLock { $0 }?()
    }
}

/// An app that takes every activity.
final class FakeDoor: ContinueDoor {
    let taken = Arrivals<Result<ActivityRecord, BatonError>>("a continued activity")

    func manifests() async -> [AppManifest] {
        [
            AppManifest(
                id: "org.example.reader", name: "Reader", team: HandoffDevice.team, activityTypes: [HandoffDevice.type],
                folder: "/r", executable: "/r/run")
        ]
    }
    func allowsHandoff(_ app: String) async -> Bool { true }
    func continuationApp(for page: String) async -> String? { nil }
    func deliver(_ event: AppEvent) async -> AppEvent.Outcome {
        guard case .handoff(_, let fetch) = event.body else { return .taken }
        do {
            taken.put(.success(try await fetch()))
            return .taken
        } catch {
            let error = error as? BatonError ?? BatonError(.internal, "\(error)")
            taken.put(.failure(error))
            return .failed(error)
        }
    }
}

private struct Links: HandoffLinks {
    let devices: DevicesService
    func send(_ message: HandoffMessage, to device: String) async throws(BatonError) {
        try await devices.send(LinkFrame(message), to: device)
    }
    func linked() async -> [String] { await devices.linkedDevices() }
    func name(of device: String) async -> String? { await devices.name(of: device) }
}

private struct Follower: DevicesObserver {
    let recorder: Recorder
    let handoff: HandoffService
    func linkUp(_ device: String) async {
        await handoff.linkUp(device)
        await recorder.linkUp(device)
    }
    func linkDown(_ device: String) async {
        await handoff.linkDown(device)
        await recorder.linkDown(device)
    }
    func received(_ message: HandoffMessage, from device: String) async {
        await handoff.received(message, from: device)
        await recorder.received(message, from: device)
    }
    func devicesChanged(_ change: DevicesChange) async { await recorder.devicesChanged(change) }
}

extension Fixture {
    /// Devices that are linked and have offers.
    func handoffDevices(_ names: String...) async throws -> [HandoffDevice] {
        var all: [HandoffDevice] = []
        for name in names {
            let new = try await device(name, random: .steady)
            let (source, door) = (FakeSource(), FakeDoor())
            let handoff = HandoffService(
                thread: thread, time: clock.source, links: Links(devices: new.service), source: source, door: door,
                makeID: { UUID().uuidString })
            await new.service.observe(Follower(recorder: new.recorder, handoff: handoff))
            if let first = all.first { try await join(new, to: first.device) }
            for other in all.dropFirst() {
                await other.device.recorder.waitForLink(to: new)
                await new.recorder.waitForLink(to: other.device)
            }
            all.append(HandoffDevice(device: new, handoff: handoff, source: source, door: door))
        }
        return all
    }

    /// Moves time on, from timer to timer, until two devices are linked again.
    func untilLinked(_ a: TestDevice, _ b: TestDevice) async throws {
        try await eventually("a link between \(a.name) and \(b.name)") { [clock] in
            let linked = (await a.service.linkedDevices(), await b.service.linkedDevices())
            guard !linked.0.contains(b.id) || !linked.1.contains(a.id) else { return true }
            for device in [a, b] {
                guard await device.service.strangers.isEmpty,
                    await device.service.connections.values.allSatisfy({ $0.state != .welcomed })
                else { return false }
            }
            if let next = clock.sleeping.first { clock.advance(by: next) }
            return false
        }
    }
}

/// Waits for a state that nobody announces.
func eventually(_ what: String, _ check: @escaping @Sendable () async -> Bool) async throws {
    try await limited(what) {
        while await !check() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

extension TestDevice {
    /// That nothing is left of those who came and went.
    func expectNothingLeft(links: Int, _ what: String) async throws {
        let service = service
        try await eventually("the end of everything after \(what)") {
            await service.isIdle(links: links)
        }
    }
}

extension DevicesService {
    /// Whether there is nothing but so many links.
    fileprivate func isIdle(links: Int) -> Bool {
        strangers.isEmpty && admission.count == 0 && confirmed.isEmpty && joining == nil && connections.count == links
    }
}

import ActivityModel
import BatonBus
import BatonClient
import GLibKit
import Synchronization

/// Two devices of one user, linked over loopback, with an app that runs on the second.
struct Pair: Sendable {
    let desk: Device
    let laptop: Device
    let appPid: Int32

    static func make(_ bench: Bench) async throws -> Pair {
        let desk = try Device("desk", bench)
        let laptop = try Device("laptop", bench)
        try await desk.start(asApp: true)
        try await laptop.start(asApp: false)
        try await join(desk, laptop, bench)
        let bundle = try RunningApp.install(in: bench.scratch)
        _ = try await laptop.daemon.call(AppsMethods.add, bundle)
        return Pair(desk: desk, laptop: laptop, appPid: try await RunningApp.start(bundle, on: laptop, bench))
    }

    private static func join(_ desk: Device, _ laptop: Device, _ bench: Bench) async throws {
        let invitation = try await desk.daemon.call(DevicesMethods.invite)
        let join = try await laptop.daemon.call(DevicesMethods.join, invitation.invitation, JoinOptions())
        try await bench.until("laptop asks to join") { try await desk.daemon.call(DevicesMethods.pending).id != nil }
        _ = try await desk.daemon.call(DevicesMethods.confirm, join.code)
        _ = try await laptop.daemon.call(DevicesMethods.awaitJoin, join.id)
        for device in [desk, laptop] {
            try await bench.until("the two devices are linked") {
                try await device.daemon.call(DevicesMethods.list).contains { !$0.isSelf && $0.reachable }
            }
        }
    }

    func stop(_ bench: Bench) async throws {
        let app = ProcessHandle(pid: appPid)
        try await desk.stop()
        try await laptop.stop()
        try await bench.awaitEnd(of: app, "the app")
        bench.ended(appPid)
    }
}

/// When a device's offers last changed.
final class OfferWatch: Sendable {
    private let (stream, feed) = AsyncStream.makeStream(of: Double.self)

    func follow(_ device: Device) async {
        let feed = feed
        await device.daemon.onSignal(HandoffMethods.interface, HandoffMethods.offersChanged) { _ in
            feed.yield(Clock.now)
        }
    }

    /// The first change after `start`.
    func change(after start: Double) async throws -> Double {
        for await time in stream where time > start { return time }
        throw BenchError("no more changes of offers")
    }
}

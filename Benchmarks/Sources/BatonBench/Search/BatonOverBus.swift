import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit

/// The real daemon on the file that was indexed, asked over D-Bus like by any program of the user's.
struct BatonOverBus: SearchedSystem {
    let device: Device
    let orders = [ResultOrder.ranked]
    private static let ping = BusMethod<Nothing>("org.freedesktop.DBus.Peer", "Ping")

    /// A daemon of the instance with this name, when it has nothing more to do.
    static func start(_ name: String, _ bench: Bench) async throws -> BatonOverBus {
        let device = try Device(name, bench)
        try await device.start(asApp: false)
        try await device.daemon.call(SearchMethods.settle, timeout: .seconds(60))
        return BatonOverBus(device: device)
    }

    func ask(_ query: TypedQuery, _ order: ResultOrder) async throws -> Bool {
        try await search(query).mayHaveMore
    }

    func search(_ query: TypedQuery) async throws -> SearchAnswer {
        try await device.daemon.call(SearchMethods.search, query.text, BatonInProcess.options, timeout: .seconds(60))
    }

    /// Seconds that indexing one item takes.
    func index(_ item: SearchableItem) async throws -> Double {
        let start = Clock.now
        try await device.daemon.call(SearchMethods.index, [item], IndexOptions(app: BatonInProcess.app(0)))
        return Clock.now - start
    }

    /// Seconds of a call that does nothing.
    func bareCall() async throws -> Double {
        let start = Clock.now
        try await device.daemon.call(Self.ping)
        return Clock.now - start
    }

    func memory() async throws -> ProcessNumbers { try ProcessNumbers(of: try await device.pid()) }
}

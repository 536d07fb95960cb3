import ActivityModel
import FoundationEssentials
import GLibKit
import SQLiteKit
import TestSupport
import Testing

@testable import BatonHandoff

/// The same over real sockets and TLS, with real time.
@Suite(.handshakes, .timeLimit(.minutes(5)))
struct OverTLSTests {
    @Test(.enabled(if: TLSNetwork.isAvailable, "needs glib-networking"))
    func devicesJoinAndReconnectOverTLS() async throws {
        TLSNetwork.refuseOldTLS()
        let thread = GLibThread(name: "tls")
        let folder = FileManager.default.temporaryDirectory.path + "/baton-tls-\(UUID().uuidString)"
        func device(_ name: String) async throws -> TestDevice {
            let time = TimeSource.system(on: thread)
            let database = try await SQLiteDatabase.open(
                path: "\(folder)/\(name).db", durability: .normal, migrations: [Migration(1, DevicesService.schema)],
                applicationID: 1)
            let store = DeviceStore(database: database)
            let identity = try await store.identity()
            let service = DevicesService(
                thread: thread, time: time, store: store, identity: identity,
                network: TLSLinkNetwork(thread: thread, time: time), configuration: .init(name: name), log: { _ in })
            let recorder = Recorder()
            await service.observe(recorder)
            try await service.start()
            return TestDevice(name: name, service: service, identity: identity, recorder: recorder, database: database)
        }
        let a = try await device("a")
        let b = try await device("b")
        let invitation = try await a.service.invite()
        let pending = try await b.service.join(invitation.text, address: nil)
        await a.recorder.waitForJoiner()
        _ = try await a.service.confirm(pending.code)
        _ = try await b.service.awaitJoin(pending.id)
        await a.recorder.waitForLink(to: b)
        await b.recorder.waitForLink(to: a)
        try await a.service.send(LinkFrame(.fetch(request: "r", offer: "o")), to: b.id)
        await b.recorder.next { $0 == .received("r", from: a.id) }
        await b.service.stop()
        try await b.database.close()
        await a.recorder.waitForLoss(of: b)
        let again = try await device("b")
        await again.recorder.waitForLink(to: a)
        await a.recorder.waitForLink(to: again)
        try await a.service.remove(b.id)
        await again.recorder.waitUntilAlone()
        for device in [a, again] {
            await device.service.stop()
            try await device.database.close()
        }
        thread.stop()
        try? FileManager.default.removeItem(atPath: folder)
    }
}

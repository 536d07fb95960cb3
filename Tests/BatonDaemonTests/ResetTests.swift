import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

@Suite struct ResetTests {
    /// By D-Bus alone, without `baton`, which looks after it.
    @Test func theOtherDeviceIsToldAndNoFileIsLeft() async throws {
        try await withTwoDaemons { pair in
            try await pair.join()
            #expect(try await pair.user.call(DevicesMethods.list).count == 2)
            let stops = Arrivals<Void>("Stopping")
            await pair.otherUser.onSignal(SystemMethods.interface, SystemMethods.stopping) { _ in stops.put(()) }
            try await pair.otherUser.call(SystemMethods.reset)
            try await stops.next()
            _ = try await pair.user.until(DevicesMethods.interface, DevicesMethods.changed) {
                try await pair.user.call(DevicesMethods.list).count == 1 ? true : nil
            }
            // The same end as that of the reset.
            await pair.there.stop()
            let names = try FileManager.default.contentsOfDirectory(atPath: pair.there.scratch.file("instance"))
            #expect(names == [])
        }
    }

    @Test func anAppMayNotReset() async throws {
        try await withDaemon { daemon in
            let app = try await daemon.client("org.example.reader")
            #expect(await refusal { try await app.call(SystemMethods.reset) }?.code == .notAllowed)
            #expect(daemon.scratch.exists("instance/state.db"))
        }
    }

    /// Nobody is asked to end by a call that any program can make: only a newer Baton, and an idle daemon.
    @Test func retiringIsRefusedToWhoIsNotNewerAndWhileInUse() async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            for version in [nil, "", "0.0.1", BusProtocol.release, BusProtocol.release + "+x", "newest"] {
                let error = await refusal { try await user.call(ConnectionMethods.retire, Successor(version: version)) }
                #expect(error?.code == .refused)
            }
            let other = try await daemon.client("org.example.reader")
            let connected = await refusal {
                try await user.call(ConnectionMethods.retire, Successor(version: "99.0.0"))
            }
            #expect(connected?.message.contains("another program is connected") == true)
            await other.close()
            _ = try await user.call(DevicesMethods.invite)
            let inviting = await refusal {
                try await user.call(ConnectionMethods.retire, Successor(version: "99.0.0"))
            }
            #expect(inviting?.message.contains("a device is being added") == true, "\(inviting?.message ?? "")")
            try await user.call(DevicesMethods.cancelInvite)
            try await user.call(ActivitiesMethods.becomeCurrent, reading(), AppOptions())
            let current = await refusal {
                try await user.call(ConnectionMethods.retire, Successor(version: "99.0.0"))
            }
            #expect(current?.message.contains("an activity is current") == true)
            _ = try await user.call(SystemMethods.status)
        }
    }
}

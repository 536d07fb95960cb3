import ActivityModel
import BatonBus
import BatonClient
import GLibKit
import TestSupport
import Testing

@Suite struct VanishedClientTests {
    /// A caller that sends and goes away at once leaves nothing behind.
    @Test(arguments: 1...10) func whatAVanishedClientPublishedIsNotKeptCurrent(_ time: Int) async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            let connection = try await daemon.raw()
            let hello = HelloRequest(program: "tests", app: "org.example.brief", launchToken: nil)
            let calls = [
                ("org.baton.Connection1", "Hello", try ConnectionMethods.hello.encode(hello)),
                (
                    "org.baton.Activities1", "BecomeCurrent",
                    try ActivitiesMethods.becomeCurrent.encode(reading("1"), AppOptions())
                ),
            ]
            for (interface, method, arguments) in calls {
                daemon.clientThread.task {
                    _ = try? await connection.errorName(interface, method, arguments)
                }
            }
            daemon.clientThread.task {
                try? await connection.flush()
                await connection.close()
            }
            // Whether it was carried out or not: in the end nothing is current.
            for _ in 0..<10 {
                await daemon.thread.settle()
                _ = try await user.call(SystemMethods.status)
            }
            try await user.until(ActivitiesMethods.interface, ActivitiesMethods.currentChanged) {
                try await user.call(ActivitiesMethods.listCurrent).isEmpty ? () : nil
            }
            #expect(try await user.call(SystemMethods.status).currentActivities == 0)
        }
    }
}

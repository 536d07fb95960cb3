import FoundationEssentials
import GLibKit
import Glibc
import TestSupport
import Testing

private let xml = """
    <node><interface name="org.example.Test"><method name="Keep"/><method name="Now"/></interface></node>
    """

/// On a message bus one connection serves all callers.
@Suite(.timeLimit(.minutes(5))) struct MessageBusTests {
    static let hasBus = FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon")

    @Test(.enabled(if: hasBus, "dbus-daemon is not installed"))
    func oneCallersUnansweredCallsAreItsOwn() async throws {
        try await withScratchFolder { folder in
            let address = "unix:path=\(folder.file("bus"))"
            let bus = try RunningProgram(
                [
                    "/usr/bin/dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1",
                    "--address=\(address)",
                ], environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path], errors: .dropped)
            #expect(try await bus.lines.next()?.hasPrefix("unix:") == true)
            // The bus is found through the environment, which is a process's own.
            await #expect(processExitsWith: .success) { [address = address as String] in
                setenv("DBUS_SESSION_BUS_ADDRESS", address, 1)
                ProcessState.prepare()
                let thread = GLibThread(name: "bus")
                let server = try #require(try await BusConnection.sessionBus(on: thread))
                let kept = Arrivals<BusCall>("a call")
                try await server.export(path: "/test", xml: xml) { call in
                    if call.method == "Keep" { kept.put(call) } else { call.reply() }
                }
                #expect(try await server.ownName("org.example.Test"))
                let crowd = try #require(try await BusConnection.sessionBus(on: thread))
                let innocent = try #require(try await BusConnection.sessionBus(on: thread))
                @Sendable func call(_ method: String, by client: BusConnection) async throws(BusCallError) {
                    _ = try await client.call(
                        destination: "org.example.Test", path: "/test", interface: "org.example.Test", method: method,
                        timeout: TestSupport.Limits.wait)
                }
                var calls: [BusCall] = []
                for _ in 0..<256 {
                    thread.task { try? await call("Keep", by: crowd) }
                    calls.append(try await kept.next())
                }
                let error = await #expect(throws: BusCallError.self) { try await call("Now", by: crowd) }
                #expect(error?.name == "org.baton.Error.TooMany")
                try await call("Now", by: innocent)
                for call in calls { call.reply() }
                // In order: this call comes after what the answers have changed.
                try await call("Now", by: innocent)
                try await call("Now", by: crowd)
            }
            try await bus.end(by: SIGTERM)
        }
    }
}

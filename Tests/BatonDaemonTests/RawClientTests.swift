import ActivityModel
import BatonBus
import BatonClient
import BatonDaemon
import GLibKit
import TestSupport
import Testing

/// Clients that say nothing, read nothing, or never stop. Whatever they do, the others are served.
@Suite(.timeLimit(.minutes(5))) struct RawClientTests {
    private static func getConfig(_ serial: UInt32) -> RawMessage {
        RawMessage(SystemMethods.interface, "GetConfig", Array("port".utf8), serial: serial)
    }

    // MARK: Authentication

    /// A daemon whose time stands still: who waited behind another's two seconds would wait for ever.
    private static func withStillDaemon(_ body: (DaemonFixture, TestClock) async throws -> Void) async throws {
        let fixture = try DaemonFixture()
        let clock = TestClock(on: fixture.thread)
        let daemon = Daemon(configuration: fixture.configuration, thread: fixture.thread, time: clock.time)
        try await daemon.start()
        var failure: (any Error)?
        do { try await body(fixture, clock) } catch { failure = error }
        await daemon.stop()
        await fixture.end()
        if let failure { throw failure }
    }

    @Test func innocentClientsDoNotWaitBehindSilentOnes() async throws {
        try await Self.withStillDaemon { daemon, clock in
            let silent = try await blocking {
                try (0..<100).map { index in
                    let client = try RawBusClient(daemon.instance.socket)
                    if index % 2 == 1 { client.send("\0AUTH EXTER") }
                    return client
                }
            }
            let innocent = try await blocking { try RawBusClient(daemon.instance.socket).authenticate() }
            #expect(silent.allSatisfy { $0.isOpen })
            await clock.advance(by: .seconds(2))
            let closed = try await blocking { silent.filter { $0.ends() }.count }
            #expect(closed == 100)
            #expect(innocent.isOpen)
        }
    }

    /// As many as there may be: the oldest of those that have not said who they are makes room.
    ///
    /// In a daemon that has places for 32: thousands of descriptors in the tests' own process are too many for Foundation,
    /// which starts programs for other tests there.
    @Test func silentClientsCannotTakeAllPlaces() async throws {
        try await DaemonProgram.run(descriptorLimit: 128) { daemon in
            let silent = try await blocking { try (0..<40).map { _ in try daemon.raw() } }
            let answer = try await blocking { try daemon.raw().authenticate().call(Self.getConfig(1)) }
            #expect(answer?.text == "0")
            let first = silent[0]
            let isFirstOver = try await blocking { first.ends() }
            #expect(isFirstOver)
        }
    }

    /// Fewer descriptors than clients: at 128 the daemon keeps to half of them, at 52 it has none left to accept with.
    @Test(arguments: [128, 52]) func fewDescriptorsAreNotUsedUp(_ limit: Int) async throws {
        try await DaemonProgram.run(descriptorLimit: limit) { daemon in
            var silent: [RawBusClient] = []
            for _ in 0..<200 { silent.append(try daemon.raw()) }
            try await daemon.serves()
            let clients = silent
            let closed = try await blocking { clients.filter { $0.ends() }.count }
            #expect(closed == 200, "each is let go")
            let answer = try await blocking { try daemon.raw().authenticate().call(Self.getConfig(1)) }
            #expect(answer?.text == "0")
        }
    }

    @Test(arguments: [
        "AUTH EXTERNAL 30\r\n",
        "\0BEGIN\r\n",
        "\0DATA\r\n",
        "\0AUTH DBUS_COOKIE_SHA1 30\r\nBEGIN\r\n",
        "\0AUTH ANONYMOUS\r\nBEGIN\r\n",
        "\0AUTH EXTERNAL 39393939\r\nBEGIN\r\n",
        "\0AUTH EXTERNAL zz\r\nBEGIN\r\n",
        "\0" + String(repeating: "A", count: 100_000),
        "\0" + String(repeating: "AUTH\r\n", count: 1000),
        "\0\r\n\r\n\u{1}\u{2}\r\nBEGIN\r\n",
    ])
    func whoDoesNotAuthenticateIsClosed(_ said: String) async throws {
        try await withDaemon { daemon in
            let isOver = try await blocking {
                let client = try RawBusClient(daemon.instance.socket)
                client.send(said)
                client.send(Self.getConfig(1))
                return client.ends()
            }
            #expect(isOver)
            let user = try await daemon.client()
            #expect(try await user.call(SystemMethods.status).version == BusProtocol.release)
        }
    }

    /// The forms in which libraries authenticate: in steps, without a first answer, all at once with the first call.
    @Test(arguments: [
        "\0AUTH EXTERNAL\r\nDATA\r\nBEGIN\r\n",
        "\0AUTH\r\nAUTH EXTERNAL\r\nDATA\r\nNEGOTIATE_UNIX_FD\r\nBEGIN\r\n",
        "\0AUTH DBUS_COOKIE_SHA1\r\nERROR\r\nAUTH EXTERNAL\r\nCANCEL\r\n"
            + String(RawBusClient.authentication.dropFirst()) + "BEGIN\r\n",
    ])
    func everyFormOfAuthenticationIsUnderstood(_ said: String) async throws {
        try await withDaemon { daemon in
            let answer = try await blocking { () -> RawAnswer? in
                let client = try RawBusClient(daemon.instance.socket)
                client.send(Array(said.utf8) + Self.getConfig(1).bytes)
                for _ in said.split(separator: "\r\n") {
                    guard let line = client.line() else { return nil }
                    if line.hasPrefix("AGREE") || line.hasPrefix("OK"),
                        !said.contains("NEGOTIATE") || !line.hasPrefix("OK")
                    {
                        break
                    }
                    if said.contains("NEGOTIATE"), line.hasPrefix("ERROR") { break }
                }
                return client.answer()
            }
            #expect(answer?.text == "0")
        }
    }

    // MARK: Calls

    @Test func aClientThatNeverReadsIsCutOff() async throws {
        try await DaemonProgram.run { daemon in
            try await daemon.serves()
            let before = daemon.memory
            for message in [
                RawMessage("org.freedesktop.DBus.Introspectable", "Introspect"),
                RawMessage("org.freedesktop.DBus.Peer", "Ping"),
                RawMessage(SystemMethods.interface, "Status"),
                RawMessage("org.example.Nothing", "Nothing"),
            ] {
                let sent = try await blocking { () -> Int in
                    let client = try daemon.raw().authenticate()
                    for serial in 1...UInt32(200_000) {
                        var message = message
                        message.serial = serial
                        if !client.send(message.bytes, within: .seconds(2)) { return Int(serial) }
                    }
                    return .max
                }
                #expect(sent != .max, "\(message.member ?? ""): never cut off")
                try await daemon.serves()
                #expect(
                    daemon.memory - before < 24 * 1024, "\(message.member ?? ""): KiB grown: \(daemon.memory - before)")
            }
        }
    }

    /// Calls that ask for no answer are bounded like all others.
    @Test func callsWithoutAnswersAreBounded() async throws {
        try await DaemonProgram.run { daemon in
            try await daemon.serves()
            let before = daemon.memory
            try await blocking {
                let client = try daemon.raw().authenticate()
                for serial in 1...UInt32(20_000) {
                    var message = RawMessage(
                        SystemMethods.interface, "GetConfig", [UInt8](repeating: 0x61, count: 60_000), serial: serial)
                    message.flags = 1
                    if !client.send(message.bytes, within: .seconds(2)) { return }
                }
            }
            try await daemon.serves()
            #expect(daemon.memory - before < 48 * 1024, "KiB grown: \(daemon.memory - before)")
        }
    }

    @Test func aCallWithoutAnAnswerGetsNone() async throws {
        try await withDaemon { daemon in
            let answer = try await blocking {
                let client = try RawBusClient(daemon.instance.socket).authenticate()
                for serial in 1...UInt32(50) {
                    var message = Self.getConfig(serial)
                    message.flags = 1
                    client.send(message)
                }
                client.send(Self.getConfig(51))
                return client.answer()
            }
            #expect(answer?.replySerial == 51)
        }
    }

    /// `AwaitJoin` of a join that there is none is answered at once; a call that the daemon holds is not.
    @Test func theCallAfter256UnansweredOnesEndsTheConnection() async throws {
        try await withDaemon { daemon in
            let app = try await daemon.client("org.example.app", FakeApp())
            _ = app
            let (first, second) = try await blocking { () -> (Int, Bool) in
                let client = try RawBusClient(daemon.instance.socket).authenticate()
                // One block of bytes: the daemon reads faster than it answers.
                client.send((1...UInt32(256)).flatMap { Self.getConfig($0).bytes })
                var answers = 0
                while answers < 256, client.answer() != nil { answers += 1 }
                client.send((257...UInt32(20_000)).flatMap { Self.getConfig($0).bytes }, within: Limits.wait)
                return (answers, client.ends())
            }
            #expect(first == 256)
            #expect(second)
        }
    }

    @Test func tenThousandShortConnectionsLeaveNothing() async throws {
        try await DaemonProgram.run { daemon in
            func connect(_ count: Int) async throws {
                try await blocking {
                    for index in 0..<count {
                        let client = try daemon.raw()
                        switch index % 4 {
                        case 0: break
                        case 1: client.send("\0AUTH")
                        case 2: try client.authenticate()
                        default: _ = try client.authenticate().call(Self.getConfig(1))
                        }
                    }
                }
            }
            try await connect(1000)
            try await daemon.serves()
            let (memory, descriptors) = (daemon.memory, daemon.descriptors)
            try await connect(10_000)
            #expect(try await daemon.settles(at: descriptors) <= descriptors)
            print("KiB grown over 10,000 connections: \(daemon.memory - memory)")
            #expect(daemon.memory - memory < 8 * 1024, "KiB grown: \(daemon.memory - memory)")
        }
    }

    /// Signals queue for whoever does not read them, an app that was stopped for instance.
    @Test func signalsForAClientThatNeverReadsAreBounded() async throws {
        try await DaemonProgram.run { daemon in
            // One of the user's own programs, once it has said something.
            let deaf = try await blocking {
                let client = try daemon.raw().authenticate()
                _ = client.call(Self.getConfig(1))
                return client
            }
            let before = daemon.memory
            // Two changes of what is current each.
            for index in 0..<3000 {
                var record = ActivityRecord(id: "\(index)", type: "org.example.deaf")
                record.eligibility = []
                try await daemon.innocent.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
                try await daemon.innocent.call(ActivitiesMethods.invalidate, record.id)
            }
            #expect(daemon.memory - before < 16 * 1024, "KiB grown: \(daemon.memory - before)")
            #expect(try await blocking { deaf.ends() }, "it was not cut off")
        }
    }
}

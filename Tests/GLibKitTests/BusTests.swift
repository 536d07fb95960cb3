import FoundationEssentials
import GLibKit
import Glibc
import TestSupport
import Testing

private let xml = """
    <node><interface name="org.example.Test"><method name="Echo"><arg name="a" type="s" direction="in"/>
    <arg name="b" type="s" direction="out"/></method><method name="Keep"/></interface></node>
    """

/// A server in the test's process.
private actor Server: GLibActor {
    nonisolated let thread = GLibThread(name: "server")
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    nonisolated let folder = ScratchFolder()
    nonisolated let kept = Arrivals<BusCall>("a call")
    nonisolated let ended = Arrivals<Void>("the end of a connection")
    nonisolated var address: String { "unix:path=\(folder.file("bus"))" }
    private var listener: BusListener?
    private var connections: [BusConnection] = []

    func start() throws {
        listener = try BusListener(path: folder.file("bus"), on: thread) { [self] socket in
            thread.task { await self.accept(socket) }
        }
    }

    private func accept(_ socket: IncomingSocket) async {
        let accepted = try? await BusConnection.accept(
            socket, on: thread, within: TestSupport.Limits.wait, time: .system(on: thread))
        guard let connection = accepted else { return }
        let kept = kept
        try? await connection.export(path: "/test", xml: xml) { call in
            if call.method == "Echo" { call.reply(call.arguments) } else { kept.put(call) }
        }
        let ended = ended
        await connection.onClosed { ended.put(()) }
        connections.append(connection)
        await connection.start()
    }

    func stop() async {
        listener?.stop()
        listener = nil
        for connection in connections { await connection.close() }
        connections = []
    }
}

private func withServer(_ body: (Server, GLibThread) async throws -> Void) async throws {
    ProcessState.prepare()
    let server = Server()
    let thread = GLibThread(name: "client")
    do {
        try await server.start()
        try await body(server, thread)
    } catch {
        await server.stop()
        throw error
    }
    await server.stop()
    thread.stop()
    server.thread.stop()
    server.folder.remove()
}

extension BusConnection {
    fileprivate func echo(_ text: String) async throws -> String? {
        try await call(
            path: "/test", interface: "org.example.Test", method: "Echo", arguments: .tuple([.string(text)]),
            timeout: TestSupport.Limits.wait)[0].string
    }
}

@Suite struct BusTests {
    /// Used to wait for ever: the answer came in a context that nobody ran.
    @Test func aCallFromAnyTaskIsAnswered() async throws {
        try await withServer { server, thread in
            let connection = try await BusConnection.connect(to: server.address, on: thread)
            #expect(try await limited("an answer") { try await connection.echo("test") } == "test")
            let detached = Task.detached { try await connection.echo("detached") }
            #expect(try await limited("an answer") { try await detached.value } == "detached")
            let main = Task { @MainActor in try await connection.echo("main") }
            #expect(try await limited("an answer") { try await main.value } == "main")
            try await limited("the flush") { try await connection.flush() }
            await connection.close()
        }
    }

    @Test func errorsComeWithTheirNames() async throws {
        try await withServer { server, thread in
            let connection = try await BusConnection.connect(to: server.address, on: thread)
            let task = Task {
                try await connection.call(
                    path: "/test", interface: "org.example.Test", method: "Keep", timeout: TestSupport.Limits.wait)
            }
            let call = try await server.kept.next()
            call.fail("org.example.Error.No", "no")
            call.reply()
            let error = await #expect(throws: BusCallError.self) { try await task.value }
            #expect(error?.name == "org.example.Error.No")
            #expect(error?.message == "no")
            await connection.close()
        }
    }

    @Test func aCallThatIsDroppedIsAnswered() async throws {
        try await withServer { server, thread in
            let connection = try await BusConnection.connect(to: server.address, on: thread)
            let task = Task {
                try await connection.call(
                    path: "/test", interface: "org.example.Test", method: "Keep", timeout: TestSupport.Limits.wait)
            }
            _ = try await server.kept.next()
            let error = await #expect(throws: BusCallError.self) { try await task.value }
            #expect(error?.name == "org.baton.Error.Internal")
            await connection.close()
        }
    }

    @Test func aCancelledCallEndsAtOnce() async throws {
        try await withServer { server, thread in
            let connection = try await BusConnection.connect(to: server.address, on: thread)
            let task = Task {
                try await connection.call(
                    path: "/test", interface: "org.example.Test", method: "Keep", timeout: .seconds(3600))
            }
            let call = try await server.kept.next()
            task.cancel()
            let error = await #expect(throws: BusCallError.self) { try await task.value }
            #expect(error?.transport?.isCancelled == true)
            call.reply()
            await connection.close()
        }
    }

    @Test func theCallAfter256UnansweredOnesClosesTheConnection() async throws {
        try await withServer { server, thread in
            let connection = try await BusConnection.connect(to: server.address, on: thread)
            let closed = Arrivals<Void>("the end of the connection")
            await connection.onClosed { closed.put(()) }
            var kept: [BusCall] = []
            for _ in 0..<256 {
                thread.task {
                    _ = try? await connection.call(
                        path: "/test", interface: "org.example.Test", method: "Keep", timeout: TestSupport.Limits.wait)
                }
                kept.append(try await server.kept.next())
            }
            #expect(await !connection.isClosed)
            // One answered makes room for one.
            kept.removeFirst().reply()
            #expect(try await connection.echo("room") == "room")
            for _ in 0..<2 {
                thread.task {
                    _ = try? await connection.call(
                        path: "/test", interface: "org.example.Test", method: "Keep", timeout: TestSupport.Limits.wait)
                }
            }
            try await closed.next()
            for call in kept { call.reply() }
        }
    }

    /// GIO prints a message that it cannot decode, content and all.
    @Test func theLogHoldsNoDumpOfADamagedMessage() async throws {
        await withScratchFolder { folder in
            let path = folder.file("log")
            await #expect(processExitsWith: .success) { [path = path as String] in
                Log.start(.file(try LogFile(path: path)), minimum: .debug)
                let server = Server()
                try await server.start()
                try await sendDamaged("the user's secret words", to: server.folder.file("bus"))
                try await server.ended.next()
                await server.stop()
                server.folder.remove()
            }
            let log = folder.text("log")
            #expect(log.contains("Error decoding D-Bus message"))
            #expect(!log.contains("secret"))
            #expect(!log.contains("73 65 63 72"))
        }
    }
}

/// A client of a few lines that authenticates and then sends a message whose text lacks its end. It blocks, so it is not
/// for the server's thread.
@concurrent private func sendDamaged(_ text: String, to socketPath: String) async throws {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(client) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socketPath.utf8)) }
    let connected = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(client, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    guard connected == 0 else { throw LimitReached("the connection") }
    func say(_ bytes: [UInt8]) { _ = write(client, bytes, bytes.count) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    say([0] + Array("AUTH EXTERNAL \(user)\r\n".utf8))
    _ = read(client, &buffer, buffer.count)
    say(Array("BEGIN\r\n".utf8))
    let body = Array(text.utf8)
    var fields: [UInt8] = []
    func field(_ code: UInt8, _ type: String, _ value: String) {
        while fields.count % 8 != 0 { fields.append(0) }
        fields += [code, 1] + Array(type.utf8) + [0]
        if type == "g" {
            fields += [UInt8(value.utf8.count)] + Array(value.utf8) + [0]
        } else {
            while fields.count % 4 != 0 { fields.append(0) }
            fields += [UInt8(value.utf8.count), 0, 0, 0] + Array(value.utf8) + [0]
        }
    }
    field(1, "o", "/test")
    field(3, "s", "Echo")
    field(2, "s", "org.example.Test")
    field(8, "g", "s")
    var message: [UInt8] = [UInt8(ascii: "l"), 1, 0, 1, UInt8(body.count + 4), 0, 0, 0, 1, 0, 0, 0]
    message += [UInt8(fields.count), 0, 0, 0] + fields
    while message.count % 8 != 0 { message.append(0) }
    say(message + [UInt8(body.count), 0, 0, 0] + body)
}

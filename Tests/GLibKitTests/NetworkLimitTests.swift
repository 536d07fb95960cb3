import Foundation
import GLibKit
import Glibc
import TestSupport
import Testing

/// What strangers and broken peers can do to a listener, over real sockets and TLS.
@Suite(.handshakes, .timeLimit(.minutes(5)), .serialized)
struct NetworkLimitTests {
    /// Fifty that connect and say nothing, and connect again when they are closed: a peer from elsewhere is let in at once.
    @Test(arguments: [UInt8(2), 1]) func silentStrangersKeepNobodyOut(_ host: UInt8) async throws {
        try await withEnds { ends in
            let port = await ends.port
            let strangers = try (0..<50).map { _ in try RawSocket(to: port, from: host) }
            let (dialled, accepted) = try await ends.connect()
            try await dialled.send(Data("x".utf8))
            #expect(try await limited("a message") { try await accepted.receive(maximum: 1) } == Data("x".utf8))
            #expect(await ends.listener.pending <= HandshakePlaces.maximumWaiting)
            for stranger in strangers { stranger.close() }
        }
    }

    /// Each of them has begun a handshake, which holds a thread: those of another host leave two places free.
    @Test func strangersThatStopInTheHandshakeKeepNoOtherHostOut() async throws {
        try await withEnds { ends in
            let port = await ends.port
            let strangers = try (0..<50).map { _ in try RawSocket(to: port, from: 2) }
            for stranger in strangers { stranger.send([0x16, 3, 1, 2, 0]) }
            let start = ContinuousClock.now
            let (dialled, accepted) = try await ends.connect()
            try await dialled.send(Data("x".utf8))
            #expect(try await limited("a message") { try await accepted.receive(maximum: 1) } == Data("x".utf8))
            // Behind them it would be the eleventh turn of two seconds.
            #expect(ContinuousClock.now - start < Limits.wait)
            for stranger in strangers { stranger.close() }
        }
    }

    @Test func twoHundredConnectionsAreBoundedAndAllEnd() async throws {
        try await withEnds { ends in
            let (dialled, accepted) = try await ends.connect()
            let port = await ends.port
            var strangers: [RawSocket] = []
            for number in 0..<200 {
                strangers.append(try RawSocket(to: port, from: UInt8(2 + number % 20)))
                // Those of two hosts begin a handshake; of twenty, they would take all turns for a while.
                if number % 20 < 2 { strangers[number].send([0x16]) }
            }
            // Everything that is queued has been accepted when a later one has.
            let (second, _) = try await ends.connect()
            let most = HandshakePlaces.maximumWaiting + HandshakePlaces.maximumShaking
            #expect(await ends.listener.pending <= most)
            #expect(strangers.count { !$0.isClosed } <= most)
            // Who was there before notices nothing.
            try await dialled.send(Data("x".utf8))
            #expect(try await limited("a message") { try await accepted.receive(maximum: 1) } == Data("x".utf8))
            await second.close()
            for stranger in strangers { try await limited("the end of a stranger") { await stranger.closed() } }
            while await ends.listener.pending > 0 { await Task.yield() }
        }
    }

    @Test func whoSaysNothingIsClosedInTime() async throws {
        try await withEnds(handshakeLimit: .milliseconds(300)) { ends in
            let port = await ends.port
            for said in [
                [], [0x16], [0x16, 3, 1, 0, 200] + [UInt8](repeating: 1, count: 100),
                Array("GET / HTTP/1.1\r\n\r\n".utf8),
            ] {
                let stranger = try RawSocket(to: port)
                stranger.send(said)
                try await limited("the end of a stranger") { await stranger.closed() }
            }
            while await ends.listener.pending > 0 { await Task.yield() }
        }
    }

    @Test func aListenerThatStopsClosesWhoWaits() async throws {
        try await withEnds { ends in
            let stranger = try RawSocket(to: await ends.port)
            while await ends.listener.pending == 0 { await Task.yield() }
            await ends.listener.stop()
            try await limited("the end of a stranger") { await stranger.closed() }
            while await ends.listener.pending > 0 { await Task.yield() }
        }
    }

    /// A wait that is given up must not keep the thread: it ends the stream, and everything else goes on.
    @Test func aReceiveThatIsCancelledEndsAndKeepsNothing() async throws {
        try await withEnds { ends in
            let (dialled, accepted) = try await ends.connect()
            let ended = Arrivals<Bool>("the end of the receive")
            let task = Task { ended.put((try? await accepted.receive(maximum: 10)) == nil) }
            // It waits as soon as another call to the stream has been answered.
            _ = await ends.listener.pending
            task.cancel()
            #expect(try await ended.next())
            #expect(try await limited("the end") { try? await dialled.receive(maximum: 10) } == nil)
            let (third, fourth) = try await ends.connect()
            try await third.send(Data("y".utf8))
            #expect(try await limited("a message") { try await fourth.receive(maximum: 1) } == Data("y".utf8))
        }
    }

    /// A peer that is cut off before, within and after a frame: a clean end is nil, all else is said.
    @Test(arguments: [
        ("", true, true), ("\\0", true, false), ("\\0\\0\\0\\5", true, false), ("\\0\\0\\0\\5abc", true, false),
        ("\\0\\0\\0\\1x", true, true), ("\\0\\0\\0\\5abc", false, false), ("\\0\\0\\0\\1x", false, false),
    ])
    func aFrameThatIsCutIsAnError(_ bytes: String, _ isShutDown: Bool, _ isWhole: Bool) async throws {
        try await withEnds { ends in
            let end = isShutDown ? "s.unwrap()" : "os.kill(os.getpid(), signal.SIGKILL)"
            let client = try Client(
                """
                s.sendall(b"\(bytes)")
                \(end)
                """, port: await ends.port)
            let stream = try await ends.accepted.next()
            var received: [Data] = []
            var isClean = false
            do {
                while let message = try await limited("a frame", { try await stream.receive(maximum: 5) }) {
                    received.append(message)
                }
                isClean = true
            } catch is GLibError {}
            #expect(isClean == isWhole)
            #expect(received == (bytes.hasSuffix("x") ? [Data("x".utf8)] : []))
            await stream.close()
            await #expect(throws: GLibError.self) { try await stream.receive(maximum: 5) }
            try await client.end()
        }
    }

    /// Endless bytes, with and without an end of a frame in sight: closed at the limit, and nothing piles up.
    @Test func anEndlessStreamIsClosedAtTheLimit() async throws {
        try await withEnds { ends in
            let client = try Client(
                """
                sent = 0
                s.sendall(b"\\0\\0\\x10\\1")
                try:
                    while sent < 100_000_000: sent += s.send(b"x" * 65536)
                except OSError: pass
                """, port: await ends.port)
            let stream = try await ends.accepted.next()
            await #expect(throws: GLibError.self) {
                try await limited("the refusal") { try await stream.receive(maximum: 4096) }
            }
            try await client.end()
        }
    }

    /// What is read of a peer that sends faster than it is read waits at the peer.
    @Test func whatIsNotReadIsNotKept() async throws {
        try await withEnds { ends in
            let client = try Client(
                """
                s.settimeout(1)
                sent = 0
                try:
                    while sent < 200_000_000: sent += s.send(b"\\0\\0\\x40\\0" + b"x" * 16384)
                except (TimeoutError, ssl.SSLWantWriteError, OSError): pass
                print(sent, flush=True)
                """, port: await ends.port)
            let stream = try await ends.accepted.next()
            #expect(try await limited("a frame") { try await stream.receive(maximum: 16384) }?.count == 16384)
            // It gave up on a full socket long before it had sent everything.
            try await client.end()
            #expect(try await client.output().map { $0 < 100_000_000 } ?? false)
        }
    }
}

/// A client of Python's TLS on a port.
private final class Client: Sendable {
    private let program: RunningProgram

    init(_ body: String, port: UInt16) throws {
        let program = """
            import os, signal, socket, ssl, sys
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            context.set_alpn_protocols(["baton/1"])
            s = context.wrap_socket(socket.create_connection(("127.0.0.1", \(port))))

            """ + body
        self.program = try RunningProgram(
            ["/usr/bin/python3", "-c", program], environment: [:], errors: .dropped)
    }

    /// Waits until it has ended.
    func end() async throws { try await program.end() }

    /// The number that it printed.
    func output() async throws -> Int? { try await program.lines.next().flatMap { Int($0) } }
}

import Foundation
import TestSupport
import Testing

@testable import GLibKit

@Suite(.handshakes) struct NetworkTests {
    @Test func bothEndsHearEachOtherAndShareASecret() async throws {
        try await withEnds { ends in
            let (dialled, accepted) = try await ends.connect()
            try await dialled.send(Data("hello".utf8))
            let heard = try await limited("a message") { try await accepted.receive(maximum: 100) }
            try await accepted.send(try #require(heard))
            #expect(try await limited("the echo") { try await dialled.receive(maximum: 100) } == Data("hello".utf8))
            try await dialled.send(Data())
            #expect(try await limited("an empty message") { try await accepted.receive(maximum: 0) } == Data())
            #expect(dialled.exporter.count == 32)
            #expect(dialled.exporter == accepted.exporter)
            #expect(dialled.isDialler && !accepted.isDialler)
            let (second, _) = try await ends.connect()
            #expect(second.exporter != dialled.exporter)
        }
    }

    @Test func aCleanEndIsNil() async throws {
        try await withEnds { ends in
            let (dialled, accepted) = try await ends.connect()
            try await dialled.send(Data("last".utf8))
            await dialled.close()
            #expect(try await limited("the last message") { try await accepted.receive(maximum: 100) } != nil)
            #expect(try await limited("the end") { try await accepted.receive(maximum: 100) } == nil)
            await #expect(throws: GLibError.self) { try await dialled.send(Data("late".utf8)) }
        }
    }

    @Test func anAnnouncedMessageThatIsTooLongBreaksTheStream() async throws {
        try await withEnds { ends in
            let (dialled, accepted) = try await ends.connect()
            try await dialled.send(Data(repeating: 1, count: 11))
            await #expect(throws: GLibError.self) {
                try await limited("the refusal") { try await accepted.receive(maximum: 10) }
            }
            await #expect(throws: GLibError.self) { try await accepted.receive(maximum: 100) }
            // The other end learns it.
            #expect(try await limited("the end") { try? await dialled.receive(maximum: 100) } == nil)
            await #expect(throws: GLibError.self) {
                try await dialled.send(Data(count: TLSFrameStream.maximumMessage + 1))
            }
        }
    }

    @Test func largeMessagesGoBothWaysAtOnce() async throws {
        try await withEnds { ends in
            let (dialled, accepted) = try await ends.connect()
            let size = TLSFrameStream.maximumMessage
            let one = Data(repeating: 0xA5, count: size)
            let other = Data(repeating: 0x5A, count: size)
            async let sent: Void = dialled.send(one)
            async let back: Void = accepted.send(other)
            async let heard = limited("the large message") { try await accepted.receive(maximum: size) }
            async let heardBack = limited("the answer") { try await dialled.receive(maximum: size) }
            #expect(try await heard == one)
            #expect(try await heardBack == other)
            _ = try await (sent, back)
        }
    }

    @Test func messagesOfSeveralSendersAreWhole() async throws {
        try await withEnds { ends in
            let (dialled, accepted) = try await ends.connect()
            for number in 0..<20 {
                ends.thread.task { try? await dialled.send(Data(repeating: UInt8(number), count: 50_000)) }
            }
            var seen: Set<UInt8> = []
            for _ in 0..<20 {
                let message = try await limited("a message") { try await accepted.receive(maximum: 50_000) }
                let bytes = Set(try #require(message))
                #expect(bytes.count == 1)
                seen.formUnion(bytes)
            }
            #expect(seen.count == 20)
        }
    }

    @Test func aSilentPeerHoldsNobodyUp() async throws {
        try await withEnds { ends in
            let silent = try RawSocket(to: await ends.port)
            defer { silent.close() }
            let (dialled, accepted) = try await ends.connect()
            try await dialled.send(Data("x".utf8))
            #expect(try await limited("a message") { try await accepted.receive(maximum: 1) } == Data("x".utf8))
        }
    }

    /// A client that would speak either version gets 1.3; one of 1.2, or of another application, gets nothing.
    @Test(arguments: [("TLSv1_2", "baton/1", false), ("TLSv1_3", "baton/1", true), ("TLSv1_3", "h2", false)])
    func onlyTLS13WithOurProtocolIsSpoken(_ version: String, _ name: String, _ isSpoken: Bool) async throws {
        try await withEnds { ends in
            let program = """
                import socket, ssl, sys
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                context.minimum_version = ssl.TLSVersion.TLSv1_2
                context.maximum_version = ssl.TLSVersion.\(version)
                context.set_alpn_protocols(["\(name)"])
                with context.wrap_socket(socket.create_connection(("127.0.0.1", \(await ends.port)))) as s:
                    assert s.version() == "TLSv1.3" and s.selected_alpn_protocol() == "\(name)"
                    s.sendall(b"\\0\\0\\0\\1x")
                    assert s.recv(1) == b"y"
                """
            let client = try RunningProgram(["/usr/bin/python3", "-c", program], environment: [:], errors: .dropped)
            if isSpoken {
                let stream = try await ends.accepted.next()
                #expect(try await limited("a message") { try await stream.receive(maximum: 1) } == Data("x".utf8))
                // Not a frame that the client understands, but its fifth byte is not read.
                try await stream.send(Data("y".utf8))
                try await client.end()
            } else {
                #expect(try await client.end() != 0)
                #expect(ends.accepted.waiting == 0)
            }
        }
    }

    /// GIO would finish the handshake with either version: what it has become is looked at before a byte is exchanged.
    @Test(arguments: [false, true]) func aPeerOfTLS12IsLeftWithoutAByte(_ isDialled: Bool) async throws {
        try await withEnds { (ends) async throws in
            let connect =
                isDialled
                ? "listener.accept()[0]" : "socket.create_connection((\"127.0.0.1\", \(await ends.port)))"
            let program = """
                import socket, ssl, sys
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_\(isDialled ? "SERVER" : "CLIENT"))
                if \(isDialled ? 1 : 0): context.load_cert_chain("\(repositoryPath("Tests/Fixtures/site/site.pem"))")
                else: context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                context.maximum_version = ssl.TLSVersion.TLSv1_2
                context.set_alpn_protocols(["baton/1"])
                listener = socket.create_server(("127.0.0.1", 0))
                print(listener.getsockname()[1], flush=True)
                base = \(connect)
                with context.wrap_socket(base, server_side=\(isDialled ? "True" : "False")) as s:
                    print(s.version(), s.selected_alpn_protocol(), flush=True)
                    try: heard = s.recv(1)
                    except OSError: heard = b""
                    print(len(heard), flush=True)
                """
            let peer = try RunningProgram(["/usr/bin/python3", "-c", program], environment: [:], errors: .dropped)
            let port = try #require(await peer.lines.next())
            if isDialled {
                await #expect(throws: GLibError.failed("the peer does not speak TLS 1.3")) {
                    try await ends.network.dial("127.0.0.1:\(port)", within: Limits.wait)
                }
            }
            #expect(try await peer.lines.next() == "TLSv1.2 baton/1")
            #expect(try await peer.lines.next() == "0")
            try await peer.end()
            #expect(ends.accepted.waiting == 0)
        }
    }
}

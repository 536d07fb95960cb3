import ActivityModel
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

@testable import BatonHandoff

/// Case C85, with the limits of this protocol (docs/protocol.md). What is about sockets is in `NetworkLimitTests`, too.
@Suite(.timeLimit(.minutes(5)))
struct LimitCaseTests {
    struct Case: Decodable {
        let when: [String]
        let expect: [String]
    }

    static let file: Case? = try? JSONDecoder().decode(Case.self, from: BehaviourCase.data("C85"))

    @Test(arguments: file?.when ?? []) func aLimitOfTheCaseHolds(_ when: String) async throws {
        let file = try #require(Self.file)
        let expected = file.expect[try #require(file.when.firstIndex(of: when))]
        switch when {
        case "identity of 8192 bytes with newline": #expect(try await first(of: 4096) == (expected == "handled"))
        case "identity of 8193": #expect(try await first(of: 4097) == (expected != "closed"))
        case "endless stream without newline": try endless()
        case #"tcpPort 1715, 1716, 1764, 1765, -1, "1716""#:
            // Below the first, the first, the last, above the last, negative, a text.
            #expect(["0", "1", "65535", "65536", "-1", "\"1716\""].map(takesPort).joined(separator: ", ") == expected)
        case "200 unpaired connections": try await twoHundred()
        case "connection that sends nothing": try await silent()
        case "second connection with a paired id and another certificate": try await secondKey()
        case "JSON nested 100,000 deep": try await deep()
        default: Issue.record("the case says what no test does: \(when)")
        }
    }

    @Test func theCaseWasRead() { #expect(Self.file?.when.count == 8) }

    /// Whether a right first message of so many bytes is answered.
    private func first(of size: Int) async throws -> Bool {
        var isAnswered = false
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let opened = try await a.service.invite()
            let secret = try Invitation(text: opened.text).secret
            let stream = try await fixture.network.host("x").dial(opened.addresses[0], within: .seconds(1))
            let proof = HandshakeProof.proof(.dialler, .invitation, exporter: stream.exporter, secret: secret)
            var message = try JSONEncoder().encode(
                HandshakeMessage.open(.init(kind: .invitation, versions: .spoken, proofs: [proof])))
            message += Data(repeating: UInt8(ascii: " "), count: size - message.count)
            #expect(message.count == size)
            try? await stream.send(message)
            let answer = try? await stream.receive(maximum: 4096)
            isAnswered = answer.map { (try? WireForm.read(HandshakeMessage.self, from: $0)) != nil } ?? false
            await stream.close()
            try await a.expectNothingLeft(links: 0, "a first message")
        }
        return isAnswered
    }

    /// A stream that never ends a message: refused as soon as the length says so, and else no more is held than one.
    private func endless() throws {
        for maximum in [HandshakeMessage.maximumSize, LinkFrame.maximumSize] {
            var buffer = FrameBuffer()
            buffer.append(Array(repeating: 0xFF, count: 16 * 1024))
            #expect(throws: FrameBuffer.TooLong.self) { try buffer.next(maximum: maximum) }
            // As long as may be, again and again.
            buffer = FrameBuffer()
            let frame = FrameBuffer.framed(Data(count: maximum))
            var most = 0
            for _ in 0..<20 {
                for start in stride(from: 0, to: frame.count, by: 16 * 1024) {
                    buffer.append(Array(frame[start..<min(start + 16 * 1024, frame.count)]))
                    _ = try buffer.next(maximum: maximum)
                    most = max(most, buffer.room)
                }
            }
            #expect(most <= 2 * (maximum + 32 * 1024))
            #expect(buffer.room <= 64 * 1024)
        }
    }

    private func takesPort(_ port: String) -> String {
        // As the port of an address…
        let address = port.hasPrefix("\"") ? "127.0.0.1:\(port)" : "127.0.0.1:\(port)"
        let isTaken = PeerAddress(address) != nil
        // … and as that of a `hello`, where a text is out of form.
        let frame = Data("{\"kind\":\"hello\",\"hello\":{\"addresses\":[],\"port\":\(port),\"replaces\":false}}".utf8)
        let hello = try? WireForm.read(LinkFrame.self, from: frame)
        if case .hello(let hello) = hello { #expect((hello.usablePort != nil) == isTaken) } else { #expect(!isTaken) }
        return isTaken ? "yes" : "no"
    }

    private func twoHundred() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            let address = await a.service.listeningAddresses()[0]
            var streams: [any FrameStream] = []
            for _ in 0..<200 { streams.append(try await fixture.network.host("x").dial(address, within: .seconds(1))) }
            try await eventually("the end of those that are too many") {
                await a.service.strangers.count <= Admission.maximumPerHost
            }
            #expect(await a.service.strangers.count <= Admission.maximum)
            #expect(await a.service.linkedDevices() == [b.id])
            try await fixture.fetch("r", from: b, to: a)
            await a.recorder.next { $0 == .received("r", from: b.id) }
            for stream in streams { await stream.close() }
            try await a.expectNothingLeft(links: 1, "two hundred strangers")
        }
    }

    private func silent() async throws {
        try await Fixture.run { fixture in
            let a = try await fixture.device("a")
            let opened = try await a.service.invite()
            let stream = try await fixture.network.host("x").dial(opened.addresses[0], within: .seconds(1))
            await fixture.clock.waitForSleep(of: Handshake.firstProofLimit)
            fixture.clock.advance(by: Handshake.firstProofLimit)
            #expect(try await stream.receive(maximum: 4096) == nil)
            try await a.expectNothingLeft(links: 0, "a silent stranger")
        }
    }

    /// A device's id is the hash of its key, so another key is another id; what is left to try is the group's secret with a
    /// key that is no member's, and a member's key without being able to sign.
    private func secondKey() async throws {
        try await Fixture.run { fixture in
            let members = try await fixture.group("a", "b")
            let (a, b) = (members[0], members[1])
            let address = await a.service.listeningAddresses()[0]
            let secrets = await a.service.group?.secrets ?? []
            let link = await a.service.current[b.id]
            let thief = DeviceIdentity(seed: Secret(Data(repeating: 9, count: 32)))
            let first = try await fixture.network.host("x").dial(address, within: .seconds(1))
            let result = try await Handshake.dial(first, as: thief, .member, secrets: secrets, isTrusted: { _ in true })
            guard case .refused(.untrusted, by: nil) = result else {
                Issue.record("another key was not refused")
                return
            }
            await first.close()
            let second = try await fixture.network.host("x").dial(address, within: .seconds(1))
            let proof = HandshakeProof.proof(.dialler, .member, exporter: second.exporter, secret: secrets[0])
            try await second.send(
                JSONEncoder().encode(HandshakeMessage.open(.init(kind: .member, versions: .spoken, proofs: [proof]))))
            _ = try await second.receive(maximum: 4096)
            try await second.send(JSONEncoder().encode(HandshakeMessage.identity(.init(key: b.identity.key))))
            let third = try #require(try await second.receive(maximum: 4096))
            guard case .identity(let peer) = try WireForm.read(HandshakeMessage.self, from: third) else {
                Issue.record("no identity")
                return
            }
            let forged = HandshakeProof.signature(
                .dialler, exporter: second.exporter, diallerKey: b.identity.key, listenerKey: peer.key, by: thief)
            try await second.send(JSONEncoder().encode(HandshakeMessage.signature(.init(signature: forged))))
            #expect(try await second.receive(maximum: 4096) == nil)
            #expect(await a.service.current[b.id] == link)
            #expect(await a.service.linkedDevices() == [b.id])
            try await fixture.fetch("r", from: b, to: a)
            await a.recorder.next { $0 == .received("r", from: b.id) }
            try await a.expectNothingLeft(links: 1, "a thief")
        }
    }

    /// On the thread that the daemon decodes on, whose stack is not the main thread's.
    private func deep() async throws {
        let thread = GLibThread(name: "deep")
        await thread.task {
            for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
                for isEnded in [true, false] {
                    let nest =
                        String(repeating: open, count: 100_000) + "1"
                        + (isEnded ? String(repeating: close, count: 100_000) : "")
                    Self.refuses(nest)
                }
            }
        }.value
        thread.stop()
    }

    private static func refuses(_ nest: String) {
        let json = Data(nest.utf8)
        func fails<T: Decodable>(_ type: T.Type, _ data: Data) -> Bool { (try? WireForm.read(type, from: data)) == nil }
        // Frames, the first message, device lists; as a whole, and as a key that nobody knows.
        for text in [
            nest, "{\"kind\":\"ping\",\"later\":\(nest)}", "{\"step\":\"refused\",\"code\":\"x\",\"later\":\(nest)}",
        ] {
            #expect(fails(LinkFrame.self, Data(text.utf8)))
            #expect(fails(HandshakeMessage.self, Data(text.utf8)))
            #expect(fails(DeviceList.self, Data(text.utf8)))
        }
        // Payloads, from apps as from peers.
        #expect(throws: BatonError.self) { try CanonicalEncoding.decode(json) }
        #expect(throws: BatonError.self) { try CanonicalEncoding.checkObject(Data("{\"a\":\(nest)}".utf8)) }
        #expect(throws: BatonError.self) { try Payload(canonical: Data("{\"a\":\(nest)}".utf8)) }
        // The parser below has a bound of its own: what reads config.json and state.db relies on it.
        #expect(throws: (any Error).self) { try JSONDecoder().decode([String: String].self, from: json) }
        #expect(throws: (any Error).self) { try JSONDecoder().decode(GroupUpdate.self, from: json) }
        #expect(throws: (any Error).self) { try JSONDecoder().decode(ActivityRecord.self, from: json) }
    }
}

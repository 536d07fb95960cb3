import ActivityModel
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

@testable import BatonHandoff

/// What two devices said to each other when version 1 of the link was released, byte by byte, against today's code.
@Suite(.timeLimit(.minutes(5))) struct KeptLinkTests {
    /// Messages are texts, so that they are sent exactly as they were. Keys, nonces and the exporter are fixed, so that
    /// every proof and signature comes out the same.
    private struct Kept: Codable {
        var dialler: [String]
        var listener: [String]
        var frames: [String]

        static let path = repositoryPath("Tests/Fixtures/protocol-1/link.json")

        static func load() throws -> Kept {
            try JSONDecoder().decode(Kept.self, from: Data(contentsOf: URL(filePath: path)))
        }
    }

    private let dialler = DeviceIdentity(seed: Secret(Data(repeating: 0x11, count: 32)))
    private let listener = DeviceIdentity(seed: Secret(Data(repeating: 0x22, count: 32)))
    private let secret = Secret(Data(repeating: 0x77, count: 32))
    private let exporter = Data(repeating: 0x33, count: 32)

    private func json(_ text: some StringProtocol) throws -> KeptJSON {
        try JSONDecoder().decode(KeptJSON.self, from: Data(text.utf8))
    }

    private func listen(_ stream: MemoryStream) async throws(BatonError) -> AuthenticatedPeer {
        let opened = try await Handshake.listen(stream, as: listener, secrets: { _ in [secret] })
        let peer = try await opened.identify(refusal: { _ in nil })
        try await opened.welcome(.init(version: peer.version, name: "Desk"))
        return peer
    }

    private func dial(_ stream: MemoryStream) async throws(BatonError) -> Handshake.Dialled {
        try await Handshake.dial(
            stream, as: dialler, .member, secrets: [secret], isTrusted: { $0 == listener.key })
    }

    /// Says the kept side's messages, one for each that comes, and gives what came: three, as a handshake has them.
    private func play(_ texts: [String], first: Bool, on stream: MemoryStream) async throws -> [String] {
        var heard: [String] = []
        var texts = texts
        if first { try await stream.send(Data(texts.removeFirst().utf8)) }
        while heard.count < 3, let message = try await stream.receive(maximum: 4096) {
            heard.append(String(decoding: message, as: UTF8.self))
            if !texts.isEmpty { try await stream.send(Data(texts.removeFirst().utf8)) }
        }
        return heard
    }

    /// Written once, with `BATON_WRITE_FIXTURES`, when the version is released.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["BATON_WRITE_FIXTURES"] != nil))
    func recordWhatIsSaidToday() async throws {
        try #require(!FileManager.default.fileExists(atPath: Kept.path), "what was kept is never changed")
        let (first, second) = (MemoryStream.pair(exporter: exporter), MemoryStream.pair(exporter: exporter))
        // In the middle, one passes on what the other says.
        async let listening = listen(second.listener)
        async let dialling = dial(first.dialler)
        var kept = Kept(dialler: [], listener: [], frames: [])
        for _ in 0..<3 {
            guard let said = try await first.listener.receive(maximum: 4096) else { break }
            kept.dialler.append(String(decoding: said, as: UTF8.self))
            try await second.dialler.send(said)
            guard let answer = try await second.dialler.receive(maximum: 4096) else { break }
            kept.listener.append(String(decoding: answer, as: UTF8.self))
            try await first.listener.send(answer)
        }
        _ = try await (listening, dialling)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        kept.frames = try Self.frames(dialler, listener).map { String(decoding: try encoder.encode($0), as: UTF8.self) }
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(kept).write(to: URL(filePath: Kept.path))
    }

    @Test func aKeptDiallerIsWelcomed() async throws {
        let kept = try Kept.load()
        let streams = MemoryStream.pair(exporter: exporter)
        async let listening = listen(streams.listener)
        let heard = try await play(kept.dialler, first: true, on: streams.dialler)
        let peer = try await listening
        #expect(peer.version == 1 && peer.key == dialler.key)
        #expect(heard.count == kept.listener.count)
        for (kept, now) in zip(kept.listener, heard) { #expect(try json(kept).differences(from: json(now)) == []) }
    }

    @Test func aKeptListenerIsUnderstood() async throws {
        let kept = try Kept.load()
        let streams = MemoryStream.pair(exporter: exporter)
        async let dialling = dial(streams.dialler)
        let heard = try await play(kept.listener, first: false, on: streams.listener)
        guard case .welcomed(let peer, let welcome) = try await dialling else {
            Issue.record("refused")
            return
        }
        #expect(peer.version == 1 && peer.key == listener.key && welcome.name == "Desk")
        #expect(heard.count == kept.dialler.count)
        for (kept, now) in zip(kept.dialler, heard) { #expect(try json(kept).differences(from: json(now)) == []) }
    }

    /// Every kind there was is known, and says the same when it is written again; also with keys of a later version.
    @Test func keptFramesAreUnderstood() throws {
        let kept = try Kept.load()
        #expect(kept.frames.count == 17)
        for text in kept.frames {
            for text in [text, "{\"x-later\":{\"y\":[1,null]}," + text.dropFirst()] {
                let frame = try JSONDecoder().decode(LinkFrame.self, from: Data(text.utf8))
                if case .unknown(let kind) = frame { Issue.record("\(kind) is not known any more") }
                let again = String(decoding: try JSONEncoder().encode(frame), as: UTF8.self)
                #expect(
                    try json(text.replacing("\"x-later\":{\"y\":[1,null]},", with: "")).differences(from: json(again))
                        == [])
            }
        }
    }

    // MARK: Versions

    private func changed(_ text: String, _ range: ClosedRange<Int>) -> String {
        text.replacing(
            /"versions":\{[^}]*\}/, with: "\"versions\":{\"min\":\(range.lowerBound),\"max\":\(range.upperBound)}")
    }

    @Test func aDeviceThatSpeaksMoreIsSpokenToInTheCommonVersion() async throws {
        var kept = try Kept.load()
        kept.dialler[0] = changed(kept.dialler[0], 1...2)
        kept.listener[0] = changed(kept.listener[0], 1...7)
        let streams = MemoryStream.pair(exporter: exporter)
        async let listening = listen(streams.listener)
        _ = try await play(kept.dialler, first: true, on: streams.dialler)
        #expect(try await listening.version == 1)
        let others = MemoryStream.pair(exporter: exporter)
        async let dialling = dial(others.dialler)
        _ = try await play(kept.listener, first: false, on: others.listener)
        guard case .welcomed(let peer, _) = try await dialling else {
            Issue.record("refused")
            return
        }
        #expect(peer.version == 1)
    }

    @Test(arguments: [2...3, 0...0]) func withoutACommonVersionBothRangesAndTheRemedyAreSaid(
        _ range: ClosedRange<Int>
    ) async throws {
        var kept = try Kept.load()
        kept.dialler[0] = changed(kept.dialler[0], range)
        kept.listener[0] = changed(kept.listener[0], range)
        let streams = MemoryStream.pair(exporter: exporter)
        let others = MemoryStream.pair(exporter: exporter)
        async let listening = outcome { () async throws(BatonError) in _ = try await listen(streams.listener) }
        async let dialling = outcome { () async throws(BatonError) in _ = try await dial(others.dialler) }
        try await streams.dialler.send(Data(kept.dialler[0].utf8))
        // The answer comes all the same: who asked learns why, too.
        #expect(try await streams.dialler.receive(maximum: 4096) != nil)
        _ = try await others.listener.receive(maximum: 4096)
        try await others.listener.send(Data(kept.listener[0].utf8))
        for error in await [listening, dialling] {
            #expect(error?.code == .versionMismatch)
            let words =
                "(it speaks link versions \(range.lowerBound) to \(range.upperBound), this one 1 to 1); update it "
            #expect(
                error?.message.contains(words + (range.lowerBound > 1 ? "here" : "there")) == true,
                "\(error?.message ?? "")")
        }
    }

    private func outcome(_ body: () async throws(BatonError) -> Void) async -> BatonError? {
        do throws(BatonError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    // MARK: What is recorded

    private static func frames(_ dialler: DeviceIdentity, _ listener: DeviceIdentity) -> [LinkFrame] {
        let date = Date(timeIntervalSinceReferenceDate: 800_000_000.5)
        let update = GroupUpdate(
            list: SignedList(
                DeviceList(group: "00112233445566778899aabbccddeeff", version: 1, epochs: [], members: [], removed: []),
                by: dialler),
            keys: [.init(epoch: 1, key: Data(repeating: 0x77, count: 32))], hints: [listener.id: ["192.0.2.1:4711"]])
        var offer = Offer(
            id: "0f1e", app: "org.example.reader", team: "org.example", type: "org.example.reading", since: date)
        (offer.appName, offer.title, offer.webpageURL) = ("Reader", "A book", "https://example.org/book")
        (offer.expiresAt, offer.supportsStreams) = (date, false)
        var record = ActivityRecord(id: "reading", type: "org.example.reading")
        (record.title, record.webpageURL, record.persistentIdentifier) = (
            "A book", "https://example.org/book", "book-1"
        )
        record.userInfo = Payload([.string("page"): .integer(5)]).canonicalData
        (record.keywords, record.requiredKeys, record.expirationDate) = (["one"], ["page"], date)
        return [
            .hello(.init(addresses: ["192.0.2.1:4711", "[2001:db8::1]:4711"], port: 4711, replaces: true)),
            .group(update), .moved, .ping, .pong, .handoff(.offers([offer])),
            .handoff(.fetch(request: "r1", offer: "0f1e")), .handoff(.state(request: "r1", activity: record)),
            .handoff(.failure(request: "r1", BatonError(.noSuchOffer, "The offer is gone."))),
            .handoff(.continued(request: "r1", offer: "0f1e")), .handoff(.cancel(request: "r1")),
            .join(.request(name: "Laptop", commitment: Data(repeating: 0x44, count: 32))),
            .join(.nonce(Data(repeating: 0x55, count: 32))), .join(.reveal(Data(repeating: 0x44, count: 32))),
            .join(.group(update)), .join(.done), .join(.failed(code: "WrongCode")),
        ]
    }
}

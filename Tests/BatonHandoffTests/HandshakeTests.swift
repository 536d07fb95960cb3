import ActivityModel
import FoundationEssentials
import GLibKit
import Synchronization
import Testing

@testable import BatonHandoff

@Suite(.timeLimit(.minutes(5)))
struct HandshakeTests {
    let dialler = DeviceIdentity(seed: Secret(Data(repeating: 1, count: 32)))
    let listener = DeviceIdentity(seed: Secret(Data(repeating: 2, count: 32)))
    let key = Secret(Data(repeating: 3, count: 32))
    let oldKey = Secret(Data(repeating: 4, count: 32))
    let olderKey = Secret(Data(repeating: 5, count: 32))

    struct Ends: Sendable {
        var dialler: Result<Handshake.Dialled, BatonError>
        var listener: Result<AuthenticatedPeer, BatonError>
    }

    /// Runs both ends to their ends.
    func shake(
        _ streams: (dialler: MemoryStream, listener: MemoryStream) = MemoryStream.pair(),
        diallerKeys: [Secret], listenerKeys: [Secret], kind: HandshakeMessage.Kind = .member,
        trusted: Data? = nil, refusal: BatonError.Code? = nil
    ) async -> Ends {
        let expected = trusted ?? listener.key
        async let heard: Result<AuthenticatedPeer, BatonError> = {
            do throws(BatonError) {
                let opened = try await Handshake.listen(
                    streams.listener, as: listener, secrets: { $0 == kind ? listenerKeys : [] })
                let peer = try await opened.identify(refusal: { _ in refusal })
                try await opened.welcome(.init(version: peer.version, name: "listener"))
                return .success(peer)
            } catch {
                await streams.listener.close()
                return .failure(error)
            }
        }()
        let said: Result<Handshake.Dialled, BatonError>
        do throws(BatonError) {
            said = .success(
                try await Handshake.dial(
                    streams.dialler, as: dialler, kind, secrets: diallerKeys, isTrusted: { $0 == expected }))
        } catch {
            await streams.dialler.close()
            said = .failure(error)
        }
        return Ends(dialler: said, listener: await heard)
    }

    func expectWelcome(_ ends: Ends) throws {
        guard case .welcomed(let peer, let welcome) = try ends.dialler.get() else {
            Issue.record("refused")
            return
        }
        #expect(peer.key == listener.key)
        #expect(peer.id == listener.id)
        #expect(welcome.name == "listener")
        #expect(try ends.listener.get().key == dialler.key)
    }

    @Test func membersRecogniseEachOther() async throws {
        try expectWelcome(await shake(diallerKeys: [key], listenerKeys: [key]))
    }

    @Test func whoMissedAnEpochIsRecognisedByEitherSide() async throws {
        try expectWelcome(await shake(diallerKeys: [oldKey, olderKey], listenerKeys: [key, oldKey]))
        try expectWelcome(await shake(diallerKeys: [key, oldKey], listenerKeys: [oldKey, olderKey]))
        try expectWelcome(await shake(diallerKeys: [key, oldKey, olderKey], listenerKeys: [olderKey]))
    }

    @Test func aWrongKeyIsToldNothing() async throws {
        for kind in [HandshakeMessage.Kind.member, .invitation] {
            let streams = MemoryStream.pair()
            let ends = await shake(streams, diallerKeys: [oldKey], listenerKeys: [key], kind: kind)
            guard case .failure = ends.dialler, case .failure = ends.listener else {
                Issue.record("accepted")
                continue
            }
            #expect(await streams.dialler.receiveAll() == [])
        }
        let ends = await shake(diallerKeys: [], listenerKeys: [key])
        guard case .failure = ends.listener else {
            Issue.record("accepted without a proof")
            return
        }
    }

    @Test func someoneInBetweenFailsTheFirstProof() async throws {
        let streams = MemoryStream.pair(
            exporter: Data(repeating: 1, count: 32), listenerExporter: Data(repeating: 2, count: 32))
        let ends = await shake(streams, diallerKeys: [key], listenerKeys: [key])
        guard case .failure = ends.dialler, case .failure = ends.listener else {
            Issue.record("accepted")
            return
        }
    }

    @Test func anEchoIsNoAnswer() async throws {
        let streams = MemoryStream.pair()
        async let echo: Void = {
            while let message = try? await streams.listener.receive(maximum: 4096) {
                guard case .open(let open) = try JSONDecoder().decode(HandshakeMessage.self, from: message) else {
                    return
                }
                let answer = HandshakeMessage.answer(.init(match: 0, versions: .spoken, proof: open.proofs[0]))
                try? await streams.listener.send(JSONEncoder().encode(answer))
            }
        }()
        await expectError(.handoffFailed) {
            _ = try await Handshake.dial(
                streams.dialler, as: dialler, .member, secrets: [key], isTrusted: { _ in true })
        }
        await streams.dialler.close()
        _ = try await echo
    }

    @Test func aRemovedDeviceIsRefusedBeforeTheListenerSaysWhoItIs() async throws {
        let ends = await shake(diallerKeys: [oldKey], listenerKeys: [key, oldKey], refusal: .untrusted)
        guard case .refused(let code, by: nil) = try ends.dialler.get() else {
            Issue.record("accepted")
            return
        }
        #expect(code == .untrusted)
        guard case .failure = ends.listener else {
            Issue.record("accepted")
            return
        }
    }

    @Test func theDiallerSignsNothingForAnUnexpectedKey() async throws {
        let streams = MemoryStream.pair()
        let ends = await shake(
            streams, diallerKeys: [key], listenerKeys: [key], kind: .invitation, trusted: dialler.key)
        guard case .failure(let error) = ends.dialler, case .failure = ends.listener else {
            Issue.record("accepted")
            return
        }
        #expect(error.code == .untrusted)
    }

    @Test func aSignatureByAnotherKeyFails() async throws {
        let streams = MemoryStream.pair()
        let thief = DeviceIdentity(seed: Secret(Data(repeating: 9, count: 32)))
        let listener = listener
        // The listener's key with a signature that its owner did not make.
        streams.listener.filter.withLock {
            $0 = { message in
                guard case .identity(let sent) = try? JSONDecoder().decode(HandshakeMessage.self, from: message) else {
                    return message
                }
                let forged = HandshakeProof.signature(
                    .listener, exporter: streams.listener.exporter, diallerKey: thief.key, listenerKey: listener.key,
                    by: thief)
                return try? JSONEncoder().encode(HandshakeMessage.identity(.init(key: sent.key, signature: forged)))
            }
        }
        let ends = await shake(streams, diallerKeys: [key], listenerKeys: [key])
        guard case .failure = ends.dialler, case .failure = ends.listener else {
            Issue.record("accepted")
            return
        }
    }

    @Test func versionsWithoutACommonOneAreTold() async throws {
        #expect(VersionRange(min: 1, max: 3).common(with: .init(min: 2, max: 5)) == 3)
        #expect(VersionRange(min: 1, max: 1).common(with: .init(min: 2, max: 5)) == nil)
        let streams = MemoryStream.pair()
        streams.listener.filter.withLock {
            $0 = { message in
                guard case .answer(var answer) = try? JSONDecoder().decode(HandshakeMessage.self, from: message) else {
                    return message
                }
                answer.versions = .init(min: 2, max: 3)
                return try? JSONEncoder().encode(HandshakeMessage.answer(answer))
            }
        }
        let ends = await shake(streams, diallerKeys: [key], listenerKeys: [key])
        guard case .failure(let error) = ends.dialler else {
            Issue.record("accepted")
            return
        }
        #expect(error.code == .versionMismatch)
        #expect(error.message.contains("update it here"))
    }

    @Test func messagesKeepTheirFormAndUnknownKeysArePassedOver() throws {
        let open = HandshakeMessage.open(.init(kind: .member, versions: .spoken, proofs: [Data([1])]))
        #expect(try JSONDecoder().decode(HandshakeMessage.self, from: JSONEncoder().encode(open)) == open)
        let text =
            #"{"step":"open","kind":"member","versions":{"min":1,"max":1,"x":2},"proofs":["AQ=="],"new":{"a":[1]}}"#
        #expect(try JSONDecoder().decode(HandshakeMessage.self, from: Data(text.utf8)) == open)
    }
}

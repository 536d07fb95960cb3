internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// A peer whose key is proved, on a channel that nobody stands between.
struct AuthenticatedPeer: Sendable {
    let stream: any FrameStream
    let kind: HandshakeMessage.Kind
    /// The peer's identity key.
    let key: Data
    let version: Int

    var id: String { DeviceIdentity.id(of: key) }
}

/// Sends and receives the messages of a handshake. Its steps are functions of the messages; time limits are the caller's.
struct Handshake: Sendable {
    let stream: any FrameStream
    let identity: DeviceIdentity
    let kind: HandshakeMessage.Kind

    /// How long a new channel may stay without a first valid proof.
    static let firstProofLimit = Duration.seconds(2)
    static let limit = Duration.seconds(10)

    // MARK: The dialler

    /// - Parameters:
    ///   - secrets: what to prove, the newest first, four at most.
    ///   - isTrusted: whether to go on with the owner of this key; asked before anything is signed.
    /// - Throws: `untrusted` where the peer's key is not, `versionMismatch`, `network`, `handoffFailed`.
    static func dial(
        _ stream: any FrameStream, as identity: DeviceIdentity, _ kind: HandshakeMessage.Kind, secrets: [Secret],
        isTrusted: @Sendable (Data) async -> Bool
    ) async throws(BatonError) -> Dialled {
        let handshake = Handshake(stream: stream, identity: identity, kind: kind)
        let secrets = secrets.prefix(HandshakeMessage.Open.maximumProofs)
        let proofs = secrets.map { HandshakeProof.proof(.dialler, kind, exporter: stream.exporter, secret: $0) }
        try await handshake.send(.open(.init(kind: kind, versions: .spoken, proofs: proofs)))
        guard case .answer(let answer) = try await handshake.receive(),
            secrets.indices.contains(answer.match),
            Cryptography.equal(
                answer.proof,
                HandshakeProof.proof(.listener, kind, exporter: stream.exporter, secret: secrets[answer.match]))
        else { throw strange }
        guard let version = VersionRange.spoken.common(with: answer.versions) else { throw mismatch(answer.versions) }

        try await handshake.send(.identity(.init(key: identity.key, signature: nil)))
        let third = try await handshake.receive()
        if case .refused(let refusal) = third { return .refused(BatonError.Code(received: refusal.code), by: nil) }
        guard case .identity(let peer) = third, let signature = peer.signature,
            HandshakeProof.isSigned(
                signature, .listener, exporter: stream.exporter, diallerKey: identity.key, listenerKey: peer.key)
        else { throw strange }
        guard await isTrusted(peer.key) else {
            throw BatonError(.untrusted, "The device that answered is not the one that was expected.")
        }
        let own = HandshakeProof.signature(
            .dialler, exporter: stream.exporter, diallerKey: identity.key, listenerKey: peer.key, by: identity)
        try await handshake.send(.signature(.init(signature: own)))
        let last = try await handshake.receive()
        if case .refused(let refusal) = last {
            return .refused(BatonError.Code(received: refusal.code), by: peer.key)
        }
        guard case .welcome(let welcome) = last else { throw strange }
        return .welcomed(AuthenticatedPeer(stream: stream, kind: kind, key: peer.key, version: version), welcome)
    }

    enum Dialled: Sendable {
        case welcomed(AuthenticatedPeer, HandshakeMessage.Welcome)
        /// A peer that knows one of the secrets said no; `by` is its key, if it has proved one.
        case refused(BatonError.Code, by: Data?)
    }

    // MARK: The listener

    /// Waits for the first message and checks its proof, saying nothing to those who have none.
    ///
    /// - Parameter secrets: what this device accepts for a kind of peer, the newest first.
    static func listen(
        _ stream: any FrameStream, as identity: DeviceIdentity,
        secrets: @Sendable (HandshakeMessage.Kind) async -> [Secret]
    ) async throws(BatonError) -> Opened {
        let first = Handshake(stream: stream, identity: identity, kind: .member)
        guard case .open(let open) = try await first.receive(),
            open.proofs.count <= HandshakeMessage.Open.maximumProofs
        else { throw strange }
        for secret in await secrets(open.kind).prefix(HandshakeMessage.Open.maximumProofs) {
            let expected = HandshakeProof.proof(.dialler, open.kind, exporter: stream.exporter, secret: secret)
            for (index, proof) in open.proofs.enumerated() where Cryptography.equal(proof, expected) {
                return Opened(
                    handshake: Handshake(stream: stream, identity: identity, kind: open.kind), match: index,
                    secret: secret, versions: open.versions)
            }
        }
        throw strange
    }

    /// A channel whose dialler has proved to know a secret; who it is comes next.
    struct Opened: Sendable {
        let handshake: Handshake
        let match: Int
        let secret: Secret
        let versions: VersionRange

        /// Up to the dialler's signature. The welcome is the caller's, who may still refuse.
        ///
        /// - Parameter refusal: why the owner of this key is not wanted; asked before this device says who it is.
        func identify(
            refusal: @Sendable (Data) async -> BatonError.Code?
        ) async throws(BatonError) -> AuthenticatedPeer {
            let stream = handshake.stream
            try await handshake.send(
                .answer(
                    .init(
                        match: match, versions: .spoken,
                        proof: HandshakeProof.proof(
                            .listener, handshake.kind, exporter: stream.exporter, secret: secret))))
            guard let version = VersionRange.spoken.common(with: versions) else { throw Handshake.mismatch(versions) }
            guard case .identity(let peer) = try await handshake.receive(),
                peer.key.count == DeviceIdentity.keyLength
            else { throw Handshake.strange }
            if let code = await refusal(peer.key) {
                await handshake.refuse(code)
                throw BatonError(code, "A device that asked was refused.")
            }
            let identity = handshake.identity
            let own = HandshakeProof.signature(
                .listener, exporter: stream.exporter, diallerKey: peer.key, listenerKey: identity.key, by: identity)
            try await handshake.send(.identity(.init(key: identity.key, signature: own)))
            guard case .signature(let signed) = try await handshake.receive(),
                HandshakeProof.isSigned(
                    signed.signature, .dialler, exporter: stream.exporter, diallerKey: peer.key,
                    listenerKey: identity.key)
            else { throw Handshake.strange }
            return AuthenticatedPeer(stream: stream, kind: handshake.kind, key: peer.key, version: version)
        }

        func welcome(_ welcome: HandshakeMessage.Welcome) async throws(BatonError) {
            try await handshake.send(.welcome(welcome.fitting()))
        }

        func refuse(_ code: BatonError.Code) async { await handshake.refuse(code) }
    }

    // MARK: Messages

    private func refuse(_ code: BatonError.Code) async { try? await send(.refused(.init(code: code.rawValue))) }

    private func send(_ message: HandshakeMessage) async throws(BatonError) {
        let bytes: Data
        do { bytes = try JSONEncoder().encode(message) } catch { throw BatonError(.internal, "A message has no form.") }
        do throws(GLibError) { try await stream.send(bytes) } catch { throw Self.lost(error) }
    }

    private func receive() async throws(BatonError) -> HandshakeMessage {
        let received: Data?
        do throws(GLibError) {
            received = try await stream.receive(maximum: HandshakeMessage.maximumSize)
        } catch { throw Self.lost(error) }
        guard let received else { throw BatonError(.network, "The other device closed the connection.") }
        guard let message = try? WireForm.read(HandshakeMessage.self, from: received) else { throw Self.strange }
        return message
    }

    private static var strange: BatonError {
        BatonError(.handoffFailed, "What answered does not prove to be one of the user's devices.")
    }

    private static func mismatch(_ theirs: VersionRange) -> BatonError {
        let own = VersionRange.spoken
        let ranges = "(it speaks link versions \(theirs.min) to \(theirs.max), this one \(own.min) to \(own.max))"
        return BatonError(
            .versionMismatch,
            theirs.max < own.min
                ? "The other device's Baton is too old for this one \(ranges); update it there."
                : "This device's Baton is too old for the other one \(ranges); update it here.")
    }

    private static func lost(_ error: GLibError) -> BatonError {
        BatonError(.network, "The connection to the other device was lost.", cause: error.description)
    }
}

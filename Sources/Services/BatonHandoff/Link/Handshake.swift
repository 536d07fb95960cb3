internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// How two devices prove themselves inside a TLS channel whose certificates prove nothing (docs/protocol.md).
///
/// First each side proves that it knows the group's or the invitation's secret, bound to this channel; a stranger learns
/// nothing. Only then identities are shown: the dialler's, and the listener's to somebody it trusts.
struct Handshake {
    static let version = 1
    static let proofLabel = "baton/1 first proof"
    static let identityLabel = "baton/1 identity"
    /// How long a listener waits for the first proof, and how long all of it may take.
    static let proofLimit = Duration.seconds(2)
    static let limit = Duration.seconds(10)
    static let maximumProofs = 4

    enum Kind: String, Codable { case member, invitation }

    /// Dialler's first message.
    struct Opening: Codable {
        var minimumVersion: Int
        var maximumVersion: Int
        var kind: Kind
        /// Under each key that the dialler knows, newest first.
        var proofs: [Data]
    }

    /// Listener's answer: its own proof under the key that matched.
    struct Answer: Codable {
        var version: Int
        var proof: Data
    }

    struct DiallerKey: Codable { var key: Data }

    struct ListenerKey: Codable {
        var key: Data?
        var signature: Data?
        /// Why not, and the list that says so.
        var refused: String?
        var group: SignedGroup?
    }

    struct DiallerSignature: Codable { var signature: Data }
    struct Welcome: Codable { var welcome: Bool }

    static func proof(_ role: String, _ key: Secret, _ stream: any FrameStream) -> Data {
        Cryptography.hmacSHA256(
            Labelled.bytes(proofLabel, Data(role.utf8), stream.exporter), key: key)
    }

    private static func sign(
        _ role: String, _ identity: DeviceIdentity, _ stream: any FrameStream, _ dialler: Data, _ listener: Data
    ) -> Data {
        identity.signature(identityLabel, Data(role.utf8), stream.exporter, dialler, listener)
    }

    private static func verify(
        _ signature: Data?, _ role: String, by key: Data, _ stream: any FrameStream, _ dialler: Data, _ listener: Data
    ) throws(BatonError) {
        guard let signature,
            DeviceIdentity.verify(
                signature, of: identityLabel, Data(role.utf8), stream.exporter, dialler, listener, by: key)
        else { throw BatonError(.untrusted, "The other device could not prove its identity.") }
    }

    private static func send(_ message: some Encodable, _ stream: any FrameStream) async throws(BatonError) {
        try await Wire.send(message, to: stream, limit: Wire.handshakeLimit)
    }

    private static func receive<T: Decodable>(_ type: T.Type, _ stream: any FrameStream) async throws(BatonError) -> T {
        try await Wire.receive(type, from: stream, limit: Wire.handshakeLimit)
    }

    // MARK: The dialler

    /// - Parameter trusts: whether a listener's key is the one that is wanted.
    /// - Throws: `Refusal` inside `BatonError.untrusted` where the listener does not know this device any more.
    static func dial(
        _ stream: any FrameStream, kind: Kind, keys: [Secret], identity: DeviceIdentity,
        trusts: (Data) -> Bool, refusal: (SignedGroup) -> Void
    ) async throws(BatonError) -> Data {
        try await send(
            Opening(
                minimumVersion: version, maximumVersion: version, kind: kind,
                proofs: keys.prefix(maximumProofs).map { proof("dialler", $0, stream) }), stream)
        let answer = try await receive(Answer.self, stream)
        guard answer.version == version else {
            throw BatonError(
                .versionMismatch,
                "The other device speaks version \(answer.version) of the protocol, this one \(version).")
        }
        guard keys.contains(where: { Cryptography.equal(answer.proof, proof("listener", $0, stream)) }) else {
            throw BatonError(.untrusted, "What answers at \(stream.remoteAddress) is none of the user's devices.")
        }
        try await send(DiallerKey(key: identity.key), stream)
        let shown = try await receive(ListenerKey.self, stream)
        if shown.refused != nil {
            if let group = shown.group { refusal(group) }
            throw BatonError(.untrusted, "The other device does not share with this one any more.")
        }
        guard let key = shown.key, key.count == DeviceIdentity.keyLength, key != identity.key, trusts(key) else {
            throw BatonError(.untrusted, "What answers at \(stream.remoteAddress) is not the device that was expected.")
        }
        try verify(shown.signature, "listener", by: key, stream, identity.key, key)
        try await send(DiallerSignature(signature: sign("dialler", identity, stream, identity.key, key)), stream)
        _ = try await receive(Welcome.self, stream)
        return key
    }

    // MARK: The listener

    /// The dialler's opening, once it has proved that it knows one of the keys.
    static func firstProof(
        _ stream: any FrameStream, keys: (Kind) -> [Secret]
    ) async throws(BatonError) -> Kind {
        let opening = try await receive(Opening.self, stream)
        guard opening.minimumVersion <= version, opening.maximumVersion >= version else {
            // Nothing is said to somebody who has proved nothing.
            throw BatonError(.versionMismatch, "A device of another protocol version dialled.")
        }
        guard opening.proofs.count <= maximumProofs else {
            throw BatonError(.untrusted, "A dialler sent too many proofs.")
        }
        for key in keys(opening.kind) {
            let wanted = proof("dialler", key, stream)
            guard opening.proofs.contains(where: { Cryptography.equal($0, wanted) }) else { continue }
            try await send(Answer(version: version, proof: proof("listener", key, stream)), stream)
            return opening.kind
        }
        throw BatonError(.untrusted, "A dialler proved nothing.")
    }

    /// The rest: identities. `trusts` says whether the dialler's key is welcome.
    static func identify(
        _ stream: any FrameStream, identity: DeviceIdentity, trusts: (Data) -> Bool, group: SignedGroup?
    ) async throws(BatonError) -> Data {
        let key = try await receive(DiallerKey.self, stream).key
        guard key.count == DeviceIdentity.keyLength, key != identity.key, trusts(key) else {
            try? await send(ListenerKey(refused: BatonError.Code.untrusted.rawValue, group: group), stream)
            throw BatonError(.untrusted, "A device that is none of the user's dialled.")
        }
        try await send(
            ListenerKey(key: identity.key, signature: sign("listener", identity, stream, key, identity.key)), stream)
        let signature = try await receive(DiallerSignature.self, stream).signature
        try verify(signature, "dialler", by: key, stream, key, identity.key)
        try await send(Welcome(welcome: true), stream)
        return key
    }
}

internal import FoundationEssentials

/// What is authenticated and signed in a handshake; the byte layouts are in docs/protocol.md.
enum HandshakeProof {
    enum Role: String {
        case dialler, listener
        var bytes: Data { Data(rawValue.utf8) }
    }

    static let proofLabel = "baton/1 proof"
    static let identityLabel = "baton/1 identity"

    /// That the sender knows the secret and is at this end of this channel.
    static func proof(
        _ role: Role, _ kind: HandshakeMessage.Kind, exporter: Data, secret: Secret
    ) -> Data {
        Cryptography.hmacSHA256(
            Labelled.bytes(proofLabel, Data(kind.rawValue.utf8), role.bytes, exporter), key: secret)
    }

    /// That the sender owns its key, in this role, on this channel, towards the other key.
    static func signature(
        _ role: Role, exporter: Data, diallerKey: Data, listenerKey: Data, by identity: DeviceIdentity
    ) -> Data {
        identity.signature(identityLabel, role.bytes, exporter, diallerKey, listenerKey)
    }

    static func isSigned(
        _ signature: Data, _ role: Role, exporter: Data, diallerKey: Data, listenerKey: Data
    ) -> Bool {
        DeviceIdentity.verify(
            signature, of: identityLabel, role.bytes, exporter, diallerKey, listenerKey,
            by: role == .dialler ? diallerKey : listenerKey)
    }
}

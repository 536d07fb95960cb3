package import ActivityModel
package import FoundationEssentials

/// What a device gives to a new one so that it can find and recognise it: the hash of its identity key, a secret for one
/// use, and where to try. It is enough to ask to join; joining needs the check code as well.
package struct Invitation: Sendable, CustomStringConvertible {
    /// SHA-256 of the inviter's identity key.
    package let inviterHash: Data
    package let secret: Secret
    package let addresses: [PeerAddress]

    package static let lifetime = Duration.seconds(600)
    package static let maximumFailures = 3
    package static let maximumAddresses = 4
    package static let maximumTextLength = 512
    static let secretLength = 16
    static let prefix = "baton:"
    private static let version: UInt8 = 1
    private static let checksumLength = 4
    private static let checksumLabel = "baton/1 invitation"

    package init(inviterHash: Data, secret: Secret, addresses: [PeerAddress]) {
        precondition(inviterHash.count == 32 && secret.count == Self.secretLength)
        self.inviterHash = inviterHash
        self.secret = secret
        self.addresses = Self.fitting(addresses)
    }

    package var inviterID: String { inviterHash.hexadecimal }
    /// Shows no part of the secret.
    package var description: String { "an invitation from \(inviterID.prefix(8))" }

    /// As many addresses as the text has room for, in their order.
    private static func fitting(_ addresses: [PeerAddress]) -> [PeerAddress] {
        var room = (maximumTextLength - prefix.utf8.count) * 3 / 4 - (1 + 32 + secretLength + 1 + checksumLength)
        return Array(
            addresses.filter { address in
                let needed = 1 + address.description.utf8.count
                guard needed <= min(room, 256) else { return false }
                room -= needed
                return true
            }.prefix(maximumAddresses))
    }

    /// The invitation as one word that can be copied: `baton:` and base64url of version, key hash, secret, addresses and checksum.
    package var text: String {
        var bytes = Data([Self.version])
        bytes.append(inviterHash)
        bytes.append(secret.exposed)
        bytes.append(UInt8(addresses.count))
        for address in addresses {
            let text = Data(address.description.utf8)
            bytes.append(UInt8(text.count))
            bytes.append(text)
        }
        return Self.text(ofForm: bytes)
    }

    /// Bytes as a text with their checksum, whatever they say.
    package static func text(ofForm bytes: Data) -> String { prefix + (bytes + checksum(of: bytes)).base64URL }

    private static func checksum(of bytes: Data) -> Data {
        Cryptography.sha256(Labelled.bytes(checksumLabel, bytes)).prefix(checksumLength)
    }

    /// Reads the text form; white space and line breaks anywhere in it do not count.
    /// - Throws: `invitationInvalid`, saying whether the text is no invitation or a damaged one; `versionMismatch` for one
    ///   that a newer Baton made. Whether it is still open only the inviter knows.
    package init(text: String) throws(BatonError) {
        let word = String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.properties.isWhitespace }))
        guard word.lowercased().hasPrefix(Self.prefix) else {
            throw BatonError(
                .invitationInvalid, "This is not an invitation: it has to begin with “\(Self.prefix)”. Copy it whole.")
        }
        let damaged = BatonError(
            .invitationInvalid, "The invitation is damaged: a part is missing or was changed. Copy it again, whole.")
        // The last four bytes are the checksum in every version, so that a typing error is not taken for a newer version.
        guard word.utf8.count <= Self.maximumTextLength,
            let bytes = Data(base64URL: String(word.dropFirst(Self.prefix.count))),
            bytes.count > Self.checksumLength,
            Self.checksum(of: bytes.dropLast(Self.checksumLength)) == bytes.suffix(Self.checksumLength)
        else { throw damaged }
        var reader = ByteReader(bytes.dropLast(Self.checksumLength))
        guard let version = reader.byte() else { throw damaged }
        guard version == Self.version else {
            throw BatonError(
                .versionMismatch,
                "The invitation was made by a newer Baton (form \(version)). Update Baton on this device.")
        }
        guard let hash = reader.bytes(32), let secret = reader.bytes(Self.secretLength), let count = reader.byte(),
            count <= Self.maximumAddresses
        else { throw damaged }
        var addresses: [PeerAddress] = []
        for _ in 0..<count {
            guard let length = reader.byte(), let text = reader.bytes(Int(length)),
                let address = PeerAddress(String(decoding: text, as: UTF8.self))
            else { throw damaged }
            addresses.append(address)
        }
        guard reader.isAtEnd else { throw damaged }
        self.init(inviterHash: hash, secret: Secret(secret), addresses: addresses)
    }
}

/// Reads bytes in order; nil past the end.
private struct ByteReader {
    private var rest: Data

    init(_ data: Data) { rest = data }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() -> UInt8? { rest.popFirst() }

    mutating func bytes(_ count: Int) -> Data? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Data(rest.prefix(count))
    }
}

extension Data {
    /// RFC 4648 section 5, without padding.
    var base64URL: String {
        var text = base64EncodedString()
        while text.hasSuffix("=") { text.removeLast() }
        return String(text.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    /// Strict: only that alphabet, no padding, and the only text of these bytes (unused bits are zero).
    init?(base64URL text: String) {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") })
        else { return nil }
        let plain = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        let padding = String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: plain + padding), data.base64URL == text else { return nil }
        self = data
    }
}

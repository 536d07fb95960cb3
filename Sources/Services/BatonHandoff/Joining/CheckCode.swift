package import FoundationEssentials

/// The six digits that the new device shows and the user types on the existing one.
///
/// The joiner commits to its nonce before it sees the inviter's, and the inviter sends its own before it sees the
/// joiner's, so that neither side, nor anyone between them, can try nonces until two codes are equal.
package struct CheckCode: Sendable, Hashable {
    /// Six ASCII digits.
    package let digits: String

    static let label = "baton/1 check code"
    static let commitmentLabel = "baton/1 commitment"
    static let nonceLength = 32

    /// - Parameters:
    ///   - joinerNonce, inviterNonce: 32 random bytes of each side.
    ///   - exporter: the channel's bytes: with someone between, each side has a different channel.
    package init(joinerNonce: Data, inviterNonce: Data, joinerKey: Data, inviterKey: Data, exporter: Data) {
        let bytes = Cryptography.hkdfSHA256(
            secret: joinerNonce + inviterNonce, info: Labelled.bytes(Self.label, joinerKey, inviterKey, exporter),
            length: 8)
        // 2^64 is not a multiple of a million; the bias is under 10^-13.
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 1_000_000
        let plain = String(number)
        digits = String(repeating: "0", count: 6 - plain.utf8.count) + plain
    }

    static func commitment(to nonce: Data) -> Data {
        Cryptography.sha256(Labelled.bytes(commitmentLabel, nonce))
    }

    /// What a person typed, as six digits; spaces and hyphens between them do not count. Nil if it is no code at all.
    package static func typed(_ text: String) -> String? {
        let digits = text.unicodeScalars.filter { !$0.properties.isWhitespace && $0 != "-" }
        guard digits.count == 6, digits.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return String(String.UnicodeScalarView(digits))
    }

    func matches(_ typed: String) -> Bool { Cryptography.equal(Data(digits.utf8), Data(typed.utf8)) }
}

package import FoundationEssentials

/// One of the user's devices.
package struct Device: Sendable, Hashable, Codable {
    /// SHA-256 of the identity key, hexadecimal, 64 characters.
    package var id: String
    /// The Ed25519 identity key, 32 bytes.
    package var key: Data
    package var name: String
    package var joinedAt: Date
    /// Where it was last reached, `host:port`, newest first; hints only.
    package var addresses: [String]

    package init(id: String, key: Data, name: String, joinedAt: Date, addresses: [String] = []) {
        self.id = id
        self.key = key
        self.name = name
        self.joinedAt = joinedAt
        self.addresses = addresses
    }

    /// A name that a peer sent, made fit to show: no control characters, at most 64 characters and 256 scalars.
    package static func displayName(_ received: String) -> String {
        var plain = String.UnicodeScalarView()
        var count = 0
        for scalar in received.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: continue
            default:
                plain.append(scalar)
                count += 1
            }
            // One character can be made of any number of marks.
            if count == 256 { break }
        }
        let short = String(plain).prefix(64).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return short.isEmpty ? "a device without a name" : short
    }
}

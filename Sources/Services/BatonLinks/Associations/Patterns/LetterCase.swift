/// How a rule compares letters: both its patterns and the address are made comparable by the same.
enum LetterCase: UInt8, Sendable, Hashable {
    /// As they are.
    case exact
    /// Without case, in an address as it is written: there are no letters in it but those of ASCII.
    case foldedASCII
    /// Without case, in a decoded address: by Unicode's simple mapping to lower case, one character for one.
    case foldedUnicode

    init(isSensitive: Bool, isEncoded: Bool) {
        self = isSensitive ? .exact : isEncoded ? .foldedASCII : .foldedUnicode
    }

    /// - Parameter bytes: well-formed UTF-8.
    func folded(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .exact: bytes
        case .foldedASCII: bytes.map(Self.lowered)
        case .foldedUnicode:
            bytes.allSatisfy { $0 < 0x80 }
                ? bytes.map(Self.lowered)
                : Array(
                    String(
                        String.UnicodeScalarView(
                            String(decoding: bytes, as: UTF8.self).unicodeScalars.map(Self.lowered))
                    )
                    .utf8)
        }
    }

    static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    private static func lowered(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        let mapping = scalar.properties.lowercaseMapping.unicodeScalars
        // More than one scalar is the full mapping, not the simple one.
        guard let first = mapping.first, mapping.count == 1 else { return scalar }
        return first
    }
}

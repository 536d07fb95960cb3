internal import CBatonICU

/// The name of a host as DNS has it: ASCII, lower case, without a trailing dot. Internationalised names are equal in either
/// spelling: they are mapped by UTS 46, without the transitional exceptions, as browsers do.
package struct HostName: Sendable, Hashable, CustomStringConvertible {
    /// The ASCII form (Punycode), at most 253 bytes.
    package let ascii: String
    package var description: String { ascii }

    /// - Returns: nil for what is no host name: an empty label or one over 63 bytes, a forbidden character, or an
    ///   internationalised name that UTS 46 refuses. An IPv4 address has the form of a name and is one here
    ///   (`isAddress`); an IPv6 address is none.
    package init?(_ text: String) {
        var name = text
        guard let ascii = name.withUTF8({ Self.plain($0) }) ?? Self.mapped(text) else { return nil }
        self.ascii = ascii
    }

    /// Whether it is an IPv4 address in any form that resolvers take: the last label is a number.
    package var isAddress: Bool {
        let dot = ascii.utf8.lastIndex(of: UInt8(ascii: "."))
        let last = ascii.utf8[(dot.map { ascii.utf8.index(after: $0) } ?? ascii.startIndex)...]
        guard let first = last.first, (0x30...0x39).contains(first) else { return false }
        let isHexadecimal = last.starts(with: "0x".utf8)
        return last.dropFirst(isHexadecimal ? 2 : 0).allSatisfy {
            (0x30...0x39).contains($0) || isHexadecimal && (0x61...0x66).contains($0)
        }
    }

    /// What is left without the first label; nil for a single label.
    package var parent: HostName? {
        guard let dot = ascii.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        return HostName(verified: String(ascii[ascii.index(after: dot)...]))
    }

    private init(verified: String) { ascii = verified }

    /// The name with its letters, for eyes; the ASCII form where ICU has no other.
    package var unicode: String {
        guard ascii.contains("xn--") else { return ascii }
        return Self.converted(ascii, baton_uidna_nameToUnicode) ?? ascii
    }

    /// The name in lower case, where it is one of ASCII; nil for all others, and for what claims to be Punycode: ICU judges
    /// those. One pass, since every address that is opened comes by.
    private static func plain(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let count = bytes.last == UInt8(ascii: ".") ? bytes.count - 1 : bytes.count
        guard (1...253).contains(count) else { return nil }
        var label = 0
        var isPlain = true
        let text = String(unsafeUninitializedCapacity: count) { buffer in
            for index in 0..<count {
                var byte = bytes[index]
                if byte == UInt8(ascii: ".") {
                    guard label > 0 else {
                        isPlain = false
                        return 0
                    }
                    label = 0
                } else {
                    if byte &- 0x41 < 26 { byte |= 0x20 }
                    label += 1
                    let isPunycode = label == 4 && byte == UInt8(ascii: "-") && buffer[index - 1] == UInt8(ascii: "-")
                    guard label <= 63, isOfName(byte), !isPunycode else {
                        isPlain = false
                        return 0
                    }
                }
                buffer[index] = byte
            }
            return count
        }
        return isPlain && label > 0 ? text : nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func mapped(_ text: String) -> String? {
        guard var name = converted(text, baton_uidna_nameToASCII) else { return nil }
        if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
        guard (1...253).contains(name.utf8.count) else { return nil }
        let isValid = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
            (1...63).contains($0.count) && $0.allSatisfy(isOfName)
        }
        return isValid ? name : nil
    }

    private typealias Conversion = (
        UInt32, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<CChar>?, Int32, UnsafeMutablePointer<UInt32>?,
        UnsafeMutablePointer<Int32>?
    ) -> Int32

    private static func converted(_ text: String, _ convert: Conversion) -> String? {
        // A name of DNS has 253 bytes; what is far longer in its letters is none, and is not worth mapping.
        var bytes = Array(text.utf8.prefix(2048)).map { CChar(bitPattern: $0) }
        guard text.utf8.count < 2048 else { return nil }
        var into = [CChar](repeating: 0, count: 4096)
        var (errors, status) = (UInt32(0), BATON_U_ZERO_ERROR)
        let options = UInt32(
            BATON_UIDNA_NONTRANSITIONAL_TO_ASCII | BATON_UIDNA_NONTRANSITIONAL_TO_UNICODE | BATON_UIDNA_CHECK_BIDI
                | BATON_UIDNA_CHECK_CONTEXTJ)
        let length = bytes.withUnsafeMutableBufferPointer { name in
            into.withUnsafeMutableBufferPointer {
                convert(
                    options, name.baseAddress, Int32(name.count), $0.baseAddress, Int32($0.count), &errors, &status)
            }
        }
        guard status <= BATON_U_ZERO_ERROR, errors == 0, length > 0 else { return nil }
        return String(decoding: into.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

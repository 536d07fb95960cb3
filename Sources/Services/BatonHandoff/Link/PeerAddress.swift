/// `host:port` as text: an IPv4 address, an IPv6 address in brackets, or a host name. Only a hint where to try.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// Without brackets.
    package let host: String
    package let port: UInt16

    /// Longest text that is accepted: a host name of 253 bytes, colon, five digits.
    package static let maximumLength = 259

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Nil for anything that is not of the form; characters that no host has are refused here, before any resolver sees them.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let port = UInt16(digits),
            port > 0
        else { return nil }
        var host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]") && host.utf8.count > 2
        if isBracketed { host = host.dropFirst().dropLast() }
        guard !host.isEmpty, !host.hasPrefix("-"), host.utf8.contains(UInt8(ascii: ":")) == isBracketed,
            host.utf8.allSatisfy({ Self.isHostByte($0, isIPv6: isBracketed) })
        else { return nil }
        self.host = String(host)
        self.port = port
    }

    private static func isHostByte(_ byte: UInt8, isIPv6: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        case UInt8(ascii: ":"), UInt8(ascii: "%"): isIPv6
        default: false
        }
    }

    var isIPv6: Bool { host.contains(":") }

    package var description: String { isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

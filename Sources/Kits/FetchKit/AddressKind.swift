/// Whether an IP address is one of the public internet: a stranger's name must not make Baton ask a machine of the local
/// network, or this one.
///
/// After the registries of special-purpose addresses (RFC 6890 and its updates).
enum AddressKind {
    /// What kind of address it is that is not on the public internet, as a word for the user; nil for a public one.
    /// - Parameter bytes: 4 or 16.
    static func fault(of bytes: [UInt8]) -> String? {
        switch bytes.count {
        case 4: fourFault(bytes[...])
        case 16: sixFault(bytes)
        default: "no IP"
        }
    }

    private static let four: [(String, [UInt8], Int)] = [
        ("unspecified", [0], 8), ("private", [10], 8), ("shared", [100, 64], 10), ("loopback", [127], 8),
        ("link-local", [169, 254], 16), ("private", [172, 16], 12), ("reserved", [192, 0, 0], 24),
        ("documentation", [192, 0, 2], 24), ("private", [192, 168], 16), ("benchmark", [198, 18], 15),
        ("documentation", [198, 51, 100], 24), ("documentation", [203, 0, 113], 24), ("multicast", [224], 4),
        ("reserved", [240], 4),
    ]

    private static let six: [(String, [UInt8], Int)] = [
        ("private", [0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], 48), ("discarded", [0x01, 0, 0, 0, 0, 0, 0, 0], 64),
        ("documentation", [0x20, 0x01, 0x0D, 0xB8], 32), ("documentation", [0x3F, 0xFF, 0], 20),
        ("private", [0xFC], 7), ("link-local", [0xFE, 0x80], 10), ("site-local", [0xFE, 0xC0], 10),
        ("multicast", [0xFF], 8),
    ]

    private static func fourFault(_ bytes: ArraySlice<UInt8>) -> String? {
        four.first { begins(bytes, $0.1, $0.2) }?.0
    }

    private static func sixFault(_ bytes: [UInt8]) -> String? {
        let zeros = [UInt8](repeating: 0, count: 15)
        if bytes == zeros + [0] { return "unspecified" }
        if bytes == zeros + [1] { return "loopback" }
        if let found = six.first(where: { begins(bytes[...], $0.1, $0.2) }) { return found.0 }
        // Addresses that stand for one of IPv4: what is behind them counts.
        let mapped = zeros.prefix(10) + [0xFF, 0xFF]
        let translated: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0]
        let network64: [UInt8] = [0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0]
        for prefix in [Array(mapped), translated, network64, Array(zeros.prefix(12))] where bytes.starts(with: prefix) {
            return fourFault(bytes[12...])
        }
        if bytes.starts(with: [0x20, 0x02]) { return fourFault(bytes[2..<6]) }
        // Teredo: the address of the client is written with its bits turned.
        if bytes.starts(with: [0x20, 0x01, 0, 0]) { return fourFault(bytes[12...].map { ~$0 }[...]) }
        return nil
    }

    private static func begins(_ bytes: ArraySlice<UInt8>, _ prefix: [UInt8], _ bits: Int) -> Bool {
        var left = bits
        for (byte, expected) in zip(bytes, prefix) {
            let mask = left >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF00 >> left)
            guard byte & mask == expected & mask else { return false }
            left -= 8
            if left <= 0 { return true }
        }
        return left <= 0
    }
}

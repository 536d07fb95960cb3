internal import Glibc

/// Which connections count as one caller's: those of one IPv4 address, or of one IPv6 network of 64 bits, since whoever
/// has one address of such a network has all of them.
package enum CallerHost {
    /// - Parameter address: `host:port`, as a socket says it.
    package static func name(of address: String) -> String {
        guard let colon = address.utf8.lastIndex(of: UInt8(ascii: ":")) else { return address }
        var host = String(address[..<colon])
        guard host.hasPrefix("["), host.hasSuffix("]") else { return host }
        host = String(host.dropFirst().dropLast().prefix { $0 != "%" })
        var parsed = in6_addr()
        guard inet_pton(AF_INET6, host, &parsed) == 1 else { return host }
        let bytes = withUnsafeBytes(of: &parsed) { Array($0) }
        // An IPv6 socket shows IPv4 callers like this.
        if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]) {
            return bytes[12...].map { String($0) }.joined(separator: ".")
        }
        return bytes[..<8].map { String($0, radix: 16) }.joined(separator: ":") + "/64"
    }
}

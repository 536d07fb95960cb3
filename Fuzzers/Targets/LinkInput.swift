internal import BatonLinks
internal import FoundationEssentials
internal import ICUKit

/// The first byte says what the others are: an address, or an entry of the associated domains.
enum LinkInput {
    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        guard let mode = bytes.first else { return }
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        if mode & 1 == 0 { try address(text) } else { try entry(text) }
    }

    private static func address(_ text: String) throws(FuzzTarget.Finding) {
        guard let url = LinkURL(text) else { return }
        let isPlain = url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        try FuzzTarget.check(isPlain, "an address holds what may not stand in one")
        try FuzzTarget.check(LinkURL(url.text) == url, "an address reads back otherwise")
        try FuzzTarget.check(
            url.path.isEmpty || url.path.utf8.first == UInt8(ascii: "/"), "a path starts without a slash")
        try FuzzTarget.check(url.port != (url.isSecure ? 443 : 80), "the scheme's own port is told")
        try FuzzTarget.check(!url.path.utf8.contains { "?#".utf8.contains($0) }, "a path goes too far")
        try FuzzTarget.check(!url.query.utf8.contains(UInt8(ascii: "#")), "a query goes too far")
        try check(url.host)
    }

    private static func entry(_ text: String) throws(FuzzTarget.Finding) {
        guard let entry = read(text) else { return }
        try check(entry.domain)
        try FuzzTarget.check(!entry.domain.isAddress, "an address is associated")
        let written = "\(entry.service.rawValue):\(entry.pattern)\(entry.isDeveloper ? "?mode=developer" : "")"
        try FuzzTarget.check(read(written) == entry, "an entry reads back otherwise")
        try FuzzTarget.check(entry.covers(entry.domain) != entry.isWildcard, "an entry does not cover what it names")
    }

    private static func read(_ text: String) -> AssociatedDomain? {
        do throws(AssociatedDomain.Fault) { return try AssociatedDomain(parsing: text) } catch { return nil }
    }

    private static func check(_ host: HostName) throws(FuzzTarget.Finding) {
        try FuzzTarget.check((1...253).contains(host.ascii.utf8.count), "a host has another length than DNS allows")
        try FuzzTarget.check(HostName(host.ascii) == host, "a host reads back otherwise")
        // The spelling in letters is the same name, where there is one.
        try FuzzTarget.check(HostName(host.unicode).map { $0 == host } ?? true, "a host is another one in its letters")
        if let parent = host.parent { try FuzzTarget.check(HostName(parent.ascii) == parent, "a parent is no host") }
    }
}

internal import GLibKit
package import ICUKit

/// A web address as rules compare it: its parts as they are written.
package struct LinkURL: Sendable, Hashable {
    /// The whole address, of characters that every parser takes: what may not stand in an address is percent-encoded, and an
    /// internationalised host is in its ASCII form.
    package let text: String
    package let isSecure: Bool
    package let host: HostName
    /// As written; nil where none is, or the scheme's own.
    package let port: Int?
    /// Percent-encoded, as they are written; empty where they are not there.
    package let path: String
    package let query: String
    package let fragment: String

    /// - Returns: nil for what is no http or https address with a host. An address whose host two parsers could see
    ///   differently (a backslash before the path) is none.
    package init?(_ text: String) {
        guard let parts = WebURI(text), let host = HostName(parts.host) else { return nil }
        isSecure = parts.isSecure
        self.host = host
        port = parts.port == (parts.isSecure ? 443 : 80) ? nil : parts.port
        path = parts.path
        query = parts.query ?? ""
        fragment = parts.fragment ?? ""
        self.text = parts.text(host: host.ascii)
    }

    /// Whether both are of one site, as a browser has it: the same host.
    package func isSameSite(as other: LinkURL) -> Bool { host == other.host }
}

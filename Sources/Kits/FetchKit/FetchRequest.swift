/// One file to be fetched over HTTPS.
package struct FetchRequest: Sendable {
    /// An https address.
    package var url: String
    /// Bytes of the file once it is unpacked; a larger one is `tooLarge`.
    package var maximumSize: Int
    /// For everything: the look-up of the name, the connection, and the last byte.
    package var deadline: Duration
    /// Whether the host may have an address that is not on the public internet: a developer's own server.
    package var connectsAnywhere: Bool
    /// A PEM file of certificate authorities that count instead of the system's, absolute: a test authority should vouch
    /// for the developer's site, and for nothing else.
    package var authority: String?

    package init(
        url: String, maximumSize: Int, deadline: Duration, connectsAnywhere: Bool = false, authority: String? = nil
    ) {
        self.url = url
        self.maximumSize = maximumSize
        self.deadline = deadline
        self.connectsAnywhere = connectsAnywhere
        self.authority = authority
    }
}

/// Why a file was not fetched. The reasons in words may name addresses and hosts, so they are for the user who asks, and not
/// for the journal; what a site sent is quoted in printable ASCII and cut.
package enum FetchFailure: Error, Sendable, Hashable {
    /// The site answered with this HTTP status.
    case status(Int)
    /// The site answers elsewhere; redirects are not followed.
    case redirected(to: String)
    /// The site sent more than the request's `maximumSize`.
    case tooLarge
    /// The deadline passed.
    case timedOut
    /// The host's name has no address.
    case unresolved
    /// An address of the host is not on the public internet; nothing was connected to.
    case privateAddress(String)
    case notConnected(String)
    /// The certificate does not vouch for the host.
    case certificate(String)
    /// What was spoken is not HTTPS, or ended in the middle.
    case exchange(String)
    /// The task was cancelled.
    case cancelled
}

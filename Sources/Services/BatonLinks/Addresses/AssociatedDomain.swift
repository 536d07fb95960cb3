package import ICUKit

/// One string of the entitlement `com.apple.developer.associated-domains`: `service:domain[?mode=…]`.
package struct AssociatedDomain: Sendable, Hashable {
    package enum Service: String, Sendable, Hashable, CaseIterable {
        case applinks, webcredentials, activitycontinuation, appclips
    }

    package let service: Service
    /// The domain whose association file counts: for `*.example.com` that of `example.com`.
    package let domain: HostName
    /// Whether it stands for all subdomains of the domain, at every depth, and not for the domain itself (decisions).
    package let isWildcard: Bool
    /// `?mode=developer`, alone or with `managed`.
    package let isDeveloper: Bool

    /// What is wrong with an entitlement string, as a clause for its author.
    package struct Fault: Error, Sendable, Hashable {
        package let entry: String
        package let what: String
    }

    /// The one valid form is read; everything else is a fault that says what is wrong with it (case C38).
    package init(parsing entry: String) throws(Fault) {
        func fault(_ what: String) -> Fault { Fault(entry: entry, what: what) }
        guard let colon = entry.firstIndex(of: ":") else {
            throw fault("it has no service; expected applinks:example.com")
        }
        let word = String(entry[..<colon])
        guard let service = Service(rawValue: word) else {
            throw fault(
                "“\(word.prefix(40))” is no service; expected applinks, activitycontinuation or webcredentials")
        }
        var domain = entry[entry.index(after: colon)...]
        var modes: [Substring] = []
        if let mark = domain.firstIndex(of: "?") {
            let query = domain[domain.index(after: mark)...]
            domain = domain[..<mark]
            guard query.hasPrefix("mode=") else { throw fault("after the domain only ?mode=developer may stand") }
            modes = query.dropFirst(5).split(separator: "+", omittingEmptySubsequences: false)
            guard modes.allSatisfy({ ["developer", "managed"].contains($0) }) else {
                throw fault("its mode is not developer, managed or developer+managed")
            }
        }
        guard !domain.contains(where: \.isWhitespace) else { throw fault("it holds white space") }
        guard !domain.contains("/") else { throw fault("it has a scheme, a path or a slash; only the domain may stand") }
        guard !domain.contains(":") else { throw fault("it has a port or a second colon; only the domain may stand") }
        let isWildcard = domain.hasPrefix("*.")
        if isWildcard { domain = domain.dropFirst(2) }
        guard !domain.contains("*") else { throw fault("a * may only stand for all subdomains, as in *.example.com") }
        guard let host = HostName(String(domain)) else { throw fault("“\(domain.prefix(80))” is no domain") }
        guard !host.isAddress else { throw fault("it is an address; only host names are associated") }
        guard service != .appclips || !isWildcard else { throw fault("appclips takes no wildcard") }
        self.service = service
        self.domain = host
        self.isWildcard = isWildcard
        isDeveloper = modes.contains("developer")
    }

    /// Whether it stands for this host.
    package func covers(_ host: HostName) -> Bool {
        isWildcard ? host.ascii.hasSuffix("." + domain.ascii) : host == domain
    }

    /// `*.example.com` or `example.com`.
    package var pattern: String { isWildcard ? "*." + domain.ascii : domain.ascii }
}

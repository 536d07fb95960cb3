internal import ActivityModel
internal import ICUKit

/// The associated domains of one app, as its entitlements have them.
struct AppAssociations: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        let text: String
        let domain: AssociatedDomain?
        /// Why it does not count; nil where it does.
        let fault: Fault?
    }

    enum Fault: Sendable, Hashable {
        case unreadable(String)
        case tooMany(String)
    }

    let app: String
    /// `TEAM.bundle-id`, by which sites name the app; nil where its entitlements give no team.
    let wholeID: String?
    /// Changes when the app is another, or its version is.
    let identity: String
    let entries: [Entry]

    /// Domains that one app may name, and all apps together.
    static let maximumDomains = 100
    static let maximumOfAll = 10_000
    /// Entries of one app that are looked at: each domain for each service.
    static let maximumEntries = maximumDomains * AssociatedDomain.Service.allCases.count

    /// The apps that name domains, in their order.
    static func all(_ manifests: [AppManifest]) -> [AppAssociations] {
        var known: Set<HostName> = []
        return manifests.compactMap { manifest in
            manifest.associatedDomains.isEmpty ? nil : AppAssociations(manifest, &known)
        }
    }

    /// - Parameter known: the domains of the apps before.
    private init(_ manifest: AppManifest, _ known: inout Set<HostName>) {
        app = manifest.id
        wholeID = manifest.team == manifest.id ? nil : "\(manifest.team).\(manifest.id)"
        identity = "\(manifest.id) \(manifest.version ?? "")"
        var own: Set<HostName> = []
        var entries: [Entry] = []
        for text in manifest.associatedDomains.prefix(Self.maximumEntries) {
            entries.append(Self.entry(text, &own, &known))
        }
        let left = manifest.associatedDomains.count - entries.count
        if left > 0 {
            let words = "\(left) more entries are not looked at; \(Self.maximumEntries) are the most"
            entries.append(Entry(text: "…", domain: nil, fault: .tooMany(words)))
        }
        self.entries = entries
    }

    private static func entry(_ text: String, _ own: inout Set<HostName>, _ known: inout Set<HostName>) -> Entry {
        do throws(AssociatedDomain.Fault) {
            let domain = try AssociatedDomain(parsing: text)
            if !own.contains(domain.domain) {
                guard own.count < maximumDomains else {
                    return Entry(
                        text: text, domain: domain,
                        fault: .tooMany("an app may name \(maximumDomains) domains; this is one more"))
                }
                guard known.contains(domain.domain) || known.count < maximumOfAll else {
                    return Entry(
                        text: text, domain: domain,
                        fault: .tooMany("all apps together may name \(maximumOfAll) domains; this is one more"))
                }
                own.insert(domain.domain)
                known.insert(domain.domain)
            }
            return Entry(text: text, domain: domain, fault: nil)
        } catch {
            return Entry(text: String(text.prefix(300)), domain: nil, fault: .unreadable(error.what))
        }
    }
}

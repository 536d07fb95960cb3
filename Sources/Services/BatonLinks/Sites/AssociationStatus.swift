package import FoundationEssentials

/// How one entry of an app's associated domains stands.
package struct AssociationStatus: Sendable, Hashable {
    /// The words that users see and programs read (docs/links.md).
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// The site's file lists the app.
        case approved
        /// The site says that it has no file.
        case denied = "denied by the site"
        case notFetched = "not yet fetched"
        /// Nobody answers, and there is no earlier file.
        case unreachable
        /// What the site has is no association file, and there is no earlier one.
        case broken
        /// The site's file cannot be had, or is broken; an earlier one is used, and lists the app.
        case earlier = "an earlier file is used"
        case notListed = "not listed in the file"
        case unreadable = "entry cannot be read"
        /// More domains than an app may name.
        case tooMany = "too many domains"
        /// Without a team the app has no identifier that a site could list.
        case noTeam = "the app has no team"
        /// The user has chosen the browser for the domain.
        case off = "off by the user"

        /// Whether somebody may want to mend it.
        package var isTrouble: Bool {
            switch self {
            case .approved, .earlier, .notFetched, .off: false
            case .denied, .unreachable, .broken, .notListed, .unreadable, .tooMany, .noTeam: true
            }
        }
    }

    /// The app's id.
    package var app: String
    /// As the entitlements have it.
    package var entry: String
    package var state: State
    /// A clause in words.
    package var reason: String
    package var service: AssociatedDomain.Service?
    /// `example.com` or `*.example.com`.
    package var domain: String?
    package var isDeveloper = false
    package var lastCheck: Date?
    package var nextCheck: Date?
    package var choice: LinkChoice?
}

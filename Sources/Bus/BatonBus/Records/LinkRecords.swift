package import FoundationEssentials

/// Where an address comes from.
package struct LinkOptions: Codable, Sendable {
    /// The address of the page that it is on: within one site links stay in the browser.
    package var from: String?
    /// Typed or pasted by the user: it opens no app.
    package var typed: Bool?
    /// The app that opens it, its id or its folder, for the user's own programs, which open for others: the app's own links
    /// go on in the browser.
    package var app: String?
    /// Opens it in an app or not at all.
    package var appsOnly: Bool?

    package init(from: String? = nil, typed: Bool? = nil, app: String? = nil) {
        self.from = from
        self.typed = typed
        self.app = app
    }
}

/// What opens an address, and why.
package struct LinkDecisionInfo: Codable, Sendable {
    /// An app's id; or `browser`.
    package var opens: String
    /// The address as it is given to what opens it.
    package var url: String
    /// The rule of the site's file that decided.
    package var rule: String?
    package var why: String

    package init(opens: String, url: String, rule: String?, why: String) {
        self.opens = opens
        self.url = url
        self.rule = rule
        self.why = why
    }

    package static let browser = "browser"
}

/// How to fetch an association file now.
package struct FetchOptions: Codable, Sendable {
    /// A PEM file of certificate authorities that count instead of the system's, absolute; developer mode.
    package var authority: String?
    /// Another port than 443; developer mode.
    package var port: Int?

    package init(authority: String? = nil, port: Int? = nil) {
        self.authority = authority
        self.port = port
    }
}

/// One entry of an app's associated domains, and how it stands.
package struct AssociationInfo: Codable, Sendable {
    package var app: String
    package var appName: String
    /// As the entitlements have it.
    package var entry: String
    /// `applinks`, `activitycontinuation`, `webcredentials`, `appclips`; nil where the entry cannot be read.
    package var service: String?
    /// `example.com` or `*.example.com`.
    package var domain: String?
    package var developer: Bool?
    /// A word: docs/links.md has them all.
    package var state: String
    /// In words.
    package var reason: String
    package var lastCheck: Date?
    package var nextCheck: Date?
    /// `browser` where the user has chosen it for the domain.
    package var choice: String?

    package init(app: String, appName: String, entry: String, state: String, reason: String) {
        self.app = app
        self.appName = appName
        self.entry = entry
        self.state = state
        self.reason = reason
    }
}

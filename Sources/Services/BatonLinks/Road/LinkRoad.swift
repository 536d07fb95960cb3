package import ActivityModel
internal import ICUKit

/// Where an address comes from, as the road needs it.
package struct LinkOrigin: Sendable, Hashable {
    /// The page that the link is on.
    package var page: LinkURL?
    /// Whether the user has typed the address.
    package var isTyped: Bool
    /// The app that opens it.
    package var app: String?

    package init(page: LinkURL? = nil, isTyped: Bool = false, app: String? = nil) {
        self.page = page
        self.isTyped = isTyped
        self.app = app
    }
}

/// What opens an address, and why.
package struct RoadDecision: Sendable, Hashable {
    package enum Target: Sendable, Hashable {
        /// The app that the site associates with the address: it gets an activity of the web-browsing type.
        case link(app: String)
        /// The app that declares the scheme: it gets the address.
        case scheme(app: String)
        case browser
    }

    package let target: Target
    /// As it is given to what opens it.
    package let url: String
    /// The rule of the site's file that decided.
    package let rule: RulePlace?
    package let why: String

    package init(_ target: Target, _ url: String, rule: RulePlace? = nil, why: String) {
        self.target = target
        self.url = url
        self.rule = rule
        self.why = why
    }
}

/// The road of an address: the app that its site associates with it, else the app of its scheme, else the browser.
package enum LinkRoad {
    /// The longest address that is routed, in bytes. What is over 128 KiB no program can be started with, but an app that
    /// runs can be given it.
    package static let maximumLength = 1024 * 1024

    /// What is a program, a text, or a file of this machine, and no place that an app could be sent to.
    package static let forbidden: Set<String> = [
        "javascript", "vbscript", "data", "blob", "about", "file", "view-source", "filesystem",
    ]

    /// - Parameters:
    ///   - decide: what the associations say of a web address (`AssociationTable.decide`).
    ///   - apps: the installed ones, in the order in which one of several that declare a scheme is chosen.
    /// - Throws: `BatonError`: `invalidArgument` for what is no address; `noSuchApp` for a scheme that no app declares.
    package static func route(
        _ text: String, from origin: LinkOrigin, apps: [AppManifest], decide: (LinkURL) -> LinkDecision
    ) throws(BatonError) -> RoadDecision {
        guard text.utf8.count <= maximumLength else {
            throw BatonError(
                .invalidArgument, "The address has \(text.utf8.count) bytes; \(maximumLength) are the most.")
        }
        guard let scheme = scheme(of: text) else {
            throw BatonError(
                .invalidArgument, "That is no address: it must begin with a scheme, as https:// or example:.")
        }
        guard !forbidden.contains(scheme) else {
            throw BatonError(.invalidArgument, "Addresses that begin with \(scheme): are not opened.")
        }
        guard scheme == "http" || scheme == "https" else {
            return try route(scheme: scheme, text, apps)
        }
        guard let url = LinkURL(text) else {
            // A browser may see more in it than we do, or say better what is wrong.
            guard WebAddress.isWeb(text) else {
                throw BatonError(
                    .invalidArgument, "That is no web address that can be opened: its host or port is missing or wrong.")
            }
            return RoadDecision(.browser, text, why: "its host cannot be read with certainty")
        }
        return route(url, from: origin, decide)
    }

    private static func route(
        _ url: LinkURL, from origin: LinkOrigin, _ decide: (LinkURL) -> LinkDecision
    ) -> RoadDecision {
        func browser(_ why: String) -> RoadDecision { RoadDecision(.browser, url.text, why: why) }
        if origin.isTyped { return browser("it was typed, and a typed address opens no app") }
        let decision = decide(url)
        guard let app = decision.app else {
            return RoadDecision(.browser, url.text, rule: decision.place, why: decision.why)
        }
        if origin.app == app { return browser("\(app) opened it itself, so it goes on in the browser") }
        if let page = origin.page, page.isSameSite(as: url) {
            return browser("the link is on a page of the same site, \(url.host.unicode)")
        }
        return RoadDecision(.link(app: app), url.text, rule: decision.place, why: decision.why)
    }

    private static func route(
        scheme: String, _ text: String, _ apps: [AppManifest]
    ) throws(BatonError) -> RoadDecision {
        guard let app = apps.first(where: { $0.urlSchemes.contains(scheme) }) else {
            throw BatonError(
                .noSuchApp,
                "No app here opens addresses that begin with \(scheme.prefix(64)):; `baton apps list` shows the apps.")
        }
        return RoadDecision(.scheme(app: app.id), text, why: "\(app.id) declares the scheme \(scheme)")
    }

    /// RFC 3986: a letter, then letters, digits, `+`, `-` and `.`. In lower case.
    package static func scheme(of text: String) -> String? {
        var bytes: [UInt8] = []
        for byte in text.utf8.drop(while: { $0 <= 0x20 }) {
            switch byte {
            case UInt8(ascii: ":"): return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
            case 0x41...0x5A: bytes.append(byte | 0x20)
            case 0x61...0x7A: bytes.append(byte)
            case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                guard !bytes.isEmpty else { return nil }
                bytes.append(byte)
            default: return nil
            }
            guard bytes.count <= 255 else { return nil }
        }
        return nil
    }
}

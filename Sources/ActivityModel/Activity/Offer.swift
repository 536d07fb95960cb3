package import FoundationEssentials

/// That there is something to continue on another device. The state itself is pulled when the user accepts.
package struct Offer: Sendable, Hashable, Codable {
    /// Random, made when the activity became current.
    package var id: String
    /// The app that made it, and that app's team.
    package var app: String
    package var team: String
    /// The app's name on its own device, for a device that does not have it.
    package var appName: String?
    package var type: String
    package var title: String?
    package var webpageURL: String?
    /// What the activity says that it is about, so that the receiving app can choose a window before the activity is there.
    package var targetContentIdentifier: String?
    /// When it last became current.
    package var since: Date
    package var expiresAt: Date?
    package var supportsStreams: Bool?

    package init(id: String, app: String, team: String, type: String, since: Date) {
        self.id = id
        self.app = app
        self.team = team
        self.type = type
        self.since = since
    }

    /// Bytes an offer's texts may have together on the wire.
    package static let maximumText = 64 * 1024
}

/// What continues an offer on this device.
package enum ContinuationTarget: Sendable, Hashable {
    case app(String)
    /// No app here does; its web page opens in the browser.
    case browser(String)

    /// An app of the same team that lists the type, else the web page, else nothing (decisions; case C58).
    ///
    /// The app with the offer's own id comes first, then the others by id, so that the answer is the same every time.
    package static func resolve(_ offer: Offer, among apps: [AppManifest]) -> ContinuationTarget? {
        let able = apps.filter { $0.team == offer.team && $0.activityTypes.contains(offer.type) }
        if let same = able.first(where: { $0.id == offer.app }) { return .app(same.id) }
        if let first = able.map(\.id).min() { return .app(first) }
        if let page = offer.webpageURL, WebAddress.isWeb(page) { return .browser(page) }
        return nil
    }
}

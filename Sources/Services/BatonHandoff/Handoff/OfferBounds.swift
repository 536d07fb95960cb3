internal import ActivityModel
internal import FoundationEssentials

// What an offer may hold, whoever made it.

extension Offer {
    /// Bytes of an id, as of a request's.
    static let maximumID = LinkFrame.maximumID
    /// Bytes of the names that are compared: app, team and type.
    static let maximumName = 255
    private static let maximumTitle = 1024
    private static let maximumAppName = 256
    private static let maximumTarget = 1024

    /// Whether another device's offer can be used at all.
    var isWellFormed: Bool {
        let names = [app, team, type].allSatisfy { $0.utf8.count <= Self.maximumName }
        let dates = [since, expiresAt].allSatisfy { date in
            date.map { abs($0.timeIntervalSinceReferenceDate) <= ActivityRecord.maximumDate } ?? true
        }
        return !id.isEmpty && id.utf8.count <= Self.maximumID && !type.isEmpty && names && dates
    }

    /// With texts cut to what is shown, and without an address that is none.
    func shortened() -> Offer {
        var offer = self
        offer.title = title.map { Self.cut($0, Self.maximumTitle) }
        offer.appName = appName.map { Self.cut($0, Self.maximumAppName) }
        if let page = webpageURL, page.utf8.count > ActivityRecord.maximumText || !WebAddress.isWeb(page) {
            offer.webpageURL = nil
        }
        // Not cut: it would be another one. The activity has the whole of it.
        if let target = targetContentIdentifier, target.utf8.count > Self.maximumTarget {
            offer.targetContentIdentifier = nil
        }
        return offer
    }

    /// By scalars: one character can be made of any number of them.
    private static func cut(_ text: String, _ count: Int) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(count)))
    }
}

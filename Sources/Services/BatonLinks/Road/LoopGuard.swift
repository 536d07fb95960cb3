package import FoundationEssentials
internal import ICUKit

/// Notices links that go round: an app or a browser that hands on to the desktop what it is given gets it back from there.
///
/// A user opens no page five times within five seconds, and no twenty pages of one site.
package struct LoopGuard {
    package static let period: TimeInterval = 5
    package static let maximumOfOne = 5
    package static let maximumOfSite = 20

    private var openings: [(date: Date, url: Int, site: Int?)] = []

    package init() {}

    /// - Returns: false where the address has been opened too often just now.
    package mutating func allows(_ url: String, at now: Date) -> Bool {
        openings.removeAll { now.timeIntervalSince($0.date) > Self.period || $0.date > now }
        // Of a hash: two addresses that share one are taken for one, at worst for five seconds.
        let site = LinkURL(url)?.host.ascii.hashValue
        let hash = url.hashValue
        guard openings.count(where: { $0.url == hash }) < Self.maximumOfOne,
            site == nil || openings.count(where: { $0.site == site }) < Self.maximumOfSite
        else { return false }
        openings.append((now, hash, site))
        return true
    }
}

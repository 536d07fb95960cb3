package import FoundationEssentials
package import ICUKit

/// One site as it is asked: in developer mode it is asked beside the public one, and serves other apps.
package struct SiteKey: Sendable, Hashable {
    package let domain: HostName
    package let isDeveloper: Bool

    package init(_ domain: HostName, isDeveloper: Bool = false) {
        self.domain = domain
        self.isDeveloper = isDeveloper
    }

    /// Whether the name is of this machine by itself (RFC 6761), so that only a developer's entitlement can mean it.
    static func isLocal(_ host: HostName) -> Bool {
        host.ascii == "localhost" || host.ascii.hasSuffix(".localhost")
    }
}

/// What is known of a site, as it is stored.
package struct SiteRecord: Sendable, Hashable {
    package let key: SiteKey
    package var verdict = SiteVerdict.unknown
    /// The last good file.
    package var file: Data?
    /// When it was last seen to be good.
    package var fileDate: Date?
    package var lastCheck: Date?
    /// When it is asked next; nil: it is asked when somebody says so.
    package var nextCheck: Date?
    /// Checks in a row that gave neither a file nor a denial.
    package var failures = 0
    /// Of a developer's record: who vouches for the site, and its port.
    package var authority: String?
    package var port: Int?
    /// The apps that it was last checked for, with their versions: another one is a reason to check.
    package var apps: Set<String> = []

    package init(_ key: SiteKey) { self.key = key }
}

/// A good file, read.
struct SiteFile: Sendable {
    let data: Data
    let parsed: AssociationFile
}

/// When sites are asked.
package enum SiteSchedule {
    /// After an answer that counts.
    package static let refresh: TimeInterval = 7 * 86_400
    /// After failures, one after another; then the last one again and again.
    package static let retries: [TimeInterval] = [60, 600, 3600, 6 * 3600, 86_400]
    /// How long the last good file is used while checks fail.
    package static let keeping: TimeInterval = 30 * 86_400
    /// A site is not asked twice within this time unless somebody says so: an app's folder may change often.
    package static let pause: TimeInterval = 60
    /// GLib's timers stand still while the machine sleeps, and know nothing of a clock that is set. So the clock is looked
    /// at as often as this.
    package static let longestSleep: TimeInterval = 86_400
    /// How long a developer's site is kept that no app names any more.
    package static let resting: TimeInterval = 3600
    /// Sites that are asked at the same time.
    package static let atOnce = 2
}

extension SiteRecord {
    /// Takes an answer in.
    /// - Parameters:
    ///   - file: the new one, where the verdict is good.
    ///   - wasAsked: somebody wanted to know just now. Whoever tries again and again does not put off the next check.
    mutating func take(_ verdict: SiteVerdict, file: Data?, at now: Date, wasAsked: Bool = false) {
        self.verdict = verdict
        lastCheck = now
        switch verdict {
        case .unknown: return
        case .good:
            self.file = file
            fileDate = now
            failures = 0
            nextCheck = now.addingTimeInterval(SiteSchedule.refresh)
        case .denied:
            forgetFile()
            failures = 0
            nextCheck = now.addingTimeInterval(SiteSchedule.refresh)
        case .broken, .unreachable, .local:
            let pause = SiteSchedule.retries[min(wasAsked ? 0 : failures, SiteSchedule.retries.count - 1)]
            failures = wasAsked ? max(failures, 1) : min(failures + 1, 1000)
            nextCheck = now.addingTimeInterval(pause)
            guard let fileDate else { return forgetFile() }
            let end = fileDate.addingTimeInterval(SiteSchedule.keeping)
            // Not a day longer than it may be.
            if now >= end { forgetFile() } else { nextCheck = min(nextCheck ?? end, end) }
        }
    }

    private mutating func forgetFile() {
        file = nil
        fileDate = nil
    }

    /// A clock that was wrong when something was written down must not put off a check, or keep a file, for years.
    mutating func correct(at now: Date) {
        if let date = fileDate, date > now { fileDate = now }
        if let date = lastCheck, date > now { lastCheck = now }
        if let date = nextCheck { nextCheck = min(date, now.addingTimeInterval(SiteSchedule.refresh)) }
    }
}

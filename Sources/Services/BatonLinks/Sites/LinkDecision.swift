internal import FoundationEssentials
internal import ICUKit

/// What the associations say of a web address.
package struct LinkDecision: Sendable {
    /// The id of the app that takes it; nil: the browser.
    package let app: String?
    /// The rule of the site's file that decided.
    package let place: RulePlace?
    private let reason: Reason

    /// A clause in words; made when it is asked for, since most links are opened and not explained.
    package var why: String { reason.words }

    package init(app: String?, place: RulePlace?, why: String) {
        self.init(app, place, .words(why))
    }

    private init(_ app: String?, _ place: RulePlace?, _ reason: Reason) {
        self.app = app
        self.place = place
        self.reason = reason
    }

    private enum Reason: Sendable {
        case words(String)
        case found(app: String, domain: String, site: AssociationTable.Site?)
        case chosen(HostName)
        case nobody(HostName)
        case noFile(domain: String, site: AssociationTable.Site?)
        case excluded(app: String, domain: String)
        case tooCostly(app: String, domain: String)
        /// Whole ids.
        case notListed([String], domain: String)
        case noRule(domain: String)
        case otherPort(Int)

        var words: String {
            switch self {
            case .words(let words): words
            case .found(let app, let domain, let site): Self.found(app, domain, site)
            case .chosen(let host):
                "you have chosen the browser for \(host.unicode); `baton links prefer \(host.ascii) app` changes it"
            case .nobody(let host): "no installed app names \(host.unicode) in its associated domains"
            case .noFile(let domain, let site): Self.noFile(domain, site?.verdict ?? .unknown)
            case .excluded(let app, let domain): "a rule in the file of \(domain) excludes it for \(app)"
            case .tooCostly(let app, let domain):
                "the rules for \(app) in the file of \(domain) take too long for this address"
            case .notListed(let apps, let domain):
                "the file of \(domain) does not list \(apps.first ?? "")"
                    + (apps.count > 1 ? " and \(apps.count - 1) more" : "")
            case .noRule(let domain): "no rule in the file of \(domain) matches it"
            case .otherPort(let port): "it names port \(port), and associations are of the port of the scheme"
            }
        }

        private static func found(_ app: String, _ domain: String, _ site: AssociationTable.Site?) -> String {
            let why = "\(domain) associates it with \(app)"
            guard let site, let date = site.fileDate, !site.verdict.reason.isEmpty else { return why }
            return why + "; its file of \(day(date)) is used, since \(site.verdict.reason)"
        }

        private static func noFile(_ domain: String, _ verdict: SiteVerdict) -> String {
            switch verdict {
            case .unknown, .good: "the association file of \(domain) is not fetched yet"
            case .denied(let reason): "\(domain) has no association file: \(reason)"
            case .broken(let reason), .unreachable(let reason), .local(let reason):
                "there is no association file of \(domain): \(reason)"
            }
        }
    }
}

extension LinkDecision {
    static func found(
        _ app: String, _ place: RulePlace, _ domain: String, _ site: AssociationTable.Site
    ) -> LinkDecision { LinkDecision(app, place, .found(app: app, domain: domain, site: site)) }

    static func chosen(_ host: HostName) -> LinkDecision { LinkDecision(nil, nil, .chosen(host)) }
    static func nobody(_ host: HostName) -> LinkDecision { LinkDecision(nil, nil, .nobody(host)) }
    static func noFile(_ domain: String, _ site: AssociationTable.Site?) -> LinkDecision {
        LinkDecision(nil, nil, .noFile(domain: domain, site: site))
    }
    static func excluded(_ app: String, _ place: RulePlace, _ domain: String) -> LinkDecision {
        LinkDecision(nil, place, .excluded(app: app, domain: domain))
    }
    static func tooCostly(_ app: String, _ domain: String) -> LinkDecision {
        LinkDecision(nil, nil, .tooCostly(app: app, domain: domain))
    }
    static func notListed(_ apps: [String], _ domain: String) -> LinkDecision {
        LinkDecision(nil, nil, .notListed(apps, domain: domain))
    }
    static func noRule(_ domain: String) -> LinkDecision { LinkDecision(nil, nil, .noRule(domain: domain)) }
    static func otherPort(_ port: Int) -> LinkDecision { LinkDecision(nil, nil, .otherPort(port)) }

    /// A day, as dates are in JSON.
    static func day(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle().year().month().day())
    }
}

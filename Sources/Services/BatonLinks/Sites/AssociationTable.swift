package import ActivityModel
internal import FoundationEssentials
package import ICUKit

/// Which app a web address belongs to: the entitlements of the installed apps, the files of their sites, and the user's
/// choices, as one value.
package struct AssociationTable: Sendable {
    /// What is known of a site, as far as a decision needs it. Classes, here and below, are never changed: a structure of so
    /// many parts is slow to copy, and every link comes by.
    final class Site: Sendable {
        let file: AssociationFile?
        let fileDate: Date?
        let verdict: SiteVerdict
        /// The port that addresses may have: a developer's site is where it is.
        let port: Int?

        init(file: AssociationFile?, fileDate: Date?, verdict: SiteVerdict, port: Int? = nil) {
            self.file = file
            self.fileDate = fileDate
            self.verdict = verdict
            self.port = port
        }
    }

    /// Apps that count with one site's file, in the order of the installed apps.
    final class Group: Sendable {
        /// As sites name them.
        let wholeIDs: [String]
        /// The apps' own ids, by those.
        let apps: [String: String]

        init(_ claims: [Claim]) {
            var (wholeIDs, apps) = ([String](), [String: String]())
            for claim in claims where apps.updateValue(claim.app, forKey: claim.wholeID) == nil {
                wholeIDs.append(claim.wholeID)
            }
            (self.wholeIDs, self.apps) = (wholeIDs, apps)
        }
    }

    /// Those who name a domain in one way.
    final class Claims: Sendable {
        let plain: Group
        let developer: Group
        /// Both: where there is no developer's record, developers' apps go by the public one.
        let all: Group

        init(_ claims: [Claim]) {
            plain = Group(claims.filter { !$0.isDeveloper })
            developer = Group(claims.filter(\.isDeveloper))
            all = Group(claims)
        }
    }

    /// An app that names a domain.
    struct Claim: Sendable {
        let app: String
        let wholeID: String
        let isDeveloper: Bool
    }

    /// How a domain is named: itself, or all its subdomains.
    private enum Kind: Hashable {
        case host, subdomains
    }

    private enum Use: Hashable {
        case links, continuation
    }

    private final class Domain: Sendable {
        let name: String
        /// nil where nobody names it so.
        let links: Claims?
        let subdomainLinks: Claims?
        let continuation: Claims?
        let subdomainContinuation: Claims?
        let site: Site?
        let developerSite: Site?

        init(_ name: String, _ named: Named) {
            func claims(_ use: Use, _ kind: Kind) -> Claims? { named[Way(use: use, kind: kind)].map(Claims.init) }
            self.name = name
            links = claims(.links, .host)
            subdomainLinks = claims(.links, .subdomains)
            continuation = claims(.continuation, .host)
            subdomainContinuation = claims(.continuation, .subdomains)
            (site, developerSite) = (nil, nil)
        }

        init(_ other: Domain, site: Site?, developerSite: Site?) {
            name = other.name
            (links, subdomainLinks) = (other.links, other.subdomainLinks)
            (continuation, subdomainContinuation) = (other.continuation, other.subdomainContinuation)
            (self.site, self.developerSite) = (site, developerSite)
        }

        func claims(_ use: Use, _ kind: Kind) -> Claims? {
            switch (use, kind) {
            case (.links, .host): links
            case (.links, .subdomains): subdomainLinks
            case (.continuation, .host): continuation
            case (.continuation, .subdomains): subdomainContinuation
            }
        }
    }

    private struct Way: Hashable {
        let use: Use
        let kind: Kind
    }
    private typealias Named = [Way: [Claim]]

    /// By the ASCII form of the domain that the file is of.
    private var domains: [String: Domain] = [:]
    private var choices: [HostName: LinkChoice] = [:]
    /// A host of another site than this cannot have a wildcard of it; most machines have none at all.
    private var hasWildcards = false

    package init() {}

    /// As it is when the sites of these apps have just been fetched.
    package init(
        _ apps: [AppManifest], files: [HostName: AssociationFile], choices: [HostName: LinkChoice] = [:]
    ) {
        self.init(AppAssociations.all(apps), choices: choices)
        for (host, file) in files { set(Site(file: file, fileDate: nil, verdict: .good), for: SiteKey(host)) }
    }

    init(_ apps: [AppAssociations], choices: [HostName: LinkChoice]) {
        self.choices = choices
        var named: [String: Named] = [:]
        for app in apps {
            guard let wholeID = app.wholeID else { continue }
            for case .some(let entry) in app.entries.map({ $0.fault == nil ? $0.domain : nil }) {
                let use: Use
                switch entry.service {
                case .applinks: use = .links
                case .activitycontinuation: use = .continuation
                case .webcredentials, .appclips: continue
                }
                let claim = Claim(app: app.app, wholeID: wholeID, isDeveloper: entry.isDeveloper)
                let way = Way(use: use, kind: entry.isWildcard ? .subdomains : .host)
                named[entry.domain.ascii, default: [:]][way, default: []].append(claim)
                if entry.isWildcard { hasWildcards = true }
            }
        }
        for (name, named) in named { domains[name] = Domain(name, named) }
    }

    /// - Parameter site: nil for a site that is not known any more.
    mutating func set(_ site: Site?, for key: SiteKey) {
        // Nobody names the domain for links or continuation: there is nothing to decide.
        guard let domain = domains[key.domain.ascii] else { return }
        domains[key.domain.ascii] =
            key.isDeveloper
            ? Domain(domain, site: domain.site, developerSite: site)
            : Domain(domain, site: site, developerSite: domain.developerSite)
    }

    mutating func set(_ choice: LinkChoice, for host: HostName) { choices[host] = choice == .app ? nil : choice }

    // MARK: Deciding

    private func isForBrowser(_ host: HostName) -> Bool { !choices.isEmpty && choices[host] == .browser }

    /// The app that takes the address: of those that name its host the one that the host's file lists first, else of those
    /// that name all subdomains of a parent, the nearest first. What a file excludes for an app is no longer looked for at
    /// a parent for this app.
    package func decide(_ url: LinkURL) -> LinkDecision {
        if !choices.isEmpty, choices[url.host] == .browser { return .chosen(url.host) }
        var refusal = Refusal()
        var found: LinkDecision?
        forEachLevel(of: url.host, .links) { domain, site, group in
            guard let site, let file = site.file else {
                refusal.add(.noFile(domain.name, site))
                return true
            }
            let candidates = refusal.without(group.wholeIDs)
            let outcomes = file.outcomes(url, installed: candidates, port: site.port)
            if let last = outcomes.last, case .opens(let place) = last.outcome, let app = group.apps[last.app] {
                found = .found(app, place, domain.name, site)
                return false
            }
            if let own = url.port, own != site.port { refusal.add(.otherPort(own)) }
            refusal.add(outcomes, group, domain.name)
            return true
        }
        return found ?? refusal.decision ?? .nobody(url.host)
    }

    /// Why no app takes an address, as far as it is tried.
    private struct Refusal {
        /// The first reason, but an exclusion before all others.
        private(set) var decision: LinkDecision?
        private var excluded: Set<String> = []

        func without(_ wholeIDs: [String]) -> [String] {
            excluded.isEmpty ? wholeIDs : wholeIDs.filter { !excluded.contains($0) }
        }

        mutating func add(_ decision: LinkDecision) { self.decision = self.decision ?? decision }

        mutating func add(_ outcomes: [(app: String, outcome: RuleOutcome)], _ group: Group, _ domain: String) {
            for (wholeID, outcome) in outcomes {
                let app = group.apps[wholeID] ?? wholeID
                switch outcome {
                case .blocked(let place):
                    if excluded.isEmpty { decision = .excluded(app, place, domain) }
                    excluded.insert(wholeID)
                case .tooCostly: add(.tooCostly(app, domain))
                case .opens, .none: continue
                }
            }
            add(outcomes.isEmpty ? .notListed(group.wholeIDs, domain) : .noRule(domain))
        }
    }

    /// The app that goes on with a page of this address from another device's browser.
    package func continuationApp(for url: LinkURL) -> String? {
        if choices[url.host] == .browser { return nil }
        var found: String?
        forEachLevel(of: url.host, .continuation) { _, site, group in
            guard let file = site?.file,
                let wholeID = file.firstListed(of: group.wholeIDs, for: .activitycontinuation)
            else { return true }
            found = group.apps[wholeID]
            return false
        }
        return found
    }

    /// The sites whose files count for a host, with the apps that name the host through them, until `body` returns false:
    /// the host itself, then its parents, the nearest first; a developer's own site before the public one.
    private func forEachLevel(of host: HostName, _ use: Use, _ body: (Domain, Site?, Group) -> Bool) {
        func goOn(_ name: String, _ kind: Kind) -> Bool {
            guard let domain = domains[name], let claims = domain.claims(use, kind) else { return true }
            guard let developerSite = domain.developerSite else { return body(domain, domain.site, claims.all) }
            if !claims.developer.wholeIDs.isEmpty, !body(domain, developerSite, claims.developer) { return false }
            return claims.plain.wholeIDs.isEmpty || body(domain, domain.site, claims.plain)
        }
        guard goOn(host.ascii, .host), hasWildcards else { return }
        var parent = host.parent
        while let name = parent {
            guard goOn(name.ascii, .subdomains) else { return }
            parent = name.parent
        }
    }
}

internal import BatonLinks
internal import FoundationEssentials

/// What an association file does with addresses, in words.
struct LinkJudge {
    struct Answer {
        let url: String
        /// The app's whole id; nil for the browser.
        let app: String?
        /// The rule that opens or excludes.
        let place: RulePlace?
        let why: String
    }

    /// The domain that serves the file, or its subdomains.
    let domain: AssociatedDomain
    let file: Result<AssociationFile, AssociationFault>
    /// In the order of the file; ids that it does not list are left out.
    private let apps: [String]
    private let hasInstalled: Bool

    /// - Parameter installed: nil for all that the file lists.
    init(_ data: Data, domain: AssociatedDomain, installed: [String]?) {
        self.domain = domain
        do throws(AssociationFault) { file = .success(try AssociationFile(parsing: data)) } catch {
            file = .failure(error)
        }
        let listed = (try? file.get())?.apps ?? []
        let wanted = installed.map { Set($0) }
        apps = listed.filter { wanted?.contains($0) ?? true }
        hasInstalled = wanted.map { !$0.isEmpty } ?? true
    }

    func answer(_ text: String) -> Answer {
        func browser(_ why: String) -> Answer { Answer(url: text, app: nil, place: nil, why: why) }
        let file: AssociationFile
        switch self.file {
        case .success(let read): file = read
        case .failure(let fault): return browser(Texts.fileUnreadable(fault.description))
        }
        guard let url = LinkURL(text) else { return browser(Texts.noWebAddress) }
        guard domain.covers(url.host) else { return browser(Texts.otherHost("\(url.host)", domain.pattern)) }
        if let port = url.port { return browser(Texts.addressHasPort(port)) }
        guard hasInstalled else { return browser(Texts.noAppInstalled) }
        guard !apps.isEmpty else { return browser(Texts.noAppListed) }
        return answer(text, file.outcomes(url, installed: apps))
    }

    /// - Parameter outcomes: one app after the other, up to the first that opens the address.
    private func answer(_ text: String, _ outcomes: [(app: String, outcome: RuleOutcome)]) -> Answer {
        var chosen: (app: String, place: RulePlace)?
        var stopped: [(app: String, place: RulePlace?, why: String)] = []
        for (app, outcome) in outcomes {
            switch outcome {
            case .none: continue
            case .blocked(let place): stopped.append((app, place, Texts.firstMatchExcludes(app)))
            case .tooCostly: stopped.append((app, nil, Texts.rulesTooCostly(app)))
            case .opens(let place): chosen = (app, place)
            }
        }
        guard let chosen else {
            let first = stopped.first
            return Answer(url: text, app: nil, place: first?.place, why: first?.why ?? Texts.noRuleMatches)
        }
        var why = Texts.firstMatchOpens(chosen.app)
        for other in stopped.prefix(Self.maximumNamed) {
            why = Texts.notBecause(why, other.app, other.place?.description ?? other.why)
        }
        return Answer(url: text, app: chosen.app, place: chosen.place, why: why)
    }

    /// How many apps are named that would have come first, and do not take the address.
    private static let maximumNamed = 3
}

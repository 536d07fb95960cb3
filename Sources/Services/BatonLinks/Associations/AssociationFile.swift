package import FoundationEssentials
internal import JSONKit

/// A site's association file, read: which apps may open which of its addresses, by the rules R1 to R20 and U1 to U26 of
/// the project's reference. Reading and deciding take bounded time and memory, whatever the file and the address are.
package struct AssociationFile: Sendable {
    /// In bytes (R20).
    package static let maximumSize = 128 * 1024

    /// One of `applinks.details`.
    struct Entry: Sendable {
        /// Each once.
        let apps: [String]
        let rules: [LinkRule]
    }

    let entries: [Entry]
    /// The apps of `applinks.details`, in the order in which they first appear.
    package let apps: [String]
    let variables: [Variable]
    private let order: [String: Int]
    /// For each app its entries, in their order.
    private let entriesOfApps: [[Int]]
    private let services: [AssociatedDomain.Service: [String: Int]]
    private let foundInReading: WarningList

    /// - Throws: what makes that nothing of the file counts: no JSON, another root than an object, over 128 KiB.
    ///   Everything else that is wrong costs the part that it is in, and is a warning.
    package init(parsing data: Data) throws(AssociationFault) {
        guard data.count <= Self.maximumSize else {
            throw AssociationFault(
                line: nil, column: nil, what: "it has \(data.count) bytes; at most \(Self.maximumSize) are read")
        }
        let text: JSONText
        do throws(JSONFault) { text = try JSONText(parsing: data) } catch {
            let isPage = data.first { $0 > 0x20 } == UInt8(ascii: "<")
            throw AssociationFault(
                line: error.line, column: error.column, what: error.what + (isPage ? "; it looks like a web page" : ""))
        }
        guard let root = text.value.object else {
            throw AssociationFault(line: 1, column: 1, what: "its root is \(text.value.kind), not an object")
        }
        var reader = AssociationReader()
        if let twice = text.duplicate {
            reader.warnings.add("", "\(twice): the last of both counts")
        }
        reader.read(root)
        entries = reader.entries
        services = reader.services
        variables = reader.variables.compiled
        foundInReading = reader.warnings
        var apps: [String] = []
        var order: [String: Int] = [:]
        var entriesOfApps: [[Int]] = []
        for (index, entry) in reader.entries.enumerated() {
            for app in entry.apps {
                if let known = order[app] {
                    entriesOfApps[known].append(index)
                } else {
                    order[app] = apps.count
                    apps.append(app)
                    entriesOfApps.append([index])
                }
            }
        }
        self.apps = apps
        self.order = order
        self.entriesOfApps = entriesOfApps
    }

    /// What the owner of the site may want to mend. Looking for rules that are never reached takes up to some
    /// milliseconds.
    package var warnings: [AssociationWarning] {
        var all = foundInReading
        for warning in UnreachableRules.found(in: self) { all.add(warning) }
        return all.warnings
    }

    /// Which entries are an app's, in their order.
    func entryNumbers(of app: String) -> [Int] { order[app].map { entriesOfApps[$0] } ?? [] }

    // MARK: Deciding

    /// The app that opens an address of the file's domain: of the installed ones whose rules take it, the one that the
    /// file lists first (R18).
    ///
    /// - Parameters:
    ///   - installed: whole ids.
    ///   - port: one that the address may have besides that of its scheme, in developer mode.
    /// - Returns: nil where the browser opens it.
    package func decide(_ url: LinkURL, installed: [String], port: Int? = nil) -> AssociationDecision? {
        guard let last = outcomes(url, installed: installed, port: port).last, case .opens(let place) = last.outcome
        else { return nil }
        return AssociationDecision(app: last.app, place: place)
    }

    /// What the rules of the installed apps say, one app after the other in the order of the file, up to the first that
    /// opens the address. What the file does not list is left out.
    package func outcomes(
        _ url: LinkURL, installed: [String], port: Int? = nil
    ) -> [(app: String, outcome: RuleOutcome)] {
        var numbers = installed.compactMap { order[$0] }
        if numbers.count > 1 { numbers = Set(numbers).sorted() }
        let question = LinkQuestion(url, variables: variables)
        var known: [Int: RuleOutcome] = [:]
        var outcomes: [(app: String, outcome: RuleOutcome)] = []
        for number in numbers {
            let outcome = outcome(question, number, port, &known)
            outcomes.append((apps[number], outcome))
            if case .opens = outcome { break }
        }
        return outcomes
    }

    /// What the rules of one app say of an address of the file's domain.
    package func decision(for app: String, _ url: LinkURL, port: Int? = nil) -> RuleOutcome {
        guard let number = order[app] else { return .none }
        var known: [Int: RuleOutcome] = [:]
        return outcome(LinkQuestion(url, variables: variables), number, port, &known)
    }

    /// - Parameter known: what entries say. Apps share them, and each is asked once.
    private func outcome(
        _ question: LinkQuestion, _ number: Int, _ port: Int?, _ known: inout [Int: RuleOutcome]
    ) -> RuleOutcome {
        guard question.url.port == nil || question.url.port == port else { return .none }
        for index in entriesOfApps[number] {
            let outcome = known[index] ?? outcome(question, entries[index])
            known[index] = outcome
            if outcome != .none { return outcome }
        }
        return .none
    }

    private func outcome(_ question: LinkQuestion, _ entry: Entry) -> RuleOutcome {
        do throws(MatchWork.Spent) {
            for rule in entry.rules where try rule.matches(question) {
                return rule.excludes ? .blocked(rule.place) : .opens(rule.place)
            }
            return .none
        } catch {
            return .tooCostly
        }
    }

    /// An app of `applinks.details` that is probably the same as this one, which is not there: its bundle identifier
    /// is, or a letter or two are others.
    package func nearApp(to id: String) -> String? {
        let bundle = id.split(separator: ".", maxSplits: 1).last.map(String.init)
        return apps.first { app in
            app == bundle || app.hasSuffix("." + id) || app.split(separator: ".", maxSplits: 1).last.map(String.init) == bundle
        } ?? apps.prefix(1000).first { NearName.isNear($0, id) }
    }

    /// Whether the list of a service names an app: for `applinks` whether `details` does.
    package func lists(_ app: String, for service: AssociatedDomain.Service) -> Bool {
        place(of: app, for: service) != nil
    }

    /// The one of these apps that the list of a service names first; for `applinks` that `details` does.
    package func firstListed(of apps: [String], for service: AssociatedDomain.Service) -> String? {
        let places = apps.compactMap { app in place(of: app, for: service).map { (app, $0) } }
        return places.min { $0.1 < $1.1 }?.0
    }

    private func place(of app: String, for service: AssociatedDomain.Service) -> Int? {
        service == .applinks ? order[app] : services[service]?[app]
    }

    /// The apps that the list of a service names, sorted; for `applinks` those of `details`, in their order.
    package func apps(of service: AssociatedDomain.Service) -> [String] {
        service == .applinks ? apps : (services[service] ?? [:]).keys.sorted()
    }
}

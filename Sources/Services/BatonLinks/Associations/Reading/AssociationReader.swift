internal import JSONKit

/// Reads the members of an association file. What has the wrong form costs itself alone, and is said.
struct AssociationReader {
    var warnings = WarningList()
    var variables = VariableTable()
    var entries: [AssociationFile.Entry] = []
    /// The apps of each list, with their places in it.
    var services: [AssociatedDomain.Service: [String: Int]] = [:]
    var compiler = RuleCompiler()
    /// How many dictionaries of query items were read.
    var dictionaries = 0
    var hints = RegionHints()

    mutating func read(_ root: JSONObject) {
        let known = AssociatedDomain.Service.allCases.map(\.rawValue)
        for member in root.members where !known.contains(member.name) {
            guard let near = known.first(where: { NearName.isNear(member.name, $0) }) else { continue }
            warnings.add("", "the key \(quoted(member.name)) is not read; probably \(near) is meant")
        }
        if !root.members.contains(where: { known.contains($0.name) }) {
            warnings.add("", "it associates nothing: none of \(known.joined(separator: ", ")) is in it")
        }
        if let links = object(root["applinks"], "applinks") { readLinks(links) }
        for service in AssociatedDomain.Service.allCases where service != .applinks {
            readService(service, root[service.rawValue])
        }
        compareServices()
    }

    private mutating func readLinks(_ links: JSONObject) {
        for member in links.members
        where !["apps", "defaults", "substitutionVariables", "details"].contains(member.name) {
            unknownKey(
                member.name, among: ["apps", "defaults", "substitutionVariables", "details"], at: "applinks")
        }
        if let apps = links["apps"] {
            if let list = apps.array, list.isEmpty {
            } else if apps.array != nil {
                warnings.add(
                    "applinks.apps",
                    "it must be empty and is ignored; only apps with an entry in details open links")
            } else {
                warnings.add("applinks.apps", "it is \(apps.kind) and is ignored; it can go")
            }
        }
        if let table = object(links["substitutionVariables"], "applinks.substitutionVariables") { readVariables(table) }
        let defaults = links["defaults"].flatMap { readDefaults($0, at: "applinks.defaults") } ?? RuleKeys()
        switch links["details"] {
        case .array(let list):
            for (index, value) in list.enumerated() { readEntry(value, .number(index), defaults) }
        case .object(let table):
            warnings.add("applinks.details", "the oldest form, a dictionary by app, is read; a list has replaced it")
            for member in table.members { readEntry(member.value, .app(member.name), defaults) }
        case nil:
            warnings.add("applinks", "it has no details, so no app opens links")
        case let other?:
            warnings.add("applinks.details", "it is \(other.kind), not a list, and is ignored: no app opens links")
        }
        for name in unusedVariables(links) {
            warnings.add("applinks.substitutionVariables", "\(quoted(name)) is used in no pattern")
        }
        hints.report(&warnings)
    }

    /// - Returns: nil, with a warning where there is something else, where there is no object.
    mutating func object(_ value: JSONValue?, _ place: String) -> JSONObject? {
        guard let value else { return nil }
        if let object = value.object { return object }
        warnings.add(place, "it is \(value.kind), not an object, and is ignored")
        return nil
    }

    mutating func readDefaults(_ value: JSONValue, at place: String) -> RuleKeys? {
        guard let object = object(value, place) else { return nil }
        let keys = readKeys(object, at: place, isInherited: true)
        if keys.excludes == true {
            warnings.add(place, "exclude is true, so every rule that does not say otherwise excludes")
        }
        for (part, isThere) in [("/", keys.path != nil), ("?", keys.query != nil), ("#", keys.fragment != nil)] where isThere {
            warnings.add(place, "every rule without a “\(part)” of its own takes over this one")
        }
        return keys
    }

    // MARK: Variables

    private mutating func readVariables(_ table: JSONObject) {
        for member in table.members {
            let place = "applinks.substitutionVariables[\(quoted(member.name))]"
            guard let list = member.value.array else {
                warnings.add(place, "it is \(member.value.kind), not a list of strings, and is ignored")
                continue
            }
            if member.name.utf8.contains(where: { "$()".utf8.contains($0) }) {
                warnings.add(place, "a name with $, ( or ) cannot be used in a pattern")
            }
            if Variable.predefinedNames.contains(member.name) {
                warnings.add(place, "it takes the place of the predefined $(\(member.name)) in this file")
            }
            let values = list.compactMap(\.string)
            if values.count < list.count {
                warnings.add(place, "\(list.count - values.count) of its values are no strings and are ignored")
            }
            if values.isEmpty { warnings.add(place, "it has no values, so patterns with it match nothing") }
            for value in values where value.contains("$(") {
                warnings.add(place, "in a value, \(quoted(value)), $( is text: values hold no variables")
            }
            hints.note(values: values, at: place)
            variables.define(member.name, as: values)
        }
    }

    private func unusedVariables(_ links: JSONObject) -> [String] {
        let names = links["substitutionVariables"]?.object?.members.map(\.name) ?? []
        return names.filter { !variables.used.contains(Array($0.utf8)) }
    }

    // MARK: Services

    private mutating func readService(_ service: AssociatedDomain.Service, _ value: JSONValue?) {
        guard let object = object(value, service.rawValue) else { return }
        for member in object.members where member.name != "apps" {
            unknownKey(member.name, among: ["apps"], at: service.rawValue)
        }
        guard let value = object["apps"] else {
            warnings.add(service.rawValue, "it has no apps")
            return
        }
        let apps = appIDs(value, at: "\(service.rawValue).apps")
        services[service] = Dictionary(uniqueKeysWithValues: zip(apps, apps.indices))
    }

    /// The ids of a list, each once.
    mutating func appIDs(_ value: JSONValue, at place: String) -> [String] {
        guard let list = value.array else {
            warnings.add(place, "it is \(value.kind), not a list of app ids, and is ignored")
            return []
        }
        var found: [String] = []
        var known: Set<String> = []
        for (index, value) in list.enumerated() {
            guard let id = value.string else {
                warnings.add("\(place)[\(index)]", "it is \(value.kind), not an app id, and is ignored")
                continue
            }
            if let complaint = AppIDComplaint.about(id) { warnings.add("\(place)[\(index)]", complaint) }
            if known.insert(id).inserted { found.append(id) }
        }
        return found
    }

    /// An id that is in one list, and nearly in another, is most often a slip (case C16).
    private mutating func compareServices() {
        let linked = Set(entries.flatMap(\.apps))
        // What is compared grows with the product; nobody has so many apps.
        guard !linked.isEmpty, linked.count <= 50 else { return }
        for service in AssociatedDomain.Service.allCases {
            for id in (services[service] ?? [:]).keys.sorted().prefix(50) where !linked.contains(id) {
                guard let near = linked.filter({ NearName.isNear(id, $0) }).min() else { continue }
                warnings.add(
                    "\(service.rawValue).apps",
                    "\(quoted(id)) is not in applinks, where \(quoted(near)) is; one of them is misspelled")
            }
        }
    }

    // MARK: Words

    mutating func unknownKey(_ name: String, among known: [String], at place: String) {
        let near = known.first { NearName.isNear(name, $0) }
        warnings.add(
            place,
            "the key \(quoted(name)) is not known and is ignored" + (near.map { "; probably \($0) is meant" } ?? ""))
    }

    func quoted(_ text: String) -> String { ShownText.quoted(text) }
}

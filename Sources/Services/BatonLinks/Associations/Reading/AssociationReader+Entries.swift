internal import JSONKit

extension AssociationReader {
    /// One of `applinks.details`.
    mutating func readEntry(_ value: JSONValue, _ entry: RulePlace.Entry, _ inherited: RuleKeys) {
        let place = RulePlace.path(entry)
        guard let object = object(value, place) else { return }
        let known = ["appID", "appIDs", "components", "paths", "defaults"]
        for member in object.members where !known.contains(member.name) && member.name != "comment" {
            unknownKey(member.name, among: known, at: place)
        }
        let apps = appIDs(of: object, entry, place)
        let defaults = (object["defaults"].flatMap { readDefaults($0, at: "\(place).defaults") } ?? RuleKeys())
            .inheriting(inherited)
        let rules: [LinkRule]
        if let components = object["components"] {
            if object["paths"] != nil { warnings.add(place, "paths is ignored, since components is there (R13)") }
            if object["appID"] != nil, object["appIDs"] == nil, case .number = entry {
                warnings.add(place, "it joins the old appID with the new components; write appIDs, a list")
            }
            rules = readComponents(components, entry, defaults)
        } else if let paths = object["paths"] {
            if object["appIDs"] != nil {
                warnings.add(
                    place, "it joins the new appIDs with the old paths, which Apple advises against; write components")
            }
            if hasDefaults(object, inherited) {
                warnings.add(place, "paths takes nothing from defaults; write components")
            }
            rules = readPaths(paths, entry)
        } else {
            warnings.add(place, "it has neither components nor paths, so its apps open nothing")
            rules = []
        }
        guard !apps.isEmpty else {
            warnings.add(place, "it names no app and is skipped")
            return
        }
        entries.append(AssociationFile.Entry(apps: apps, rules: rules))
    }

    private func hasDefaults(_ object: JSONObject, _ inherited: RuleKeys) -> Bool {
        object["defaults"] != nil || inherited.path != nil || inherited.query != nil || inherited.fragment != nil
            || inherited.excludes != nil || inherited.isCaseSensitive != nil || inherited.isPercentEncoded != nil
    }

    private mutating func appIDs(of object: JSONObject, _ entry: RulePlace.Entry, _ place: String) -> [String] {
        if case .app(let app) = entry {
            if let complaint = AppIDComplaint.about(app) { warnings.add(place, complaint) }
            if object["appID"] != nil || object["appIDs"] != nil {
                warnings.add(place, "appID and appIDs are ignored: the key of the dictionary is the app")
            }
            return [app]
        }
        if let list = object["appIDs"] {
            if object["appID"] != nil { warnings.add(place, "appID is ignored, since appIDs is there (R12)") }
            return appIDs(list, at: "\(place).appIDs")
        }
        guard let value = object["appID"] else { return [] }
        guard let id = value.string else {
            warnings.add("\(place).appID", "it is \(value.kind), not a string, and is ignored")
            return []
        }
        if let complaint = AppIDComplaint.about(id) { warnings.add("\(place).appID", complaint) }
        return [id]
    }

    private mutating func readComponents(
        _ value: JSONValue, _ entry: RulePlace.Entry, _ inherited: RuleKeys
    ) -> [LinkRule] {
        let place = "\(RulePlace.path(entry)).components"
        guard let list = value.array else {
            warnings.add(place, "it is \(value.kind), not a list, and is ignored: its apps open nothing")
            return []
        }
        if list.isEmpty { warnings.add(place, "it is empty, so its apps open nothing") }
        var rules: [LinkRule] = []
        for (index, value) in list.enumerated() {
            guard let object = object(value, "\(place)[\(index)]") else { continue }
            let own = readKeys(object, at: "\(place)[\(index)]")
            let shown = JSONObject(object.members.filter { Self.ruleKeys.contains($0.name) })
            let rulePlace = RulePlace(
                entry: entry, list: .components, index: index, rule: JSONValue.object(shown).text)
            let rule = compiler.rule(own.inheriting(inherited), at: rulePlace, &variables)
            judge(rule, of: object, own)
            rules.append(rule)
        }
        return rules
    }

    /// The old form compares the path alone, as it is written, with the case of its letters; defaults came later (U24,
    /// C04).
    private mutating func readPaths(_ value: JSONValue, _ entry: RulePlace.Entry) -> [LinkRule] {
        let place = "\(RulePlace.path(entry)).paths"
        guard let list = value.array else {
            warnings.add(place, "it is \(value.kind), not a list, and is ignored: its apps open nothing")
            return []
        }
        if list.isEmpty { warnings.add(place, "it is empty, so its apps open nothing") }
        var rules: [LinkRule] = []
        for (index, value) in list.enumerated() {
            guard let text = value.string else {
                warnings.add("\(place)[\(index)]", "it is \(value.kind), not a string, and is ignored")
                continue
            }
            var keys = RuleKeys()
            let excludes = text.utf8.starts(with: "NOT ".utf8)
            keys.excludes = excludes
            keys.path = RuleText(excludes ? String(text.dropFirst(4)) : text)
            if !excludes, text.utf8.prefix(3).map({ $0 | 0x20 }).elementsEqual("not".utf8),
                text.utf8.dropFirst(3).first.map({ " /*".utf8.contains($0) }) ?? true
            {
                warnings.add(
                    "\(place)[\(index)]",
                    "\(quoted(text)) excludes nothing: it takes NOT, in capitals, and one space before the pattern")
            }
            let rulePlace = RulePlace(entry: entry, list: .paths, index: index, rule: JSONValue.string(text).text)
            let rule = compiler.rule(keys, at: rulePlace, &variables)
            judge(keys, rule)
            rules.append(rule)
        }
        return rules
    }
}

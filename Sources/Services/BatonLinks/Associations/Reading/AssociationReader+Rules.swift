internal import JSONKit

extension AssociationReader {
    static let ruleKeys = ["/", "?", "#", "exclude", "caseSensitive", "percentEncoded"]
    /// What people write for a key, and what it is.
    private static let slips = [
        "path": "/", "paths": "/", "query": "?", "queryitems": "?", "fragment": "#", "hash": "#", "excluded": "exclude",
        "excludes": "exclude", "not": "exclude", "encoded": "percentEncoded",
    ]

    /// The keys of a rule, or of defaults.
    /// - Parameter isInherited: whether they are defaults.
    mutating func readKeys(_ object: JSONObject, at place: String, isInherited: Bool = false) -> RuleKeys {
        var keys = RuleKeys()
        for member in object.members {
            switch member.name {
            case "/": keys.path = string(member, place).map { RuleText($0, isInherited: isInherited) }
            case "#": keys.fragment = string(member, place).map { RuleText($0, isInherited: isInherited) }
            case "?": keys.query = query(member.value, place, isInherited)
            case "exclude": keys.excludes = boolean(member, place)
            case "caseSensitive": keys.isCaseSensitive = boolean(member, place)
            case "percentEncoded": keys.isPercentEncoded = boolean(member, place)
            case "comment": break
            default:
                if let meant = Self.slips[member.name.lowercased()] {
                    warnings.add(
                        place,
                        "the key \(quoted(member.name)) is not known and is ignored; probably “\(meant)” is meant")
                } else {
                    unknownKey(member.name, among: Self.ruleKeys.filter { $0.utf8.count > 1 }, at: place)
                }
            }
        }
        return keys
    }

    private mutating func string(_ member: JSONObject.Member, _ place: String) -> String? {
        if let text = member.value.string { return text }
        warnings.add(place, "the value of “\(member.name)” is \(member.value.kind), not a string, and is ignored")
        return nil
    }

    private mutating func boolean(_ member: JSONObject.Member, _ place: String) -> Bool? {
        switch member.value {
        case .bool(let value): return value
        case .number(let value) where value == 0 || value == 1:
            warnings.add(place, "\(member.name) is a number and counts as \(value == 1); write true or false")
            return value == 1
        default:
            warnings.add(place, "\(member.name) is \(member.value.kind), not true or false, and is ignored")
            return nil
        }
    }

    private mutating func query(_ value: JSONValue, _ place: String, _ isInherited: Bool) -> RuleKeys.Query? {
        switch value {
        case .string(let text): return .whole(RuleText(text, isInherited: isInherited))
        case .object(let object):
            var items: [(name: String, pattern: String)] = []
            for member in object.members {
                guard let pattern = member.value.string else {
                    warnings.add(
                        place,
                        "\(quoted(member.name)) in “?” is \(member.value.kind), not a string, so the system ignores all of “?”"
                    )
                    return .ignored
                }
                if pattern == "*" {
                    warnings.add(
                        place,
                        "\(quoted(member.name)): \"*\" in “?” is always true, also where the item is missing; to ask that it is there, write \"?*\""
                    )
                }
                items.append((member.name, pattern))
            }
            dictionaries += 1
            return .items(id: dictionaries, isInherited: isInherited, items)
        default:
            warnings.add(place, "the value of “?” is \(value.kind), not a string or an object, and is ignored")
            return nil
        }
    }

    // MARK: Judging

    /// Warns of a rule that says less, or more, than its author thinks.
    mutating func judge(_ rule: LinkRule, of object: JSONObject, _ own: RuleKeys) {
        let place = rule.place.path
        if own.path == nil, own.query == nil, own.fragment == nil, rule.matchesEverything {
            let what =
                object.members.isEmpty
                ? "it is empty"
                : object.members.allSatisfy { $0.name == "comment" }
                    ? "it has nothing but a comment" : "it names no part of an address that counts"
            warnings.add(place, "\(what), so it \(rule.excludes ? "excludes" : "matches") every address")
        }
        judge(own, rule)
    }

    mutating func judge(_ keys: RuleKeys, _ rule: LinkRule) {
        let place = rule.place.path
        var texts: [(part: String, text: String)] = []
        if let path = keys.path?.text { texts.append(("/", path)) }
        if let fragment = keys.fragment?.text { texts.append(("#", fragment)) }
        switch keys.query {
        case .whole(let text): texts.append(("?", text.text))
        case .items(_, _, let items): texts += items.map { ("?", $0.pattern) }
        default: break
        }
        for (part, text) in texts {
            hints.note(pattern: text, at: place)
            for name in undefined(in: text) {
                warnings.add(place, "$(\(name)) is not defined, so \(quoted(text)) never matches")
            }
            if let byte = impossible(text, in: part, rule.isEncoded) {
                let advice =
                    byte == "#"
                    ? "“#” begins the fragment of an address; write that under “#”"
                    : "in an address “\(byte)” is always percent-encoded; write it so"
                        + (rule.place.list == .paths ? "" : ", or set percentEncoded to false")
                warnings.add(place, "\(quoted(text)) never matches: \(advice)")
            }
            if rule.isEncoded, rule.letterCase == .exact, hasSmallHexadecimal(text) {
                warnings.add(
                    place,
                    "\(quoted(text)) has small letters after “%”, and is compared as written: browsers write capitals (%C3)")
            }
            if !rule.isEncoded, text.firstRange(of: "%") != nil,
                PercentCoding.decoded(Array(text.utf8)[...]) != Array(text.utf8)
            {
                warnings.add(
                    place,
                    "\(quoted(text)) is percent-encoded, but percentEncoded is false: the address is decoded, and the pattern is not"
                )
            }
        }
        if let path = keys.path?.text {
            if path.contains("://") {
                warnings.add(place, "\(quoted(path)) is a whole address; only its path is compared")
            } else if path.contains("?"), path.contains("=") {
                warnings.add(place, "in a path “?” stands for one character: \(quoted(path)) matches no query")
            }
        }
    }

    /// `%c3`, which matches an address only where that has the same letters.
    private func hasSmallHexadecimal(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6 }
        return bytes.indices.contains { index in
            guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count else { return false }
            let pair = bytes[(index + 1)...(index + 2)]
            return pair.allSatisfy(isDigit) && pair.contains { $0 &- 0x61 < 6 }
        }
    }

    private func undefined(in text: String) -> [String] {
        var names: [String] = []
        for name in Pattern.names(in: text) where !variables.isDefined(name) && names.count < 10 {
            let shown = String(decoding: name.prefix(80), as: UTF8.self)
            if !names.contains(shown) { names.append(shown) }
        }
        return names
    }

    /// A character of a pattern that no address has as it is: variables aside.
    private func impossible(_ text: String, in part: String, _ isEncoded: Bool) -> Character? {
        guard isEncoded else { return nil }
        let literals = Pattern(text.utf8, .exact) { _ in .run }.literals
        return String(decoding: literals, as: UTF8.self).first { character in
            !character.isASCII
                || character.utf8.contains { $0 <= 0x20 || $0 == 0x7F || "\"<>\\^`{|}".utf8.contains($0) }
                || character == "#" && part != "#"
        }
    }
}

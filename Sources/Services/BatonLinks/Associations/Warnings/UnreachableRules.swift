/// Finds rules that are never reached, since an earlier one of the same app matches all that they match.
struct UnreachableRules {
    /// Pairs of symbols that are compared at most: some milliseconds.
    private static let maximumWork = 4_000_000
    /// Pairs of rules that are compared at most.
    private static let maximumPairs = 100_000

    private var cover: PatternCover
    private var pairs = 0
    private var found: [AssociationWarning] = []
    private var known: Set<RulePlace> = []

    static func found(in file: AssociationFile) -> [AssociationWarning] {
        var search = UnreachableRules(cover: PatternCover(variables: file.variables, left: maximumWork))
        var looked: Set<[Int]> = []
        for app in file.apps {
            let numbers = file.entryNumbers(of: app)
            // Apps with the same entries have the same rules.
            guard looked.insert(numbers).inserted else { continue }
            guard search.look(at: numbers.map { file.entries[$0] }, of: app) else {
                search.found.append(
                    AssociationWarning(place: "", what: "it is too long to look for all rules that are never reached"))
                break
            }
        }
        return search.found
    }

    private init(cover: PatternCover) { self.cover = cover }

    /// - Returns: false where that takes too long.
    private mutating func look(at entries: [AssociationFile.Entry], of app: String) -> Bool {
        var earlier: [(entry: Int, rule: LinkRule)] = []
        for (number, entry) in entries.enumerated() {
            for rule in entry.rules where !rule.neverMatches {
                let first = earlier.first { other in
                    pairs += 1
                    return pairs <= Self.maximumPairs && covers(other.rule, rule)
                }
                guard pairs <= Self.maximumPairs, cover.left > 0 else { return false }
                guard let first else {
                    earlier.append((number, rule))
                    continue
                }
                guard known.insert(rule.place).inserted else { continue }
                let effect = rule.excludes && !first.rule.excludes ? ", and so excludes nothing" : ""
                let whose = first.entry == number ? "" : " for \(app)"
                found.append(
                    AssociationWarning(
                        place: rule.place.path,
                        what:
                            "it is never reached\(whose)\(effect): \(first.rule.place) matches all of \(rule.place.rule) first"
                    ))
            }
        }
        return true
    }

    private mutating func covers(_ wide: LinkRule, _ narrow: LinkRule) -> Bool {
        if wide.matchesEverything { return true }
        // Another way of comparing is not looked through, but for exact text under folded patterns.
        guard wide.isEncoded == narrow.isEncoded,
            wide.letterCase == narrow.letterCase || narrow.letterCase == .exact
        else { return false }
        if let path = wide.path, !path.matchesEverything, !isSame(wide.inherited.path, narrow.inherited.path) {
            guard let other = narrow.path, cover.covers(path, other, wide.letterCase) else { return false }
        }
        if let fragment = wide.fragment, !fragment.matchesEverything,
            !isSame(wide.inherited.fragment, narrow.inherited.fragment)
        {
            guard let other = narrow.fragment, cover.covers(fragment, other, wide.letterCase) else { return false }
        }
        if isSame(wide.inherited.query, narrow.inherited.query) { return true }
        switch (wide.query, narrow.query) {
        case (.any, _): return true
        case (.whole(let pattern), .whole(let other)): return cover.covers(pattern, other, wide.letterCase)
        case (.whole(let pattern), _): return pattern.matchesEverything
        // Where names are folded, the wide rule asks of more items than the narrow one has looked at.
        case (.items(let items), .items(let others)) where wide.letterCase == narrow.letterCase:
            for item in items.list where !item.pattern.matchesEverything {
                cover.left -= others.list.count
                guard cover.left > 0, let other = others.list.first(where: { $0.name == item.name }),
                    cover.covers(item.pattern, other.pattern, wide.letterCase)
                else { return false }
            }
            return true
        case (.items(let items), _): return items.matchesEverything
        }
    }

    /// Both inherit the very same.
    private func isSame(_ one: Int?, _ other: Int?) -> Bool { one != nil && one == other }
}

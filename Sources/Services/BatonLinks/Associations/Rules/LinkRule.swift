/// One rule as it is applied: everything that it inherits is in it. A class, since a structure of so many arrays is
/// slow to copy.
final class LinkRule: Sendable {
    enum Query: Sendable {
        case any
        case whole(Pattern)
        case items(Items)
    }

    /// Every occurrence of each name must match (U15 to U17).
    final class Items: Sendable {
        let list: [(name: [UInt8], pattern: Pattern)]
        let matchesEverything: Bool
        let neverMatches: Bool

        init(_ list: [(name: [UInt8], pattern: Pattern)]) {
            self.list = list
            matchesEverything = list.allSatisfy { $0.pattern.matchesEverything }
            neverMatches = list.contains { $0.pattern.neverMatches }
        }
    }

    /// Numbers of what is inherited, and so may be in thousands of rules: whether it matches is found out once. nil for what
    /// is the rule's own.
    struct Inherited {
        var path: Int?
        var query: Int?
        var fragment: Int?
    }

    let inherited: Inherited
    /// nil matches anything.
    let path: PathPattern?
    let query: Query
    /// nil matches anything.
    let fragment: Pattern?
    let letterCase: LetterCase
    let isEncoded: Bool
    let excludes: Bool
    let place: RulePlace

    init(
        path: PathPattern?, query: Query, fragment: Pattern?, inherited: Inherited = Inherited(), letterCase: LetterCase,
        isEncoded: Bool, excludes: Bool, place: RulePlace
    ) {
        self.inherited = inherited
        self.path = path
        self.query = query
        self.fragment = fragment
        self.letterCase = letterCase
        self.isEncoded = isEncoded
        self.excludes = excludes
        self.place = place
    }

    func matches(_ question: LinkQuestion) throws(MatchWork.Spent) -> Bool {
        try question.work.spend(1)
        if let path, !path.matchesEverything {
            guard try question.once(inherited.path, { () throws(MatchWork.Spent) in try matches(path, question) }) else {
                return false
            }
        }
        if let fragment, !fragment.matchesEverything {
            guard
                try question.once(
                    inherited.fragment,
                    { () throws(MatchWork.Spent) in
                        try question.text(of: .fragment, letterCase, isEncoded: isEncoded).matches(
                            fragment, question.variables, question.work)
                    })
            else { return false }
        }
        if case .any = query { return true }
        return try question.once(inherited.query) { () throws(MatchWork.Spent) in try matchesQuery(question) }
    }

    private func matches(_ path: PathPattern, _ question: LinkQuestion) throws(MatchWork.Spent) -> Bool {
        let text = try question.text(of: .path, letterCase, isEncoded: isEncoded)
        if try text.matches(path.whole, question.variables, question.work) { return true }
        guard let parent = path.parent else { return false }
        return try text.matches(parent, question.variables, question.work)
    }

    private func matchesQuery(_ question: LinkQuestion) throws(MatchWork.Spent) -> Bool {
        switch query {
        case .any: return true
        case .whole(let pattern):
            if pattern.matchesEverything { return true }
            return try question.text(of: .query, letterCase, isEncoded: isEncoded).matches(
                pattern, question.variables, question.work)
        case .items(let items):
            for item in items.list where !item.pattern.matchesEverything {
                guard try question.allItems(item.name, letterCase, isEncoded: isEncoded, match: item.pattern) else {
                    return false
                }
            }
            return true
        }
    }

    /// Whether some part of it can match no address.
    var neverMatches: Bool {
        if path?.neverMatches == true || fragment?.neverMatches == true { return true }
        return switch query {
        case .any: false
        case .whole(let pattern): pattern.neverMatches
        case .items(let items): items.neverMatches
        }
    }

    /// Whether it matches every address there is.
    var matchesEverything: Bool {
        guard path?.matchesEverything ?? true, fragment?.matchesEverything ?? true else { return false }
        return switch query {
        case .any: true
        case .whole(let pattern): pattern.matchesEverything
        case .items(let items): items.matchesEverything
        }
    }
}

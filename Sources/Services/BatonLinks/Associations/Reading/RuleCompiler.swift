/// Makes rules that can be applied. What many rules inherit is compiled once: a default of 64 KiB costs 64 KiB, however
/// many rules have it.
struct RuleCompiler {
    private struct Key: Hashable {
        /// Of a text, which is kept with what was made of it; or of a dictionary.
        let source: ObjectIdentifier?
        let id: Int
        let letterCase: LetterCase
    }

    private var patterns: [Key: (source: RuleText, pattern: Pattern, number: Int)] = [:]
    private var paths: [Key: (source: RuleText, path: PathPattern, number: Int)] = [:]
    private var items: [Key: (query: LinkRule.Query, number: Int)] = [:]
    /// How many things that are inherited were made.
    private var count = 0

    mutating func rule(_ keys: RuleKeys, at place: RulePlace, _ variables: inout VariableTable) -> LinkRule {
        let isEncoded = keys.isPercentEncoded ?? true
        let letterCase = LetterCase(isSensitive: keys.isCaseSensitive ?? true, isEncoded: isEncoded)
        var numbers = LinkRule.Inherited()
        let query: LinkRule.Query
        switch keys.query {
        case nil, .ignored: query = .any
        case .whole(let text):
            let (pattern, number) = makePattern(text, letterCase, &variables)
            query = .whole(pattern)
            numbers.query = number
        case .items(let id, let isInherited, let list):
            let made = makeItems(id, isInherited, list, letterCase, &variables)
            query = made.query
            numbers.query = made.number
        }
        var path: (path: PathPattern, number: Int?)?
        if let text = keys.path { path = makePath(text, letterCase, &variables) }
        var fragment: (pattern: Pattern, number: Int?)?
        if let text = keys.fragment { fragment = makePattern(text, letterCase, &variables) }
        numbers.path = path?.number
        numbers.fragment = fragment?.number
        return LinkRule(
            path: path?.path, query: query, fragment: fragment?.pattern, inherited: numbers, letterCase: letterCase,
            isEncoded: isEncoded, excludes: keys.excludes ?? false, place: place)
    }

    private mutating func next() -> Int {
        count += 1
        return count
    }

    private mutating func makePattern(
        _ text: RuleText, _ letterCase: LetterCase, _ variables: inout VariableTable
    ) -> (pattern: Pattern, number: Int?) {
        let make = { (variables: inout VariableTable) in
            Pattern(text.text.utf8, letterCase) { variables.token(for: $0, letterCase) }
        }
        guard text.isInherited else { return (make(&variables), nil) }
        let key = Key(source: ObjectIdentifier(text), id: 0, letterCase: letterCase)
        if let known = patterns[key] { return (known.pattern, known.number) }
        let made = (source: text, pattern: make(&variables), number: next())
        patterns[key] = made
        return (made.pattern, made.number)
    }

    private mutating func makePath(
        _ text: RuleText, _ letterCase: LetterCase, _ variables: inout VariableTable
    ) -> (path: PathPattern, number: Int?) {
        let make = { (variables: inout VariableTable) in
            PathPattern(Array(text.text.utf8), letterCase) { variables.token(for: $0, letterCase) }
        }
        guard text.isInherited else { return (make(&variables), nil) }
        let key = Key(source: ObjectIdentifier(text), id: 0, letterCase: letterCase)
        if let known = paths[key] { return (known.path, known.number) }
        let made = (source: text, path: make(&variables), number: next())
        paths[key] = made
        return (made.path, made.number)
    }

    private mutating func makeItems(
        _ id: Int, _ isInherited: Bool, _ list: [(name: String, pattern: String)], _ letterCase: LetterCase,
        _ variables: inout VariableTable
    ) -> (query: LinkRule.Query, number: Int?) {
        let key = Key(source: nil, id: id, letterCase: letterCase)
        if isInherited, let known = items[key] { return (known.query, known.number) }
        var compiled: [(name: [UInt8], pattern: Pattern)] = []
        for item in list {
            let pattern = Pattern(item.pattern.utf8, letterCase) { variables.token(for: $0, letterCase) }
            compiled.append((letterCase.folded(Array(item.name.utf8)), pattern))
        }
        let query = LinkRule.Query.items(LinkRule.Items(compiled))
        guard isInherited else { return (query, nil) }
        let number = next()
        items[key] = (query, number)
        return (query, number)
    }
}

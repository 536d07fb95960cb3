/// Reads a predicate from left to right: in time linear in the text, with a stack bounded by `maximumDepth`.
///
///     predicate  = every { ( "OR" | "||" ) every }
///     every      = primary { ( "AND" | "&&" ) primary }
///     primary    = { "NOT" | "!" } ( "(" predicate ")" | "TRUEPREDICATE" | "FALSEPREDICATE" | comparison )
///     comparison = operand relation operand | operand "LIKE" options text | operand "IN" options list | operand "IN" "SELF"
///     relation   = "==" | "=" | "!=" | "<>" | ( "BEGINSWITH" | "CONTAINS" | "ENDSWITH" ), each with options behind it
///     operand    = "SELF" | "nil" | "NULL" | text
///     list       = "{" [ text { "," text } ] "}"
///     options    = [ "[" { "c" | "d" } "]" ]
///
/// Source: Apple's Predicate Programming Guide, of which this is the part that texts need.
struct ScenePredicateParser {
    let text: [UInt8]
    var offset = 0
    private var depth = 0

    init(_ text: String) { self.text = Array(text.utf8) }

    mutating func predicate() throws(ScenePredicateFault) -> ScenePredicate.Node {
        guard text.count <= ScenePredicate.maximumLength else {
            throw ScenePredicateFault(
                column: 1, what: "the predicate has \(text.count) bytes, of \(ScenePredicate.maximumLength) at most")
        }
        skipSpace()
        guard !isAtEnd else { throw fault("the predicate is empty; expected a comparison such as SELF == \"text\"") }
        let node = try some()
        if next == UInt8(ascii: ")") { throw fault("this \")\" closes nothing: no \"(\" before it is open") }
        guard isAtEnd else { throw expected("AND, OR or the end") }
        return node
    }

    // MARK: Joining

    private mutating func some() throws(ScenePredicateFault) -> ScenePredicate.Node {
        var nodes = [try every()]
        while joins("OR", "||") { nodes.append(try every()) }
        return nodes.count == 1 ? nodes[0] : .some(nodes)
    }

    private mutating func every() throws(ScenePredicateFault) -> ScenePredicate.Node {
        var nodes = [try primary()]
        while joins("AND", "&&") { nodes.append(try primary()) }
        return nodes.count == 1 ? nodes[0] : .every(nodes)
    }

    private mutating func joins(_ word: String, _ sign: String) -> Bool {
        skipSpace()
        return take(sign: sign) || take(word: word)
    }

    private mutating func primary() throws(ScenePredicateFault) -> ScenePredicate.Node {
        skipSpace()
        var isNegated = false
        while take(sign: "!") || take(word: "NOT") {
            isNegated.toggle()
            skipSpace()
        }
        let node: ScenePredicate.Node
        if next == UInt8(ascii: "(") {
            node = try group()
        } else if take(word: "TRUEPREDICATE") {
            node = .constant(true)
        } else if take(word: "FALSEPREDICATE") {
            node = .constant(false)
        } else {
            node = .comparison(try comparison())
        }
        return isNegated ? .not(node) : node
    }

    private mutating func group() throws(ScenePredicateFault) -> ScenePredicate.Node {
        let open = offset
        guard depth < ScenePredicate.maximumDepth else {
            throw fault("parentheses are nested deeper than \(ScenePredicate.maximumDepth) here")
        }
        depth += 1
        offset += 1
        let node = try some()
        guard take(sign: ")") else {
            throw expected("AND, OR or the \")\" for the \"(\" at character \(column(of: open))")
        }
        depth -= 1
        return node
    }

    // MARK: Comparing

    private mutating func comparison() throws(ScenePredicateFault) -> SceneComparison {
        let left = try operand("SELF, a text in quotes, TRUEPREDICATE, FALSEPREDICATE, NOT or \"(\"")
        skipSpace()
        if take(word: "LIKE") {
            let options = try options()
            let start = offset
            let pattern = try literal("a pattern in quotes", isPattern: true)
            guard pattern.unicodeScalars.count <= ScenePredicate.maximumPattern else {
                throw fault("a pattern has at most \(ScenePredicate.maximumPattern) characters", at: start)
            }
            return SceneComparison(left, .like(pattern), options)
        }
        if take(word: "IN") {
            let options = try options()
            // In a text, as NSPredicate has it.
            if take(word: "SELF") { return SceneComparison(.itself, .relation(.contains, left), options) }
            return SceneComparison(left, .within(try list()), options)
        }
        let relation = try relation()
        let options = try options()
        return SceneComparison(left, .relation(relation, try operand("SELF or a text in quotes")), options)
    }

    private mutating func relation() throws(ScenePredicateFault) -> SceneComparison.Relation {
        for sign in ["=<", "=>"] where text[offset...].starts(with: sign.utf8) { throw fault(Self.noOrder) }
        for (sign, relation) in Self.signs where take(sign: sign) { return relation }
        for relation in [SceneComparison.Relation.begins, .contains, .ends] where take(word: relation.rawValue) {
            return relation
        }
        throw refusal(isOperator: true) ?? expected("==, !=, BEGINSWITH, CONTAINS, ENDSWITH, LIKE or IN")
    }

    private static let signs: [(String, SceneComparison.Relation)] = [
        ("==", .equal), ("!=", .unequal), ("<>", .unequal), ("=", .equal),
    ]

    private mutating func operand(_ what: String) throws(ScenePredicateFault) -> SceneComparison.Operand {
        skipSpace()
        if take(word: "SELF") {
            if next == UInt8(ascii: ".") || next == UInt8(ascii: "[") {
                throw fault("SELF is the event's text and has no parts: \(Self.outside)")
            }
            return .itself
        }
        if take(word: "nil") || take(word: "NULL") { return .null }
        return .text(try literal(what, isPattern: false))
    }

    private mutating func list() throws(ScenePredicateFault) -> [String] {
        skipSpace()
        guard take(sign: "{") else { throw refusal() ?? expected("a list such as {\"a\", \"b\"}, or SELF") }
        var texts: [String] = []
        skipSpace()
        if take(sign: "}") { return texts }
        while true {
            texts.append(try literal("a text in quotes", isPattern: false))
            skipSpace()
            if take(sign: "}") { return texts }
            guard take(sign: ",") else { throw expected("\",\" or \"}\"") }
        }
    }

    /// What stands in brackets behind the operator that was just taken.
    private mutating func options() throws(ScenePredicateFault) -> SceneComparison.Options {
        var options: SceneComparison.Options = []
        skipSpace()
        guard take(sign: "[") else { return options }
        while !take(sign: "]") {
            switch next {
            case UInt8(ascii: "c"), UInt8(ascii: "C"): options.insert(.ignoringCase)
            case UInt8(ascii: "d"), UInt8(ascii: "D"): options.insert(.ignoringMarks)
            case UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "l"), UInt8(ascii: "L"):
                throw fault("texts are always compared by Unicode's rules, so only the options c and d are there")
            default: throw expected("the options c, d or cd, and \"]\"")
            }
            offset += 1
        }
        skipSpace()
        return options
    }
}

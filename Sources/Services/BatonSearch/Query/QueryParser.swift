internal import ActivityModel

/// Reads a query from left to right, one character at a time, and never a character twice but for the spaces behind a
/// date: the time is linear in the text, the stack bounded by `SearchQuery.maximumDepth`.
///
///     query      = every { "||" every }
///     every      = primary { "&&" primary }
///     primary    = { "!" } ( "(" query ")" | range | comparison )
///     comparison = attribute operator value
///     range      = "InRange" "(" attribute "," number "," number ")"
///
/// Source: Apple's documentation of `CSSearchQuery`; what is chosen where it is silent is in docs/queries.md.
struct QueryParser {
    let text: [UInt8]
    var offset = 0
    let clock: QueryClock
    private var depth = 0
    private var comparisons = 0

    init(_ text: String, clock: QueryClock) {
        self.text = Array(text.utf8)
        self.clock = clock
    }

    mutating func query() throws(BatonError) -> SearchQuery.Condition {
        guard text.count <= SearchQuery.maximumLength else {
            throw BatonError(
                .invalidQuery,
                "The query has \(text.count) bytes, of \(SearchQuery.maximumLength) at most; nothing was searched.")
        }
        skipSpace()
        guard !isAtEnd else { throw fault(#"the query is empty; expected a comparison such as title == "text""#) }
        let condition = try some()
        if next == UInt8(ascii: ")") { throw fault("this \")\" closes nothing: no \"(\" before it is open") }
        guard isAtEnd else { throw expected(Self.joint) }
        return condition
    }

    private static let joint = "&&, || or the end"

    // MARK: Joining

    private mutating func some() throws(BatonError) -> SearchQuery.Condition {
        var conditions = [try every()]
        while try joins("|") { conditions.append(try every()) }
        return conditions.count == 1 ? conditions[0] : .some(conditions)
    }

    private mutating func every() throws(BatonError) -> SearchQuery.Condition {
        var conditions = [try primary()]
        while try joins("&") { conditions.append(try primary()) }
        return conditions.count == 1 ? conditions[0] : .every(conditions)
    }

    /// Whether the operator of two of `half` comes next, which is taken then.
    private mutating func joins(_ half: Unicode.Scalar) throws(BatonError) -> Bool {
        skipSpace()
        let byte = UInt8(ascii: half)
        guard next == byte else { return false }
        offset += 1
        guard next == byte else { throw expected("a second \(half), as in \(half)\(half)") }
        offset += 1
        return true
    }

    private mutating func primary() throws(BatonError) -> SearchQuery.Condition {
        skipSpace()
        var isNegated = false
        while take("!") {
            isNegated.toggle()
            skipSpace()
        }
        let condition = next == UInt8(ascii: "(") ? try group() : try comparison()
        return isNegated ? .not(condition) : condition
    }

    private mutating func group() throws(BatonError) -> SearchQuery.Condition {
        let open = offset
        guard depth < SearchQuery.maximumDepth else {
            throw fault("parentheses are nested deeper than \(SearchQuery.maximumDepth) here")
        }
        depth += 1
        offset += 1
        let condition = try some()
        guard take(")") else {
            let place = QueryFault.column(of: open, in: text)
            throw expected("&&, || or the \")\" for the \"(\" at character \(place)")
        }
        depth -= 1
        return condition
    }

    // MARK: Comparing

    private mutating func comparison() throws(BatonError) -> SearchQuery.Condition {
        comparisons += 1
        guard comparisons <= SearchQuery.maximumComparisons else {
            throw fault("a query has at most \(SearchQuery.maximumComparisons) comparisons, and this is one more")
        }
        let subject = try subject()
        skipSpace()
        if subject == .attribute("InRange"), take("(") { return try range() }
        let relation = try relation()
        skipSpace()
        if let text = try textTest(after: relation) {
            let comparison = SearchQuery.Condition.comparison(Comparison(subject, .text(text)))
            return relation == .unequal ? .not(comparison) : comparison
        }
        let value = try number(orElse: relation.isOrder ? Self.numbers : Self.values)
        let comparison = SearchQuery.Condition.comparison(Comparison(subject, .number(relation.test(value))))
        return relation == .unequal ? .not(comparison) : comparison
    }

    private static let numbers = "a number or a date such as $time.today"
    private static let values = "a text in quotes, a number, or a date such as $time.today"

    private mutating func range() throws(BatonError) -> SearchQuery.Condition {
        skipSpace()
        let subject = try subject()
        try comma("after the attribute of InRange")
        let low = try number(orElse: Self.numbers)
        try comma("after the first value of InRange")
        let high = try number(orElse: Self.numbers)
        skipSpace()
        guard take(")") else { throw expected("the \")\" of InRange") }
        return .comparison(Comparison(subject, .number(.within(low, high))))
    }

    private mutating func comma(_ place: String) throws(BatonError) {
        skipSpace()
        guard take(",") else { throw expected("\",\" \(place)") }
        skipSpace()
    }

    private mutating func subject() throws(BatonError) -> Comparison.Subject {
        if take("*") {
            guard take("*") else { throw expected("a second *, since any attribute is written **") }
            return .anything
        }
        let start = offset
        while let byte = next, byte.isNamePart { offset += 1 }
        guard offset > start else {
            if let byte = next, byte.isQuote { throw fault("a comparison begins with an attribute, not with a text") }
            throw expected("an attribute's name, **, InRange or \"(\"")
        }
        return .attribute(String(decoding: text[start..<offset], as: UTF8.self))
    }

    enum Relation {
        case equal, unequal, below, atMost, above, atLeast

        var isOrder: Bool { self != .equal && self != .unequal }

        func test(_ value: Double) -> NumberTest {
            switch self {
            case .equal, .unequal: .equal(value)
            case .below: .below(value)
            case .atMost: .atMost(value)
            case .above: .above(value)
            case .atLeast: .atLeast(value)
            }
        }
    }

    private mutating func relation() throws(BatonError) -> Relation {
        let start = offset
        if take("=") {
            _ = take("=")
            return .equal
        }
        if take("!") {
            guard take("=") else { throw expected("= after !") }
            return .unequal
        }
        if take("<") { return take("=") ? .atMost : .below }
        if take(">") { return take("=") ? .atLeast : .above }
        offset = start
        throw expected("one of == != < <= > >=")
    }

    // MARK: Characters

    var isAtEnd: Bool { offset == text.count }
    var next: UInt8? { offset < text.count ? text[offset] : nil }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        offset += 1
        return true
    }

    /// White space as Unicode has it: queries are pasted from web pages.
    mutating func skipSpace() {
        while let byte = next {
            if byte < 0x80 {
                guard byte == 0x20 || (0x09...0x0D).contains(byte) else { return }
                offset += 1
            } else {
                let rest = String(decoding: text[offset...].prefix(4), as: UTF8.self)
                guard let scalar = rest.unicodeScalars.first, scalar.properties.isWhitespace else { return }
                offset += UTF8.width(scalar)
            }
        }
    }

    func fault(_ reason: String, at place: Int? = nil) -> BatonError {
        QueryFault.error(in: text, at: place ?? offset, reason)
    }

    func expected(_ what: String) -> BatonError {
        fault("expected \(what), found \(QueryFault.found(in: text, at: offset))")
    }
}

extension UInt8 {
    /// What names of attributes are made of.
    var isNamePart: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: isDigit
        }
    }

    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
}

package import ActivityModel

/// A query in the language of `CSSearchQuery`, read: which items an app or a user asks for. docs/queries.md is the
/// language.
package struct SearchQuery: Sendable, Hashable {
    /// How comparisons are joined. As deep as the parentheses of the text, of which there are at most
    /// `maximumDepth`: chains of one operator are one list, so that neither evaluating nor freeing it runs deep.
    package indirect enum Condition: Sendable, Hashable {
        case comparison(Comparison)
        case every([Condition])
        case some([Condition])
        case not(Condition)
    }

    package let condition: Condition

    package init(_ condition: Condition) { self.condition = condition }

    /// Bytes of a query's text.
    package static let maximumLength = 64 * 1024
    /// How deep parentheses stand inside each other.
    package static let maximumDepth = 64
    package static let maximumComparisons = 1000

    /// - Parameter clock: what the words for time, such as `$time.today`, count from.
    /// - Throws: `invalidQuery`. The message says what was expected and found, at which character, counted from 1, and
    ///   quotes the text there: it is for whoever wrote the query, and for no log.
    package init(parsing text: String, clock: QueryClock) throws(BatonError) {
        var parser = QueryParser(text, clock: clock)
        condition = try parser.query()
    }
}

/// One attribute, and what it must be.
package struct Comparison: Sendable, Hashable {
    package enum Subject: Sendable, Hashable {
        /// An attribute of `AttributeTable`, or one of the app's own; absent from an item is no error.
        case attribute(String)
        /// `**`: whichever.
        case anything
    }

    package enum Test: Sendable, Hashable {
        case text(TextTest)
        case number(NumberTest)
    }

    package var subject: Subject
    package var test: Test

    package init(_ subject: Subject, _ test: Test) {
        self.subject = subject
        self.test = test
    }
}

/// What a number must be: also a date, as seconds since 2001, and a boolean, as 1 or 0.
package enum NumberTest: Sendable, Hashable {
    case equal(Double)
    case below(Double)
    case atMost(Double)
    case above(Double)
    case atLeast(Double)
    /// Both ends count.
    case within(Double, Double)

    func takes(_ number: Double) -> Bool {
        switch self {
        case .equal(let value): number == value
        case .below(let value): number < value
        case .atMost(let value): number <= value
        case .above(let value): number > value
        case .atLeast(let value): number >= value
        case .within(let low, let high): low <= number && number <= high
        }
    }
}

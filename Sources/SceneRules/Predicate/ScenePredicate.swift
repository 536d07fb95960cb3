/// A condition on an event's `targetContentIdentifier`: as much of `NSPredicate` as texts need.
///
/// The system evaluates it outside the app on Apple's systems, so key paths, functions, blocks and regular expressions are
/// refused there, and here.
///
/// An event without an identifier has no text to compare: every comparison is then false, but `!=`, which is true, and
/// `SELF == nil`. Texts that differ only in how accents are composed are equal.
package struct ScenePredicate: Sendable, Hashable {
    let root: Node

    init(_ root: Node) { self.root = root }

    indirect enum Node: Sendable, Hashable {
        case constant(Bool)
        case comparison(SceneComparison)
        case not(Node)
        case every([Node])
        case some([Node])
    }

    /// Whether it holds for this `targetContentIdentifier`.
    package func evaluate(_ identifier: String?) -> Bool {
        var subject = ComparisonSubject(identifier)
        return Self.evaluate(root, &subject)
    }

    /// As deep as the text that it was parsed from may nest, or as the app has built it.
    private static func evaluate(_ node: Node, _ subject: inout ComparisonSubject) -> Bool {
        switch node {
        case .constant(let value): return value
        case .comparison(let comparison): return comparison.evaluate(&subject)
        case .not(let node): return !evaluate(node, &subject)
        case .every(let nodes):
            for node in nodes where !evaluate(node, &subject) { return false }
            return true
        case .some(let nodes):
            for node in nodes where evaluate(node, &subject) { return true }
            return false
        }
    }

    // MARK: Parsing

    /// The longest text of a predicate, in bytes.
    package static let maximumLength = 64 * 1024
    /// How deep parentheses may be nested.
    package static let maximumDepth = 64
    /// How many characters the pattern of a `LIKE` may have.
    package static let maximumPattern = 1024

    /// Parses a format string of `NSPredicate`: the grammar is in docs/scenes.md.
    /// - Throws: `ScenePredicateFault`, naming the character, what was expected there, and for what is refused why.
    package init(parsing text: String) throws(ScenePredicateFault) {
        var parser = ScenePredicateParser(text)
        root = try parser.predicate()
    }
}

extension ScenePredicate {
    // MARK: Building

    /// Holds for every event.
    package static let truePredicate = ScenePredicate(.constant(true))
    /// Holds for no event.
    package static let falsePredicate = ScenePredicate(.constant(false))

    package static func equals(_ text: String, _ options: SceneComparison.Options = []) -> ScenePredicate {
        comparison(.equal, text, options)
    }

    package static func beginsWith(_ text: String, _ options: SceneComparison.Options = []) -> ScenePredicate {
        comparison(.begins, text, options)
    }

    package static func contains(_ text: String, _ options: SceneComparison.Options = []) -> ScenePredicate {
        comparison(.contains, text, options)
    }

    package static func endsWith(_ text: String, _ options: SceneComparison.Options = []) -> ScenePredicate {
        comparison(.ends, text, options)
    }

    /// - Parameter pattern: `*` is any run of characters, `?` one; `\` before either, or before `\`, takes it as it is.
    ///   What has more characters than `maximumPattern` takes memory by their square.
    package static func like(_ pattern: String, _ options: SceneComparison.Options = []) -> ScenePredicate {
        ScenePredicate(.comparison(SceneComparison(.itself, .like(pattern), options)))
    }

    /// Equal to one of them.
    package static func isIn(_ texts: [String], _ options: SceneComparison.Options = []) -> ScenePredicate {
        ScenePredicate(.comparison(SceneComparison(.itself, .within(texts), options)))
    }

    package static func every(_ predicates: [ScenePredicate]) -> ScenePredicate {
        ScenePredicate(predicates.isEmpty ? .constant(true) : .every(predicates.map(\.root)))
    }

    package static func some(_ predicates: [ScenePredicate]) -> ScenePredicate {
        ScenePredicate(predicates.isEmpty ? .constant(false) : .some(predicates.map(\.root)))
    }

    package static prefix func ! (predicate: ScenePredicate) -> ScenePredicate { ScenePredicate(.not(predicate.root)) }

    private static func comparison(
        _ relation: SceneComparison.Relation, _ text: String, _ options: SceneComparison.Options
    ) -> ScenePredicate {
        ScenePredicate(.comparison(SceneComparison(.itself, .relation(relation, .text(text)), options)))
    }
}

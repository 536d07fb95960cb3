/// What a scene says that it takes: the set of a SwiftUI `handlesExternalEvents` modifier.
///
/// A condition matches an event whose text contains it, case and accents aside. `*` alone matches every event, also one
/// without a text; within a longer condition it is an ordinary character. The empty condition matches nothing, and so does
/// the empty set.
///
/// Source: Apple's documentation of `handlesExternalEvents(matching:)`.
package struct SceneConditions: Sendable, Hashable {
    /// As they were written, each one once.
    package let texts: [String]
    private let conditions: [Condition]

    private enum Condition: Sendable, Hashable {
        case anything
        case nothing
        case contained(ComparedText)
    }

    /// - Parameter texts: in the order in which they are tried, which shows only in what is said to have matched.
    package init(_ texts: some Sequence<String>) {
        // Exactly the same ones: for `Set<String>`, composed and decomposed writing are the same, as they are here.
        var seen: Set<String> = []
        self.texts = texts.filter { seen.insert($0).inserted }
        conditions = self.texts.map { text in
            if text == "*" { return .anything }
            let compared = ComparedText(text, ignoringCase: true, ignoringMarks: true)
            // Marks alone are nothing where marks do not count.
            return compared.bytes.isEmpty ? .nothing : .contained(compared)
        }
    }

    /// What several views of one scene take together.
    package func union(_ other: SceneConditions) -> SceneConditions { SceneConditions(texts + other.texts) }

    /// The first condition that matches.
    func match(_ event: ComparedEvent) -> String? {
        for (index, condition) in conditions.enumerated() {
            switch condition {
            case .anything: return texts[index]
            case .nothing: continue
            case .contained(let part): if event.text?.contains(part) == true { return texts[index] }
            }
        }
        return nil
    }
}

extension SceneConditions: ExpressibleByArrayLiteral {
    package init(arrayLiteral elements: String...) { self.init(elements) }
}

/// An event made comparable once, for all scenes.
struct ComparedEvent {
    let text: ComparedText?
    /// What predicates are evaluated with.
    let targetContentIdentifier: String?

    init(_ event: SceneEvent) {
        text = event.text.map { ComparedText($0, ignoringCase: true, ignoringMarks: true) }
        targetContentIdentifier = event.targetContentIdentifier
    }
}

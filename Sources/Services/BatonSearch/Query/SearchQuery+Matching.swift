package import ActivityModel
internal import FoundationEssentials

extension SearchQuery {
    /// Whether the query asks for an item. Exact: what the index said before is only what is worth asking.
    /// - Parameter extra: what is known of the item beside its attributes, by attribute name; it counts instead of an
    ///   attribute of the same name, `.null` for one that is not there. For `candidates` to miss nothing, none of them is
    ///   of `IndexedText.attributes`, and the item's domain is always one.
    /// - Complexity: linear in the item's texts for each comparison; each text is folded at most once for each use of
    ///   the modifiers.
    package func matches(_ set: AttributeSet, extra: [String: PayloadValue] = [:]) -> Bool {
        var subject = QuerySubject(set, extra)
        return subject.satisfies(condition)
    }
}

/// An item that is compared, and its texts as they were folded for it.
private struct QuerySubject {
    private let values: [String: PayloadValue]
    private var folded: [FoldingKey: [FoldedText]] = [:]

    private struct FoldingKey: Hashable {
        let name: String
        let folding: TextModifiers
        let words: Bool
    }

    init(_ set: AttributeSet, _ extra: [String: PayloadValue]) {
        var values = set.values
        for (name, attribute) in set.custom where attribute.isSearchable { values[name] = attribute.value }
        values.merge(extra) { _, new in new }
        self.values = values
    }

    mutating func satisfies(_ condition: SearchQuery.Condition) -> Bool {
        switch condition {
        case .comparison(let comparison): return satisfies(comparison)
        case .not(let condition): return !satisfies(condition)
        case .every(let conditions):
            for condition in conditions where !satisfies(condition) { return false }
            return true
        case .some(let conditions):
            for condition in conditions where satisfies(condition) { return true }
            return false
        }
    }

    private mutating func satisfies(_ comparison: Comparison) -> Bool {
        switch comparison.subject {
        case .attribute(let name): return satisfies(comparison.test, name)
        case .anything:
            for name in values.keys where satisfies(comparison.test, name) { return true }
            return false
        }
    }

    private mutating func satisfies(_ test: Comparison.Test, _ name: String) -> Bool {
        guard let value = values[name] else { return false }
        switch test {
        case .number(let test): return value.hasNumber(test.takes)
        case .text(let test):
            if test.value.isAnything { return value.hasAnything }
            return satisfies(test, name, value)
        }
    }

    private mutating func satisfies(_ test: TextTest, _ name: String, _ value: PayloadValue) -> Bool {
        let words = test.comparesWords(of: name)
        let folding = test.modifiers.folding
        let key = FoldingKey(name: name, folding: folding, words: words)
        var texts = folded[key] ?? value.comparableTexts.map { FoldedText($0, folding, words: words) }
        // Out of the table while it is changed, so that nothing is copied.
        folded[key] = []
        defer { folded[key] = texts }
        for index in texts.indices where test.takes(&texts[index], words: words) { return true }
        return false
    }
}

// As deep as payloads are: `Payload.maximumDepth`.
extension PayloadValue {
    /// Whether there is a value, and not a list of none.
    fileprivate var hasAnything: Bool {
        switch self {
        case .null: false
        case .array(let entries): entries.contains(where: \.hasAnything)
        case .set(let entries): entries.contains(where: \.hasAnything)
        default: true
        }
    }

    fileprivate func hasNumber(_ isTaken: (Double) -> Bool) -> Bool {
        switch self {
        case .bool(let flag): isTaken(flag ? 1 : 0)
        case .date(let date): isTaken(date.timeIntervalSinceReferenceDate)
        case .array(let entries): entries.contains { $0.hasNumber(isTaken) }
        case .set(let entries): entries.contains { $0.hasNumber(isTaken) }
        default: asDouble.map(isTaken) ?? false
        }
    }

    /// What a text is compared with: each entry of a list, each language's text, and of people their names and handles.
    var comparableTexts: [String] {
        switch self {
        case .string(let text): [text]
        case .url(let url): [url.absoluteString]
        case .uuid(let uuid): [uuid.uuidString]
        case .array(let entries): entries.flatMap(\.comparableTexts)
        case .set(let entries): entries.flatMap(\.comparableTexts)
        case .dictionary(let entries):
            // A person's identifiers say something to programs alone.
            if ["displayName", "handles", "handleIdentifier"].contains(where: { entries[.string($0)] != nil }) {
                ["displayName", "handles"].flatMap { entries[.string($0)]?.comparableTexts ?? [] }
            } else {
                entries.values.flatMap(\.comparableTexts)
            }
        case .null, .bool, .integer, .unsigned, .float, .double, .data, .date: []
        }
    }
}

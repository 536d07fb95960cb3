/// What to look up in the index to have every item that a query may match, and as few others as can be told without
/// reading them: `SearchQuery.matches` has the last word about each.
package indirect enum CandidatePlan: Sendable, Hashable {
    /// Every item: the index cannot tell.
    case all
    /// No item, whatever there is.
    case nothing
    /// Items with this word among the words of `IndexedText.attributes`.
    case word(QueryWord)
    /// Items whose domain is this text, byte for byte: the `domainIdentifier` that `matches` is given as `extra`.
    case domain(String)
    case every([CandidatePlan])
    case some([CandidatePlan])

    fileprivate static func every(of plans: [CandidatePlan]) -> CandidatePlan {
        if plans.contains(.nothing) { return .nothing }
        let telling = plans.filter { $0 != .all }
        return telling.isEmpty ? .all : telling.count == 1 ? telling[0] : .every(telling)
    }

    fileprivate static func some(of plans: [CandidatePlan]) -> CandidatePlan {
        if plans.contains(.all) { return .all }
        let possible = plans.filter { $0 != .nothing }
        return possible.isEmpty ? .nothing : possible.count == 1 ? possible[0] : .some(possible)
    }
}

extension SearchQuery {
    package var candidates: CandidatePlan { condition.candidates }
}

extension SearchQuery.Condition {
    fileprivate var candidates: CandidatePlan {
        switch self {
        case .comparison(let comparison): comparison.candidates
        case .every(let conditions): .every(of: conditions.map(\.candidates))
        case .some(let conditions): .some(of: conditions.map(\.candidates))
        // What may match says nothing about what does not.
        case .not: .all
        }
    }
}

extension Comparison {
    fileprivate var candidates: CandidatePlan {
        switch test {
        case .number(.within(let low, let high)) where low > high: return .nothing
        case .number: return .all
        case .text(let test):
            if test.patterns.isEmpty { return .nothing }
            guard case .attribute(let name) = subject, !test.value.isAnything else { return .all }
            if name == "domainIdentifier" { return test.domain.map { .domain($0) } ?? .all }
            guard IndexedText.attributes.contains(name) else { return .all }
            return .every(of: test.indexWords(inside: test.comparesWords(of: name)).map { .word($0) })
        }
    }
}

extension TextTest {
    /// The one text that is equal, where there is one.
    fileprivate var domain: String? {
        guard modifiers.isEmpty, value.pieces.count == 1, !value.isOpenAtStart, !value.isOpenAtEnd else { return nil }
        // Of ASCII only these are what another character is canonically: the sign of kelvin, and two of Greek.
        let text = value.pieces[0]
        return text.utf8.allSatisfy { $0 < 0x80 && !Self.ambiguous.contains($0) } ? text : nil
    }

    private static let ambiguous = Array("K;`".utf8)

    /// Words that the index has of every text that matches.
    fileprivate func indexWords(inside isInside: Bool) -> [QueryWord] {
        let texts = modifiers.contains(.tokens) ? value.tokens : [value]
        var words: [QueryWord] = []
        for text in texts {
            for (index, piece) in text.pieces.enumerated() where words.count < Self.enough {
                let isFirst = index == 0 && !text.isOpenAtStart
                let isLast = index == text.pieces.count - 1 && !text.isOpenAtEnd
                words +=
                    IndexPiece(
                        piece, modifiers.folding, begins: isFirst ? isInside ? .word : .text : .anywhere,
                        endsText: isLast && !isInside
                    ).words
            }
        }
        return Array(words.prefix(Self.enough))
    }

    /// A conjunction of more words tells next to nothing more, and takes time.
    private static let enough = 12
}

extension CandidatePlan {
    /// Whether an item with these words in the index is a candidate, as far as words can tell.
    package func mayHold(for words: some Sequence<String>) -> Bool {
        switch self {
        case .all, .domain: true
        case .nothing: false
        case .word(let word):
            words.contains {
                word.isPrefix ? $0.utf8.starts(with: word.text.utf8) : $0.utf8.elementsEqual(word.text.utf8)
            }
        case .every(let plans): plans.allSatisfy { $0.mayHold(for: words) }
        case .some(let plans): plans.contains { $0.mayHold(for: words) }
        }
    }
}

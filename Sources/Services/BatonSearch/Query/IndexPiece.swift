internal import ICUKit

/// Plain text of a query, and which words the index has for certain of any text that holds it. What is not certain is left
/// out: to ask for too little costs time, to ask for too much an item.
struct IndexPiece {
    enum Start {
        /// The text's start.
        case text
        /// The start of a word, also of one within a row of letters ("Window" of "MyWindow").
        case word
        /// Wherever a wildcard ends.
        case anywhere
    }

    private let text: ComposedText
    private let folding: TextModifiers
    private let begins: Start
    private let endsText: Bool
    /// Whether what follows in the text may change the last letter, as the mark in the half-width "ｶﾞ" does, which is a
    /// character of its own until the index composes it.
    private let isOpen: Bool

    init(_ text: String, _ folding: TextModifiers, begins: Start, endsText: Bool) {
        self.text = ComposedText(text)
        self.folding = folding
        self.begins = begins
        self.endsText = endsText
        isOpen = !endsText && text.unicodeScalars.last.map { (0xFF61...0xFFDF).contains($0.value) } ?? false
    }

    var words: [QueryWord] {
        var words: [QueryWord] = []
        var scanner = WordScanner(text, in: text.kinds.indices)
        while let token = scanner.next() {
            if isOpen, scanner.isAtEnd { break }
            switch token {
            case .part(let range): if let word = part(range) { words.append(word) }
            case .run(let range): if let word = run(range) { words.append(word) }
            case .pictograph(let range):
                // Which two halves make a flag depends on those before them.
                guard range.count == 1, text.kinds[range.lowerBound] == .pictograph else { continue }
                if let word = whole(range) { words.append(QueryWord(word, isPrefix: false)) }
            case .sign: continue
            }
        }
        return words
    }

    /// A row of letters and digits.
    private func part(_ range: Range<Int>) -> QueryWord? {
        switch text.kinds[..<range.lowerBound].last(where: { !$0.isAttached }) {
        // What follows an apostrophe may be no word: "kestrel's".
        case .joiner?: return nil
        // In the text, what is before it may belong to it, unless a word begins here.
        case nil where begins == .anywhere || range.lowerBound > 0: return nil
        default: break
        }
        let after = text.kinds[range.upperBound...].first { !$0.isAttached }
        var isWhole = after.map { $0 != .joiner } ?? endsText
        var certain = range
        // Marks beside an apostrophe, which do not count, can part what it joins.
        if folding.contains(.ignoringMarks), let joiner = range.first(where: { text.kinds[$0] == .joiner }) {
            certain = range.lowerBound..<joiner
            isWhole = false
        }
        guard let word = whole(certain), isCertain(word) else { return nil }
        return QueryWord(word, isPrefix: !isWhole || word.unicodeScalars.count >= WordCutter.maximumWordLength)
    }

    /// A row of letters of scripts without spaces: in the index from each start of a word, and its own start is one.
    private func run(_ range: Range<Int>) -> QueryWord? {
        guard !folding.contains(.ignoringMarks) else { return nil }
        let isFirst = text.kinds[..<range.lowerBound].allSatisfy(\.isAttached)
        guard !isFirst || begins == .text && range.lowerBound == 0 else { return nil }
        var cut = CutWords(text)
        _ = cut.appendStart(ofRun: range)
        return cut.words.first.map { QueryWord($0, isPrefix: true) }
    }

    private func whole(_ range: Range<Int>) -> String? {
        var cut = CutWords(text)
        cut.appendWhole(range)
        return cut.words.first
    }

    /// Whether all that is equal by the comparison is equal in the index.
    private func isCertain(_ word: String) -> Bool {
        // A mark below a Greek letter is this letter where case is ignored.
        if folding.contains(.ignoringCase), word.unicodeScalars.first == "\u{3B9}" { return false }
        guard folding.contains(.ignoringMarks) else { return true }
        // The index keeps the marks of other scripts.
        return word.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0...0x24F, 0x370...0x3FF, 0x400...0x47F, 0x1E00...0x1FFF: true
            default: false
            }
        }
    }
}

extension ScalarKind {
    fileprivate var isAttached: Bool { self == .mark || self == .ignored }
}

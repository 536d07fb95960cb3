internal import ICUKit

/// Cuts texts into the words that they are found by. What an app gives and what a user types go through the same rules;
/// all of them take time and memory in proportion to the text, whatever is in it.
package enum WordCutter {
    /// Where a text stands in its entry.
    package enum Kind: Sendable {
        case title
        /// A file, a person, a place.
        case name
        /// A description, keywords, contents: punctuation is no word there.
        case text
    }

    /// A longer word counts by its first characters, in the index and where it is typed.
    package static let maximumWordLength = 64
    /// How much of a text without spaces stands in the index from each start of a word.
    package static let maximumRunLength = 12
    /// A part with more pieces, such as a checksum, keeps the rest as its last piece.
    package static let maximumPieces = 12
    /// How many characters of a typed text are looked at.
    package static let maximumQueryLength = 1000
    /// How many words of a typed text are looked for.
    package static let maximumQueryWords = 12

    /// By what rules words were cut: an index names it, and is made anew when it changes.
    package static let version = "words 1, \(TextVersion.current)"

    /// The words of a text as the index holds them: in the search form (`TextFolding.searchForm`), in the text's order, the
    /// same one as often as it occurs. No word is empty, holds a space or a control character, or is longer than
    /// `maximumWordLength`.
    ///
    /// * A part, which is a row of letters and digits, is a word. Where it changes from small to capital letters or between
    ///   letters and digits, and at apostrophes, it is cut into pieces; each is a word, and so is the rest of the part from
    ///   each piece on: "NSUserActivity" gives nsuseractivity, ns, user, useractivity, activity, and "Kestrel’s" gives
    ///   kestrels, kestrel.
    /// * In scripts without spaces, the rest of the run from each start of a word is a word, of `maximumRunLength` characters
    ///   at most.
    /// * An emoji is a word; a flag is one.
    /// * In titles and names, each sign (punctuation, symbol) is a word too, once, after the others.
    package static func indexWords(of text: String, as kind: Kind) -> [String] {
        let text = ComposedText(text)
        var cut = CutWords(text)
        var signs: [Int] = []
        var scanner = WordScanner(text, in: text.scalars.indices)
        while let token = scanner.next() {
            switch token {
            case .part(let range): cut.appendPart(range)
            case .run(let range): cut.appendRun(range)
            case .pictograph(let range): cut.appendWhole(range)
            case .sign(let index):
                if kind == .text || signs.count == maximumSigns { continue }
                if !signs.contains(where: { text.scalars[$0] == text.scalars[index] }) { signs.append(index) }
            }
        }
        return cut.words + signWords(of: text, at: signs)
    }

    /// Each sign once: several look alike when they are folded.
    private static func signWords(of text: ComposedText, at indices: [Int]) -> [String] {
        var cut = CutWords(text)
        for index in indices { cut.appendWhole(index..<index + 1) }
        var words: [String] = []
        for word in cut.words where !words.contains(word) { words.append(word) }
        return words
    }

    /// The words of a title in their order and nothing else, for comparing it with what was typed: a part is one word, and so
    /// is a run without spaces. The signs, where there is nothing else.
    package static func titleKey(_ text: String) -> [String] {
        let text = ComposedText(text)
        var words = CutWords(text)
        var signs = CutWords(text)
        var scanner = WordScanner(text, in: text.scalars.indices)
        while let token = scanner.next() {
            switch token {
            case .part(let range), .run(let range), .pictograph(let range): words.appendWhole(range)
            case .sign(let index): if signs.words.count < maximumSigns { signs.appendWhole(index..<index + 1) }
            }
        }
        return words.words.isEmpty ? signs.words : words.words
    }

    /// A title that is all ornament has no more signs in the index.
    private static let maximumSigns = 32
}

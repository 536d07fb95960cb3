/// A word of a typed text.
package struct QueryWord: Sendable, Hashable {
    /// In the search form; never empty.
    package var text: String
    /// Whether a word that starts with it is found too.
    package var isPrefix: Bool

    package init(_ text: String, isPrefix: Bool) {
        self.text = text
        self.isPrefix = isPrefix
    }
}

/// What a typed text asks for: an entry is found that has all the words, and all the literals.
package struct QueryWords: Sendable, Hashable {
    /// At most `WordCutter.maximumQueryWords`, in the order they were typed.
    package internal(set) var words: [QueryWord] = []
    /// Texts that one of the entry's texts, in the search form, must contain as they are: "50*", "c++", "@name". To be compared
    /// by UTF-8: Swift's `contains` goes by what a reader takes for one character, and a mark after a literal hides it.
    package internal(set) var literals: [String] = []
    /// Whether something that was typed is not looked for: it is too long.
    package internal(set) var wasCut = false

    /// Whether there is nothing to look for.
    package var isEmpty: Bool { words.isEmpty }
}

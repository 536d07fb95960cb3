/// What a text must be.
package struct TextTest: Sendable, Hashable {
    package let value: WildcardText
    package let modifiers: TextModifiers
    /// All must match: with `t` one for each word of the value, else one.
    let patterns: [TextPattern]

    package init(_ value: WildcardText, _ modifiers: TextModifiers) {
        self.value = value
        self.modifiers = modifiers
        let texts = modifiers.contains(.tokens) && !value.isAnything ? value.tokens : [value]
        patterns = texts.map { TextPattern($0, modifiers.folding) }
    }

    /// Whether words of an attribute are compared, and not the whole of it.
    func comparesWords(of attribute: String) -> Bool {
        !modifiers.isDisjoint(with: [.words, .tokens]) || attribute == Self.fullText
    }

    /// Where `w` goes without saying. Source: Apple's session on Core Spotlight of 2016.
    static let fullText = "textContent"

    /// - Parameter words: whether words of the text are compared, and not the whole of it.
    func takes(_ text: inout FoldedText, words: Bool) -> Bool {
        guard words else { return patterns.first.map { $0.isWhole(text) } ?? false }
        for pattern in patterns where !pattern.isWords(of: &text) { return false }
        return !patterns.isEmpty
    }
}

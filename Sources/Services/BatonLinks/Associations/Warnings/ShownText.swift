/// Text from a stranger's file in a sentence.
enum ShownText {
    /// At most so many scalars: a character may have any number of them.
    static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        let kept = text.unicodeScalars.prefix(limit)
        return kept.endIndex == text.unicodeScalars.endIndex ? text : String(String.UnicodeScalarView(kept)) + "…"
    }

    /// In quotation marks.
    static func quoted(_ text: String) -> String { "“\(cut(text, to: 100))”" }
}

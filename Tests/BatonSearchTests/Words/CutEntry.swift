import BatonSearch
import ICUKit

/// An entry of one text, and what the engine does with its words in its plainest form.
struct CutEntry {
    let text: String
    private let words: [String]
    private let form: String

    init(_ text: String, as kind: WordCutter.Kind = .title) {
        self.text = text
        words = WordCutter.indexWords(of: text, as: kind)
        form = TextFolding.searchForm(text)
    }

    func isFound(by typed: String) -> Bool {
        let query = WordCutter.queryWords(of: typed)
        return !query.isEmpty && query.words.allSatisfy(holds)
            && query.literals.allSatisfy { form.utf8.contains($0.utf8) }
    }

    private func holds(_ word: QueryWord) -> Bool {
        words.contains { word.isPrefix ? $0.utf8.starts(with: word.text.utf8) : $0 == word.text }
    }
}

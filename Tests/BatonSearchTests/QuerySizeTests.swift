import ActivityModel
import BatonSearch
import Testing

/// Texts of a megabyte, and values made to be slow: all of it in time that grows with the text alone.
/// One after the other: each works a thread to its limit.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct QuerySizeTests {
    private static let megabyte = 1 << 20

    @Test(arguments: ["", "wcd", "t"])
    func manyWildcardsAreNoMoreThanOne(_ modifiers: String) throws {
        let text = String(repeating: "a", count: Self.megabyte)
        let value = String(repeating: "a*", count: 1000)
        #expect(try !matches("title == \"\(value)b\"\(modifiers)", ["title": .string(text)]))
        #expect(try matches("title == \"\(value)a\"\(modifiers)", ["title": .string(text)]))
        #expect(try !matches("title == \"*\(value)b*\"\(modifiers)", ["title": .string(text)]))
    }

    /// What makes a search that starts again at each letter take hours: 30,000 letters tried at a million places.
    @Test(arguments: ["", "wcd"])
    func aLongValueThatAlmostMatchesIsSearchedOnce(_ modifiers: String) throws {
        let text = String(repeating: "a", count: Self.megabyte)
        let value = String(repeating: "a", count: 30_000)
        #expect(try !matches("title == \"*\(value)b*\"\(modifiers)", ["title": .string(text)]))
        #expect(try matches("title == \"*\(value)b\"\(modifiers)", ["title": .string(text + "b")]))
    }

    @Test(arguments: [
        "é", "e\u{301}", "京", "Дж", "aB", "a'", "don't ", "👩‍👩‍👧‍👦", "\u{301}", "\u{FDFA}", "\u{200D}", "\u{0}", "İ",
    ])
    func everyKindOfTextIsFoldedInTime(_ piece: String) throws {
        // Tests are not optimised: of a megabyte, as much as is done in time.
        let text = String(repeating: piece, count: Self.megabyte / 64 / piece.utf8.count)
        for modifiers in ["", "cd", "wcd"] {
            #expect(try !matches("title == \"*zq*\"\(modifiers)", ["title": .string(text)]))
            #expect(try matches("title == \"*zq\"\(modifiers)", ["title": .string(text + " zq")]))
        }
    }

    @Test func aTextIsFoldedOnceForAThousandComparisons() throws {
        let text = String(repeating: "Жизнь ", count: 2000)
        let comparisons = (0..<1000).map { "title == \"нет\($0)\"wcd" }.joined(separator: "||")
        #expect(try !matches(comparisons, ["title": .string(text)]))
    }

    @Test func aLongListIsLookedThrough() throws {
        let keywords: [PayloadValue] = (0..<50_000).map { .string("Word\($0)") }
        #expect(try matches(#"keywords == "word49999"c"#, ["keywords": .array(keywords)]))
        #expect(try !matches(#"keywords == "word50000"c"#, ["keywords": .array(keywords)]))
    }
}

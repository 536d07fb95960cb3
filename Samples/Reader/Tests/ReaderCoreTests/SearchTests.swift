import Testing

@testable import ReaderCore

@Suite struct SearchTests {
    private func pager(_ text: String, rows: Int = 24) -> Pager {
        Pager(Document(title: "", text: DocumentText(text)), columns: 80, rows: rows)
    }

    private func type(_ words: String, into pager: Pager) {
        _ = pager.press(.scalar("/"))
        for scalar in words.unicodeScalars { _ = pager.press(.scalar(scalar)) }
        _ = pager.press(.enter)
    }

    @Test func aCapitalLetterMakesCaseCount() throws {
        let text = DocumentText("tide Tide TIDE\nÉté été")
        #expect(try #require(Search("tide")).count(in: text, limit: 99) == 3)
        #expect(try #require(Search("Tide")).count(in: text, limit: 99) == 1)
        #expect(try #require(Search("été")).count(in: text, limit: 99) == 2)
        #expect(try #require(Search("Été")).count(in: text, limit: 99) == 1)
        #expect(Search("") == nil)
    }

    @Test func findsForwardAndBackward() throws {
        let text = DocumentText("aa 漢字 aa\nb\naa")
        let search = try #require(Search("aa"))
        #expect(search.first(in: text, from: .start)?.position == Position(line: 0, offset: 0))
        #expect(search.first(in: text, from: Position(line: 0, offset: 1))?.position == Position(line: 0, offset: 6))
        #expect(search.first(in: text, from: Position(line: 1, offset: 0))?.position == Position(line: 2, offset: 0))
        #expect(search.first(in: text, from: Position(line: 2, offset: 1)) == nil)
        #expect(search.last(in: text, before: Position(line: 2, offset: 0))?.position == Position(line: 0, offset: 6))
        #expect(search.last(in: text, before: .start) == nil)
    }

    @Test func nextAndPreviousGoRound() {
        let pager = pager((1...90).map { $0 % 30 == 0 ? "needle \($0)" : "hay" }.joined(separator: "\n"))
        type("needle", into: pager)
        #expect(pager.match?.position.line == 29)
        #expect(pager.frame().text.contains("“needle”: 3 matches"))
        _ = pager.press(.scalar("n"))
        #expect(pager.match?.position.line == 59)
        _ = pager.press(.scalar("n"))
        _ = pager.press(.scalar("n"))
        #expect(pager.match?.position.line == 29)
        #expect(pager.message == "Went on from the start.")
        _ = pager.press(.scalar("N"))
        #expect(pager.match?.position.line == 89)
        #expect(pager.message == "Went on from the end.")
    }

    @Test func aSearchThatFindsNothingSaysSoAndStays() {
        let pager = pager((1...90).map(String.init).joined(separator: "\n"))
        _ = pager.press(.pageDown)
        let before = pager.anchor
        type("needle", into: pager)
        #expect(pager.message == "“needle” was not found.")
        #expect(pager.anchor == before)
        _ = pager.press(.escape)
        _ = pager.press(.scalar("n"))
        #expect(pager.message == "Nothing was searched for yet: press / first.")
    }

    @Test func matchesAreMarkedAlsoOverTheEndOfARow() {
        let pager = Pager(
            Document(title: "", text: DocumentText("one two three two")), columns: 12, rows: 24)
        type("two three", into: pager)
        let marked = pager.frame().spans.joined().filter { $0.style == .currentMatch }.map(\.text)
        #expect(marked == ["two", "three"])
        type("two", into: pager)
        let styles = pager.frame().spans.joined().filter { $0.text == "two" }.map(\.style)
        #expect(styles == [.currentMatch, .match])
    }

    @Test func escapeLeavesThePromptAndBackspaceEmptiesIt() {
        let pager = pager("text")
        _ = pager.press(.scalar("/"))
        _ = pager.press(.scalar("x"))
        #expect(pager.frame().cursor != nil)
        _ = pager.press(.backspace)
        _ = pager.press(.backspace)
        #expect(pager.mode == .reading)
        _ = pager.press(.scalar("/"))
        _ = pager.press(.scalar("q"))
        _ = pager.press(.escape)
        #expect(pager.mode == .reading)
        #expect(pager.search == nil)
    }
}

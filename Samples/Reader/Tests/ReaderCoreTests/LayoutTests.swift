import Testing

@testable import ReaderCore

@Suite struct LayoutTests {
    @Test func wrapsAtWordsAndDropsTheSpaceAtTheEdge() {
        #expect(rows("one two three four", 10) == ["one two", "three four"])
        #expect(rows("one two   three four", 10) == ["one two", "three four"])
        #expect(rows("", 10) == [""])
        #expect(rows("a\n\nb\n", 10) == ["a", "", "b"])
        #expect(rows("a\r\nb", 10) == ["a", "b"])
    }

    @Test func cutsAWordThatIsLongerThanARow() {
        #expect(rows("abcdefghijklmno", 10) == ["abcdefghij", "klmno"])
        #expect(rows("xy abcdefghijklmno", 10) == ["xy", "abcdefghij", "klmno"])
    }

    @Test func breaksAfterHyphensBetweenLettersOnly() {
        #expect(rows("harbour well-known", 13) == ["harbour well-", "known"])
        #expect(rows("minus is a  -5", 13) == ["minus is a", "-5"])
        #expect(rows("an option --x", 12) == ["an option", "--x"])
    }

    @Test func wideScalarsTakeTwoCellsAndBreakAnywhere() {
        #expect(rows("漢字漢字漢字漢字", 10) == ["漢字漢字漢", "字漢字"])
        // A full stop does not begin a row.
        #expect(rows("漢字漢字漢。字", 10) == ["漢字漢字", "漢。字"])
    }

    @Test func marksStayOnTheirBase() {
        let glyphs = Glyph.glyphs(of: Array("e\u{301}x".unicodeScalars))
        #expect(glyphs.map(\.text) == ["e\u{301}", "x"])
        #expect(glyphs.map(\.width) == [1, 1])
        #expect(glyphs.map(\.offset) == [0, 2])
        #expect(rows(String(repeating: "e\u{301}", count: 11), 10).map(\.count) == [10, 1])
    }

    @Test func emojiHaveTheWidthThatEveryTerminalGivesThem() {
        let family = Glyph.glyphs(of: Array("👩\u{200D}👩\u{200D}👧❤\u{FE0F}👍\u{1F3FD}".unicodeScalars))
        #expect(family.map(\.text) == ["👩", "👩", "👧", "❤", "👍"])
        #expect(family.map(\.width) == [2, 2, 2, 1, 2])
    }

    @Test func tabsGoToTheNextStop() {
        #expect(rows("a\tb", 20) == ["a       b"])
        #expect(rows("\t\tb", 20) == [String(repeating: " ", count: 16) + "b"])
        #expect(rows("漢\tb", 20) == ["漢" + String(repeating: " ", count: 6) + "b"])
    }

    @Test func rowsAfterTheFirstStandUnderTheText() {
        #expect(rows("  - one two three", 12) == ["  - one two", "    three"])
        #expect(rows("• one two three", 10) == ["• one two", "  three"])
        #expect(rows("12. one two three", 12) == ["12. one two", "    three"])
        #expect(rows("> one two three", 10) == ["> one two", "> three"])
        // A number at the start of a sentence is no list.
        #expect(rows("1914 was a year", 11) == ["1914 was a", "year"])
    }

    @Test(arguments: [10, 11, 23, 78, 200])
    func noRowIsWiderThanTheMeasure(_ width: Int) {
        let text = """
            Words 漢字 and\tsome \u{1B}[31m more-words e\u{301}\u{301} \u{202E}x\u{202C} > - 👩‍👩‍👧 and
                an indented line with a very-long-hyphenated-word-in-it—and a dash
            \t\t\tdeep
            """
        let layout = Layout(Document(title: "", text: DocumentText(text)), width: width)
        var index: RowIndex? = RowIndex(line: 0, part: 0, row: 0)
        while let current = index {
            let row = layout.content(of: current)
            // Spaces that fill a whole row hang over its edge.
            #expect(row.width <= width || row.visible.allSatisfy { $0 == " " })
            index = layout.row(after: current)
        }
    }

    @Test func goingBackIsGoingOnReversed() {
        let text = String(repeating: "one two three four five six seven\n\nshort\n", count: 20)
        let layout = Layout(Document(title: "", text: DocumentText(text)), width: 12)
        var forward: [RowIndex] = []
        var index: RowIndex? = layout.row(at: .start)
        while let current = index {
            forward.append(current)
            index = layout.row(after: current)
        }
        var back: [RowIndex] = []
        index = layout.lastRow
        while let current = index {
            back.append(current)
            index = layout.row(before: current)
        }
        #expect(forward == back.reversed())
        for row in forward { #expect(layout.row(at: layout.content(of: row).position) == row) }
    }
}

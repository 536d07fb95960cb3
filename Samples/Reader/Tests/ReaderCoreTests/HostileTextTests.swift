import Testing

@testable import ReaderCore

/// What a document says must never be a command to the terminal.
@Suite struct HostileTextTests {
    private static func isSafe(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x00..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
    }

    private static let nasty =
        (0..<0x20).map { String(Unicode.Scalar(UInt8($0))) }.joined()
        + (0x7F..<0xA0).map { String(Unicode.Scalar(UInt8($0))) }.joined()
        + "\u{1B}]0;title\u{07}\u{1B}P1$r\u{1B}\\ \u{202E}\u{2066}x\u{2069}\u{2028}\u{2029}\u{FFFE}"

    @Test func controlsAreShownByName() {
        #expect(rows("\u{1B}[31mred\u{07}\u{00}\u{7F}\u{9B}", 40) == ["^[[31mred^G^@^?<U+009B>"])
        #expect(rows("a\u{202E}b\u{202C}c\u{2067}d", 40) == ["a<U+202E>b<U+202C>c<U+2067>d"])
    }

    @Test func everythingInAFrameIsPrintable() {
        let document = Document(
            title: "T" + Self.nasty, address: "https://x.example/" + Self.nasty,
            text: DocumentText(Self.nasty + "\n" + Self.nasty), notice: nil)
        let pager = Pager(document, columns: 60, rows: 24)
        var frames = [pager.frame()]
        pager.message = Self.nasty
        frames.append(pager.frame())
        _ = pager.press(.scalar("/"))
        for scalar in Self.nasty.unicodeScalars { _ = pager.press(.scalar(scalar)) }
        frames.append(pager.frame())
        _ = pager.press(.enter)
        frames.append(pager.frame())
        for frame in frames {
            #expect(frame.spans.joined().allSatisfy { Self.isSafe($0.text) })
        }
    }

    @Test func plainTextIsOneSafeLine() {
        #expect(SafeText.plain("a\nb\u{1B}c") == "a b^[c")
        #expect(Self.isSafe(SafeText.plain(Self.nasty)))
        #expect(SafeText.fit("漢字漢字", width: 5).text == "漢字…")
    }

    @Test func aTowerOfMarksIsCut() {
        let glyphs = Glyph.glyphs(of: Array(("a" + String(repeating: "\u{301}", count: 1000)).unicodeScalars))
        #expect(glyphs.count == 1)
        #expect(glyphs[0].text.unicodeScalars.count == 5)
        #expect(rows("\u{301}x", 10) == ["◌\u{301}x"])
    }

    @Test func aLineOfAMegabyteIsReadFromBothEnds() {
        let text = String(repeating: "word ", count: 200_000) + "END"
        let document = Document(title: "", text: DocumentText(text))
        let pager = Pager(document, columns: 80, rows: 24)
        #expect(document.text.partCount(ofLine: 0) == 62)
        _ = pager.press(.end)
        #expect(pager.frame().text.contains("END"))
        #expect(pager.percent == 100)
        let end = pager.anchor
        _ = pager.press(.pageUp)
        #expect(pager.anchor < end)
        _ = pager.press(.pageDown)
        #expect(pager.anchor == end)
        pager.jump(to: Position(line: 0, offset: 500_000))
        #expect(pager.layout.content(of: pager.top).position.offset <= 500_000)
        #expect(pager.percent >= 49 && pager.percent <= 51)
    }

    @Test func aLineWithoutSpacesIsCutWhereItsPartsAre() {
        let count = DocumentText.partLength * 2 + 5
        let all = rows(String(repeating: "é", count: count), 100)
        #expect(all.map(\.count).reduce(0, +) == count)
    }
}

import Testing

@testable import ReaderCore

@Suite struct PagerTests {
    private let text = (1...100).map { "Line \($0) has a few words in it, so that it is wrapped where it is narrow." }
        .joined(separator: "\n")

    private func pager(columns: Int = 80, rows: Int = 24, at position: Position = .start) -> Pager {
        Pager(Document(title: "Title", text: DocumentText(text)), columns: columns, rows: rows, at: position)
    }

    @Test func thePlaceIsTheSameAtEveryWidth() {
        let place = Position(line: 41, offset: 30)
        let pager = pager(at: place)
        for columns in [40, 200, 15, 80] {
            pager.resize(columns: columns, rows: 20)
            #expect(pager.anchor == place)
            let row = pager.layout.content(of: pager.top)
            #expect(row.position <= place && place.offset < row.end)
        }
    }

    @Test func scrollingStopsAtBothEnds() {
        let pager = pager()
        _ = pager.press(.up)
        #expect(pager.anchor == .start)
        for _ in 0..<50 { _ = pager.press(.pageDown) }
        let end = pager.anchor
        #expect(pager.frame().text.contains("Line 100 "))
        #expect(pager.frame().text.contains("100%"))
        _ = pager.press(.down)
        #expect(pager.anchor == end)
        _ = pager.press(.home)
        _ = pager.press(.end)
        #expect(pager.anchor == end)
        _ = pager.press(.scalar("g"))
        #expect(pager.anchor == .start)
    }

    @Test func aDocumentThatFitsDoesNotMove() {
        let pager = Pager(Document(title: "T", text: DocumentText("one\ntwo")), columns: 80, rows: 24)
        for key in [Key.down, .pageDown, .end, .scalar("d")] {
            _ = pager.press(key)
            #expect(pager.anchor == .start)
        }
    }

    @Test func aPlaceNearTheEndIsShownAtTheTop() {
        let pager = pager(at: Position(line: 98, offset: 0))
        #expect(pager.line == 99)
        #expect(pager.frame().text.contains("Line 99 "))
        #expect(!pager.frame().text.contains("Line 98 "))
        _ = pager.press(.end)
        #expect(pager.line == 99)
    }

    @Test func aPlaceThatTheDocumentDoesNotHaveIsBroughtIntoIt() {
        #expect(pager(at: Position(line: 5000, offset: 9)).line == 100)
        #expect(pager(at: Position(line: 3, offset: 5000)).line == 4)
        #expect(pager(at: Position(line: -3, offset: -1)).anchor == .start)
    }

    @Test func theStatusLineSaysWhereOneIs() {
        let pager = pager(at: Position(line: 11, offset: 0))
        let frame = pager.frame()
        #expect(frame.line(0) == "Title")
        #expect(frame.line(23).hasSuffix("line 12 of 100   30%"))
        pager.message = "Continued on another device"
        #expect(pager.frame().line(23).hasPrefix("Continued on another device"))
        _ = pager.press(.down)
        #expect(pager.frame().line(23).hasPrefix("h for help"))
    }

    @Test func anEmptyDocumentIsShown() {
        let pager = Pager(Document(title: "Empty", text: DocumentText("")), columns: 80, rows: 24)
        for key in [Key.down, .end, .pageUp, .scalar("n"), .scalar("N"), .home] { _ = pager.press(key) }
        #expect(pager.frame().line(23).hasSuffix("empty"))
    }

    @Test(arguments: [1, 2, 3, 5, 6, 11, 12, 60], [1, 5, 9, 10, 14, 20, 30, 80, 300])
    func everySizeHasAFrame(_ rows: Int, _ columns: Int) {
        let pager = pager(columns: columns, rows: rows)
        _ = pager.press(.pageDown)
        for key in [Key.escape, .help, .escape, .scalar("/")] {
            let frame = pager.frame()
            #expect(frame.spans.count == rows)
            for span in frame.spans.joined() { #expect(span.column + span.width <= columns) }
            _ = pager.press(key)
        }
    }

    @Test func helpIsClosedByAnyKeyAndQLeaves() {
        let pager = pager()
        _ = pager.press(.scalar("?"))
        #expect(pager.frame().text.contains("this help"))
        #expect(pager.press(.scalar("q")))
        #expect(!pager.frame().text.contains("this help"))
        #expect(!pager.press(.scalar("q")))
    }
}

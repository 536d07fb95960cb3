/// A document on a screen: where one is, what was searched for, what the status line says.
///
/// It knows no terminal: keys go in, frames come out.
package final class Pager {
    enum Mode: Equatable {
        case reading, help
        case typing(String)
    }

    package private(set) var document: Document
    /// Where one reads: the text at the top of the screen. Only moving changes it; another width does not.
    package private(set) var anchor: Position
    /// Said in the status line until the next key.
    package var message: String?

    var mode = Mode.reading
    private(set) var search: Search?
    private(set) var match: Match?
    private(set) var matchCount = 0
    private(set) var geometry: PageGeometry
    private(set) var layout: Layout
    static let matchLimit = 10_000

    package init(_ document: Document, columns: Int, rows: Int, at position: Position = .start) {
        self.document = document
        geometry = PageGeometry(columns: columns, rows: rows)
        layout = Layout(document, width: geometry.measure)
        anchor = document.text.clamp(position)
        message = document.notice
    }

    /// Shows another document.
    package func show(_ document: Document, at position: Position) {
        self.document = document
        layout = Layout(document, width: geometry.measure)
        anchor = document.text.clamp(position)
        message = document.notice
        mode = .reading
        search = nil
        match = nil
    }

    package func resize(columns: Int, rows: Int) {
        geometry = PageGeometry(columns: columns, rows: rows)
        if layout.width != geometry.measure { layout = Layout(document, width: geometry.measure) }
    }

    /// Puts a place at the top, also one near the end: the screen then ends with blank rows.
    package func jump(to position: Position) {
        anchor = document.text.clamp(position)
    }

    package var line: Int { anchor.line + 1 }

    var top: RowIndex { layout.row(at: anchor) }

    /// The share that has been seen, in percent; 100 when the end is on the screen.
    var percent: Int {
        let bottom = layout.row(top, movedBy: geometry.textRows - 1)
        guard layout.row(after: bottom) != nil else { return 100 }
        let row = layout.content(of: bottom)
        let seen = document.text.byte(at: Position(line: row.position.line, offset: row.end))
        return min(99, seen * 100 / max(1, document.text.bytes.count))
    }

    func scroll(by count: Int) {
        var top = top
        if count > 0 {
            var bottom = layout.row(top, movedBy: geometry.textRows - 1)
            for _ in 0..<count {
                guard let lower = layout.row(after: bottom), let next = layout.row(after: top) else { break }
                bottom = lower
                top = next
            }
        } else {
            top = layout.row(top, movedBy: count)
        }
        guard top != self.top else { return }
        anchor = layout.content(of: top).position
    }

    func goToEnd() {
        // From a place past that (`--line` with the last line) the end key does not go back.
        anchor = max(anchor, layout.content(of: endTop).position)
    }

    /// The row at the top when the last one is at the bottom.
    private var endTop: RowIndex { layout.row(layout.lastRow, movedBy: 1 - geometry.textRows) }

    // MARK: Searching

    func find(_ words: String) {
        guard let search = Search(words) ?? search else { return }
        self.search = search
        match = nil
        matchCount = search.count(in: document.text, limit: Self.matchLimit)
        findNext(from: anchor)
    }

    func forgetSearch() {
        search = nil
        match = nil
    }

    func findNext() {
        guard let match = visibleMatch else { return findNext(from: anchor) }
        findNext(from: Position(line: match.position.line, offset: match.position.offset + 1))
    }

    func findPrevious() {
        guard let search else { return message = Self.nothingSearched }
        if let found = search.last(in: document.text, before: visibleMatch?.position ?? anchor) { return go(to: found) }
        let end = Position(line: document.text.lineCount - 1, offset: .max)
        guard let found = search.last(in: document.text, before: end) else { return sayNotFound(search) }
        go(to: found)
        message = "Went on from the end."
    }

    private static let nothingSearched = "Nothing was searched for yet: press / first."

    private func findNext(from position: Position) {
        guard let search else { return message = Self.nothingSearched }
        if let found = search.first(in: document.text, from: position) { return go(to: found) }
        guard let found = search.first(in: document.text, from: .start) else { return sayNotFound(search) }
        go(to: found)
        message = "Went on from the start."
    }

    private func sayNotFound(_ search: Search) {
        message = "“\(search.words)” was not found."
    }

    /// The match that one is at; nil after scrolling away from it.
    private var visibleMatch: Match? {
        guard let match, isVisible(layout.row(at: match.position)) else { return nil }
        return match
    }

    private func isVisible(_ row: RowIndex) -> Bool {
        var index = top
        for _ in 0..<geometry.textRows {
            if index == row { return true }
            guard let next = layout.row(after: index) else { return false }
            index = next
        }
        return false
    }

    private func go(to match: Match) {
        self.match = match
        let row = layout.row(at: match.position)
        // Moving as little as it needs: several matches on a screen are gone through without it moving.
        guard !isVisible(row) else { return }
        let top = layout.content(of: layout.row(row, movedBy: -geometry.textRows / 3)).position
        anchor = min(top, layout.content(of: endTop).position)
    }
}

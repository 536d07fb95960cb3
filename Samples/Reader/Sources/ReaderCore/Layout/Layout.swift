/// One row of a laid out document.
struct Row {
    var position: Position
    /// The scalar after the last one of the row.
    var end: Int
    var continuation: String
    var continuationWidth: Int
    var glyphs: ArraySlice<Glyph>
    var kind: Document.LineKind
}

/// The name of a row; it means something only to the layout that gave it.
struct RowIndex: Equatable {
    var line: Int
    var part: Int
    var row: Int
}

/// A document at one width. Lines are laid out when they are asked for, and the last ones are kept.
final class Layout {
    private struct Part {
        var breaker: LineBreaker
        var rows: [Range<Int>]
        var end: Int
    }

    private struct PartIndex: Hashable {
        var line: Int
        var part: Int
    }

    /// Narrower, the name of an unprintable scalar would not fit in a row.
    static let leastWidth = 10
    /// A few screens of ordinary text, or a few parts of a line without end.
    private static let glyphLimit = 200_000

    let document: Document
    let width: Int
    private var parts: [PartIndex: Part] = [:]
    private var glyphCount = 0

    init(_ document: Document, width: Int) {
        self.document = document
        self.width = max(width, Self.leastWidth)
    }

    var text: DocumentText { document.text }

    func row(at position: Position) -> RowIndex {
        let position = text.clamp(position)
        let index = text.part(ofLine: position.line, at: position.offset)
        let part = part(position.line, index)
        var row = part.rows.count - 1
        while row > 0, offset(of: part.rows[row], in: part) > position.offset { row -= 1 }
        return RowIndex(line: position.line, part: index, row: row)
    }

    func row(after index: RowIndex) -> RowIndex? {
        if index.row + 1 < part(index.line, index.part).rows.count {
            return RowIndex(line: index.line, part: index.part, row: index.row + 1)
        }
        if index.part + 1 < text.partCount(ofLine: index.line) {
            return RowIndex(line: index.line, part: index.part + 1, row: 0)
        }
        return index.line + 1 < text.lineCount ? RowIndex(line: index.line + 1, part: 0, row: 0) : nil
    }

    func row(before index: RowIndex) -> RowIndex? {
        if index.row > 0 { return RowIndex(line: index.line, part: index.part, row: index.row - 1) }
        if index.part > 0 { return lastRow(index.line, index.part - 1) }
        guard index.line > 0 else { return nil }
        return lastRow(index.line - 1, text.partCount(ofLine: index.line - 1) - 1)
    }

    var lastRow: RowIndex {
        lastRow(text.lineCount - 1, text.partCount(ofLine: text.lineCount - 1) - 1)
    }

    /// As many rows further or back as there are, at most `count`.
    func row(_ index: RowIndex, movedBy count: Int) -> RowIndex {
        var index = index
        for _ in 0..<abs(count) {
            guard let next = count > 0 ? row(after: index) : row(before: index) else { break }
            index = next
        }
        return index
    }

    func content(of index: RowIndex) -> Row {
        let part = part(index.line, index.part)
        let range = part.rows[index.row]
        let isLater = index.row > 0
        return Row(
            position: Position(line: index.line, offset: offset(of: range, in: part)),
            end: index.row + 1 < part.rows.count ? offset(of: part.rows[index.row + 1], in: part) : part.end,
            continuation: isLater ? part.breaker.continuation : "",
            continuationWidth: isLater ? part.breaker.continuationWidth : 0,
            glyphs: part.breaker.glyphs[range], kind: document.kind(ofLine: index.line))
    }

    private func lastRow(_ line: Int, _ index: Int) -> RowIndex {
        RowIndex(line: line, part: index, row: part(line, index).rows.count - 1)
    }

    private func offset(of row: Range<Int>, in part: Part) -> Int {
        row.lowerBound < part.breaker.glyphs.count ? Int(part.breaker.glyphs[row.lowerBound].offset) : part.end
    }

    private func part(_ line: Int, _ index: Int) -> Part {
        let key = PartIndex(line: line, part: index)
        if let part = parts[key] { return part }
        let start = text.offset(ofPart: index)
        let scalars = text.scalars(ofLine: line, part: index)
        let breaker = LineBreaker(
            glyphs: Glyph.glyphs(of: scalars, start: start), width: width, isStart: index == 0)
        let part = Part(breaker: breaker, rows: breaker.rows(), end: start + scalars.count)
        if glyphCount > Self.glyphLimit {
            parts.removeAll(keepingCapacity: true)
            glyphCount = 0
        }
        parts[key] = part
        glyphCount += breaker.glyphs.count + 1
        return part
    }
}

/// How a stretch of text looks.
package enum Style: Sendable {
    case text, heading, placeholder, match, currentMatch
    /// The bars above and below the text.
    case bar, barStrong, barFaint
    case panel, panelStrong, faint
}

/// A stretch of printable text in one style.
package struct Span: Sendable {
    package var column: Int
    package var text: String
    package var width: Int
    package var style: Style
}

/// What is on a screen. Everything in it is safe to print.
package struct Frame: Sendable {
    package let columns: Int
    package let rows: Int
    /// Of each row, in the order in which they are drawn: a later one lies over an earlier one.
    package internal(set) var spans: [[Span]]
    package internal(set) var cursor: (row: Int, column: Int)?

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        spans = Array(repeating: [], count: max(0, rows))
    }

    /// Puts text on a row, cut where the screen ends; gives the column after it.
    @discardableResult
    mutating func put(_ text: String, _ style: Style, row: Int, column: Int, limit: Int? = nil) -> Int {
        guard spans.indices.contains(row), column < columns, column >= 0 else { return column }
        let (text, width) = SafeText.fit(text, width: min(limit ?? .max, columns - column))
        if width > 0 { spans[row].append(Span(column: column, text: text, width: width, style: style)) }
        return column + width
    }

    mutating func fill(_ style: Style, row: Int) {
        put(String(repeating: " ", count: max(0, columns)), style, row: row, column: 0)
    }
}

/// Where things are on a screen of a size.
struct PageGeometry: Equatable {
    /// Longer rows tire the eye on its way back.
    private static let greatestMeasure = 78

    let columns: Int
    let rows: Int

    var isTooSmall: Bool { columns < Layout.leastWidth || rows < 3 }
    private var margin: Int { columns >= 14 ? 1 : 0 }
    var measure: Int { max(Layout.leastWidth, min(Self.greatestMeasure, columns - 2 * margin)) }
    var left: Int { max(0, (columns - measure) / 2) }
    var hasTitle: Bool { rows >= 6 }
    private var gap: Int { rows >= 12 ? 1 : 0 }
    var textTop: Int { (hasTitle ? 1 : 0) + gap }
    var textRows: Int { max(1, rows - textTop - gap - 1) }
    var statusRow: Int { rows - 1 }
}

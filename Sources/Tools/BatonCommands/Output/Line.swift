/// A line of output: pieces of text with an emphasis each. The gate makes the text safe and adds the colours.
package struct Line: Sendable, ExpressibleByStringLiteral {
    package struct Piece: Sendable {
        package var text: String
        package var emphasis: Emphasis?
    }

    /// Never the only sign of anything.
    package enum Emphasis: String, Sendable {
        case strong = "1"
        case faint = "2"
        case good = "32"
        case bad = "31"
    }

    package var pieces: [Piece]

    package init(_ text: String, _ emphasis: Emphasis? = nil) { pieces = [Piece(text: text, emphasis: emphasis)] }
    package init(stringLiteral text: String) { self.init(text) }
    package init(pieces: [Piece]) { self.pieces = pieces }

    package func rendered(colour: Bool) -> String {
        pieces.map { piece in
            let text = SafeText.line(piece.text)
            guard colour, let emphasis = piece.emphasis, !text.isEmpty else { return text }
            return "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m"
        }.joined()
    }

    static func + (left: Line, right: Line) -> Line { Line(pieces: left.pieces + right.pieces) }
}

/// Rows in columns that line up.
struct Columns {
    private var rows: [[Line.Piece]]
    /// Titles are other people's: a column of them stays this narrow in the text form; JSON has all of it.
    private static let widest = 60

    init(_ headings: [String]) { rows = [headings.map { Line.Piece(text: $0, emphasis: .strong) }] }

    mutating func add(_ cells: [Line]) {
        rows.append(
            cells.map { cell in
                let piece = cell.pieces.first ?? Line.Piece(text: "", emphasis: nil)
                let text = SafeText.cut(SafeText.line(piece.text), to: Self.widest)
                return Line.Piece(text: text.isEmpty ? "-" : text, emphasis: piece.emphasis)
            })
    }

    /// No lines at all where there is no row.
    var lines: [Line] {
        guard rows.count > 1 else { return [] }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { column < $0.count ? SafeText.width($0[column].text) : 0 }.max() ?? 0
        }
        return rows.map { row in
            Line(
                pieces: row.enumerated().flatMap { column, piece in
                    column == row.count - 1
                        ? [piece]
                        : [
                            piece,
                            Line.Piece(
                                text: String(repeating: " ", count: widths[column] - SafeText.width(piece.text) + 2),
                                emphasis: nil),
                        ]
                })
        }
    }
}

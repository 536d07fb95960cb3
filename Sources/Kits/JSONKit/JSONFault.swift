/// Why a text is no JSON, and where.
package struct JSONFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1; nil where the fault has no place.
    package let line: Int?
    /// In characters, counted from 1: where what is wrong begins, or where the text ends.
    package let column: Int?
    /// A clause that says what is wrong, on one line.
    package let what: String

    package init(line: Int?, column: Int?, what: String) {
        self.line = line
        self.column = column
        self.what = what
    }

    package var description: String {
        guard let line, let column else { return what }
        return "line \(line), column \(column): \(what)"
    }
}

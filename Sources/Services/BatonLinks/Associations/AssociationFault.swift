/// Why a file is no association file: nothing of it counts.
package struct AssociationFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// Counted from 1; nil where the fault has no place.
    package let line: Int?
    /// In characters, counted from 1; nil where the fault has no place.
    package let column: Int?
    /// A clause that says what is wrong, on one line.
    package let what: String

    package var description: String {
        guard let line, let column else { return what }
        return "line \(line), column \(column): \(what)"
    }
}

/// A place in a document, the same at every width and on every device.
package struct Position: Hashable, Comparable, Sendable {
    /// The source line, counted from 0.
    package var line: Int
    /// Unicode scalars from the start of the line. Not `Character`s: their borders differ between Unicode versions, and
    /// the other device may have another one.
    package var offset: Int

    package static let start = Position(line: 0, offset: 0)

    package init(line: Int, offset: Int) {
        self.line = line
        self.offset = offset
    }

    package static func < (a: Position, b: Position) -> Bool {
        (a.line, a.offset) < (b.line, b.offset)
    }
}

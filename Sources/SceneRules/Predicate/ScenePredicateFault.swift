/// Why a text is no predicate that scenes can have.
package struct ScenePredicateFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The character at which it cannot be read, from 1.
    package let column: Int
    /// What was expected there, or why what is there is refused. One line, without a full stop.
    package let what: String

    package var description: String { "at character \(column): \(what)" }
}

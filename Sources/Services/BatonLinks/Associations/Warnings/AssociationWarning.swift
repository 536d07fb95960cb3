/// Something in an association file that is probably not as its author means it.
package struct AssociationWarning: Sendable, Hashable, CustomStringConvertible {
    /// Where: such as `details[0].components[2]`; empty for the file as a whole.
    package let place: String
    /// A clause that says what is wrong, and what to do about it.
    package let what: String

    package var description: String { place.isEmpty ? what : "\(place): \(what)" }
}

/// The warnings of a file. A file of rubbish has thousands of faults, of which nobody reads more than the first ones.
struct WarningList: Sendable {
    static let maximumCount = 200

    private var kept: [AssociationWarning] = []
    private var more = 0

    mutating func add(_ place: String, _ what: String) { add(AssociationWarning(place: place, what: what)) }

    mutating func add(_ warning: AssociationWarning) {
        if kept.count < Self.maximumCount { kept.append(warning) } else { more += 1 }
    }

    var warnings: [AssociationWarning] {
        more == 0
            ? kept : kept + [AssociationWarning(place: "", what: "there is more like that: \(more) further warnings")]
    }
}

/// The app that opens an address, and the rule that says so.
package struct AssociationDecision: Sendable, Hashable {
    /// The whole id, prefix and bundle identifier.
    package let app: String
    package let place: RulePlace
}

/// What the rules of one app say of an address.
package enum RuleOutcome: Sendable, Hashable {
    /// The first rule that matches takes it.
    case opens(RulePlace)
    /// The first rule that matches excludes it.
    case blocked(RulePlace)
    /// No rule matches.
    case none
    /// The patterns are such that this address would take too long. The app does not open it.
    case tooCostly
}

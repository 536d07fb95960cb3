/// A pattern as it is written. One object for all rules that inherit it: what is made of it is made once, whatever its length
/// and their number.
final class RuleText {
    let text: String
    /// Whether it stands in defaults, so that many rules may have it.
    let isInherited: Bool

    init(_ text: String, isInherited: Bool = false) {
        self.text = text
        self.isInherited = isInherited
    }
}

/// What a rule, or the defaults of an app or of the whole file, says. nil: nothing, and what is inherited counts.
struct RuleKeys {
    enum Query {
        case whole(RuleText)
        /// - Parameter id: the same for all rules that inherit it.
        case items(id: Int, isInherited: Bool, [(name: String, pattern: String)])
        /// A value was no string, so the system ignores the whole dictionary (U18).
        case ignored
    }

    var path: RuleText?
    var query: Query?
    var fragment: RuleText?
    var excludes: Bool?
    var isCaseSensitive: Bool?
    var isPercentEncoded: Bool?

    /// All keys inherit (U13).
    func inheriting(_ parent: RuleKeys) -> RuleKeys {
        RuleKeys(
            path: path ?? parent.path, query: query ?? parent.query, fragment: fragment ?? parent.fragment,
            excludes: excludes ?? parent.excludes, isCaseSensitive: isCaseSensitive ?? parent.isCaseSensitive,
            isPercentEncoded: isPercentEncoded ?? parent.isPercentEncoded)
    }
}

/// Where in an association file a rule stands, and its text, for whoever mends the file.
package struct RulePlace: Sendable, Hashable, CustomStringConvertible {
    enum Entry: Sendable, Hashable {
        case number(Int)
        /// The oldest form: a dictionary by app (R19).
        case app(String)
    }

    enum List: String, Sendable {
        case components, paths
    }

    let entry: Entry
    let list: List
    let index: Int
    /// What the rule says, without its comment and without what is inherited; at most `maximumLength` scalars of it.
    package let rule: String

    static let maximumLength = 200

    init(entry: Entry, list: List, index: Int, rule: String) {
        self.entry = entry
        self.list = list
        self.index = index
        self.rule = ShownText.cut(rule, to: Self.maximumLength)
    }

    /// Such as `details[0].components[2]`.
    package var path: String { "\(Self.path(entry)).\(list.rawValue)[\(index)]" }

    /// Such as `details[0].components[2] {"/": "/orders/*"}`.
    package var description: String { "\(path) \(rule)" }

    static func path(_ entry: Entry) -> String {
        switch entry {
        case .number(let number): "details[\(number)]"
        case .app(let app): "details[\"\(ShownText.cut(app, to: maximumLength))\"]"
        }
    }
}

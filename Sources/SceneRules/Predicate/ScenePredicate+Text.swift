extension ScenePredicate: CustomStringConvertible {
    /// As it can be parsed again.
    package var description: String {
        var text = ""
        Self.write(root, in: .anything, to: &text)
        return text
    }

    /// What a node is part of: what binds less tightly stands in parentheses there.
    private enum Place: Int { case anything, some, every, not }

    private static func write(_ node: Node, in place: Place, to text: inout String) {
        switch node {
        case .constant(let value): text += value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): text += comparison.description
        case .not(let node):
            text += "NOT "
            write(node, in: .not, to: &text)
        case .every(let nodes): join(nodes, " AND ", as: .every, in: place, to: &text)
        case .some(let nodes): join(nodes, " OR ", as: .some, in: place, to: &text)
        }
    }

    private static func join(
        _ nodes: [Node], _ word: String, as own: Place, in place: Place, to text: inout String
    ) {
        let isEnclosed = place.rawValue >= own.rawValue
        if isEnclosed { text += "(" }
        for (index, node) in nodes.enumerated() {
            if index > 0 { text += word }
            write(node, in: own, to: &text)
        }
        if isEnclosed { text += ")" }
    }
}

extension SceneComparison: CustomStringConvertible {
    package var description: String {
        let suffix = Self.suffixes.first { $0.0 == options }?.1 ?? ""
        switch right {
        case .relation(let relation, let operand):
            return "\(Self.written(left)) \(relation.rawValue)\(suffix) \(Self.written(operand))"
        case .like(let pattern): return "\(Self.written(left)) LIKE\(suffix) \(Self.quoted(pattern))"
        case .within(let texts):
            return "\(Self.written(left)) IN\(suffix) {\(texts.map(Self.quoted).joined(separator: ", "))}"
        }
    }

    private static let suffixes: [(Options, String)] = [
        ([.ignoringCase], "[c]"), ([.ignoringMarks], "[d]"), ([.ignoringCase, .ignoringMarks], "[cd]"),
    ]

    private static func written(_ operand: Operand) -> String {
        switch operand {
        case .itself: "SELF"
        case .null: "nil"
        case .text(let text): quoted(text)
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

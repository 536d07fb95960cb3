/// One comparison of a predicate, made ready once.
package struct SceneComparison: Sendable, Hashable {
    /// What stands in brackets behind an operator.
    package struct Options: OptionSet, Sendable, Hashable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// `[c]`
        package static let ignoringCase = Options(rawValue: 1)
        /// `[d]`
        package static let ignoringMarks = Options(rawValue: 2)
    }

    enum Operand: Sendable, Hashable {
        case itself
        case text(String)
        /// `nil`: equal to itself alone.
        case null
    }

    enum Relation: String, Sendable, Hashable, CaseIterable {
        case equal = "=="
        case unequal = "!="
        case begins = "BEGINSWITH"
        case contains = "CONTAINS"
        case ends = "ENDSWITH"
    }

    enum Right: Sendable, Hashable {
        case relation(Relation, Operand)
        case like(String)
        /// `IN { … }`
        case within([String])
    }

    let left: Operand
    let right: Right
    let options: Options
    private let readyLeft: ComparedText?
    private let ready: Ready

    private enum Ready: Sendable, Hashable {
        case operand(Relation, Operand, ComparedText?)
        case pattern(LikePattern)
        case within(Set<ComparedText>)
    }

    init(_ left: Operand, _ right: Right, _ options: Options) {
        self.left = left
        self.right = right
        self.options = options
        readyLeft = Self.ready(left, options)
        switch right {
        case .within(let texts): ready = .within(Set(texts.map { Self.ready($0, options) }))
        case .like(let pattern): ready = .pattern(LikePattern(pattern, options))
        case .relation(let relation, let operand):
            ready = .operand(relation, operand, Self.ready(operand, options))
        }
    }

    private static func ready(_ operand: Operand, _ options: Options) -> ComparedText? {
        if case .text(let text) = operand { ready(text, options) } else { nil }
    }

    static func ready(_ text: String, _ options: Options) -> ComparedText {
        ComparedText(
            text, ignoringCase: options.contains(.ignoringCase), ignoringMarks: options.contains(.ignoringMarks))
    }

    func evaluate(_ subject: inout ComparisonSubject) -> Bool {
        let left = self.left == .itself ? subject.text(options) : readyLeft
        switch ready {
        case .within(let texts): return left.map(texts.contains) ?? false
        case .pattern(let pattern): return left.map(pattern.matches) ?? false
        case .operand(let relation, let operand, let text):
            let right = operand == .itself ? subject.text(options) : text
            switch relation {
            case .equal: return left == right
            case .unequal: return left != right
            case .begins: return both(left, right) { $0.begins(with: $1) }
            case .contains: return both(left, right) { $0.contains($1) }
            case .ends: return both(left, right) { $0.ends(with: $1) }
            }
        }
    }
}

/// What is not there holds nothing, and is in nothing.
private func both(
    _ left: ComparedText?, _ right: ComparedText?, _ test: (ComparedText, ComparedText) -> Bool
) -> Bool {
    guard let left, let right else { return false }
    return test(left, right)
}

/// The text that a predicate is evaluated with, made comparable once for each set of options.
struct ComparisonSubject {
    private let identifier: String?
    private var texts: [SceneComparison.Options: ComparedText] = [:]

    init(_ identifier: String?) { self.identifier = identifier }

    /// nil where there is no identifier.
    mutating func text(_ options: SceneComparison.Options) -> ComparedText? {
        if let text = texts[options] { return text }
        guard let identifier else { return nil }
        let text = SceneComparison.ready(identifier, options)
        texts[options] = text
        return text
    }
}

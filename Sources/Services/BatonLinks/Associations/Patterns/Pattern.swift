/// A pattern of an association file: text in which `*` stands for any run of characters, `?` for one, and `$(name)` for
/// one of the values of a variable. Compiled once, for one way of comparing letters.
struct Pattern: Sendable, Hashable {
    enum Token: Sendable, Hashable {
        /// Bytes of `literals`.
        case literal(from: Int32, to: Int32)
        /// `?`
        case character
        /// `*`
        case run
        /// A number in the file's table of variables.
        case variable(Int32)
        /// `$(name)` of no variable that there is: it matches nothing (decisions).
        case nothing
    }

    private(set) var literals: [UInt8] = []
    private(set) var tokens: [Token] = []
    /// Known beforehand, since it is asked for each address.
    private(set) var matchesEverything = false

    /// - Parameter variable: what a name stands for; nil where `$(name)` is text, as `$(` is anywhere without a
    ///   well-formed name and its bracket.
    init(_ text: some Collection<UInt8>, _ letterCase: LetterCase, variable: ([UInt8]) -> Token?) {
        var literal: [UInt8] = []
        var rest = text[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "$"), let name = Self.name(rest), let token = variable(name) {
                append(literal: &literal, letterCase)
                tokens.append(token)
                rest = rest.dropFirst(name.count + 3)
                continue
            }
            if byte == UInt8(ascii: "*") {
                append(literal: &literal, letterCase)
                if tokens.last != .run { tokens.append(.run) }
            } else if byte == UInt8(ascii: "?") {
                append(literal: &literal, letterCase)
                tokens.append(.character)
            } else {
                literal.append(byte)
            }
            rest = rest.dropFirst()
        }
        append(literal: &literal, letterCase)
        matchesEverything = tokens == [.run]
    }

    private init(literals: [UInt8], tokens: [Token]) {
        self.literals = literals
        self.tokens = tokens
        matchesEverything = tokens == [.run]
    }

    private mutating func append(literal: inout [UInt8], _ letterCase: LetterCase) {
        guard !literal.isEmpty else { return }
        let from = Int32(literals.count)
        literals += letterCase.folded(literal)
        tokens.append(.literal(from: from, to: Int32(literals.count)))
        literal.removeAll(keepingCapacity: true)
    }

    /// The name at `$(name)`: of any characters but `$`, `(` and `)`.
    static func name(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.starts(with: "$(".utf8) else { return nil }
        let name = text.dropFirst(2).prefix { !"$()".utf8.contains($0) }
        guard text.dropFirst(2 + name.count).first == UInt8(ascii: ")") else { return nil }
        return Array(name)
    }

    /// The names of the variables that a pattern uses, one by one.
    static func names(in text: String) -> [[UInt8]] {
        var names: [[UInt8]] = []
        _ = Pattern(text.utf8, .exact) { name in
            names.append(name)
            return .nothing
        }
        return names
    }

    var neverMatches: Bool { tokens.contains(.nothing) }

    /// The pattern without the `/*` at its end; nil where there is none.
    var parent: Pattern? {
        guard tokens.last == .run, case .literal(let from, let to)? = tokens.dropLast().last,
            literals[Int(to) - 1] == UInt8(ascii: "/")
        else { return nil }
        var kept = Array(tokens.dropLast(2))
        if from < to - 1 { kept.append(.literal(from: from, to: to - 1)) }
        return Pattern(literals: Array(literals.dropLast()), tokens: kept)
    }
}

/// The pattern of a path. Slashes at its start count as one, which may be missing; those at its end do not count; and
/// one that ends in `/*` matches its parent too (U8, U9). A pattern that starts with `*` is as it is: the run may be
/// empty, and `*/terms/*` matches `/terms/privacy` (case C08).
struct PathPattern: Sendable, Hashable {
    let whole: Pattern
    let parent: Pattern?
    /// A path is empty or begins with a slash.
    let matchesEverything: Bool

    init(_ text: some BidirectionalCollection<UInt8>, _ letterCase: LetterCase, variable: ([UInt8]) -> Pattern.Token) {
        let slash = UInt8(ascii: "/")
        var form = Array(text.drop { $0 == slash })
        if text.first != UInt8(ascii: "*") { form.insert(slash, at: 0) }
        while form.last == slash { form.removeLast() }
        whole = Pattern(form, letterCase, variable: variable)
        parent = whole.parent
        matchesEverything = whole.matchesEverything || parent?.tokens.isEmpty == true
    }

    var neverMatches: Bool { whole.neverMatches }
}

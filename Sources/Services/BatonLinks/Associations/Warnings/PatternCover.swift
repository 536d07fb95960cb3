/// Whether one pattern matches all that another one matches. A yes is certain; a no may be a yes that is not seen, as
/// where it takes the values of a variable to see it.
struct PatternCover {
    private enum Symbol: Equatable {
        case byte(UInt8)
        case character
        case run
        case set(ByteSet)
        case values(Int32)
        case nothing
    }

    let variables: [Variable]
    /// How many pairs of symbols may still be compared.
    var left: Int

    mutating func covers(_ wide: PathPattern, _ narrow: PathPattern, _ letterCase: LetterCase) -> Bool {
        // A path is matched by the whole pattern or by its parent.
        [narrow.whole, narrow.parent].compactMap { $0 }.allSatisfy { part in
            covers(wide.whole, part, letterCase) || wide.parent.map { covers($0, part, letterCase) } ?? false
        }
    }

    /// - Parameter letterCase: that of the wide pattern; the narrow one has the same, or compares exactly.
    mutating func covers(_ wide: Pattern, _ narrow: Pattern, _ letterCase: LetterCase) -> Bool {
        if wide.matchesEverything { return true }
        let (wide, narrow) = (symbols(wide, .exact), symbols(narrow, letterCase))
        left -= (wide.count + 1) * (narrow.count + 1)
        guard left > 0 else { return false }
        // Which beginnings of the wide pattern match all that the narrow one's beginning matches.
        var open = [Bool](repeating: false, count: wide.count + 1)
        open[0] = true
        skipRuns(&open, wide)
        for symbol in narrow {
            var next = [Bool](repeating: false, count: wide.count + 1)
            for (index, other) in wide.enumerated() where open[index] {
                if other == .run {
                    next[index] = true
                } else if takes(other, symbol) {
                    next[index + 1] = true
                }
            }
            skipRuns(&next, wide)
            open = next
        }
        return open[wide.count]
    }

    /// A run may be empty.
    private func skipRuns(_ open: inout [Bool], _ wide: [Symbol]) {
        for (index, symbol) in wide.enumerated() where open[index] && symbol == .run { open[index + 1] = true }
    }

    private func takes(_ wide: Symbol, _ narrow: Symbol) -> Bool {
        switch (wide, narrow) {
        // A byte of a longer character is not a character.
        case (.character, .byte(let byte)): byte < 0x80
        case (.character, .set), (.character, .character): true
        case (.set(let set), .byte(let byte)): set.contains(byte)
        case (.set(let set), .set(let other)): other.isSubset(of: set)
        case (.byte, .byte), (.values, .values): wide == narrow
        default: false
        }
    }

    private func symbols(_ pattern: Pattern, _ letterCase: LetterCase) -> [Symbol] {
        var symbols: [Symbol] = []
        for token in pattern.tokens {
            switch token {
            case .literal(let from, let to):
                symbols += letterCase.folded(Array(pattern.literals[Int(from)..<Int(to)])).map(Symbol.byte)
            case .character: symbols.append(.character)
            case .run: symbols.append(.run)
            case .nothing: symbols.append(.nothing)
            case .variable(let number):
                if case .characters(let set) = variables[Int(number)] {
                    symbols.append(.set(set))
                } else {
                    symbols.append(.values(number))
                }
            }
        }
        return symbols
    }
}

internal import ICUKit

/// Where words begin and end for the modifiers `w` and `t`: at everything that is no letter, digit or mark, and where an
/// upper-case letter follows a lower-case one. In scripts that are written without spaces every character may begin or
/// end a word: the answer would else depend on the version of a dictionary.
///
/// Wherever a word begins by this rule, the index has a word that begins there (`WordCutter`): else candidates would be
/// missed.
enum WordRule {
    enum Kind {
        /// Letters, digits.
        case word
        /// Letters of a script without spaces.
        case unspaced
        /// What belongs to the character before it: marks, and what is not seen.
        case attached
        case gap
    }

    static func kind(_ scalar: Unicode.Scalar) -> Kind {
        switch ScalarKind(scalar.value) {
        case .letter, .capital, .digit: .word
        case .unspaced: .unspaced
        case .mark, .ignored: .attached
        case .sign, .pictograph: isLettersInOne(scalar) ? .word : .gap
        case .separator, .joiner, .regional: .gap
        }
    }

    /// ™, ℃, ㎏ and so on, which the index holds as letters.
    private static func isLettersInOne(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2100...0x214F, 0x2460...0x24FF, 0x3200...0x33FF, 0x1F100...0x1F1E5, 0x1F200...0x1F2FF: true
        default: false
        }
    }

    /// A place within a row of letters and digits of which more must be known than what is on both sides.
    struct Step: Equatable {
        /// In the text's UTF-8.
        let offset: Int
        let beginsWord: Bool
    }

    /// Where an upper-case letter follows another one, which begins a word; and what follows an apostrophe and begins
    /// none. Ascending. Words begin within a row of letters and digits only as far as the index cuts it into pieces.
    static func steps(in text: String) -> [Step] {
        var steps: [Step] = []
        var offset = 0
        var last = ScalarKind.separator
        var beforeLast = ScalarKind.separator
        var pieces = 1
        let scalars = text.unicodeScalars
        for index in scalars.indices {
            let kind = ScalarKind(scalars[index].value)
            switch kind {
            case .mark, .ignored: break
            case .letter, .capital, .digit:
                if last == .joiner {
                    let begins = pieces <= WordCutter.maximumPieces && !isEnding(scalars[index...])
                    if !begins { steps.append(Step(offset: offset, beginsWord: false)) }
                } else if last == .separator {
                    pieces = 1
                } else {
                    let isStep = kind == .capital && last == .letter
                    let isEnd = kind == .letter && last == .capital && beforeLast == .capital
                    if isStep || isEnd || (kind == .digit) != (last == .digit) { pieces += 1 }
                    if isStep, pieces <= WordCutter.maximumPieces {
                        steps.append(Step(offset: offset, beginsWord: true))
                    }
                }
                (beforeLast, last) = (last, kind)
            case .joiner:
                if last != .separator { pieces += 1 }
                (beforeLast, last) = (.separator, last == .separator ? .separator : .joiner)
            default: (beforeLast, last) = (.separator, .separator)
            }
            offset += UTF8.width(scalars[index])
        }
        return steps
    }

    /// For each place between two bytes of the text's UTF-8, and before and behind it, whether a word may begin or end
    /// there.
    /// - Parameter steps: as `steps(in:)` says of the text before its case was folded.
    static func boundaries(of text: String, steps: [Step]) -> [Bool] {
        var result: [Bool] = []
        result.reserveCapacity(text.utf8.count + 1)
        var steps = steps[...]
        var before = Kind.gap
        for scalar in text.unicodeScalars {
            let kind = kind(scalar)
            // Of several that folding has put in one place, the last is about what stands there.
            var step: Step?
            while let next = steps.first, next.offset <= result.count {
                step = steps.removeFirst()
            }
            if kind == .attached {
                result.append(result.isEmpty)
            } else {
                result.append(step?.beginsWord ?? (kind != .word || before != .word))
                before = kind
            }
            for _ in 1..<UTF8.width(scalar) { result.append(false) }
        }
        result.append(true)
        return result
    }

    /// Whether what is after an apostrophe is the end of an English word and no word itself, as in "kestrel’s".
    private static func isEnding(_ rest: Substring.UnicodeScalarView) -> Bool {
        var ending = ""
        var wasJoiner = false
        // Marks do not make an ending longer; more than these are no letter of English.
        for scalar in rest.prefix(64) {
            let kind = kind(scalar)
            if wasJoiner, ScalarKind(scalar.value).startsPart { return false }
            guard !wasJoiner, kind == .word || kind == .attached || ScalarKind(scalar.value) == .joiner else { break }
            wasJoiner = kind == .gap
            if !wasJoiner { ending.unicodeScalars.append(scalar) }
        }
        return CutWords.isEnding(TextFolding.searchForm(ending).utf8)
    }

    /// The words of a value with `t`: what stands between spaces, signs and punctuation. Emoji are words.
    static func tokens(of text: String) -> [Substring] {
        let scalars = text.unicodeScalars
        var tokens: [Substring] = []
        var start: String.Index?
        var before = ScalarKind.separator
        for index in scalars.indices {
            let kind = ScalarKind(scalars[index].value)
            if separates(kind, scalars[index], after: before, before: scalars[scalars.index(after: index)...].first) {
                if let first = start { tokens.append(text[first..<index]) }
                start = nil
            } else if start == nil {
                start = index
            }
            before = kind
        }
        if let start { tokens.append(text[start...]) }
        return tokens
    }

    private static func separates(
        _ kind: ScalarKind, _ scalar: Unicode.Scalar, after before: ScalarKind, before next: Unicode.Scalar?
    ) -> Bool {
        switch kind {
        case .separator: true
        case .sign: !isLettersInOne(scalar)
        // Only where it joins two letters it is part of a word.
        case .joiner: !(before.startsPart || before == .mark) || next.map { !ScalarKind($0.value).startsPart } ?? true
        default: false
        }
    }
}

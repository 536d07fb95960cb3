internal import ICUKit

/// What `$(name)` stands for, for one way of comparing letters.
enum Variable: Sendable {
    /// One character of these, all of them ASCII.
    case characters(ByteSet)
    case values(ValueList)

    /// Those that Apple predefines, under their names (U21).
    static func predefined(_ name: String, _ letterCase: LetterCase) -> Variable? {
        let isFolded = letterCase != .exact
        return switch name {
        case "alpha": .characters(ByteSet(letterCase.folded(upper + lower)))
        case "upper": .characters(ByteSet(letterCase.folded(upper)))
        case "lower": .characters(ByteSet(lower))
        case "alnum": .characters(ByteSet(letterCase.folded(upper + lower + digits)))
        case "digit": .characters(ByteSet(digits))
        case "xdigit": .characters(ByteSet(letterCase.folded(digits + Array("abcdefABCDEF".utf8))))
        case "region": .values(isFolded ? foldedRegions : regions)
        case "lang": .values(isFolded ? foldedLanguages : languages)
        default: nil
        }
    }

    static let predefinedNames = ["alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang"]

    private static let upper = Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    private static let lower = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
    private static let digits = Array(UInt8(ascii: "0")...UInt8(ascii: "9"))

    // Apple's documentation points at Foundation's isoRegionCodes and isoLanguageCodes, which are ICU's lists.
    private static let regions = ValueList(ISOCodes.regions, .exact)
    private static let foldedRegions = ValueList(ISOCodes.regions, .foldedASCII)
    private static let languages = ValueList(ISOCodes.languages, .exact)
    private static let foldedLanguages = ValueList(ISOCodes.languages, .foldedASCII)
}

/// The values of a variable: those that are plain text, sorted, and those with wildcards.
struct ValueList: Sendable {
    /// In the order of their bytes, none twice. A text is looked up from its start: each byte narrows the part of the
    /// list that may still be meant.
    let texts: [[UInt8]]
    let patterns: [Pattern]

    init(_ values: [String], _ letterCase: LetterCase) {
        var texts: [[UInt8]] = []
        var patterns: [Pattern] = []
        for value in values {
            if value.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
                // Values hold no variables (U20).
                patterns.append(Pattern(value.utf8, letterCase) { _ in nil })
            } else {
                texts.append(letterCase.folded(Array(value.utf8)))
            }
        }
        texts.sort { $0.lexicographicallyPrecedes($1) }
        var unique: [[UInt8]] = []
        for text in texts where text != unique.last { unique.append(text) }
        self.texts = unique
        self.patterns = patterns
    }

    /// The lengths of the values that a text begins with at a position, ascending; `looked` is told how many bytes were
    /// looked at.
    func lengths(in text: [UInt8], at start: Int, found: (Int) -> Void) -> Int {
        var part = texts.startIndex..<texts.endIndex
        var depth = 0
        while !part.isEmpty {
            if texts[part.lowerBound].count == depth {
                found(depth)
                part = part.dropFirst().startIndex..<part.upperBound
                continue
            }
            guard start + depth < text.count else { break }
            let byte = text[start + depth]
            let low = bound(in: part) { texts[$0][depth] < byte }
            part = low..<bound(in: low..<part.upperBound) { texts[$0][depth] == byte }
            depth += 1
        }
        return depth + 1
    }

    /// The first index of a part for which the condition, which holds for the first ones alone, does not hold.
    private func bound(in part: Range<Int>, _ holds: (Int) -> Bool) -> Int {
        var (low, high) = (part.lowerBound, part.upperBound)
        while low < high {
            let middle = low + (high - low) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

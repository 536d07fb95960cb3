internal import ActivityModel

extension QueryParser {
    /// A text in quotes with what follows it; nil where something else comes.
    mutating func textTest(after relation: Relation) throws(BatonError) -> TextTest? {
        guard let quote = next, quote.isQuote else { return nil }
        guard !relation.isOrder else {
            throw fault("texts have no order in queries; expected a number or a date such as $time.today")
        }
        let value = try quoted(by: quote)
        return TextTest(value, try modifiers())
    }

    /// `*` stands for anything, `\` takes the next character as it is, also a quote or another `\`.
    private mutating func quoted(by quote: UInt8) throws(BatonError) -> WildcardText {
        let open = offset
        offset += 1
        var value = WildcardText.Builder()
        while let byte = next {
            offset += 1
            switch byte {
            case quote: return value.finish()
            case UInt8(ascii: "*"): value.wildcard()
            case UInt8(ascii: "\\"):
                guard let literal = next else { break }
                // The rest of a longer character is never one of the three.
                offset += 1
                value.append(literal)
            default: value.append(byte)
            }
        }
        throw fault("the text that begins here has no closing quote", at: open)
    }

    private mutating func modifiers() throws(BatonError) -> TextModifiers {
        var modifiers: TextModifiers = []
        while let byte = next, byte.isNamePart {
            switch byte {
            case UInt8(ascii: "c"): modifiers.insert(.ignoringCase)
            case UInt8(ascii: "d"): modifiers.insert(.ignoringMarks)
            case UInt8(ascii: "w"): modifiers.insert(.words)
            case UInt8(ascii: "t"): modifiers.insert(.tokens)
            default: throw expected("one of the modifiers c d w t, or a space, behind the quote")
            }
            offset += 1
        }
        return modifiers
    }

    /// A number, or a date as the seconds since 2001 that it stands for.
    mutating func number(orElse what: String) throws(BatonError) -> Double {
        skipSpace()
        switch next {
        case UInt8(ascii: "$"): return try time()
        case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): return try decimal()
        case let byte? where byte.isDigit: return try decimal()
        case let byte? where byte.isQuote:
            throw fault("texts have no order in queries; expected a number or a date such as $time.today")
        case let byte? where byte.isNamePart: throw expected("\(what) (texts are written in quotes)")
        default: throw expected(isTypographicQuote ? "\(what) (in straight quotes, \" or ')" : what)
        }
    }

    /// What word processors make of quotes.
    private var isTypographicQuote: Bool {
        let rest = String(decoding: text[offset...].prefix(4), as: UTF8.self)
        return rest.unicodeScalars.first.map { "“”„‟‘’‚‛«»".unicodeScalars.contains($0) } ?? false
    }

    private mutating func decimal() throws(BatonError) -> Double {
        let start = offset
        if !take("-") { _ = take("+") }
        let whole = digits()
        let fraction = take(".") ? digits() : 0
        guard whole + fraction > 0 else { throw expected("a digit") }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            offset += 1
            if !take("-") { _ = take("+") }
            guard digits() > 0 else { throw expected("a digit of the exponent") }
        }
        let written = String(decoding: text[start..<offset], as: UTF8.self)
        guard let value = Double(written), value.isFinite else {
            throw fault("the number is too large; numbers are 64-bit floating point", at: start)
        }
        return value
    }

    private mutating func digits() -> Int {
        let start = offset
        while let byte = next, byte.isDigit { offset += 1 }
        return offset - start
    }

    /// A whole number in parentheses; 0 where there are none.
    mutating func steps() throws(BatonError) -> Int {
        skipSpaceBefore(UInt8(ascii: "("))
        guard take("(") else { return 0 }
        skipSpace()
        let start = offset
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        var value = 0
        guard let first = next, first.isDigit else { throw expected("a whole number, such as -1") }
        while let byte = next, byte.isDigit {
            // More than any date needs, and far from what overflows.
            guard value < Self.manySteps else { throw fault(Self.farAway, at: start) }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            offset += 1
        }
        skipSpace()
        guard take(")") else { throw expected("\")\" after the whole number") }
        return isNegative ? -value : value
    }

    private static let manySteps = 1_000_000_000_000
    static let farAway = "the date is not within 3000 years of 2001"

    /// Spaces are taken where `byte` follows them, and only then.
    private mutating func skipSpaceBefore(_ byte: UInt8) {
        let start = offset
        skipSpace()
        if next != byte { offset = start }
    }
}

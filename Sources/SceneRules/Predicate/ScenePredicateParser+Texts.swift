extension ScenePredicateParser {
    /// A text in quotes.
    /// - Parameter isPattern: whether `\*` and `\?` are there for the pattern.
    mutating func literal(_ what: String, isPattern: Bool) throws(ScenePredicateFault) -> String {
        skipSpace()
        let open = offset
        guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw refusal() ?? expected(isTypographicQuote ? "\(what) (in straight quotes, \" or ')" : what)
        }
        offset += 1
        var bytes: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case quote: return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"): bytes += try escaped(isPattern)
            default: bytes.append(byte)
            }
        }
        throw fault("the text that begins here has no closing quote", at: open)
    }

    /// What stands for the character behind a backslash.
    private mutating func escaped(_ isPattern: Bool) throws(ScenePredicateFault) -> [UInt8] {
        let start = offset - 1
        guard let byte = next else { return [] }
        offset += 1
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): return [byte]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"):
            let digits = String(decoding: text[offset...].prefix(4), as: UTF8.self)
            guard digits.utf8.count == 4, digits.utf8.allSatisfy(\.isHexadecimal),
                let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
            else {
                throw fault("\\u takes four hexadecimal digits of a character; write others as they are", at: start)
            }
            offset += 4
            return Array(String(scalar).utf8)
        // Escaped for the pattern: what follows is decoded there.
        case UInt8(ascii: "*") where isPattern, UInt8(ascii: "?") where isPattern: return [UInt8(ascii: "\\"), byte]
        default:
            throw fault(
                "a backslash stands before \\ \" ' n r t u" + (isPattern ? " * ?" : "") + " only; write \\\\ for one",
                at: start)
        }
    }

    /// What word processors make of quotes.
    private var isTypographicQuote: Bool {
        scalar(at: offset).map { "“”„‟‘’‚‛«»".unicodeScalars.contains($0) } ?? false
    }

    // MARK: What is refused by name

    static let outside =
        "Apple's systems evaluate the predicate outside the app, where only the identifier is known, and Baton keeps to that"

    private static let refused: [String: String] = [
        "MATCHES": "regular expressions (MATCHES)", "BETWEEN": "ranges (BETWEEN)", "ANY": "collections (ANY)",
        "SOME": "collections (SOME)", "ALL": "collections (ALL)", "NONE": "collections (NONE)",
        "SUBQUERY": "functions (SUBQUERY)", "FUNCTION": "functions (FUNCTION)", "CAST": "functions (CAST)",
        "BLOCKPREDICATE": "blocks (BLOCKPREDICATE)", "TERNARY": "functions (TERNARY)", "FIRST": "collections (FIRST)",
        "LAST": "collections (LAST)", "SIZE": "collections (SIZE)", "UTI-CONFORMS-TO": "types (UTI-CONFORMS-TO)",
        "UTI-EQUALS": "types (UTI-EQUALS)",
    ]

    static let noOrder = "texts have no order here; use ==, != or IN"

    /// Why what comes next is refused, though NSPredicate has it; nil where it has not.
    func refusal(isOperator: Bool = false) -> ScenePredicateFault? {
        guard let byte = next else { return nil }
        switch byte {
        case UInt8(ascii: "%"):
            return fault("a placeholder such as %@ has nothing to stand for; write the text in quotes")
        case UInt8(ascii: "$"): return fault("variables have no values here; write the text in quotes")
        case UInt8(ascii: "@"):
            return fault("no @ stands before texts in a predicate; collections (@) are refused: \(Self.outside)")
        case UInt8(ascii: "<"), UInt8(ascii: ">"): return fault(Self.noOrder)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return fault("an identifier is a text; write the number in quotes")
        default: break
        }
        let word = word
        guard !word.isEmpty else { return nil }
        if let what = Self.refused[word.uppercased()] { return fault("\(what) are refused: \(Self.outside)") }
        guard !isOperator, !Self.known.contains(word.uppercased()) else { return nil }
        if word.utf8.count < text.count - offset, text[offset + word.utf8.count] == UInt8(ascii: "(") {
            return fault("functions (\(shown(word))) are refused: \(Self.outside)")
        }
        return fault("key paths (\(shown(word))) are refused: \(Self.outside); the identifier itself is SELF")
    }

    private static let known: Set<String> = [
        "SELF", "NIL", "NULL", "AND", "OR", "NOT", "IN", "LIKE", "BEGINSWITH", "CONTAINS", "ENDSWITH", "TRUEPREDICATE",
        "FALSEPREDICATE",
    ]

    private func shown(_ word: String) -> String { word.count > 24 ? "\(word.prefix(24))…" : word }

    // MARK: Characters

    var isAtEnd: Bool { offset == text.count }
    var next: UInt8? { offset < text.count ? text[offset] : nil }

    /// The letters, digits, underscores, dots and hyphens that come next; of more than 100 bytes the beginning.
    private var word: String {
        let letters = String(decoding: text[offset...].prefix(100), as: UTF8.self).unicodeScalars.prefix { scalar in
            scalar.isASCII
                ? UInt8(ascii: scalar).isWordPart || scalar == "." || scalar == "-" : scalar.properties.isAlphabetic
        }
        return String(letters)
    }

    /// A word in any case, that ends where it ends.
    mutating func take(word: String) -> Bool {
        let end = offset + word.utf8.count
        guard end <= text.count, zip(text[offset..<end], word.utf8).allSatisfy({ $0.lowercased == $1.lowercased }),
            end == text.count || !text[end].isWordPart
        else { return false }
        offset = end
        return true
    }

    mutating func take(sign: String) -> Bool {
        guard text[offset...].starts(with: sign.utf8) else { return false }
        offset += sign.utf8.count
        return true
    }

    /// White space as Unicode has it: predicates are pasted from web pages.
    mutating func skipSpace() {
        while let scalar = scalar(at: offset), scalar.properties.isWhitespace { offset += UTF8.width(scalar) }
    }

    private func scalar(at offset: Int) -> Unicode.Scalar? {
        guard offset < text.count else { return nil }
        if text[offset] < 0x80 { return Unicode.Scalar(text[offset]) }
        return String(decoding: text[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
    }

    // MARK: Faults

    func fault(_ reason: String, at place: Int? = nil) -> ScenePredicateFault {
        ScenePredicateFault(column: column(of: place ?? offset), what: reason)
    }

    func expected(_ what: String) -> ScenePredicateFault { fault("expected \(what), found \(found)") }

    /// The place as people count: characters, from 1.
    func column(of offset: Int) -> Int { String(decoding: text[..<offset], as: UTF8.self).count + 1 }

    /// The character that comes next, in words.
    private var found: String {
        guard let scalar = scalar(at: offset) else { return "the end" }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned:
            let code = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        default: return scalar == "\"" ? "'\"'" : "\"\(scalar)\""
        }
    }
}

extension UInt8 {
    fileprivate var isWordPart: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }

    fileprivate var isHexadecimal: Bool {
        switch lowercased {
        case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }

    fileprivate var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}

internal import CBatonICU

/// What a Unicode scalar is to whoever cuts a text into words.
package enum ScalarKind: Sendable {
    /// Space, control character, private use, no character.
    case separator
    /// Invisible, or a skin tone: as if it were not there.
    case ignored
    /// Belongs to what is before it.
    case mark
    /// Small, of a script without capitals, or newer than ICU.
    case letter
    case capital
    case digit
    /// Joins two letters in one word: apostrophes, and the raised points of Catalan and Hebrew.
    case joiner
    /// Of a script that writes no spaces between words.
    case unspaced
    case pictograph
    /// Half of a flag.
    case regional
    /// Punctuation and symbols.
    case sign

    package init(_ scalar: UInt32) { self = Self.kind(of: scalar, Self.table) }

    static func kinds(of scalars: [UInt32]) -> [ScalarKind] {
        let table = Self.table
        return scalars.map { kind(of: $0, table) }
    }

    private static func kind(of scalar: UInt32, _ table: [ScalarKind]) -> ScalarKind {
        switch scalar {
        case 0..<0x1000: table[Int(scalar)]
        // Most of what is written beyond: kana, ideographs, Korean syllables.
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: .unspaced
        case 0xAC00...0xD7A3: .letter
        default: found(scalar)
        }
    }

    /// Of the scripts of Europe, the Near East and India: nearly all texts that are not of the unspaced scripts.
    private static let table: [ScalarKind] = (0..<0x1000).map { found($0) }

    static func found(_ scalar: UInt32) -> ScalarKind {
        let point = Int32(bitPattern: scalar)
        switch scalar {
        case 0x27, 0xB7, 0x2BB, 0x2BC, 0x5F3, 0x5F4, 0x2018, 0x2019: return .joiner
        case 0x30FC: return .unspaced
        case 0xFFFD: return .separator
        default: break
        }
        if scalar >= 0x80 {
            if has(point, BATON_UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || has(point, BATON_UCHAR_EMOJI_MODIFIER) { return .ignored }
            if has(point, BATON_UCHAR_REGIONAL_INDICATOR) { return .regional }
            if has(point, BATON_UCHAR_EXTENDED_PICTOGRAPHIC) { return .pictograph }
        }
        let category = category(scalar)
        switch category {
        case BATON_U_CONTROL_CHAR, BATON_U_SPACE_SEPARATOR, BATON_U_LINE_SEPARATOR, BATON_U_PARAGRAPH_SEPARATOR, BATON_U_SURROGATE,
            BATON_U_PRIVATE_USE_CHAR:
            return .separator
        case BATON_U_UNASSIGNED: return has(point, BATON_UCHAR_NONCHARACTER_CODE_POINT) ? .separator : .letter
        case BATON_U_FORMAT_CHAR: return .ignored
        case BATON_U_NON_SPACING_MARK, BATON_U_ENCLOSING_MARK, BATON_U_COMBINING_SPACING_MARK: return .mark
        case BATON_U_DASH_PUNCTUATION, BATON_U_START_PUNCTUATION, BATON_U_END_PUNCTUATION, BATON_U_CONNECTOR_PUNCTUATION, BATON_U_OTHER_PUNCTUATION,
            BATON_U_INITIAL_PUNCTUATION, BATON_U_FINAL_PUNCTUATION:
            return .sign
        default: break
        }
        if isUnspaced(point) { return .unspaced }
        switch category {
        case BATON_U_UPPERCASE_LETTER, BATON_U_TITLECASE_LETTER: return .capital
        case BATON_U_LOWERCASE_LETTER, BATON_U_MODIFIER_LETTER, BATON_U_OTHER_LETTER: return .letter
        case BATON_U_DECIMAL_DIGIT_NUMBER, BATON_U_LETTER_NUMBER, BATON_U_OTHER_NUMBER: return .digit
        default: return .sign
        }
    }

    /// The East Asian scripts, and those whose lines are broken by a dictionary.
    private static func isUnspaced(_ point: Int32) -> Bool {
        if baton_u_getIntPropertyValue(point, BATON_UCHAR_LINE_BREAK) == BATON_U_LB_COMPLEX_CONTEXT { return true }
        switch script(UInt32(bitPattern: point)) {
        case BATON_USCRIPT_HAN, BATON_USCRIPT_HIRAGANA, BATON_USCRIPT_KATAKANA: return true
        default: return false
        }
    }

    static func isInvisible(_ scalar: UInt32) -> Bool {
        has(Int32(bitPattern: scalar), BATON_UCHAR_DEFAULT_IGNORABLE_CODE_POINT)
    }

    private static func has(_ point: Int32, _ property: Int32) -> Bool {
        baton_u_hasBinaryProperty(point, property) != 0
    }

    static func category(_ scalar: UInt32) -> Int32 {
        baton_u_charType(Int32(bitPattern: scalar))
    }

    static func script(_ scalar: UInt32) -> Int32 {
        var status = BATON_U_ZERO_ERROR
        let script = baton_uscript_getScript(Int32(bitPattern: scalar), &status)
        ICUFailure.check(status, "tell a letter's script")
        return script
    }
}

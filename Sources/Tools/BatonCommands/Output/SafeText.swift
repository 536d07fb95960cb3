/// Text from elsewhere, made fit for a terminal.
package enum SafeText {
    /// Whether a terminal would act on the character instead of showing it: control characters (escape sequences begin
    /// with one), and what reorders or hides text. The joiners stay: words of some scripts and emoji need them.
    static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all text.
        if (0x20..<0x7F).contains(scalar.value) { return false }
        if scalar.value == 0x200C || scalar.value == 0x200D { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: return true
        default: return false
        }
    }

    /// The text on one line: white space of any kind as a space, all else that is active as U+FFFD.
    package static func line(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isActive) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if !isActive(scalar) {
                result.append(scalar)
            } else if scalar.properties.isWhitespace {
                result.append(" ")
            } else if scalar.value != 0xAD {
                result.append("\u{FFFD}")
            }
        }
        return String(result)
    }

    /// Columns that a terminal uses for it.
    package static func width(_ text: String) -> Int { text.reduce(0) { $0 + width($1) } }

    private static func width(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        // East Asian wide and emoji, in blocks: a table that is off by a column is no more than ugly.
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        default: return 1
        }
    }

    /// The text in at most `limit` columns, an ellipsis in place of what was cut.
    package static func cut(_ text: String, to limit: Int) -> String {
        guard width(text) > limit else { return text }
        var used = 0
        let kept = text.prefix { character in
            used += width(character)
            return used < limit
        }
        return kept + "…"
    }
}

internal import ActivityModel

/// Where a query cannot be read, and why, made into an error that its writer can act on.
enum QueryFault {
    /// - Parameter offset: of the UTF-8 of `text`; at the start of a character or the end.
    static func error(in text: [UInt8], at offset: Int, _ reason: String) -> BatonError {
        let before = String(decoding: text[..<offset], as: UTF8.self)
        var rest = text[offset...].prefix(8 * excerpt)
        // Not within a scalar.
        while rest.endIndex < text.count, UTF8.isContinuation(text[rest.endIndex]) { rest.removeLast() }
        let after = String(decoding: rest, as: UTF8.self)
        let near = before.count > excerpt ? "…" + before.suffix(excerpt) : before[...]
        let far = after.count > excerpt || rest.endIndex < text.count ? after.prefix(excerpt) + "…" : after[...]
        return BatonError(
            .invalidQuery,
            "The query cannot be read at character \(before.count + 1): \(reason). "
                + "The place, marked ▸: \(shown(near))▸\(shown(far))")
    }

    /// The place as people count: characters, from 1.
    static func column(of offset: Int, in text: [UInt8]) -> Int {
        String(decoding: text[..<offset], as: UTF8.self).count + 1
    }

    /// The character at `offset`, in words.
    static func found(in text: [UInt8], at offset: Int) -> String {
        guard offset < text.count else { return "the end" }
        // A character has no longest form; the first scalars of a long one are enough.
        let next = String(decoding: text[offset...].prefix(16), as: UTF8.self)
        guard let first = next.first, let scalar = first.unicodeScalars.first else { return "the end" }
        if isHidden(scalar) || scalar.properties.isWhitespace {
            let code = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
        }
        return first == "\"" ? "'\"'" : "\"\(first)\""
    }

    /// Characters of the text before and after the place that the message quotes.
    private static let excerpt = 24

    /// Fit to be shown on one line of a terminal.
    private static func shown(_ text: Substring) -> String {
        var result = ""
        // 16 scalars a character are more than any script needs.
        for scalar in text.unicodeScalars.prefix(16 * excerpt) {
            result.unicodeScalars.append(isHidden(scalar) ? "\u{FFFD}" : scalar)
        }
        return result
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        // They join letters and emoji.
        if scalar == "\u{200C}" || scalar == "\u{200D}" { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: return true
        default: return false
        }
    }
}

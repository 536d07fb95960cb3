/// Text that may be printed on one line: titles, names and messages.
package enum SafeText {
    /// Controls are shown by name; what ends a line becomes a space.
    package static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { $0 == "\n" || $0 == "\r" || $0 == "\t" ? " " : $0 }
        return Glyph.glyphs(of: scalars).map(\.text).joined()
    }

    /// The text safe and cut to a width, with the width that it has.
    static func fit(_ text: String, width limit: Int) -> (text: String, width: Int) {
        let glyphs = Glyph.glyphs(of: text.unicodeScalars.map { $0 == "\n" || $0 == "\t" ? " " : $0 })
        let whole = glyphs.reduce(0) { $0 + Int($1.width) }
        if whole <= limit { return (glyphs.map(\.text).joined(), whole) }
        guard limit > 0 else { return ("", 0) }
        var result = ""
        var width = 0
        for glyph in glyphs {
            guard width + Int(glyph.width) <= limit - 1 else { break }
            result += glyph.text
            width += Int(glyph.width)
        }
        return (result + "…", width + 1)
    }

    static func trim(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}

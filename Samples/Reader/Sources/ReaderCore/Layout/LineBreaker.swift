/// Where the rows of a line end at a given width.
struct LineBreaker {
    let glyphs: [Glyph]
    let width: Int
    /// What each row after the first begins with: quote marks again, and the width of a list's mark as spaces.
    let continuation: String
    let continuationWidth: Int

    /// `isStart` is false for the later parts of a long line: they have no mark of their own.
    init(glyphs: [Glyph], width: Int, isStart: Bool) {
        self.glyphs = glyphs
        self.width = width
        let hanging = isStart ? Self.hangingPrefix(of: glyphs) : ""
        let hangingWidth = hanging.unicodeScalars.count
        let fits = hangingWidth * 2 <= width
        continuation = fits ? hanging : ""
        continuationWidth = fits ? hangingWidth : 0
    }

    /// Ranges of `glyphs`; at least one. Spaces at the end of a row hang over its edge and are not drawn.
    func rows() -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var start = 0
        var column = 0
        var lastBreak = 0
        var index = 0
        while index < glyphs.count {
            let glyph = glyphs[index]
            let glyphWidth = Int(glyph.width)
            if glyph.kind != .space, column + glyphWidth > width, index > start {
                let end = lastBreak > start ? lastBreak : index
                rows.append(start..<end)
                start = end
                column = glyphs[start..<index].reduce(continuationWidth) { $0 + Int($1.width) }
                // The rest of a long word may fill the new row again.
                continue
            }
            column += glyphWidth
            index += 1
            if index < glyphs.count, allowsBreak(before: index) { lastBreak = index }
        }
        rows.append(start..<glyphs.count)
        return rows
    }

    private func allowsBreak(before index: Int) -> Bool {
        let before = glyphs[index - 1]
        let after = glyphs[index]
        if before.kind == .space { return after.kind != .space }
        if after.kind == .space { return false }
        if before.allowsBreak { return true }
        if before.width == 2 || after.width == 2 {
            return !Self.closing.contains(after.text) && !Self.opening.contains(before.text)
        }
        switch before.text {
        case "—": return true
        case "-", "–", "\u{2010}":
            // Between the parts of a word, not before a number or an option.
            guard index > 1, index < glyphs.count else { return false }
            return Self.isLetter(glyphs[index - 2]) && Self.isLetter(after)
        default: return false
        }
    }

    private static func isLetter(_ glyph: Glyph) -> Bool {
        glyph.text.unicodeScalars.first?.properties.isAlphabetic ?? false
    }

    /// Signs that do not begin a row in Chinese, Japanese and Korean.
    private static let closing = Set(
        "、。，．・：；？！）］｝〕〉》」』】〙〗’”ー々ゝゞぁぃぅぇぉっゃゅょァィゥェォッャュョ…‥,.:;?!)]}%".map(String.init))
    /// Signs that do not end one.
    private static let opening = Set("（［｛〔〈《「『【〘〖‘“([{".map(String.init))

    /// `> `, `  - `, `12. ` and the like: what the rows after the first leave free.
    private static func hangingPrefix(of glyphs: [Glyph]) -> String {
        var prefix = ""
        var index = 0
        func text(_ index: Int) -> String { index < glyphs.count ? glyphs[index].text : "" }
        while index < glyphs.count, glyphs[index].kind == .space || text(index) == ">" || text(index) == "│" {
            prefix += text(index)
            index += 1
        }
        var mark = index
        if ["•", "-", "*", "+"].contains(text(index)) {
            mark = index + 1
        } else {
            while mark < index + 4, let digit = text(mark).unicodeScalars.first, (48...57).contains(digit.value) {
                mark += 1
            }
            if mark > index, [".", ")"].contains(text(mark)) { mark += 1 } else { mark = index }
        }
        guard mark > index, mark < glyphs.count, glyphs[mark].kind == .space else { return prefix }
        while mark < glyphs.count, glyphs[mark].kind == .space { mark += 1 }
        return prefix + String(repeating: " ", count: glyphs[index..<mark].reduce(0) { $0 + Int($1.width) })
    }
}

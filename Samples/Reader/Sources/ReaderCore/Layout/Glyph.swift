/// What is drawn in one place: a base scalar with its marks, or the name of a scalar that must not reach a terminal.
package struct Glyph: Sendable {
    enum Kind: UInt8 {
        case text, space, placeholder
    }

    /// Printable scalars only.
    package var text: String
    var width: UInt8
    var kind: Kind
    /// A row may end after it even where its looks do not say so.
    var allowsBreak = false
    /// The first of the source scalars that it stands for.
    var offset: Int32

    /// Makes the glyphs of source scalars; their offsets begin with `start`.
    ///
    /// What a document says never becomes a terminal's command: every control is shown by name, and so are bidirectional
    /// overrides, which show a text in another order than it has, and scalars that have no width.
    static func glyphs(of scalars: [Unicode.Scalar], start: Int = 0) -> [Glyph] {
        var glyphs: [Glyph] = []
        glyphs.reserveCapacity(scalars.count)
        var column = 0
        var marks = 0
        for (index, scalar) in scalars.enumerated() {
            let offset = Int32(start + index)
            switch role(of: scalar) {
            case .tab:
                // By the column in the line and not in the row: its width is then the same at every measure.
                let width = tabWidth - column % tabWidth
                glyphs.append(
                    Glyph(text: String(repeating: " ", count: width), width: UInt8(width), kind: .space, offset: offset)
                )
            case .placeholder(let name):
                glyphs.append(
                    Glyph(text: name, width: UInt8(name.utf8.count), kind: .placeholder, offset: offset))
            case .base(let width):
                let kind = scalar == " " ? Kind.space : .text
                glyphs.append(Glyph(text: String(scalar), width: UInt8(width), kind: kind, offset: offset))
            case .mark where glyphs.last.map { $0.kind == .placeholder } ?? true:
                // A mark without a base would be drawn over the margin.
                glyphs.append(Glyph(text: "◌" + String(scalar), width: 1, kind: .text, offset: offset))
            case .joiner where glyphs.last?.text.unicodeScalars.first?.properties.isEmoji ?? true: continue
            case .mark, .joiner:
                marks += 1
                // ncurses keeps as many a cell; a tower of marks would cover the lines above.
                if marks <= 4 { glyphs[glyphs.count - 1].text.unicodeScalars.append(scalar) }
                continue
            case .breakable:
                if !glyphs.isEmpty { glyphs[glyphs.count - 1].allowsBreak = true }
                continue
            case .dropped:
                continue
            }
            marks = 0
            column += Int(glyphs[glyphs.count - 1].width)
        }
        return glyphs
    }

    private static let tabWidth = 8

    private enum Role {
        case base(Int), mark, tab, placeholder(String), breakable, joiner, dropped
    }

    private static func role(of scalar: Unicode.Scalar) -> Role {
        switch scalar.value {
        case 0x20..<0x7F: return .base(1)
        case 0x09: return .tab
        case 0x00..<0x20: return .placeholder("^" + String(Unicode.Scalar(UInt8(scalar.value) + 0x40)))
        case 0x7F: return .placeholder("^?")
        case 0xA0: return .base(1)
        case 0x200B: return .breakable
        // Marks of direction and hints that do no harm and have no looks: soft hyphen, LRM, RLM, ALM, word joiner, BOM.
        case 0xAD, 0x200E, 0x200F, 0x061C, 0x2060...0x2064, 0xFEFF: return .dropped
        // Terminals do not agree on the width of what these make of an emoji; without them all do.
        case 0xFE00...0xFE0F, 0x1F3FB...0x1F3FF, 0xE0000...0xE0FFF: return .dropped
        case 0x200D: return .joiner
        case 0x2028...0x202E, 0x2066...0x206F, 0xFFF9...0xFFFB: return .placeholder(name(scalar))
        default: break
        }
        switch CellWidth.of(scalar) {
        case 0: return .mark
        case 1...2: return .base(CellWidth.of(scalar))
        default: return .placeholder(name(scalar))
        }
    }

    private static func name(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
    }
}

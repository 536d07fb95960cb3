/// A font, by its role in a text or by its size.
public struct Font: Hashable, Sendable {
    public enum TextStyle: Hashable, Sendable, CaseIterable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    public struct Weight: Hashable, Sendable {
        /// As CSS and Pango count: 400 is regular.
        package let value: Int
        public static let ultraLight = Weight(value: 200)
        public static let thin = Weight(value: 100)
        public static let light = Weight(value: 300)
        public static let regular = Weight(value: 400)
        public static let medium = Weight(value: 500)
        public static let semibold = Weight(value: 600)
        public static let bold = Weight(value: 700)
        public static let heavy = Weight(value: 800)
        public static let black = Weight(value: 900)
    }

    public enum Design: Hashable, Sendable { case `default`, serif, rounded, monospaced }

    package enum Size: Hashable, Sendable {
        case style(TextStyle)
        /// Points of the desktop's text, at its scale.
        case points(Double)
    }

    package var size: Size
    package var weight: Weight?
    package var design: Design = .default
    package var family: String?
    package var isItalic = false
    package var hasMonospacedDigits = false

    package init(_ size: Size) { self.size = size }

    public static let largeTitle = Font(.style(.largeTitle))
    public static let title = Font(.style(.title))
    public static let title2 = Font(.style(.title2))
    public static let title3 = Font(.style(.title3))
    public static let headline = Font(.style(.headline))
    public static let subheadline = Font(.style(.subheadline))
    public static let body = Font(.style(.body))
    public static let callout = Font(.style(.callout))
    public static let footnote = Font(.style(.footnote))
    public static let caption = Font(.style(.caption))
    public static let caption2 = Font(.style(.caption2))

    public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font {
        var font = Font(.points(size))
        font.weight = weight
        font.design = design ?? .default
        return font
    }
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        var font = Font(.style(style))
        font.weight = weight
        font.design = design ?? .default
        return font
    }
    public static func custom(_ name: String, size: Double) -> Font {
        var font = Font(.points(size))
        font.family = name
        return font
    }

    /// - Parameter textStyle: what it would grow with; text here is as large as the desktop's setting makes all of it.
    public static func custom(_ name: String, size: Double, relativeTo textStyle: TextStyle) -> Font {
        custom(name, size: size)
    }
    /// - Parameter fixedSize: its size at the desktop's usual setting of text, which it follows all the same.
    public static func custom(_ name: String, fixedSize: Double) -> Font { custom(name, size: fixedSize) }

    public func bold() -> Font { weight(.bold) }
    public func italic() -> Font {
        var font = self
        font.isItalic = true
        return font
    }
    public func weight(_ weight: Weight) -> Font {
        var font = self
        font.weight = weight
        return font
    }
    public func monospacedDigit() -> Font {
        var font = self
        font.hasMonospacedDigits = true
        return font
    }
    public func monospaced() -> Font {
        var font = self
        font.design = .monospaced
        return font
    }
}

/// How text below looks, as the environment has it.
package struct TextAttributes: Hashable, Sendable {
    package var font: Font?
    package var weight: Font.Weight?
    package var isItalic = false
    package var color: Color?
    package var isUnderlined = false
    package var isStruckThrough = false
    package var isMonospaced = false
    package var hasMonospacedDigits = false

    /// These, and where they say nothing the others.
    package func over(_ other: TextAttributes) -> TextAttributes {
        TextAttributes(
            font: font ?? other.font, weight: weight ?? other.weight, isItalic: isItalic || other.isItalic,
            color: color ?? other.color, isUnderlined: isUnderlined || other.isUnderlined,
            isStruckThrough: isStruckThrough || other.isStruckThrough,
            isMonospaced: isMonospaced || other.isMonospaced,
            hasMonospacedDigits: hasMonospacedDigits || other.hasMonospacedDigits)
    }
}

enum TextAttributesKey: EnvironmentKey { static let defaultValue = TextAttributes() }
enum LineLimitKey: EnvironmentKey { static let defaultValue: Int? = nil }
enum TextAlignmentKey: EnvironmentKey { static let defaultValue = TextAlignment.leading }
enum EnabledKey: EnvironmentKey { static let defaultValue = true }

extension EnvironmentValues {
    package var textAttributes: TextAttributes {
        get { self[TextAttributesKey.self] }
        set { self[TextAttributesKey.self] = newValue }
    }
    public var font: Font? {
        get { textAttributes.font }
        set { textAttributes.font = newValue }
    }
    public var lineLimit: Int? {
        get { self[LineLimitKey.self] }
        set { self[LineLimitKey.self] = newValue }
    }
    public var multilineTextAlignment: TextAlignment {
        get { self[TextAlignmentKey.self] }
        set { self[TextAlignmentKey.self] = newValue }
    }
    /// Whether controls can be used.
    public var isEnabled: Bool {
        get { self[EnabledKey.self] }
        set { self[EnabledKey.self] = newValue }
    }
}

nonisolated extension View {
    /// The font of text in this view.
    public func font(_ font: Font?) -> some View { environment { $0.textAttributes.font = font } }
    public func fontWeight(_ weight: Font.Weight?) -> some View { environment { $0.textAttributes.weight = weight } }
    public func bold(_ isActive: Bool = true) -> some View {
        environment { $0.textAttributes.weight = isActive ? .bold : nil }
    }
    public func italic(_ isActive: Bool = true) -> some View { environment { $0.textAttributes.isItalic = isActive } }
    public func underline(_ isActive: Bool = true) -> some View {
        environment { $0.textAttributes.isUnderlined = isActive }
    }
    public func strikethrough(_ isActive: Bool = true) -> some View {
        environment { $0.textAttributes.isStruckThrough = isActive }
    }
    public func monospaced(_ isActive: Bool = true) -> some View {
        environment { $0.textAttributes.isMonospaced = isActive }
    }
    /// Digits are of one width, so that numbers that change stay where they are.
    public func monospacedDigit() -> some View { environment { $0.textAttributes.hasMonospacedDigits = true } }
    /// The color of text and symbols in this view; nil: the desktop's.
    public func foregroundColor(_ color: Color?) -> some View { environment { $0.textAttributes.color = color } }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        environment { $0.textAttributes.color = style._color }
    }
    /// How many lines a text in this view has at most; what is beyond is left out, with an ellipsis.
    public func lineLimit(_ number: Int?) -> some View { environment { $0.lineLimit = number } }
    /// As many lines at most as the range ends with: `lineLimit(_:)`.
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { lineLimit(limit.upperBound) }
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        environment { $0.multilineTextAlignment = alignment }
    }
    /// Takes controls in this view out of use. One that is out of use above stays so.
    public func disabled(_ disabled: Bool) -> some View { environment { if disabled { $0.isEnabled = false } } }
}

public import Foundation

/// A text that the app's localization may have in the user's language.
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable, Sendable {
    /// With `%@` and the like where something is put in.
    let key: String
    let arguments: [Argument]

    enum Argument: Equatable, Sendable {
        case text(String)
        case integer(Int64)
        case unsigned(UInt64)
        case number(Double)
    }

    public init(_ value: String) { (key, arguments) = (value, []) }
    public init(stringLiteral value: String) { self.init(value) }
    public init(stringInterpolation: StringInterpolation) {
        (key, arguments) = (stringInterpolation.key, stringInterpolation.arguments)
    }

    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var arguments: [Argument] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {
            key += interpolates ? literal.replacing("%", with: "%%") : literal
        }
        private var interpolates: Bool { true }

        private mutating func append(_ specifier: String, _ argument: Argument) {
            key += specifier
            arguments.append(argument)
        }
        public mutating func appendInterpolation(_ string: String) { append("%@", .text(string)) }
        public mutating func appendInterpolation<T: BinaryInteger>(_ value: T) {
            if let value = Int64(exactly: value) {
                append("%lld", .integer(value))
            } else if let value = UInt64(exactly: value) {
                append("%llu", .unsigned(value))
            } else {
                append("%@", .text(String(value)))
            }
        }
        public mutating func appendInterpolation(_ value: Double) { append("%lf", .number(value)) }
        public mutating func appendInterpolation(_ value: Float) { append("%lf", .number(Double(value))) }
        public mutating func appendInterpolation(_ value: CGFloat) { append("%lf", .number(Double(value))) }
        public mutating func appendInterpolation(_ text: Text) { append("%@", .text(text.string)) }
        public mutating func appendInterpolation<T: BinaryInteger>(_ value: T, specifier: String) {
            append("%@", .text(String(format: specifier, Int(clamping: value))))
        }
        public mutating func appendInterpolation(_ value: Double, specifier: String) {
            append("%@", .text(String(format: specifier, value)))
        }
        public mutating func appendInterpolation(_ value: Float, specifier: String) {
            append("%@", .text(String(format: specifier, Double(value))))
        }
        public mutating func appendInterpolation(_ date: Date, style: Text.DateStyle) {
            append("%@", .text(style.text(of: date)))
        }
        public mutating func appendInterpolation<T>(_ subject: T, formatter: Formatter) {
            append("%@", .text(formatter.string(for: subject) ?? ""))
        }
        public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F)
        where F.FormatOutput == String {
            append("%@", .text(format.format(value)))
        }
        @_disfavoredOverload public mutating func appendInterpolation<T>(_ value: T) {
            append("%@", .text(String(describing: value)))
        }
    }

    /// In the user's language, where the app's resources have it.
    package func resolved(table: String? = nil, bundle: Bundle? = nil) -> String {
        let found = (bundle ?? .main).localizedString(forKey: key, value: key, table: table)
        guard !arguments.isEmpty else { return key.contains("%") ? found.replacing("%%", with: "%") : found }
        return Self.formatted(found, arguments)
    }

    /// Puts the arguments in, in order or where the text says so (`%2$@`); their kinds are the key's, not the text's.
    static func formatted(_ text: String, _ arguments: [Argument]) -> String {
        var result = ""
        var next = 0
        var rest = text[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
                continue
            }
            guard let (position, after) = specifier(rest) else {
                result += "%"
                continue
            }
            let index = position.map { $0 - 1 } ?? next
            if position == nil { next += 1 }
            rest = after
            guard arguments.indices.contains(index) else { continue }
            switch arguments[index] {
            case .text(let text): result += text
            case .integer(let value): result += value.formatted()
            case .unsigned(let value): result += value.formatted()
            case .number(let value): result += String(format: "%f", value)
            }
        }
        return result + rest
    }

    private static let specifiers = ["@", "lld", "llu", "lf", "ld", "d", "u", "f"]

    /// What stands after a percent sign: a place such as `2$` where there is one, and the kind. Without a regular expression,
    /// which took a tenth of the time until a list of texts with numbers in them was there.
    private static func specifier(_ text: Substring) -> (position: Int?, after: Substring)? {
        var rest = text
        var position: Int?
        let digits = rest.prefix { ("0"..."9").contains($0) }
        if let number = Int(digits), rest[digits.endIndex...].first == "$" {
            position = number
            rest = rest[digits.endIndex...].dropFirst()
        }
        guard let kind = specifiers.first(where: { rest.hasPrefix($0) }) else { return nil }
        return (position, rest.dropFirst(kind.count))
    }
}

/// Text that is read, not written.
public struct Text: Equatable, Sendable {
    package struct Run: Hashable, Sendable {
        package var text: String
        package var attributes = TextAttributes()
    }

    package var runs: [Run]
    /// Where it is not the whole view's.
    package var string: String { runs.map(\.text).joined() }
    /// As a window or a page is called by it: X takes no title of any length, and nobody reads one.
    var title: String { String(string.prefix(Self.longestTitle)) }
    private static let longestTitle = 500

    public init(verbatim content: String) {
        // C's text ends at a zero: what comes after it would not be seen.
        runs = [Run(text: content.utf8.contains(0) ? content.replacing("\0", with: "") : content)]
    }
    @_disfavoredOverload public init<S: StringProtocol>(_ content: S) { self.init(verbatim: String(content)) }
    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) { self.init(verbatim: key.resolved(table: tableName, bundle: bundle)) }
    public init(_ date: Date, style: DateStyle) { self.init(verbatim: style.text(of: date)) }
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
    where F.FormatInput: Equatable, F.FormatOutput == String { self.init(verbatim: format.format(input)) }

    /// What a formatter makes of a value, and nothing where it makes nothing.
    public init<Subject>(_ subject: Subject, formatter: Formatter) {
        self.init(verbatim: formatter.string(for: subject) ?? "")
    }

    /// How a date is written.
    public struct DateStyle: Equatable, Sendable {
        private enum Kind { case date, time }
        private let kind: Kind
        public static let date = DateStyle(kind: .date)
        public static let time = DateStyle(kind: .time)
        func text(of date: Date) -> String {
            switch kind {
            case .date: date.formatted(date: .long, time: .omitted)
            case .time: date.formatted(date: .omitted, time: .shortened)
            }
        }
    }

    private func with(_ change: (inout TextAttributes) -> Void) -> Text {
        var result = self
        for index in result.runs.indices { change(&result.runs[index].attributes) }
        return result
    }

    // What is set on a part stays when more is set on the whole.
    public func font(_ font: Font?) -> Text { with { $0.font = $0.font ?? font } }
    public func fontWeight(_ weight: Font.Weight?) -> Text { with { $0.weight = $0.weight ?? weight } }
    public func bold() -> Text { fontWeight(.bold) }
    public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }
    public func italic() -> Text { with { $0.isItalic = true } }
    public func italic(_ isActive: Bool) -> Text { with { $0.isItalic = isActive } }
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { with { $0.isUnderlined = isActive } }
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text {
        with { $0.isStruckThrough = isActive }
    }
    public func monospaced() -> Text { with { $0.isMonospaced = true } }
    public func monospaced(_ isActive: Bool) -> Text { with { $0.isMonospaced = isActive } }
    /// Digits are of one width, so that numbers that change stay where they are.
    public func monospacedDigit() -> Text { with { $0.hasMonospacedDigits = true } }
    public func foregroundColor(_ color: Color?) -> Text { with { $0.color = $0.color ?? color } }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { foregroundColor(style._color) }

    public static func + (a: Text, b: Text) -> Text {
        var result = a
        result.runs += b.runs
        return result
    }
}

package struct TextElement: Element {
    package var runs: [Text.Run]
    package var lineLimit: Int?
    package var alignment: TextAlignment
    package var isEnabled: Bool
    package var text: String { runs.map(\.text).joined() }
}

extension Text: View {
    public typealias Body = Never
    public var body: Never { fatalError("Text has no body.") }
}
extension Text: NodeView {
    package func build(in node: Node) {
        let environment = node.environment
        let attributes = environment.textAttributes
        node.setElement(
            TextElement(
                runs: runs.map { Run(text: $0.text, attributes: $0.attributes.over(attributes)) },
                lineLimit: environment.lineLimit, alignment: environment.multilineTextAlignment,
                isEnabled: environment.isEnabled))
    }
}

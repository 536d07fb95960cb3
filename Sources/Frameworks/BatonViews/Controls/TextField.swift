public import Foundation

/// A text of one line that the user can write.
///
/// It holds 60,000 bytes of UTF-8: of a longer text it shows the beginning, and cannot be edited. NUL characters are not shown,
/// and are left out of what an edit writes. Growing with the text (`axis:`) is not there: `TextEditor` has several lines.
public struct TextField<Label: View> {
    let entry: TextEntry
}

extension TextField where Label == Text {
    init(
        _ title: Text, _ prompt: Text?, _ source: TextEntry.Source,
        _ onEditingChanged: @escaping (Bool) -> Void = { _ in }, _ onCommit: @escaping () -> Void = {}
    ) {
        entry = TextEntry(
            title: title.string, prompt: prompt?.string, source: source, onEditingChanged: onEditingChanged,
            onCommit: onCommit)
    }
    init(
        _ title: Text, _ text: Binding<String>, _ onEditingChanged: @escaping (Bool) -> Void,
        _ onCommit: @escaping () -> Void
    ) {
        entry = TextEntry(
            title: title.string, source: .text(text), onEditingChanged: onEditingChanged, onCommit: onCommit)
    }

    // MARK: Text

    /// A field that is called by its title, which stands in it while it is empty, unless a prompt does.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        self.init(Text(titleKey), prompt, .text(text))
    }
    /// A field that is called by its title, which stands in it while it is empty, unless a prompt does.
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
        self.init(Text(title), prompt, .text(text))
    }
    /// A field that is called by a label, which stands in it while it is empty, unless a prompt does. The label is a `Text`.
    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(label(), prompt, .text(text))
    }

    /// A field that tells when the user begins and ends to edit it, and when return is pressed (`onCommit`; `onSubmit(of:_:)`
    /// is the newer way).
    public init(
        _ titleKey: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void,
        onCommit: @escaping () -> Void = {}
    ) { self.init(Text(titleKey), text, onEditingChanged, onCommit) }
    /// A field that tells when the user begins and ends to edit it, and when return is pressed (`onCommit`; `onSubmit(of:_:)`
    /// is the newer way).
    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void,
        onCommit: @escaping () -> Void = {}
    ) { self.init(Text(title), text, onEditingChanged, onCommit) }
    /// A field that tells when return is pressed; `onSubmit(of:_:)` is the newer way.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(Text(titleKey), text, { _ in }, onCommit)
    }
    /// A field that tells when return is pressed; `onSubmit(of:_:)` is the newer way.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(Text(title), text, { _ in }, onCommit)
    }

    // MARK: Values

    /// A field of a value, as a format writes and reads it. It is read when return is pressed or the field is left; what cannot
    /// be read gives way to the value again.
    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(titleKey), prompt, .parsed(value, format)) }
    /// A field of a value, as a format writes and reads it. It is read when return is pressed or the field is left; what cannot
    /// be read gives way to the value again.
    @_disfavoredOverload public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(title), prompt, .parsed(value, format)) }
    /// A field of a value that may be missing: an empty field is none, and so is what cannot be read.
    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(titleKey), prompt, .parsed(value, format)) }
    /// A field of a value that may be missing: an empty field is none, and so is what cannot be read.
    @_disfavoredOverload public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(title), prompt, .parsed(value, format)) }
    /// A field of a value, with a label, which is a `Text`.
    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) where F.FormatOutput == String { self.init(label(), prompt, .parsed(value, format)) }
    /// A field of a value that may be missing, with a label, which is a `Text`.
    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) where F.FormatOutput == String { self.init(label(), prompt, .parsed(value, format)) }
}

// MARK: Values by formatters of 2019

extension TextField where Label == Text {
    /// A field of a number, as a formatter of 2019 writes and reads it. It is read when return is pressed or the field is left;
    /// what cannot be read gives way to the number again.
    public init<V>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, formatter: NumberFormatter, prompt: Text? = nil
    ) { self.init(Text(titleKey), prompt, .formatted(value, formatter) { formatter.number(from: $0) }) }
    /// It tells when the user begins and ends to edit it, and when return is pressed.
    public init<V>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, formatter: NumberFormatter,
        onEditingChanged: @escaping (Bool) -> Void, onCommit: @escaping () -> Void = {}
    ) { self.init(Text(titleKey), nil, .formatted(value, formatter) { formatter.number(from: $0) }, onEditingChanged, onCommit) }
    /// It tells when return is pressed.
    public init<V>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, formatter: NumberFormatter, onCommit: @escaping () -> Void
    ) { self.init(Text(titleKey), nil, .formatted(value, formatter) { formatter.number(from: $0) }, { _ in }, onCommit) }
    /// A field of a number, as a formatter of 2019 writes and reads it. It is read when return is pressed or the field is left;
    /// what cannot be read gives way to the number again.
    @_disfavoredOverload public init<S: StringProtocol, V>(
        _ title: S, value: Binding<V>, formatter: NumberFormatter, prompt: Text? = nil
    ) { self.init(Text(title), prompt, .formatted(value, formatter) { formatter.number(from: $0) }) }
    /// It tells when the user begins and ends to edit it, and when return is pressed.
    @_disfavoredOverload public init<S: StringProtocol, V>(
        _ title: S, value: Binding<V>, formatter: NumberFormatter,
        onEditingChanged: @escaping (Bool) -> Void, onCommit: @escaping () -> Void = {}
    ) { self.init(Text(title), nil, .formatted(value, formatter) { formatter.number(from: $0) }, onEditingChanged, onCommit) }
    /// It tells when return is pressed.
    @_disfavoredOverload public init<S: StringProtocol, V>(
        _ title: S, value: Binding<V>, formatter: NumberFormatter, onCommit: @escaping () -> Void
    ) { self.init(Text(title), nil, .formatted(value, formatter) { formatter.number(from: $0) }, { _ in }, onCommit) }
    /// A field of a number, with a label, which is a `Text`.
    public init<V>(
        value: Binding<V>, formatter: NumberFormatter, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) { self.init(label(), prompt, .formatted(value, formatter) { formatter.number(from: $0) }) }
    /// A field of a date, as a formatter of 2019 writes and reads it. It is read when return is pressed or the field is left;
    /// what cannot be read gives way to the date again.
    public init(
        _ titleKey: LocalizedStringKey, value: Binding<Date>, formatter: DateFormatter, prompt: Text? = nil
    ) { self.init(Text(titleKey), prompt, .formatted(value, formatter) { formatter.date(from: $0) }) }
    /// It tells when the user begins and ends to edit it, and when return is pressed.
    public init(
        _ titleKey: LocalizedStringKey, value: Binding<Date>, formatter: DateFormatter,
        onEditingChanged: @escaping (Bool) -> Void, onCommit: @escaping () -> Void = {}
    ) { self.init(Text(titleKey), nil, .formatted(value, formatter) { formatter.date(from: $0) }, onEditingChanged, onCommit) }
    /// It tells when return is pressed.
    public init(
        _ titleKey: LocalizedStringKey, value: Binding<Date>, formatter: DateFormatter, onCommit: @escaping () -> Void
    ) { self.init(Text(titleKey), nil, .formatted(value, formatter) { formatter.date(from: $0) }, { _ in }, onCommit) }
    /// A field of a date, as a formatter of 2019 writes and reads it. It is read when return is pressed or the field is left;
    /// what cannot be read gives way to the date again.
    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, value: Binding<Date>, formatter: DateFormatter, prompt: Text? = nil
    ) { self.init(Text(title), prompt, .formatted(value, formatter) { formatter.date(from: $0) }) }
    /// It tells when the user begins and ends to edit it, and when return is pressed.
    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, value: Binding<Date>, formatter: DateFormatter,
        onEditingChanged: @escaping (Bool) -> Void, onCommit: @escaping () -> Void = {}
    ) { self.init(Text(title), nil, .formatted(value, formatter) { formatter.date(from: $0) }, onEditingChanged, onCommit) }
    /// It tells when return is pressed.
    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, value: Binding<Date>, formatter: DateFormatter, onCommit: @escaping () -> Void
    ) { self.init(Text(title), nil, .formatted(value, formatter) { formatter.date(from: $0) }, { _ in }, onCommit) }
    /// A field of a date, with a label, which is a `Text`.
    public init(
        value: Binding<Date>, formatter: DateFormatter, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) { self.init(label(), prompt, .formatted(value, formatter) { formatter.date(from: $0) }) }
}

extension TextEntry.Source {
    static func parsed<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput>, _ format: F) -> Self
    where F.FormatOutput == String {
        .value(
            text: { format.format(value.wrappedValue) },
            take: { if let new = try? format.parseStrategy.parse($0) { value.wrappedValue = new } })
    }
    static func parsed<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput?>, _ format: F) -> Self
    where F.FormatOutput == String {
        .value(
            text: { value.wrappedValue.map { format.format($0) } ?? "" },
            take: { value.wrappedValue = try? format.parseStrategy.parse($0) })
    }
    /// Foundation has no reading for all formatters here: each kind has one of its own.
    static func formatted<V>(_ value: Binding<V>, _ formatter: Formatter, _ read: @escaping (String) -> Any?) -> Self {
        .value(
            text: { formatter.string(for: value.wrappedValue) ?? "" },
            take: { text in
                let object = read(text)
                if let new = (object as? NSNumber).flatMap({ number($0, as: V.self) }) ?? (object as? V) {
                    value.wrappedValue = new
                }
            })
    }

    /// A number formatter's numbers are of the kind that the text looks like.
    private static func number<V>(_ number: NSNumber, as type: V.Type) -> V? {
        switch type {
        case is Double.Type: number.doubleValue as? V
        case is Float.Type: number.floatValue as? V
        case is Int.Type: Int(exactly: number.doubleValue) as? V
        default: nil
        }
    }
}

extension TextField: View {
    public typealias Body = Never
    public var body: Never { fatalError("TextField has no body.") }
}
extension TextField: NodeView {
    package func build(in node: Node) { entry.build(in: node) }
}

/// A text of one line that nobody is to read over the user's shoulder. Limits are those of `TextField`.
public struct SecureField<Label: View> {
    let entry: TextEntry
}

extension SecureField where Label == Text {
    init(_ title: Text, _ text: Binding<String>, _ prompt: Text?, _ onCommit: @escaping () -> Void) {
        entry = TextEntry(
            title: title.string, prompt: prompt?.string, isSecure: true, source: .text(text), onCommit: onCommit)
    }

    /// A field that is called by its title, which stands in it while it is empty, unless a prompt does.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        self.init(Text(titleKey), text, prompt, {})
    }
    /// A field that is called by its title, which stands in it while it is empty, unless a prompt does.
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text? = nil) {
        self.init(Text(title), text, prompt, {})
    }
    /// A field that is called by a label, which stands in it while it is empty, unless a prompt does. The label is a `Text`.
    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(label(), text, prompt, {})
    }
    /// A field that tells when return is pressed; `onSubmit(of:_:)` is the newer way.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(Text(titleKey), text, nil, onCommit)
    }
    /// A field that tells when return is pressed; `onSubmit(of:_:)` is the newer way.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(Text(title), text, nil, onCommit)
    }
}

extension SecureField: View {
    public typealias Body = Never
    public var body: Never { fatalError("SecureField has no body.") }
}
extension SecureField: NodeView {
    package func build(in node: Node) { entry.build(in: node) }
}

package struct ProgressElement: Element {
    /// 0 to 1; nil: nobody knows.
    package var fraction: Double?
    package var style: ProgressLook
    package var showsLabel: Bool
    package var tint: Color?

    package static let label = 0
    package static let current = 1
}

/// How progress looks.
package enum ProgressLook: Hashable, Sendable { case automatic, circular, linear }

/// How far something has come: a bar; where that is not known, a spinner.
///
/// A value that is no number, and a total that is not above 0, count as not known; a value beyond the total is the total.
public struct ProgressView<Label: View, CurrentValueLabel: View> {
    let fraction: Double?
    let label: Label
    let current: CurrentValueLabel

    fileprivate init(_ fraction: Double?, _ label: Label, _ current: CurrentValueLabel) {
        self.fraction = fraction
        self.label = label
        self.current = current
    }

    fileprivate static func fraction<V: BinaryFloatingPoint>(_ value: V?, _ total: V) -> Double? {
        guard let value, !value.isNaN, total > 0, total.isFinite else { return nil }
        return min(max(Double(value / total), 0), 1)
    }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    /// Something goes on, of which no end is known.
    public init() where Label == EmptyView { self.init(nil, EmptyView(), EmptyView()) }
    /// Something goes on, with a label.
    public init(@ViewBuilder label: () -> Label) { self.init(nil, label(), EmptyView()) }
    /// Something goes on, with a text in the user's language.
    public init(_ titleKey: LocalizedStringKey) where Label == Text { self.init(nil, Text(titleKey), EmptyView()) }
    /// Something goes on, with a text as it is.
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S) where Label == Text {
        self.init(nil, Text(title), EmptyView())
    }
    /// So much of a total; nil where that is not known.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
        self.init(Self.fraction(value, total), EmptyView(), EmptyView())
    }
    /// So much of a total, with a label; nil where that is not known.
    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(Self.fraction(value, total), label(), EmptyView())
    }
    /// So much of a total, with a text in the user's language; nil where that is not known.
    public init<V: BinaryFloatingPoint>(_ titleKey: LocalizedStringKey, value: V?, total: V = 1.0)
    where Label == Text { self.init(Self.fraction(value, total), Text(titleKey), EmptyView()) }
    /// So much of a total, with a text as it is; nil where that is not known.
    @_disfavoredOverload
    public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1.0)
    where Label == Text { self.init(Self.fraction(value, total), Text(title), EmptyView()) }
}

extension ProgressView {
    /// So much of a total, with a label above and one below; nil where that is not known.
    public init<V: BinaryFloatingPoint>(
        value: V?, total: V = 1.0, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) { self.init(Self.fraction(value, total), label(), currentValueLabel()) }
}

extension ProgressView: View {
    public typealias Body = Never
    public var body: Never { fatalError("ProgressView has no body.") }
}

extension ProgressView: NodeView {
    package func build(in node: Node) {
        let environment = node.environment
        node.setElement(
            ProgressElement(
                fraction: fraction, style: environment.progressLook, showsLabel: !environment.labelsHidden,
                tint: environment.tint))
        node.setChildren([
            Child(.index(0), label, slot: ProgressElement.label),
            Child(.index(1), current, slot: ProgressElement.current),
        ])
    }
}

/// A look of progress that the framework has.
public protocol ProgressViewStyle: Sendable {
    /// For the framework.
    var _look: _ProgressLook { get }
}
/// For the framework.
public struct _ProgressLook: Sendable {
    let look: ProgressLook
    var tint: Color?
}

/// A bar where it is known how far something has come, and else a spinner.
public struct DefaultProgressViewStyle: ProgressViewStyle {
    /// The platform's look.
    public init() {}
    public var _look: _ProgressLook { _ProgressLook(look: .automatic) }
}
/// A spinner. It does not show how far something has come; a screen reader says it.
public struct CircularProgressViewStyle: ProgressViewStyle {
    let tint: Color?
    /// A spinner.
    public init() { tint = nil }
    /// A spinner with a color of its own: `tint(_:)` is the newer way.
    public init(tint: Color) { self.tint = tint }
    public var _look: _ProgressLook { _ProgressLook(look: .circular, tint: tint) }
}
/// A bar; where it is not known how far something has come, one that goes to and fro.
public struct LinearProgressViewStyle: ProgressViewStyle {
    let tint: Color?
    /// A bar.
    public init() { tint = nil }
    /// A bar with a color of its own: `tint(_:)` is the newer way.
    public init(tint: Color) { self.tint = tint }
    public var _look: _ProgressLook { _ProgressLook(look: .linear, tint: tint) }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    /// A bar where it is known how far something has come, and else a spinner.
    public static var automatic: DefaultProgressViewStyle { .init() }
}
extension ProgressViewStyle where Self == CircularProgressViewStyle {
    /// A spinner.
    public static var circular: CircularProgressViewStyle { .init() }
}
extension ProgressViewStyle where Self == LinearProgressViewStyle {
    /// A bar.
    public static var linear: LinearProgressViewStyle { .init() }
}

enum ProgressLookKey: EnvironmentKey { static let defaultValue = ProgressLook.automatic }
extension EnvironmentValues {
    var progressLook: ProgressLook {
        get { self[ProgressLookKey.self] }
        set { self[ProgressLookKey.self] = newValue }
    }
}

nonisolated extension View {
    /// The look of progress in this view.
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        let look = style._look
        return environment { values in
            values.progressLook = look.look
            if let tint = look.tint { values.tint = tint }
        }
    }
}

/// How toggles look.
package enum ToggleLook: Hashable, Sendable { case automatic, button }

/// The look of toggles: one of the framework's, or one of an app's own.
@MainActor @preconcurrency public protocol ToggleStyle {
    /// What a toggle of this style is made of.
    associatedtype Body: View
    /// What is known of the toggle.
    typealias Configuration = ToggleStyleConfiguration
    /// The toggle, of its label and of whether it is on. Writing `configuration.isOn` switches it.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// A toggle, as its style has it.
public struct ToggleStyleConfiguration {
    /// The toggle's label.
    public struct Label { let view: any View }
    /// The toggle's label.
    public let label: Label
    /// Whether it is on.
    @Binding public var isOn: Bool

    init(label: Label, isOn: Binding<Bool>) {
        self.label = label
        _isOn = isOn
    }
}

extension ToggleStyleConfiguration.Label: View {
    public typealias Body = Never
    public var body: Never { fatalError("A label has no body.") }
}
extension ToggleStyleConfiguration.Label: NodeView {
    package func build(in node: Node) { node.setChildren([Child(.index(0), view)]) }
}

/// Evaluates a style with its own dynamic properties.
struct ToggleStyleBody<Style: ToggleStyle>: View, DynamicHolder {
    let style: Style
    let configuration: ToggleStyleConfiguration

    var body: Style.Body { style.makeBody(configuration: configuration) }
    var holder: Any { style }
}

/// The platform's look: a switch.
public struct DefaultToggleStyle {
    /// The platform's look.
    public nonisolated init() {}
}
/// A switch at the end of the row.
public struct SwitchToggleStyle {
    let tint: Color?
    /// A switch in the color of the view's `tint(_:)`.
    public nonisolated init() { tint = nil }
    /// A switch with a color of its own while it is on.
    public nonisolated init(tint: Color) { self.tint = tint }
}
/// A button that stays pressed while the toggle is on.
public struct ButtonToggleStyle {
    /// A button that stays pressed.
    public nonisolated init() {}
}

extension DefaultToggleStyle: ToggleStyle {
    /// The control itself.
    public func makeBody(configuration: Configuration) -> some View {
        PlainToggle(configuration: configuration, look: .automatic)
    }
}
extension SwitchToggleStyle: ToggleStyle {
    /// The control itself.
    public func makeBody(configuration: Configuration) -> some View {
        let tint = tint
        return PlainToggle(configuration: configuration, look: .automatic).environment { values in
            if let tint { values.tint = tint }
        }
    }
}
extension ButtonToggleStyle: ToggleStyle {
    /// The control itself.
    public func makeBody(configuration: Configuration) -> some View {
        PlainToggle(configuration: configuration, look: .button)
    }
}

extension ToggleStyle where Self == DefaultToggleStyle {
    /// The platform's look: a switch.
    public static var automatic: DefaultToggleStyle { .init() }
}
extension ToggleStyle where Self == SwitchToggleStyle {
    /// A switch at the end of the row.
    public static var `switch`: SwitchToggleStyle { .init() }
}
extension ToggleStyle where Self == ButtonToggleStyle {
    /// A button that stays pressed while the toggle is on.
    public static var button: ButtonToggleStyle { .init() }
}

/// The styles from outside to inside: one that is made of a toggle again shows it by the one outside of it.
enum ToggleStylesKey: EnvironmentKey { static var defaultValue: [any ToggleStyle] { [] } }
extension EnvironmentValues {
    var toggleStyles: [any ToggleStyle] {
        get { self[ToggleStylesKey.self] }
        set { self[ToggleStylesKey.self] = newValue }
    }
}

nonisolated extension View {
    /// The look of toggles in this view.
    public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        environment { $0.toggleStyles.append(style) }
    }
}

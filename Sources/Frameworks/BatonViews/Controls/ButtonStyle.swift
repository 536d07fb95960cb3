/// A look of buttons of an app's own: what a button shows, at rest and while it is pressed. The button has no frame then.
@MainActor @preconcurrency public protocol ButtonStyle {
    /// What a button of this style is made of.
    associatedtype Body: View
    /// What is known of the button.
    typealias Configuration = ButtonStyleConfiguration
    /// What the button shows.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// A button, as its style has it.
public struct ButtonStyleConfiguration {
    /// The button's label.
    public struct Label { let view: any View }
    /// What the button is for, where that is said.
    public let role: ButtonRole?
    /// The button's label.
    public let label: Label
    /// Whether it is held down.
    public let isPressed: Bool
}

extension ButtonStyleConfiguration.Label: View {
    public typealias Body = Never
    public var body: Never { fatalError("A label has no body.") }
}
extension ButtonStyleConfiguration.Label: NodeView {
    package func build(in node: Node) { node.setChildren([Child(.index(0), view)]) }
}

/// Evaluates a style with its own dynamic properties.
struct ButtonStyleBody<Style: ButtonStyle>: View, DynamicHolder {
    let style: Style
    let configuration: ButtonStyleConfiguration

    var body: Style.Body { style.makeBody(configuration: configuration) }
    var holder: Any { style }
}

extension Button {
    /// Shows the button as a style of the app's own has it.
    @MainActor func build<S: ButtonStyle>(in node: Node, style: S) {
        let memory = node.control(ControlMemory())
        let action = action
        node.setElement(ButtonElement(role: nil, style: .custom, isEnabled: node.environment.isEnabled)) {
            [weak node] event in
            switch event {
            case .activated: action()
            case .pressed(let isPressed) where isPressed != memory.isPressed:
                memory.isPressed = isPressed
                node?.markDirty()
            default: break
            }
        }
        let configuration = ButtonStyleConfiguration(
            role: role, label: .init(view: label), isPressed: memory.isPressed)
        node.setChildren([Child(.index(0), ButtonStyleBody(style: style, configuration: configuration))])
    }
}

enum CustomButtonStyleKey: EnvironmentKey { static var defaultValue: (any ButtonStyle)? { nil } }
extension EnvironmentValues {
    var customButtonStyle: (any ButtonStyle)? {
        get { self[CustomButtonStyleKey.self] }
        set { self[CustomButtonStyleKey.self] = newValue }
    }
}

nonisolated extension View {
    /// The look of buttons in this view, of the app's own.
    public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View { environment { $0.customButtonStyle = style } }
}

/// What a button is for.
public struct ButtonRole: Hashable, Sendable {
    private let name: String
    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

package struct ButtonElement: Element {
    package var role: ButtonRole?
    package var style: ButtonLook
    package var isEnabled: Bool
    package var tint: Color?
}

/// How buttons look. One of a style of the app's own (`custom`) shows what is in it, without a frame.
package enum ButtonLook: Hashable, Sendable {
    case automatic, plain, borderless, bordered, prominent, link, menuItem, custom
}

/// Does something when it is pressed.
public struct Button<Label: View> {
    let role: ButtonRole?
    let action: @MainActor () -> Void
    let label: Label

    @preconcurrency public init(role: ButtonRole? = nil, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.role = role
        self.action = action
        self.label = label()
    }
    @preconcurrency public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }

    @MainActor package func build(in node: Node) {
        if let style = node.environment.customButtonStyle { return build(in: node, style: style) }
        let element = ButtonElement(
            role: role, style: node.environment.buttonLook, isEnabled: node.environment.isEnabled,
            tint: node.environment.tint)
        let action = action
        node.setElement(element) { if case .activated = $0 { action() } }
        node.setChildren([Child(.index(0), label)])
    }
}

extension Button where Label == Text {
    @preconcurrency public init(_ titleKey: LocalizedStringKey, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(titleKey) }
    }
    @preconcurrency @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
    ) { self.init(role: role, action: action) { Text(title) } }
}

extension Button where Label == BatonViews.Label<Text, Image> {
    /// A button with a symbol, and a text in the user's language.
    @preconcurrency public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole? = nil,
        action: @escaping @MainActor () -> Void
    ) { self.init(role: role, action: action) { BatonViews.Label(titleKey, systemImage: systemImage) } }
    /// A button with a symbol, and a text as it is.
    @preconcurrency @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, systemImage: String, role: ButtonRole? = nil, action: @escaping @MainActor () -> Void
    ) { self.init(role: role, action: action) { BatonViews.Label(title, systemImage: systemImage) } }
}

enum ButtonLookKey: EnvironmentKey { static let defaultValue = ButtonLook.automatic }
extension EnvironmentValues {
    package var buttonLook: ButtonLook {
        get { self[ButtonLookKey.self] }
        set { self[ButtonLookKey.self] = newValue }
    }
}

/// A button's look that the framework has.
public protocol PrimitiveButtonStyle: Sendable { var _look: _ButtonLook { get } }
public struct _ButtonLook: Sendable { let look: ButtonLook }

public struct DefaultButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public var _look: _ButtonLook { _ButtonLook(look: .automatic) }
}
public struct PlainButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public var _look: _ButtonLook { _ButtonLook(look: .plain) }
}
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public var _look: _ButtonLook { _ButtonLook(look: .borderless) }
}
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public var _look: _ButtonLook { _ButtonLook(look: .bordered) }
}
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    public init() {}
    public var _look: _ButtonLook { _ButtonLook(look: .prominent) }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    public static var automatic: DefaultButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == PlainButtonStyle { public static var plain: PlainButtonStyle { .init() } }
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { .init() }
}

nonisolated extension View {
    /// The look of buttons in this view.
    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        environment {
            $0.buttonLook = style._look.look
            $0.customButtonStyle = nil
        }
    }
}

extension Button: NodeView {}

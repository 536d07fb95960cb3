package struct MenuElement: Element {
    package var isEnabled: Bool
    package var style: ButtonLook
    package static let label = 0
    package static let content = 1
}

/// A button that shows more of them.
///
/// Pressing one closes the menu; other controls in it, such as switches, leave it open.
public struct Menu<Label: View, Content: View> {
    let label: Label
    let content: Content

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content()
    }
}

extension Menu where Label == BatonViews.Label<Text, Image> {
    /// A menu with a symbol, and a text in the user's language.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { BatonViews.Label(titleKey, systemImage: systemImage) }
    }
    /// A menu with a symbol, and a text as it is.
    @_disfavoredOverload public init<S: StringProtocol>(
        _ title: S, systemImage: String, @ViewBuilder content: () -> Content
    ) { self.init(content: content) { BatonViews.Label(title, systemImage: systemImage) } }
}

extension Menu where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

extension Menu: View {
    public typealias Body = Never
    public var body: Never { fatalError("Menu has no body.") }
}

extension Menu: NodeView {
    package func build(in node: Node) {
        let environment = node.environment
        node.setElement(MenuElement(isEnabled: environment.isEnabled, style: environment.buttonLook))
        var inner = environment.withoutCommon
        inner.buttonLook = .menuItem
        node.setChildren([
            Child(.index(0), label, slot: MenuElement.label),
            Child(.index(1), content, environment: inner, slot: MenuElement.content),
        ])
    }
}

/// A symbol and a text beside it.
public struct Label<Title: View, Icon: View> {
    let title: Title
    let icon: Icon

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.title = title()
        self.icon = icon()
    }
}

extension Label where Title == Text, Icon == Image {
    public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init(title: { Text(titleKey) }, icon: { Image(name) })
    }
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init(title: { Text(titleKey) }, icon: { Image(systemName: name) })
    }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, image name: String) {
        self.init(title: { Text(title) }, icon: { Image(name) })
    }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init(title: { Text(title) }, icon: { Image(systemName: name) })
    }
}

package struct LabelElement: Element {
    package static let icon = 1
    package static let title = 0
}

extension Label: View {
    public typealias Body = Never
    public var body: Never { fatalError("Label has no body.") }
}

extension Label: NodeView {
    package func build(in node: Node) {
        if let style = node.environment.labelStyle { return build(in: node, style: style) }
        node.setElement(LabelElement())
        node.setChildren([
            Child(.index(0), icon, slot: LabelElement.icon), Child(.index(1), title, slot: LabelElement.title),
        ])
    }
}

/// What makes another view of a view.
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// The view that a modifier is applied to.
public struct _ViewModifier_Content<Modifier: ViewModifier> {
    let view: any View

    @MainActor package func build(in node: Node) { node.setChildren([Child(.index(0), view)]) }
}

/// A view with a modifier.
public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier

    public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public typealias Body = Never
    public var body: Never { fatalError("A modified view has no body.") }
}

extension ModifiedContent: NodeView where Content: View, Modifier: ViewModifier {
    @MainActor package func build(in node: Node) {
        if let modifier = modifier as? any NodeModifier {
            modifier.build(in: node, content: content)
        } else {
            node.setChildren([Child(.index(0), ModifierBody(modifier: modifier, content: content))])
        }
    }
}

/// Evaluates a modifier's body with the modifier's own state.
struct ModifierBody<Modifier: ViewModifier>: View, DynamicHolder {
    let modifier: Modifier
    let content: any View

    var body: Modifier.Body { modifier.body(content: _ViewModifier_Content(view: content)) }
    var holder: Any { modifier }
}

/// A modifier of the framework's own.
@MainActor package protocol NodeModifier: ViewModifier where Body == Never {
    @MainActor func build(in node: Node, content: any View)
}

extension NodeModifier {
    public func body(content: Content) -> Never { fatalError("\(Self.self) has no body.") }
}

nonisolated extension View {
    /// The view as the modifier makes it.
    public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

extension _ViewModifier_Content: NodeView {}

/// A piece of an app's user interface, and how it looks at this moment.
///
/// A view is a value: `body` says of which other views it is made. It is asked again when something that it read has changed
/// (`State`, `ObservedObject`, an `@Observable` object, its environment), and what is on the screen is brought up to it.
@MainActor @preconcurrency public protocol View {
    /// What the view is made of.
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public typealias Body = Never
    public var body: Never { fatalError("There is no view of the type Never.") }
}

/// A view of the framework's own: it says to its node what it is.
@MainActor package protocol NodeView: View where Body == Never {
    /// Brings the node up to this value: its element, its children.
    @MainActor func build(in node: Node)
}

extension NodeView {
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

/// Builds views from what stands in braces: any number of them, `if`, `switch`.
@resultBuilder public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
        (repeat each Content)
    > {
        var views: [any View] = []
        repeat views.append(each content)
        return TupleView((repeat each content), views: views)
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(first: First) -> _ConditionalContent<First, Second> {
        _ConditionalContent(.first(first))
    }
    public static func buildEither<First: View, Second: View>(second: Second) -> _ConditionalContent<First, Second> {
        _ConditionalContent(.second(second))
    }
    public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { AnyView(content) }
}

/// Nothing to see.
public struct EmptyView {
    public init() {}
    @MainActor package func build(in node: Node) { node.setChildren([]) }
}

/// Several views, one after the other.
public struct TupleView<T> {
    public var value: T
    package let views: [any View]

    package init(_ value: T, views: [any View]) {
        self.value = value
        self.views = views
    }

    @MainActor package func build(in node: Node) {
        node.setChildren(views.enumerated().map { Child(.index($0.offset), $0.element) })
    }
}

/// One of two views, as `if` and `switch` make it.
public struct _ConditionalContent<TrueContent: View, FalseContent: View> {
    enum Storage {
        case first(TrueContent)
        case second(FalseContent)
    }

    let storage: Storage

    init(_ storage: Storage) { self.storage = storage }

    @MainActor package func build(in node: Node) {
        switch storage {
        case .first(let view): node.setChildren([Child(.index(0), view)])
        case .second(let view): node.setChildren([Child(.index(1), view)])
        }
    }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
    public var body: Never { fatalError("An optional view has no body.") }
}

extension Optional: NodeView where Wrapped: View {
    @MainActor package func build(in node: Node) { node.setChildren(map { [Child(.index(0), $0)] } ?? []) }
}

/// A view of any type. A value of another type is another view: its state begins anew.
public struct AnyView {
    package let view: any View

    public init(_ view: some View) { self.view = (view as? AnyView)?.view ?? view }
    public init(erasing view: some View) { self.init(view) }

    @MainActor package func build(in node: Node) { node.setChildren([Child(.index(0), view)]) }
}

/// Views that are treated as one where a modifier is written once for all of them.
public struct Group<Content: View> {
    package let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }

    @MainActor package func build(in node: Node) { node.setChildren([Child(.index(0), content)]) }
}

extension EmptyView: NodeView {}
extension TupleView: NodeView {}
extension _ConditionalContent: NodeView {}
extension AnyView: NodeView {}
extension Group: NodeView {}

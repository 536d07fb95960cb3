/// Where in a page's bar something stands.
public struct ToolbarItemPlacement: Hashable, Sendable {
    let slot: Int
    public static let automatic = ToolbarItemPlacement(slot: PageElement.trailing)
    public static let principal = ToolbarItemPlacement(slot: PageElement.trailing)
    public static let navigation = ToolbarItemPlacement(slot: PageElement.leading)
    public static let primaryAction = ToolbarItemPlacement(slot: PageElement.trailing)
    public static let confirmationAction = ToolbarItemPlacement(slot: PageElement.trailing)
    public static let cancellationAction = ToolbarItemPlacement(slot: PageElement.leading)
    public static let destructiveAction = ToolbarItemPlacement(slot: PageElement.leading)
    public static let navigationBarLeading = ToolbarItemPlacement(slot: PageElement.leading)
    public static let navigationBarTrailing = ToolbarItemPlacement(slot: PageElement.trailing)
    public static let topBarLeading = ToolbarItemPlacement(slot: PageElement.leading)
    public static let topBarTrailing = ToolbarItemPlacement(slot: PageElement.trailing)
    public static let bottomBar = ToolbarItemPlacement(slot: PageElement.bottom)
    public static let status = ToolbarItemPlacement(slot: PageElement.bottom)
}

/// What stands in a page's bar.
///
/// Of one's own it is made of items, like a view of views; `@State` and `@Environment` are for the views in it.
@MainActor @preconcurrency public protocol ToolbarContent {
    /// What it is made of.
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: ToolbarContent {}

/// A view of a bar, and where in it.
package struct ToolbarEntry {
    let slot: Int
    let view: any View
}

/// Content of the framework's own.
@MainActor package protocol DeclaredToolbarContent: ToolbarContent where Body == Never {
    var entries: [ToolbarEntry] { get }
}

extension DeclaredToolbarContent {
    public var body: Never { fatalError("\(Self.self) has no body.") }
}

extension ToolbarContent {
    var allEntries: [ToolbarEntry] { (self as? any DeclaredToolbarContent)?.entries ?? body.allEntries }
}

public struct ToolbarItem<Content: View> {
    let placement: ToolbarItemPlacement
    let content: Content
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.placement = placement
        self.content = content()
    }
}
extension ToolbarItem: DeclaredToolbarContent {
    package var entries: [ToolbarEntry] { [ToolbarEntry(slot: placement.slot, view: content)] }
}

public struct ToolbarItemGroup<Content: View> {
    let item: ToolbarItem<Content>
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        item = ToolbarItem(placement: placement, content: content)
    }
}
extension ToolbarItemGroup: DeclaredToolbarContent { package var entries: [ToolbarEntry] { item.entries } }

/// Several, one after the other.
public struct _ToolbarList { let parts: [any ToolbarContent] }
extension _ToolbarList: DeclaredToolbarContent {
    package var entries: [ToolbarEntry] { parts.flatMap { $0.allEntries } }
}

/// What is there or not, as `if` makes it. It says of what type: without an `else` nothing else does.
public struct _OptionalToolbar<Content: ToolbarContent> { let content: Content? }
extension _OptionalToolbar: DeclaredToolbarContent {
    package var entries: [ToolbarEntry] { content?.allEntries ?? [] }
}

@resultBuilder public enum ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: ToolbarContent>(_ content: repeat each Content) -> _ToolbarList {
        var parts: [any ToolbarContent] = []
        repeat parts.append(each content)
        return _ToolbarList(parts: parts)
    }
    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> _OptionalToolbar<Content> {
        _OptionalToolbar(content: content)
    }
    public static func buildEither<Content: ToolbarContent>(first: Content) -> _ToolbarList { _ToolbarList(parts: [first]) }
    public static func buildEither<Content: ToolbarContent>(second: Content) -> _ToolbarList {
        _ToolbarList(parts: [second])
    }
    public static func buildLimitedAvailability<Content: ToolbarContent>(_ content: Content) -> _ToolbarList {
        _ToolbarList(parts: [content])
    }
}

/// What views put into their page's bar, with the environment of the place where they say it.
package struct ToolbarOffer {
    package let slot: Int
    package let view: any View
    let environment: EnvironmentValues
}

enum ToolbarPreference: ViewPreference {
    typealias Value = [ToolbarOffer]
    static func areEqual(_ a: [ToolbarOffer], _ b: [ToolbarOffer]) -> Bool { false }
}

struct ToolbarModifier {
    let entries: @MainActor () -> [ToolbarEntry]

    @MainActor func build(in node: Node, content: any View) {
        let environment = node.environment.withoutCommon
        node.setPreference(
            ToolbarPreference.self,
            node.track(entries).map { ToolbarOffer(slot: $0.slot, view: $0.view, environment: environment) })
        node.setChildren([Child(.index(0), content)])
    }
}
extension ToolbarModifier: NodeModifier {}

nonisolated extension View {
    /// What stands in the bar of the page, or of the window, with this view.
    public func toolbar<Content: ToolbarContent>(@ToolbarContentBuilder content: () -> Content) -> some View {
        let content = content()
        return modifier(ToolbarModifier { content.allEntries })
    }
    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        let content = content()
        return modifier(
            ToolbarModifier { [ToolbarEntry(slot: ToolbarItemPlacement.automatic.slot, view: content)] })
    }
}

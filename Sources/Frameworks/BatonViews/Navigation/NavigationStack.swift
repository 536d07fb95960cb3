package struct NavigationElement: Element {
    /// How many pages there are; the last one is shown.
    package var depth: Int
}

/// A page of a navigation container: what it is called, and what it puts into its bar.
package struct PageElement: Element {
    package var title: String
    package var canGoBack: Bool
    package static let content = 0
    package static let leading = 1
    package static let trailing = 2
    package static let bottom = 3
}

/// Pages, of which the last one that was gone to is shown.
struct NavigationContainer {
    let root: any View
    /// The values that somebody else keeps as the path.
    let path: PathBinding?

    struct PathBinding {
        let get: () -> [AnyHashable]
        let removeLast: (Int) -> Void
        let append: (AnyHashable) -> Void
    }
}

extension NavigationContainer: NodeView {
    func build(in node: Node) {
        let navigator = node.memory as? Navigator ?? Navigator()
        node.memory = navigator
        navigator.container = node
        navigator.path = path
        navigator.values = path.map { path in node.track { path.get() } } ?? []
        assemble(node, navigator, isRootKept: false)
        // Pages below the one that is seen are there all the same: the uppermost that has an activity says what the user does.
        node.onPreference(ActivityPreference.self) { [weak node] in
            guard let node else { return }
            let offers = node.children.reversed().lazy.map { $0.collect(ActivityPreference.self) }
            node.setPreference(ActivityPreference.self, offers.compactMap { ActivityPreference.first(of: $0) }.first)
        }
    }

    @MainActor func assemble(_ node: Node, _ navigator: Navigator, isRootKept: Bool) {
        let children = navigator.children(of: node, root: root, isRootKept: isRootKept)
        node.setElement(NavigationElement(depth: children.count)) { event in
            if case .back = event { navigator.popLast() }
        }
        node.setPreference(HasNavigationPreference.self, true)
        node.setChildren(children)
    }
}

enum HasNavigationPreference: ViewPreference { typealias Value = Bool }

/// A page, with what its views say for its bar.
struct PageView {
    let content: () -> any View
    let canGoBack: Bool
}

extension PageView: NodeView {
    func build(in node: Node) {
        assemble(node, isContentKept: false)
        let again = { [weak node] in
            guard let node else { return }
            node.rearrange { assemble(node, isContentKept: true) }
        }
        node.onPreference(TitlePreference.self, again)
        node.onPreference(ToolbarPreference.self, again)
    }

    @MainActor private func assemble(_ node: Node, isContentKept: Bool) {
        let titles = node.collect(TitlePreference.self)
        let items = node.collect(ToolbarPreference.self).flatMap { $0 }
        node.setPreference(PageTitlePreference.self, titles.first)
        node.setElement(PageElement(title: titles.first ?? "", canGoBack: canGoBack)) { [weak node] event in
            guard case .back = event, let navigator = node?.environment.navigator else { return }
            navigator.popLast()
        }
        let known = isContentKept ? node.children.first?.view : nil
        node.setChildren(
            [Child(.index(0), known ?? node.track { content() }, slot: PageElement.content, isKept: isContentKept)]
                + items.enumerated().map { index, item in
                    Child(.id(ToolbarKey(index: index)), item.view, environment: item.environment, slot: item.slot)
                })
    }

    struct ToolbarKey: Hashable { let index: Int }
}

/// Pages that are gone to by links, or by a path.
public struct NavigationStack<Data, Root: View> {
    let container: NavigationContainer

    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        container = NavigationContainer(root: root(), path: nil)
    }
    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
        container = NavigationContainer(
            root: root(),
            path: .init(
                get: { path.wrappedValue.values }, removeLast: { path.wrappedValue.removeLast($0) },
                append: { path.wrappedValue.values.append($0) }))
    }
    public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable {
        container = NavigationContainer(
            root: root(),
            path: .init(
                get: { path.wrappedValue.map { AnyHashable($0) } },
                removeLast: { count in
                    let all = path.wrappedValue
                    path.wrappedValue = Data(all.prefix(all.count - count))
                },
                append: { if let value = $0.base as? Data.Element { path.wrappedValue.append(value) } }))
    }
}

extension NavigationStack: View {
    public typealias Body = Never
    public var body: Never { fatalError("NavigationStack has no body.") }
}
extension NavigationStack: NodeView {
    package func build(in node: Node) { node.setChildren([Child(.index(0), container)]) }
}

/// Pages that are gone to by links.
public struct NavigationView<Content: View> {
    let content: Content
    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

extension NavigationView: View {
    public typealias Body = Never
    public var body: Never { fatalError("NavigationView has no body.") }
}
extension NavigationView: NodeView {
    package func build(in node: Node) {
        node.setChildren([Child(.index(0), NavigationContainer(root: content, path: nil))])
    }
}

// MARK: What a page is called

enum TitlePreference: ViewPreference {
    typealias Value = String
    static func combine(_ outer: String, _ inner: [String]) -> [String] { inner.isEmpty ? [outer] : inner }
}

/// The title of a page, for the window around it: that of the last of its pages counts.
enum PageTitlePreference: ViewPreference {
    typealias Value = String
    static func combine(_ outer: String, _ inner: [String]) -> [String] { inner.isEmpty ? [outer] : inner }
}

extension Node {
    /// Has something done when what a window with this node's views is called may have changed.
    func onTitle(_ changed: @escaping () -> Void) {
        onPreference(TitlePreference.self, changed)
        onPreference(PageTitlePreference.self, changed)
    }

    /// What a window with this node's views is called, where they say it.
    var collectedTitle: String? { collect(TitlePreference.self).first ?? collect(PageTitlePreference.self).last }
}

struct TitleModifier {
    let title: String

    @MainActor func build(in node: Node, content: any View) {
        node.setChildren([Child(.index(0), content)])
        node.setPreference(TitlePreference.self, title)
    }
}
extension TitleModifier: NodeModifier {}

nonisolated extension View {
    /// What the page, or the window, with this view is called.
    public func navigationTitle(_ title: Text) -> some View { modifier(TitleModifier(title: title.title)) }
    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(Text(titleKey)) }
    @_disfavoredOverload public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
        navigationTitle(Text(title))
    }
    @available(*, deprecated, renamed: "navigationTitle(_:)")
    public func navigationBarTitle(_ title: Text) -> some View { navigationTitle(title) }
    @available(*, deprecated, renamed: "navigationTitle(_:)")
    public func navigationBarTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(Text(titleKey)) }
    @available(*, deprecated, renamed: "navigationTitle(_:)") @_disfavoredOverload
    public func navigationBarTitle<S: StringProtocol>(_ title: S) -> some View { navigationTitle(Text(title)) }

    /// What the values of a type lead to, in the navigation stack that the view is in.
    public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View { modifier(DestinationModifier(make: destination)) }

    /// The page that a binding leads to, in the navigation stack that the view is in; going back sets it to false.
    public func navigationDestination<V: View>(
        isPresented: Binding<Bool>, @ViewBuilder destination: @escaping () -> V
    ) -> some View { modifier(BoundDestinationModifier(isPresented: isPresented, destination: destination)) }

    /// The page of an element, as long as there is one, in the navigation stack that the view is in; going back takes it away.
    public func navigationDestination<D: Hashable, C: View>(
        item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        navigationDestination(
            isPresented: Binding(get: { item.wrappedValue != nil }, set: { if !$0 { item.wrappedValue = nil } })
        ) { item.wrappedValue.map { destination($0).id($0) } }
    }
}

/// A page without anything to press: a link that is not seen leads to it.
struct BoundDestinationModifier<Destination: View> {
    let isPresented: Binding<Bool>
    let destination: () -> Destination

    @MainActor func build(in node: Node, content: any View) {
        node.setChildren([
            Child(.index(0), content),
            Child(.index(1), NavigationLink(EmptyView(), .bound(destination, isActive: isPresented))),
        ])
    }
}
extension BoundDestinationModifier: NodeModifier {}

struct DestinationModifier<D: Hashable, C: View> {
    let make: (D) -> C

    @MainActor func build(in node: Node, content: any View) {
        let make = make
        node.environment.navigator?.setDestination(for: D.self, by: node) { make($0) }
        node.setChildren([Child(.index(0), content)])
    }
}
extension DestinationModifier: NodeModifier {}

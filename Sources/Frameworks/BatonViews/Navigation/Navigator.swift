internal import UserActivity

/// The pages of one navigation container: the values of its path, and what links have pushed on them.
///
/// A page is made anew when what it is made by has changed, and not whenever the container or its root is: a page may hold the
/// link to the next one, and that one's change must not come back to it.
@MainActor package final class Navigator {
    /// What is pushed by a link.
    struct Page {
        let key: ChildKey
        var content: Content
        /// Called when the user, or anything but who pushed it, takes the page away.
        var onPop: () -> Void
    }

    enum Content {
        case view(() -> any View)
        /// What becomes of it is said by `navigationDestination(for:)`.
        case value(AnyHashable)
    }

    private struct Destination {
        weak var owner: Node?
        let make: (Any) -> any View
        let stamp: Int
    }

    struct PathKey: Hashable {
        let index: Int
        let value: AnyHashable
    }

    weak var container: Node?
    /// The values below the pushed pages, where somebody else keeps them.
    var path: NavigationContainer.PathBinding?
    /// What the path was when the container was evaluated.
    var values: [AnyHashable] = []
    private var pushed: [(page: Page, stamp: Int)] = []
    private var destinations: [ObjectIdentifier: Destination] = [:]
    private var lastStamp = 0
    private var isChanging = false
    private var reported: Set<AnyHashable> = []
    // What the children were made with.
    private var base: EnvironmentValues?
    private var derived = EnvironmentValues()
    private var shown: [ChildKey: (stamp: Int, environment: EnvironmentValues)] = [:]

    // MARK: Going

    func push(_ page: Page) {
        let entry = (page, nextStamp())
        if let index = pushed.firstIndex(where: { $0.page.key == page.key }) {
            pushed[index] = entry
        } else {
            pushed.append(entry)
        }
        pagesChanged()
    }

    /// Takes a page away, with those above it.
    func pop(_ key: ChildKey) {
        if let index = pushed.firstIndex(where: { $0.page.key == key }) { pop(to: index) }
    }

    /// The same for a page of the path.
    private func dismiss(_ key: ChildKey) {
        if case .id(let id) = key, let place = id.base as? PathKey, let path {
            let count = path.get().count
            if place.index < count { path.removeLast(count - place.index) }
        } else {
            pop(key)
        }
    }

    /// Goes back one page.
    func popLast() {
        if !pushed.isEmpty {
            pop(to: pushed.count - 1)
        } else if let path, !path.get().isEmpty {
            path.removeLast(1)
        }
    }

    private func pop(to count: Int) {
        let gone = pushed[count...]
        pushed.removeSubrange(count...)
        pagesChanged()
        for entry in gone.reversed() { entry.page.onPop() }
    }

    func isShown(_ key: ChildKey) -> Bool { pushed.contains { $0.page.key == key } }

    private func nextStamp() -> Int {
        lastStamp += 1
        return lastStamp
    }

    /// The container shows other pages, or a page another content; its root stays as it is.
    private func pagesChanged() {
        guard !isChanging, let container else { return }
        isChanging = true
        container.host.afterPass { [weak self] in
            guard let self else { return }
            isChanging = false
            guard let container = self.container, let view = container.view as? NavigationContainer else { return }
            container.rearrange { view.assemble(container, self, isRootKept: true) }
        }
    }

    // MARK: Values

    /// Of several views that say it for one type, the one that said it first counts while it is there.
    func setDestination<D: Hashable>(for type: D.Type, by owner: Node, _ make: @escaping (D) -> any View) {
        let id = ObjectIdentifier(type)
        if let known = destinations[id]?.owner, known !== owner, !known.isGone { return }
        destinations[id] = Destination(
            owner: owner, make: { ($0 as? D).map(make) ?? EmptyView() }, stamp: nextStamp())
        pagesChanged()
    }

    private func destination(of value: AnyHashable) -> Destination? {
        destinations[ObjectIdentifier(type(of: value.base))]
    }

    func hasDestination(for value: AnyHashable) -> Bool { destination(of: value) != nil }

    // MARK: The container's children

    private struct Shown {
        let key: ChildKey
        let stamp: Int
        let make: () -> any View
    }

    private var pages: [Shown] {
        var result: [Shown] = []
        for (index, value) in values.enumerated() {
            guard let destination = destination(of: value) else {
                report(value)
                break
            }
            result.append(
                Shown(key: .id(PathKey(index: index, value: value)), stamp: destination.stamp) {
                    destination.make(value.base)
                })
        }
        for (page, stamp) in pushed {
            switch page.content {
            case .view(let make): result.append(Shown(key: page.key, stamp: stamp, make: make))
            case .value(let value):
                guard let destination = destination(of: value) else { continue }
                result.append(Shown(key: page.key, stamp: destination.stamp) { destination.make(value.base) })
            }
        }
        return result
    }

    /// The container's root page, and those on it.
    func children(of node: Node, root: any View, isRootKept: Bool) -> [Child] {
        if base.map(node.environment.isIdentical) != true {
            base = node.environment
            derived = node.environment.withoutCommon
            derived.navigator = self
            shown = [:]
        }
        var next: [ChildKey: (stamp: Int, environment: EnvironmentValues)] = [:]
        let children = pages.map { page in
            let known = shown[page.key]
            let environment = known?.environment ?? self.environment(of: page.key)
            next[page.key] = (page.stamp, environment)
            return Child(
                page.key, PageView(content: page.make, canGoBack: true), environment: environment,
                isKept: known?.stamp == page.stamp)
        }
        shown = next
        return [Child(.index(0), PageView(content: { root }, canGoBack: false), environment: derived, isKept: isRootKept)]
            + children
    }

    private func environment(of key: ChildKey) -> EnvironmentValues {
        var result = derived
        result.presentation = Presentation(isPresented: true) { [weak self] in self?.dismiss(key) }
        return result
    }

    /// Where the views that say what becomes of it have had their turn.
    private func report(_ value: AnyHashable) {
        container?.host.afterPass { [weak self] in
            guard let self, values.contains(value), destination(of: value) == nil, reported.insert(value).inserted else {
                return
            }
            UserActivityDiagnostics.report(
                .error,
                "A NavigationStack has a value of the type \(type(of: value.base)) in its path, and no view in it has navigationDestination(for:) for that type."
            )
        }
    }
}

enum NavigatorKey: EnvironmentKey { static var defaultValue: Navigator? { nil } }
extension EnvironmentValues {
    var navigator: Navigator? {
        get { self[NavigatorKey.self] }
        set { self[NavigatorKey.self] = newValue }
    }
}

/// Values that lead to pages, of any types: the pages above a stack's root.
public struct NavigationPath: Equatable {
    var values: [AnyHashable] = []
    public init() {}
    public init<S: Sequence>(_ elements: S) where S.Element: Hashable { values = elements.map { AnyHashable($0) } }
    public var count: Int { values.count }
    public var isEmpty: Bool { values.isEmpty }
    public mutating func append<V: Hashable>(_ value: V) { values.append(AnyHashable(value)) }
    public mutating func removeLast(_ k: Int = 1) { values.removeLast(k) }
}

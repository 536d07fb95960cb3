/// How far a scroll view is scrolled, as somebody else keeps it.
struct ScrollPositionLink {
    let get: () -> AnyHashable?
    /// Writes the first of a view's identifiers that is of the right type.
    ///
    /// - Returns: the one that was written; nil: none is.
    let set: ([AnyHashable]) -> AnyHashable?
    let anchor: UnitPoint?
}

enum ScrollPositionKey: EnvironmentKey { static var defaultValue: ScrollPositionLink? { nil } }
extension EnvironmentValues {
    var scrollPosition: ScrollPositionLink? {
        get { self[ScrollPositionKey.self] }
        set { self[ScrollPositionKey.self] = newValue }
    }
}

nonisolated extension View {
    /// Keeps the identifier of the view that is topmost in the scroll views in this one.
    ///
    /// As the user scrolls, the binding is written; where it is written by somebody else, the view with that identifier is
    /// scrolled to: also before the content was ever laid out, or when the view comes later. The view stays where it is,
    /// even where what is above it becomes higher, until the user scrolls to another one, which does so then. nil, and an identifier that no view has, scroll nowhere.
    /// The views that count are those in the stack with `scrollTargetLayout()`; without one the binding is not written.
    ///
    /// - Parameter anchor: the place in the scroll view, and in the view, that come together; nil: where both begin.
    public func scrollPosition<ID: Hashable>(id: Binding<ID?>, anchor: UnitPoint? = nil) -> some View {
        let link = ScrollPositionLink(
            get: { id.wrappedValue.map { AnyHashable($0) } },
            set: { candidates in
                guard let value = candidates.lazy.compactMap({ $0.base as? ID }).first else { return nil }
                if id.wrappedValue != value { id.wrappedValue = value }
                return AnyHashable(value)
            }, anchor: anchor)
        return environment { $0.scrollPosition = link }
    }
}

/// What a scroll view knows of the views in it, for the renderer.
@MainActor package final class ScrollModel {
    private weak var node: Node?
    private var element: ScrollElement
    private var link: ScrollPositionLink?
    private var known: [FoundTarget] = []
    /// What is to be scrolled to.
    private var requested: AnyHashable?
    /// What the user has scrolled to since.
    private weak var kept: Node?
    private var requests = 0
    /// The position as it was at the last evaluation, and what was written to it for the user's scrolling.
    private var seen: AnyHashable?
    private var reported: AnyHashable?

    init(_ node: Node, _ element: ScrollElement) {
        self.node = node
        self.element = element
    }

    /// The scroll view is evaluated.
    func show(_ new: ScrollElement, _ link: ScrollPositionLink?, position: AnyHashable?) {
        self.link = link
        known = []
        var new = new
        new.request = element.request
        new.line = link.map { $0.anchor ?? .topLeading }
        if position != seen {
            seen = position
            if position == nil || position != reported { reported = nil }
            if let position, position != reported { new.request = next(position, link?.anchor ?? .topLeading) }
        }
        element = new
        setElement()
    }

    /// Scrolls to a view.
    ///
    /// - Parameter anchor: nil: as little as is needed for it to be seen.
    func scroll(to id: AnyHashable, _ anchor: UnitPoint?) {
        element.request = next(id, anchor)
        node?.rearrange { setElement() }
    }

    private func next(_ id: AnyHashable, _ anchor: UnitPoint?) -> ScrollRequest {
        requested = id
        kept = nil
        requests += 1
        return ScrollRequest(number: requests, anchor: anchor)
    }

    private func setElement() {
        node?.setElement(element) { [weak self] event in
            if case .scrolledTo(let index) = event { self?.userScrolled(to: index) }
        }
    }

    private func userScrolled(to index: Int) {
        guard known.indices.contains(index), let id = link?.set(known[index].ids) else { return }
        reported = id
    }

    // MARK: For the renderer

    /// The elements of the view that is to be where it is, or that is to be scrolled to; none while it is not there.
    package var requestedElements: [RenderedNode] {
        if let kept { return kept.output }
        guard let node, let requested else { return [] }
        return node.children.lazy.compactMap { $0.scrollTarget(requested) }.first?.output ?? []
    }

    /// How many views tell how far it is scrolled. The number of one of them is its event's.
    package func countTargets() -> Int {
        if known.isEmpty || known.contains(where: { $0.node.isGone }) { refreshTargets() }
        return known.count
    }

    /// What is in it has another size: there may be other views.
    package func refreshTargets() { known = node?.layoutTargets() ?? [] }

    /// The user has scrolled to a view: it stays where it is.
    package func keep(target index: Int) {
        requested = nil
        kept = known.indices.contains(index) ? known[index].node : nil
    }

    package func elements(ofTarget index: Int) -> [RenderedNode] {
        known.indices.contains(index) ? known[index].node.output : []
    }
}

/// A view that has an identifier of its own, so that it can be scrolled to.
@MainActor package protocol ScrollTarget { var scrollTargetID: AnyHashable { get } }

extension ModifiedContent: ScrollTarget where Content: View, Modifier: ScrollTarget {
    package var scrollTargetID: AnyHashable { modifier.scrollTargetID }
}

/// The views in it, each by its identifier, are what a scroll position is told by.
struct ScrollTargetLayoutModifier {
    let isEnabled: Bool

    @MainActor func build(in node: Node, content: any View) { node.setChildren([Child(.index(0), content)]) }
}
extension ScrollTargetLayoutModifier: NodeModifier {}

@MainActor private protocol ScrollTargetLayout { var countsForScrolling: Bool { get } }
extension ScrollTargetLayoutModifier: ScrollTargetLayout { fileprivate var countsForScrolling: Bool { isEnabled } }
extension ModifiedContent: ScrollTargetLayout where Content: View, Modifier: ScrollTargetLayout {
    fileprivate var countsForScrolling: Bool { modifier.countsForScrolling }
}

nonisolated extension View {
    /// The views in this stack are those by which `scrollPosition(id:anchor:)` says how far its scroll view is scrolled:
    /// those of a `ForEach` by their elements' identifiers, others by their `id(_:)`.
    public func scrollTargetLayout(isEnabled: Bool = true) -> some View {
        modifier(ScrollTargetLayoutModifier(isEnabled: isEnabled))
    }
}

// MARK: Finding them

/// A view that can be scrolled to, by any of its identifiers.
@MainActor struct FoundTarget {
    let node: Node
    let ids: [AnyHashable]
}

extension Node {
    /// The first view in this one, or this one, that has the identifier.
    func scrollTarget(_ id: AnyHashable) -> Node? {
        if (view as? any ScrollTarget)?.scrollTargetID == id { return self }
        let isCollection = view is any LazyRows
        for (key, child) in keyedChildren {
            if isCollection, key == .id(id) { return child }
            if let found = child.scrollTarget(id) { return found }
        }
        return nil
    }

    /// The views of the layouts in this one that count, in their order; not those of another scroll view in it.
    func layoutTargets() -> [FoundTarget] {
        var result: [FoundTarget] = []
        for child in children { child.collectLayouts(into: &result) }
        return result
    }

    private func collectLayouts(into result: inout [FoundTarget]) {
        if memory is ScrollModel { return }
        if (view as? any ScrollTargetLayout)?.countsForScrolling == true { return collectTargets(into: &result) }
        for child in children { child.collectLayouts(into: &result) }
    }

    private func collectTargets(into result: inout [FoundTarget]) {
        let isCollection = view is any LazyRows
        for (key, child) in keyedChildren {
            let inner = child.ownTargetIDs()
            if isCollection, case .id(let id) = key {
                result.append(FoundTarget(node: child, ids: [id] + inner))
            } else if !inner.isEmpty {
                result.append(FoundTarget(node: child, ids: inner))
            } else {
                child.collectTargets(into: &result)
            }
        }
    }

    /// The identifiers that are given to exactly this view, by modifiers around it.
    private func ownTargetIDs() -> [AnyHashable] {
        var result: [AnyHashable] = []
        var node: Node? = self
        while let current = node {
            if let id = (current.view as? any ScrollTarget)?.scrollTargetID { result.append(id) }
            node = current.children.count == 1 && !(current.view is any LazyRows) ? current.children[0] : nil
            if current.rendered != nil, !(current.view is any WrappingView) { node = nil }
        }
        return result
    }
}

/// A modifier that puts an element around the view and leaves it the same view: a padding, a frame.
@MainActor private protocol WrappingView {}
extension Wrapped: WrappingView {}
extension ModifiedContent: WrappingView where Content: View, Modifier: WrappingView {}

/// What is to be scrolled to: the renderer asks the model for it.
package struct ScrollRequest: Equatable, Sendable {
    /// Another one for each request.
    package var number: Int
    /// nil: as little as is needed for it to be seen.
    package var anchor: UnitPoint?
}

package struct ScrollElement: Element {
    package var axes: Axis.Set
    package var showsIndicators: Bool
    /// Where in it the view is that tells how far it is scrolled; nil: nobody wants to know.
    package var line: UnitPoint?
    package var request: ScrollRequest?
}

/// A view that may be larger than the room that there is for it: what is not seen is scrolled to.
///
/// It takes all the room that it is given. Several views in it stand below each other.
public struct ScrollView<Content: View> {
    public var content: Content
    public var axes: Axis.Set
    public var showsIndicators: Bool

    /// - Parameter showsIndicators: false: without a bar; it can be scrolled all the same.
    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.content = content()
        self.axes = axes
        self.showsIndicators = showsIndicators
    }
}

extension ScrollView: View {
    public typealias Body = Never
    public var body: Never { fatalError("ScrollView has no body.") }
}

extension ScrollView: NodeView {
    package func build(in node: Node) {
        let element = ScrollElement(axes: axes, showsIndicators: showsIndicators && !node.environment.hidesScrollIndicators)
        let model: ScrollModel
        if let known = node.memory as? ScrollModel {
            model = known
        } else {
            model = ScrollModel(node, element)
            node.memory = model
        }
        var environment = node.environment.withoutCommon
        let link = environment.scrollPosition
        // An environment that was changed is another one, and all views in it are made anew.
        if link != nil { environment.scrollPosition = nil }
        model.show(element, link, position: link.flatMap { link in node.track { link.get() } })
        node.setChildren([Child(.index(0), content, environment: environment)])
    }
}

/// Whether bars are seen that say how far something is scrolled.
public struct ScrollIndicatorVisibility: Hashable, Sendable {
    let isHidden: Bool
    /// As the scroll view has it.
    public static let automatic = ScrollIndicatorVisibility(isHidden: false)
    public static let visible = ScrollIndicatorVisibility(isHidden: false)
    public static let hidden = ScrollIndicatorVisibility(isHidden: true)
    public static let never = ScrollIndicatorVisibility(isHidden: true)
}

enum ScrollIndicatorsKey: EnvironmentKey { static let defaultValue = false }
extension EnvironmentValues {
    var hidesScrollIndicators: Bool {
        get { self[ScrollIndicatorsKey.self] }
        set { self[ScrollIndicatorsKey.self] = newValue }
    }
}

nonisolated extension View {
    /// Whether scroll views in this view have bars, of both axes. Lists have theirs.
    public func scrollIndicators(_ visibility: ScrollIndicatorVisibility) -> some View {
        environment { $0.hidesScrollIndicators = visibility.isHidden }
    }
}

// MARK: Scrolling from the app

/// Gives what is in it a way to scroll the scroll views and lists in it.
public struct ScrollViewReader<Content: View> {
    public var content: (ScrollViewProxy) -> Content

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) { self.content = content }
}

/// Scrolls the scroll views and lists in a `ScrollViewReader`.
public struct ScrollViewProxy {
    final class Place { weak var node: Node? }
    let place: Place

    /// Scrolls the scroll view with the view of this identifier, of its `id(_:)` or of its element in a `ForEach`, when
    /// everything that has changed with it is up to date. Where there is no such view then, nothing is scrolled.
    ///
    /// - Parameter anchor: the place in the scroll view, and in the view, that come together; nil: as little is scrolled as is
    ///   needed for the view to be seen. In a list rows are scrolled to with nil, whatever is said.
    @MainActor public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        guard let node = place.node else { return }
        let id = AnyHashable(id)
        node.host.afterPass { [weak node] in
            guard let node, !node.isGone else { return }
            if let target = node.targetInScrollViews(id) {
                var above = target.parent
                while let current = above, current !== node {
                    if let model = current.memory as? ScrollModel { return model.scroll(to: id, anchor) }
                    above = current.parent
                }
            }
            node.scrollList(to: id)
        }
    }
}

extension Node {
    /// The first view with the identifier that is in a scroll view: what is beside one may have the same identifier.
    fileprivate func targetInScrollViews(_ id: AnyHashable) -> Node? {
        if memory is ScrollModel { return scrollTarget(id) }
        return children.lazy.compactMap { $0.targetInScrollViews(id) }.first
    }

    /// - Returns: whether a list in this view has a row with the identifier.
    @discardableResult fileprivate func scrollList(to id: AnyHashable) -> Bool {
        if let rows = memory as? ListRows { return rows.scroll(to: id) }
        return children.contains { $0.scrollList(to: id) }
    }
}

extension ScrollViewReader: View {
    public typealias Body = Never
    public var body: Never { fatalError("ScrollViewReader has no body.") }
}

extension ScrollViewReader: NodeView {
    package func build(in node: Node) {
        let place = node.memory as? ScrollViewProxy.Place ?? ScrollViewProxy.Place()
        place.node = node
        node.memory = place
        node.setChildren([Child(.index(0), node.track { content(ScrollViewProxy(place: place)) })])
    }
}

/// A view that a popover may point at.
package struct PopoverAnchorElement: Element {
    package static let content = 0
    package static let popover = 1
}

package struct PopoverElement: Element {
    /// The side of the view that it stands at; nil: where there is room, below first.
    package var edge: Edge?
}

struct PopoverView {
    let content: any View
    let edge: Edge?
    let dismiss: @MainActor () -> Void
}

extension PopoverView: NodeView, PresentedRoot {
    func build(in node: Node) {
        let dismiss = dismiss
        node.setElement(PopoverElement(edge: edge)) { if case .dismissed = $0 { dismiss() } }
        node.setChildren([Child(.index(0), content)])
        // Nothing of these comes to the page or the window below.
        for ignore in [node.readTitles, node.readToolbars, node.readNavigation] { ignore() }
    }
}

extension Node {
    fileprivate func readTitles() { onTitle {} }
    fileprivate func readToolbars() { onPreference(ToolbarPreference.self) {} }
    fileprivate func readNavigation() { onPreference(HasNavigationPreference.self) {} }
}

struct PopoverModifier {
    let presentation: PresentationModifier

    @MainActor func build(in node: Node, content: any View) {
        node.setElement(PopoverAnchorElement())
        node.setChildren(
            presentation.presented(in: node, slot: PopoverAnchorElement.popover) + [Child(.index(0), content)])
    }
}
extension PopoverModifier: NodeModifier {}

nonisolated extension View {
    /// Shows a view in a popover that points at this one, as long as the binding is true. Pressing elsewhere and Escape set
    /// the binding to false.
    ///
    /// - Parameter arrowEdge: the side of this view that the popover stands at; nil: where there is room, below first.
    public func popover<Content: View>(
        isPresented: Binding<Bool>, arrowEdge: Edge? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { modifier(Self.popover(PresentationSource(isPresented, content), arrowEdge)) }

    /// Shows a view for an element in a popover that points at this one, as long as there is an element.
    public func popover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, arrowEdge: Edge? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { modifier(Self.popover(PresentationSource(item, content), arrowEdge)) }

    private static func popover(_ source: PresentationSource, _ edge: Edge?) -> PopoverModifier {
        PopoverModifier(
            presentation: PresentationModifier(source: source, onDismiss: nil) {
                PopoverView(content: $0, edge: edge, dismiss: $1)
            })
    }
}

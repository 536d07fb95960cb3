/// A window in front of another one. Its slots are those of a page.
package struct SheetElement: Element {
    package var title: String
    /// Whether what is in it has bars of its own.
    package var hasOwnBars: Bool
    /// Whether the user can close it.
    package var canDismiss: Bool
}

/// What is in a sheet, with what its views say for its bar.
struct SheetView {
    let content: any View
    let dismiss: @MainActor () -> Void
}

extension SheetView: NodeView, PresentedRoot {
    func build(in node: Node) {
        assemble(node, isContentKept: false)
        let again = { [weak node] in
            guard let node else { return }
            node.rearrange { assemble(node, isContentKept: true) }
        }
        // Read here, nothing of it comes to the page or the window below.
        node.onTitle(again)
        node.onPreference(ToolbarPreference.self, again)
        node.onPreference(HasNavigationPreference.self, again)
        node.onPreference(DismissDisabledPreference.self, again)
    }

    @MainActor private func assemble(_ node: Node, isContentKept: Bool) {
        let items = node.collect(ToolbarPreference.self).flatMap { $0 }
        let element = SheetElement(
            title: node.collectedTitle ?? "",
            hasOwnBars: node.collect(HasNavigationPreference.self).contains(true),
            canDismiss: !node.collect(DismissDisabledPreference.self).contains(true))
        let window = node.environment.window
        node.setElement(element) { event in
            switch event {
            case .dismissed: if element.canDismiss { dismiss() }
            case .focused(let isActive): window?.isActive(isActive)
            default: break
            }
        }
        node.setChildren(
            [Child(.index(0), content, slot: PageElement.content, isKept: isContentKept)]
                + items.enumerated().map { index, item in
                    Child(
                        .id(PageView.ToolbarKey(index: index)), item.view, environment: item.environment, slot: item.slot)
                })
    }
}

enum DismissDisabledPreference: ViewPreference { typealias Value = Bool }

struct DismissDisabledModifier {
    let isDisabled: Bool

    @MainActor func build(in node: Node, content: any View) {
        node.setChildren([Child(.index(0), content)])
        node.setPreference(DismissDisabledPreference.self, isDisabled)
    }
}
extension DismissDisabledModifier: NodeModifier {}

nonisolated extension View {
    /// Shows a view in a window in front of this one's, as long as the binding is true. The window's close button and Escape
    /// set the binding to false, as `dismiss` in the view does.
    ///
    /// What the view keeps lives as long as it is shown. Without a title of its own the window has none.
    ///
    /// - Parameter onDismiss: called when it has gone.
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { modifier(Self.sheet(PresentationSource(isPresented, content), onDismiss)) }

    /// Shows a view for an element in a window in front of this one's, as long as there is one. For an element with another
    /// identifier the window goes, and another one comes.
    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View { modifier(Self.sheet(PresentationSource(item, content), onDismiss)) }

    private static func sheet(_ source: PresentationSource, _ onDismiss: (() -> Void)?) -> PresentationModifier {
        PresentationModifier(source: source, onDismiss: onDismiss) { SheetView(content: $0, dismiss: $1) }
    }

    /// Whether the user cannot close the sheet that this view is in; the app still can.
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        modifier(DismissDisabledModifier(isDisabled: isDisabled))
    }
}

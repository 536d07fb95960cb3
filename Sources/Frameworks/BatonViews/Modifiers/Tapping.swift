/// A view that can be pressed: by the pointer anywhere in it, and with Return or the space bar where it has the keyboard.
package struct TapElement: Element {
    /// How many presses in a row.
    package var count: Int
    package var isEnabled: Bool
}

struct TapModifier {
    let count: Int
    let action: () -> Void

    @MainActor func build(in node: Node, content: any View) {
        let action = action
        node.setElement(TapElement(count: max(count, 1), isEnabled: node.environment.isEnabled)) { event in
            if case .activated = event { action() }
        }
        node.setChildren([Child(.index(0), content)])
    }
}

extension TapModifier: NodeModifier {}

nonisolated extension View {
    /// Does something when the view is pressed, so many times in a row; with the keyboard, once is enough. A view that does
    /// something is better a `Button`: screen readers know it as one.
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        modifier(TapModifier(count: count, action: action))
    }

    /// Where in the view it can be pressed: anywhere in its bounds, which is so here in any case.
    public func contentShape(_ shape: Rectangle) -> some View { self }

    /// Whether the pointer can do something with the view; false: what is behind it has the pointer.
    public func allowsHitTesting(_ enabled: Bool) -> some View { common { if !enabled { $0.isHitTestable = false } } }
}

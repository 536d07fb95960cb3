/// What is to be presented, as somebody else keeps it.
struct PresentationSource {
    /// What is shown now, by an identity of its own; nil: nothing.
    let current: () -> (key: AnyHashable, content: any View)?
    let dismiss: () -> Void

    init<Content: View>(_ isPresented: Binding<Bool>, _ content: @escaping () -> Content) {
        current = { isPresented.wrappedValue ? (0, content()) : nil }
        dismiss = { isPresented.wrappedValue = false }
    }

    /// An element of another identity is presented anew.
    init<Item: Identifiable, Content: View>(_ item: Binding<Item?>, _ content: @escaping (Item) -> Content) {
        current = { item.wrappedValue.map { (AnyHashable($0.id), content($0)) } }
        dismiss = { item.wrappedValue = nil }
    }
}

/// Has something beside a view that is shown elsewhere: in a window of its own, in a popover.
///
/// What is presented stands before the view itself: of the activities of both, that of what is presented is advertised, since
/// this is what the user sees.
struct PresentationModifier {
    let source: PresentationSource
    let onDismiss: (() -> Void)?
    /// What shows the content, and may say that the user has dismissed it.
    let show: @MainActor (any View, @escaping @MainActor () -> Void) -> any View

    private final class Memory { var shown: AnyHashable? }
    struct Key: Hashable { let id: AnyHashable }

    @MainActor func build(in node: Node, content: any View) {
        node.setChildren(presented(in: node, slot: -1) + [Child(.index(0), content)])
    }

    @MainActor func presented(in node: Node, slot: Int) -> [Child] {
        let memory = node.memory as? Memory ?? Memory()
        node.memory = memory
        let shown = node.track { source.current() }
        if let old = memory.shown, old != shown?.key, let onDismiss { node.host.afterPass(onDismiss) }
        memory.shown = shown?.key
        guard let shown else { return [] }
        let dismiss: @MainActor () -> Void = { [source] in source.dismiss() }
        return [
            Child(
                .id(Key(id: shown.key)), show(shown.content, dismiss), environment: node.environment.presenting(dismiss),
                slot: slot)
        ]
    }
}
extension PresentationModifier: NodeModifier {}

/// A view that begins something of its own: the views above do not count for what is in it.
@MainActor protocol PresentedRoot {}

extension Node {
    /// The elements of the view that presents this one, and those around them: the nearest first.
    package var presenters: [RenderedNode] {
        var result: [RenderedNode] = []
        var above = parent
        while let node = above {
            result += node.output
            above = node.parent
        }
        return result
    }
}

package struct TabElement: Element {
    /// The page that is shown, by its number.
    package var selected: Int
}

/// A page among others, and what it is chosen by.
package struct TabPageElement: Element {
    package var title = ""
    package var symbol: String?
}

/// Pages, of which the user chooses one by what `tabItem` says of it.
///
/// A page is made when it is chosen for the first time, and keeps its state from then on; activities, titles and bars of a page
/// count while it is chosen. Its `tabItem` and its tag are found where they are said in the `TabView` itself, not in the body
/// of an app's own view.
public struct TabView<SelectionValue: Hashable, Content: View> {
    let selection: Binding<SelectionValue>?
    let content: Content

    /// - Parameter selection: the tag of the page that is chosen, or the identifier of its element in a `ForEach`. While no
    ///   page has it, the first one is shown.
    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = content()
    }
}

extension TabView where SelectionValue == Int {
    public init(@ViewBuilder content: () -> Content) { self.init(selection: nil, content: content) }
}

extension TabView: View {
    public typealias Body = Never
    public var body: Never { fatalError("TabView has no body.") }
}

/// A page, as it stands in its `TabView`.
@MainActor private struct TabEntry {
    let key: AnyHashable
    let tag: AnyHashable?
    let view: any View

    static func list(_ view: any View, in node: Node) -> [TabEntry] {
        var result: [TabEntry] = []
        var next = 0
        collect(view, node, &next, &result)
        return result
    }

    private static func collect(_ view: any View, _ node: Node, _ next: inout Int, _ result: inout [TabEntry]) {
        let place = next
        next += 1
        switch view {
        case let rows as any LazyRows:
            for index in 0..<rows.rowCount {
                let view = node.track { rows.rowView(at: index) }
                let id = rows.rowID(at: index)
                result.append(TabEntry(key: Key(place: place, id: id), tag: tag(of: view) ?? id, view: view))
            }
        case let several as any RowContainer: for part in several.rowParts { collect(part, node, &next, &result) }
        default: result.append(TabEntry(key: Key(place: place, id: nil), tag: tag(of: view), view: view))
        }
    }

    private static func tag(of view: any View) -> AnyHashable? { (view as? any TaggedView).flatMap { $0.tagValue } }

    private struct Key: Hashable {
        let place: Int
        let id: AnyHashable?
    }
}

extension TabView: NodeView {
    package func build(in node: Node) {
        let memory = node.memory as? TabMemory ?? TabMemory()
        node.memory = memory
        let entries = TabEntry.list(content, in: node)
        let wanted = selection.map { selection in node.track { AnyHashable(selection.wrappedValue) } }
        let found = entries.firstIndex { wanted.map(AnyHashable?.some) == $0.tag && wanted != nil }
        let kept = wanted == nil ? entries.firstIndex { $0.key == memory.chosen } : nil
        let selected = found ?? kept ?? 0
        let selection = selection
        node.setElement(TabElement(selected: selected)) { [weak node] event in
            guard case .selected(let index) = event, entries.indices.contains(index) else { return }
            if let selection {
                if let tag = entries[index].tag?.base as? SelectionValue { selection.wrappedValue = tag }
            } else {
                memory.chosen = entries[index].key
                node?.markDirty()
            }
        }
        node.setChildren(
            entries.enumerated().map { index, entry in
                Child(.id(entry.key), TabPageView(content: entry.view, isSelected: index == selected))
            })
    }
}

private final class TabMemory {
    /// Where nobody else keeps it.
    var chosen: AnyHashable?
}

struct TabPageView {
    let content: any View
    let isSelected: Bool

    private final class Memory { var wasSelected = false }
}

extension TabPageView: NodeView {
    func build(in node: Node) {
        let memory = node.memory as? Memory ?? Memory()
        node.memory = memory
        if isSelected { memory.wasSelected = true }
        node.isSilent = !isSelected
        node.setElement(node.rendered?.element as? TabPageElement ?? TabPageElement())
        let label = (content as? any TabLabelled)?.tabLabel ?? EmptyView()
        node.setChildren(
            [Child(.index(0), label, slot: -1)] + (memory.wasSelected ? [Child(.index(1), content)] : []))
        let shown = node.children[0].output
        node.setElement(
            TabPageElement(
                title: shown.map(\.text).filter { !$0.isEmpty }.joined(separator: " "),
                symbol: shown.lazy.compactMap(\.symbol).first))
    }
}

extension RenderedNode {
    /// The name of the first symbol in it.
    fileprivate var symbol: String? {
        if let image = element as? ImageElement, case .symbol(let name) = image.source { return name }
        return children.sorted { $0.key < $1.key }.flatMap(\.value).lazy.compactMap(\.symbol).first
    }
}

// MARK: What a page is chosen by

@MainActor private protocol TabLabelled { var tabLabel: (any View)? { get } }

struct TabItemModifier {
    let label: any View

    @MainActor func build(in node: Node, content: any View) { node.setChildren([Child(.index(0), content)]) }
}
extension TabItemModifier: NodeModifier {}

// It is found below other modifiers; the outermost counts.
extension ModifiedContent: TabLabelled where Content: View, Modifier: ViewModifier {
    fileprivate var tabLabel: (any View)? {
        (modifier as? TabItemModifier)?.label ?? (content as? any TabLabelled)?.tabLabel
    }
}
extension AnyView: TabLabelled {
    fileprivate var tabLabel: (any View)? { (view as? any TabLabelled)?.tabLabel }
}

nonisolated extension View {
    /// What this page of a `TabView` is chosen by: its texts, and the first symbol.
    public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { modifier(TabItemModifier(label: label())) }
}

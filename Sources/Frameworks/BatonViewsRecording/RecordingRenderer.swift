package import BatonViews

/// Keeps what it is told to show, for tests: a tree of elements, what was done with them, and a way to use them.
@MainActor package final class RecordingRenderer: Renderer {
    package private(set) var made = 0
    package private(set) var updates = 0
    /// How many rows of a list are to be seen.
    package var visibleRows = 30
    /// Elements whose children were set.
    package private(set) var arrangements = 0

    package init() {}

    package func make<E: Element>(_ element: E, _ context: ElementContext) -> any RenderedElement {
        made += 1
        let recorded = RecordedElement(self, element, context)
        if element is SheetElement || element is AlertElement { everPresented.append(recorded) }
        return recorded
    }

    private var everPresented: [RecordedElement] = []
    /// Sheets and questions that are shown, in windows of their own, the newest last.
    package var presented: [RecordedElement] { everPresented.filter { !$0.isRemoved } }

    package func resetCounts() { (made, updates, arrangements) = (0, 0, 0) }

    fileprivate func countUpdate() { updates += 1 }
    fileprivate func countArrangement() { arrangements += 1 }
}

/// One element, as it is shown now.
@MainActor package final class RecordedElement: RenderedElement {
    package private(set) var element: any Element
    package private(set) var common = CommonProperties.standard
    package private(set) var slots: [Int: [RecordedElement]] = [:]
    package private(set) var isRemoved = false
    package private(set) var updates = 0
    package let context: ElementContext
    private let renderer: RecordingRenderer
    private var seen: [UInt64] = []

    init(_ renderer: RecordingRenderer, _ element: any Element, _ context: ElementContext) {
        self.renderer = renderer
        self.element = element
        self.context = context
    }

    package func update<E: Element>(_ element: E, from old: E?) {
        if let list = element as? ListElement { show(list, (old as? ListElement)?.rows) }
        guard old != nil else { return }
        self.element = element
        updates += 1
        renderer.countUpdate()
    }

    /// The rows that are to be seen: the first ones, as in a window that is not scrolled.
    private func show(_ list: ListElement, _ old: RowList?) {
        guard list.rows != old, let rows = context.node?.memory as? ListRows else { return }
        let before = seen
        var shown: [RecordedElement] = []
        seen = []
        for place in 0..<min(list.rows.rows.count, renderer.visibleRows) {
            guard let (id, output) = rows.begin(at: place) else { continue }
            seen.append(id)
            shown += output.compactMap { $0.rendered as? RecordedElement }
        }
        for id in before { rows.end(id) }
        slots[0] = shown
    }

    package func update(_ common: CommonProperties, from old: CommonProperties) { self.common = common }

    package func setChildren(_ children: [any RenderedElement], in slot: Int) {
        slots[slot] = children.compactMap { $0 as? RecordedElement }
        renderer.countArrangement()
    }

    package func remove() { isRemoved = true }

    // MARK: Looking, and using

    package var children: [RecordedElement] { slots.sorted { $0.key < $1.key }.flatMap(\.value) }

    /// It and everything in it, in the order of the tree.
    package var all: [RecordedElement] { [self] + children.flatMap(\.all) }

    package func all<E: Element>(_ type: E.Type) -> [(recorded: RecordedElement, element: E)] {
        all.compactMap { recorded in (recorded.element as? E).map { (recorded, $0) } }
    }

    /// The texts in it.
    package var texts: [String] { all(TextElement.self).map(\.element.text) }

    package func send(_ event: ElementEvent) { context.send(event) }
}

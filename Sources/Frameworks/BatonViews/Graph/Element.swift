/// What a node renders: a value that says all that a renderer needs, but what happens in it.
package protocol Element: Equatable, Sendable {
    /// Whether it is only put around a view, which is still what a screen reader and the keyboard mean: a padding, a frame.
    static var isWrapper: Bool { get }
}

extension Element {
    package static var isWrapper: Bool { false }
}

/// What somebody did, or what became of an element.
package enum ElementEvent: Sendable {
    case activated
    /// It is held down, or let go.
    case pressed(Bool)
    case textChanged(String)
    case submitted
    case focused(Bool)
    case toggled(Bool)
    case valueChanged(Double)
    case stepped(Int)
    case selected(Int)
    /// A row of a list, by its number.
    case rowActivated(Int)
    case rowsSelected(Set<Int>)
    case back
    case dismissed
    case answered(Int)
    case scrolled(Double)
    /// The user has scrolled to a view, by its number among those that count.
    case scrolledTo(Int)
    /// Of a window: whether the desktop's style is dark.
    case darkened(Bool)
    case sized(width: Double, height: Double)
}

/// What modifiers say of whatever element comes next, whatever it is.
package struct CommonProperties: Equatable, Sendable {
    package var opacity = 1.0
    package var scale: SIMD2<Double> = [1, 1]
    /// What stays where it is when it is scaled; across from the side where reading starts.
    package var scaleAnchor: SIMD2<Double> = [0.5, 0.5]
    /// Where it is to be seen, from its place; across from the side where reading starts.
    package var offset: SIMD2<Double> = [0, 0]
    package var isHidden = false
    package var isHitTestable = true
    package var accessibilityLabel: String?
    package var accessibilityHint: String?
    package var accessibilityValue: String?
    package var accessibilityIdentifier: String?
    package var isAccessibilityHidden = false
    package var help: String?
    package var shortcut: KeyboardShortcut?

    package static let standard = CommonProperties()

    /// What an element around the view takes of it: what is seen.
    var ofWrapper: CommonProperties {
        var result = self
        result.accessibilityLabel = nil
        result.accessibilityHint = nil
        result.accessibilityValue = nil
        result.accessibilityIdentifier = nil
        result.shortcut = nil
        return result
    }

    /// What is left for the view in it.
    var ofContent: CommonProperties {
        var result = CommonProperties.standard
        result.accessibilityLabel = accessibilityLabel
        result.accessibilityHint = accessibilityHint
        result.accessibilityValue = accessibilityValue
        result.accessibilityIdentifier = accessibilityIdentifier
        result.shortcut = shortcut
        return result
    }
}

/// Makes elements visible.
@MainActor package protocol Renderer: AnyObject {
    /// - Parameter context: what the element can tell, and ask.
    func make<E: Element>(_ element: E, _ context: ElementContext) -> any RenderedElement
}

/// An element as the renderer has it: made once, and brought up to date by what has changed.
@MainActor package protocol RenderedElement: AnyObject {
    /// - Parameter old: what it was up to now; nil just after it was made.
    func update<E: Element>(_ element: E, from old: E?)
    func update(_ common: CommonProperties, from old: CommonProperties)
    /// Shows exactly these in one of its parts, in this order.
    func setChildren(_ children: [any RenderedElement], in slot: Int)
    /// It goes, and shows nothing any more.
    func remove()
}

/// What a renderer may do with an element, and ask of it.
@MainActor package final class ElementContext {
    weak var owner: RenderedNode?

    /// Tells what happened.
    package func send(_ event: ElementEvent) {
        owner?.onEvent(event)
        StoredEntry.refresh()
    }
    /// The node that the element is of.
    package var node: Node? { owner?.node }
}

/// An element, and the renderer's part of it.
@MainActor package final class RenderedNode {
    package private(set) var element: any Element
    package private(set) var common: CommonProperties
    package let rendered: any RenderedElement
    package private(set) weak var node: Node?
    var onEvent: @MainActor (ElementEvent) -> Void
    package private(set) var children: [Int: [RenderedNode]] = [:]
    private let context: ElementContext

    init<E: Element>(
        _ element: E, _ common: CommonProperties, node: Node, _ renderer: any Renderer,
        _ onEvent: @escaping @MainActor (ElementEvent) -> Void
    ) {
        self.element = element
        self.common = common
        self.node = node
        self.onEvent = onEvent
        context = ElementContext()
        rendered = renderer.make(element, context)
        context.owner = self
        rendered.update(element, from: nil)
        if common != .standard { rendered.update(common, from: .standard) }
    }

    func accepts(_ element: some Element) -> Bool { type(of: self.element) == type(of: element) }

    func update<E: Element>(_ element: E, _ common: CommonProperties) {
        guard let old = self.element as? E else { return }
        if old != element {
            self.element = element
            node?.host.counts.elementUpdates += 1
            rendered.update(element, from: old)
        }
        if self.common != common {
            let old = self.common
            self.common = common
            rendered.update(common, from: old)
        }
    }

    func setChildren(_ new: [Int: [RenderedNode]]) {
        for slot in Set(new.keys).union(children.keys).sorted() {
            let list = new[slot] ?? []
            guard !list.elementsEqual(children[slot] ?? [], by: ===) else { continue }
            rendered.setChildren(list.map(\.rendered), in: slot)
        }
        children = new
    }

    func remove() { rendered.remove() }
}

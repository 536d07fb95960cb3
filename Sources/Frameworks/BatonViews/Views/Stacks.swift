public import Foundation

/// What containers are made of: the axis of a row or a column.
package struct StackElement: Element {
    package enum Kind: Hashable, Sendable {
        case horizontal(VerticalAlignment)
        case vertical(HorizontalAlignment)
        case layered(Alignment)
    }
    package var kind: Kind
    /// nil: the platform's.
    package var spacing: Double?
}

/// Views beside each other.
public struct HStack<Content: View> {
    let element: StackElement
    let content: Content
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        element = StackElement(kind: .horizontal(alignment), spacing: spacing.map { Double($0) })
        self.content = content()
    }
    @MainActor package func build(in node: Node) {
        node.setElement(element)
        node.setChildren([Child(.index(0), content)])
    }
}

/// Views below each other.
public struct VStack<Content: View> {
    let element: StackElement
    let content: Content
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        element = StackElement(kind: .vertical(alignment), spacing: spacing.map { Double($0) })
        self.content = content()
    }
    @MainActor package func build(in node: Node) {
        node.setElement(element)
        node.setChildren([Child(.index(0), content)])
    }
}

/// Views in front of each other, the first one at the back.
public struct ZStack<Content: View> {
    let element: StackElement
    let content: Content
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        element = StackElement(kind: .layered(alignment))
        self.content = content()
    }
    @MainActor package func build(in node: Node) {
        node.setElement(element)
        node.setChildren([Child(.index(0), content)])
    }
}

package struct SpacerElement: Element { package var minimum: Double? }

/// Takes the room that is left in a stack.
public struct Spacer {
    public var minLength: CGFloat?
    public init(minLength: CGFloat? = nil) { self.minLength = minLength }
    @MainActor package func build(in node: Node) { node.setElement(SpacerElement(minimum: minLength.map { Double($0) })) }
}

package struct DividerElement: Element {}

/// A line between views.
public struct Divider {
    public init() {}
    @MainActor package func build(in node: Node) { node.setElement(DividerElement()) }
}

extension HStack: NodeView {}
extension VStack: NodeView {}
extension ZStack: NodeView {}
extension Spacer: NodeView {}
extension Divider: NodeView {}

public import Foundation

/// An outline that is filled, drawn as a line, or cuts a view. Those of the framework are all there are: there are no paths.
public protocol Shape: View {
    /// For the framework.
    nonisolated var _outline: _ShapeOutline { get }
}

/// What a shape looks like.
public struct _ShapeOutline: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case rectangle, capsule, circle, ellipse
        case rounded(Double)
    }
    package let kind: Kind
}

/// A shape, as it is filled or drawn.
package struct ShapeElement: Element {
    package var outline: _ShapeOutline.Kind
    /// nil: the inside stays as it is.
    package var fill: Color?
    package var line: Color?
    package var lineWidth = 1.0
}

/// A shape behind a view, or around what is to be seen of it.
package struct ShapeFrameElement: Element {
    package static let isWrapper = true
    package var outline: _ShapeOutline.Kind
    package var background: Color?
    package var isClipped: Bool
}

/// As large as there is room.
public struct Rectangle {
    public init() {}
    public var _outline: _ShapeOutline { _ShapeOutline(kind: .rectangle) }
}

/// A rectangle with round corners.
public struct RoundedRectangle {
    public var cornerRadius: CGFloat
    /// - Parameter style: both are drawn as `.circular`.
    public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) { self.cornerRadius = cornerRadius }
    public var _outline: _ShapeOutline { _ShapeOutline(kind: .rounded(Double(cornerRadius))) }
}

/// How round corners begin.
public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }

/// A rectangle whose shorter sides are half circles.
public struct Capsule {
    /// - Parameter style: both are drawn as `.circular`.
    public init(style: RoundedCornerStyle = .continuous) {}
    public var _outline: _ShapeOutline { _ShapeOutline(kind: .capsule) }
}

/// As large as there is room both ways, in the middle of it. Where a circle cuts a view that is not square, it is as long as the
/// view, like a capsule.
public struct Circle {
    public init() {}
    public var _outline: _ShapeOutline { _ShapeOutline(kind: .circle) }
}

public struct Ellipse {
    public init() {}
    public var _outline: _ShapeOutline { _ShapeOutline(kind: .ellipse) }
}

extension Rectangle: Shape, NodeView {}
extension RoundedRectangle: Shape, NodeView {}
extension Capsule: Shape, NodeView {}
extension Circle: Shape, NodeView {}
extension Ellipse: Shape, NodeView {}

extension Shape where Self: NodeView {
    /// A shape of which nothing is said has the color of text.
    @MainActor package func build(in node: Node) {
        node.setElement(
            ShapeElement(outline: _outline.kind, fill: node.environment.textAttributes.color ?? .primary))
    }
}

/// A shape with what is said of it.
struct DrawnShape {
    let outline: _ShapeOutline
    let fill: (any ShapeStyle)?
    /// Without a style: in the color of text.
    let line: (style: (any ShapeStyle)?, width: Double)?
}

extension DrawnShape: NodeView {
    package func build(in node: Node) {
        node.setElement(
            ShapeElement(
                outline: outline.kind, fill: fill.map { $0._color ?? .primary },
                line: line.map { line in
                    line.style.map { $0._color ?? .primary } ?? node.environment.textAttributes.color ?? .primary
                }, lineWidth: line?.width ?? 0))
    }
}

nonisolated extension Shape {
    /// The shape, in a color.
    public func fill<S: ShapeStyle>(_ content: S) -> some View {
        DrawnShape(outline: _outline, fill: content, line: nil)
    }
    /// The shape's line. All of it is inside of the shape, as `strokeBorder` has it.
    public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        DrawnShape(outline: _outline, fill: nil, line: (content, Double(lineWidth)))
    }
    /// The shape's line, in the color of text.
    public func stroke(lineWidth: CGFloat = 1) -> some View {
        DrawnShape(outline: _outline, fill: nil, line: (nil, Double(lineWidth)))
    }
    /// The shape's line, inside of it, in the color of text.
    public func strokeBorder(lineWidth: CGFloat = 1) -> some View { stroke(lineWidth: lineWidth) }
    /// The shape's line, inside of it.
    public func strokeBorder<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View {
        stroke(content, lineWidth: lineWidth)
    }
}

nonisolated extension View {
    /// Of the view, what is inside of a shape.
    public func clipShape<S: Shape>(_ shape: S) -> some View {
        modifier(Wrapped(element: ShapeFrameElement(outline: shape._outline.kind, isClipped: true)))
    }
    /// Of the view, what is inside of its own bounds.
    public func clipped() -> some View { clipShape(Rectangle()) }

    /// A shape behind the view, in a color.
    public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View {
        modifier(
            Wrapped(
                element: ShapeFrameElement(
                    outline: shape._outline.kind, background: style._color ?? .primary, isClipped: false)))
    }
}

nonisolated extension View {
    /// A shape in front of the view, in a color.
    public func overlay<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View {
        overlay { shape.fill(style) }
    }
}

extension Shape where Self == Rectangle { public static var rect: Rectangle { .init() } }
extension Shape where Self == RoundedRectangle {
    public static func rect(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) -> RoundedRectangle {
        RoundedRectangle(cornerRadius: cornerRadius, style: style)
    }
}
extension Shape where Self == Capsule {
    public static var capsule: Capsule { .init() }
    public static func capsule(style: RoundedCornerStyle) -> Capsule { Capsule(style: style) }
}
extension Shape where Self == Circle { public static var circle: Circle { .init() } }
extension Shape where Self == Ellipse { public static var ellipse: Ellipse { .init() } }

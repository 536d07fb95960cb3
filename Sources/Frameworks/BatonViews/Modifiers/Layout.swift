public import Foundation

/// What room might be kept free for.
public struct SafeAreaRegions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let all = SafeAreaRegions(rawValue: .max)
    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
}

// Each of these puts every element of the view into one of its own.

package struct PaddingElement: Element {
    package static let isWrapper = true
    /// nil: the platform's.
    package var top: Double?, leading: Double?, bottom: Double?, trailing: Double?
}

package struct FrameElement: Element {
    package static let isWrapper = true
    package var width: Double?, height: Double?
    package var minimumWidth: Double?, minimumHeight: Double?
    package var idealWidth: Double?, idealHeight: Double?
    /// `.infinity`: as much as there is.
    package var maximumWidth: Double?, maximumHeight: Double?
    package var alignment: Alignment
}

/// The view in front of or behind another one, which gives the size.
package struct OverlayElement: Element {
    package static let isWrapper = true
    package var isBehind: Bool
    package var alignment: Alignment
    package static let contentSlot = 0
    package static let otherSlot = 1
}

package struct BackgroundColorElement: Element {
    package static let isWrapper = true
    package var color: Color
    package var cornerRadius = 0.0
    package var border: Double?
}

package struct FixedSizeElement: Element {
    package static let isWrapper = true
    package var horizontal: Bool, vertical: Bool
}

/// An element around each element of a view.
struct Wrapped<E: Element> {
    let element: E

    @MainActor func build(in node: Node, content: any View) {
        node.setElement(element)
        node.setChildren([Child(.index(0), content)])
    }
}

struct Layered {
    let element: OverlayElement
    let other: any View

    @MainActor func build(in node: Node, content: any View) {
        node.setElement(element)
        node.setChildren([
            Child(.index(0), content, slot: OverlayElement.contentSlot),
            Child(
                .index(1), other, environment: node.environment.withoutCommon, slot: OverlayElement.otherSlot),
        ])
    }
}

nonisolated extension View {
    /// Room around the view, on these sides; nil: as much as the platform has.
    public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        // What is not given is the platform's, and a side that is not named has none.
        let amount = length.map { Double($0) }
        func side(_ edge: Edge.Set) -> Double? { edges.contains(edge) ? amount : 0 }
        return modifier(
            Wrapped(
                element: PaddingElement(
                    top: side(.top), leading: side(.leading), bottom: side(.bottom), trailing: side(.trailing))))
    }
    public func padding(_ length: CGFloat) -> some View { padding(.all, length) }
    public func padding(_ insets: EdgeInsets) -> some View {
        modifier(
            Wrapped(
                element: PaddingElement(
                    top: insets.top, leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing)))
    }

    /// A size of its own; nil: the view's.
    public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center) -> some View {
        modifier(
            Wrapped(
                element: FrameElement(
                    width: width.map { Double($0) }, height: height.map { Double($0) }, alignment: alignment)))
    }

    /// Limits of its size; `.infinity` takes the room there is.
    public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        modifier(
            Wrapped(
                element: FrameElement(
                    minimumWidth: minWidth.map { Double($0) }, minimumHeight: minHeight.map { Double($0) },
                    idealWidth: idealWidth.map { Double($0) }, idealHeight: idealHeight.map { Double($0) },
                    maximumWidth: maxWidth.map { Double($0) }, maximumHeight: maxHeight.map { Double($0) },
                    alignment: alignment)))
    }

    public func fixedSize(horizontal: Bool = true, vertical: Bool = true) -> some View {
        modifier(Wrapped(element: FixedSizeElement(horizontal: horizontal, vertical: vertical)))
    }

    /// The view, where no room is kept free: windows have no notches and no bars over their content.
    public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all) -> some View { self }
    /// The view, where no room is kept free: windows have no notches and no bars over their content.
    @available(*, deprecated, renamed: "ignoresSafeArea(_:edges:)")
    public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }

    /// Another view in front of this one, which gives the size.
    public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        modifier(Layered(element: OverlayElement(isBehind: false, alignment: alignment), other: content()))
    }
    @_disfavoredOverload public func overlay<V: View>(_ overlay: V, alignment: Alignment = .center) -> some View {
        modifier(Layered(element: OverlayElement(isBehind: false, alignment: alignment), other: overlay))
    }

    /// A color in front of the view.
    public func overlay<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        overlay { style._color ?? .primary }
    }

    /// Another view behind this one, which gives the size.
    public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V) -> some View {
        modifier(Layered(element: OverlayElement(isBehind: true, alignment: alignment), other: content()))
    }
    @_disfavoredOverload
    public func background<V: View>(_ background: V, alignment: Alignment = .center) -> some View {
        modifier(Layered(element: OverlayElement(isBehind: true, alignment: alignment), other: background))
    }
    public func background(_ color: Color) -> some View {
        modifier(Wrapped(element: BackgroundColorElement(color: color)))
    }
    /// A color behind the view.
    @_disfavoredOverload
    public func background<S: ShapeStyle>(_ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View {
        background(style._color ?? .primary)
    }
    public func cornerRadius(_ radius: CGFloat) -> some View {
        modifier(Wrapped(element: BackgroundColorElement(color: .clear, cornerRadius: Double(radius))))
    }
    public func border(_ color: Color, width: CGFloat = 1) -> some View {
        modifier(Wrapped(element: BackgroundColorElement(color: color, border: Double(width))))
    }
}

extension Wrapped: NodeModifier {}
extension Layered: NodeModifier {}

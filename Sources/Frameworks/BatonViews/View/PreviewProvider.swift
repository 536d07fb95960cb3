/// A type that has previews of views, for an editor that shows them. None does here: the type does nothing, and nothing makes
/// its views.
@MainActor @preconcurrency public protocol PreviewProvider {
    associatedtype Previews: View
    @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}

// What is said of a preview is nothing to a view.

nonisolated extension View {
    /// What a preview is called, in an editor that shows it.
    public func previewDisplayName(_ value: String?) -> some View { self }
    /// How large a preview is, in an editor that shows it.
    public func previewLayout(_ value: PreviewLayout) -> some View { self }
    /// What a preview is shown on, in an editor that shows it.
    public func previewDevice(_ value: PreviewDevice?) -> some View { self }
}

/// How large a preview is.
public enum PreviewLayout: Sendable {
    case device
    case sizeThatFits
    case fixed(width: Double, height: Double)
}

/// What a preview is shown on.
public struct PreviewDevice: RawRepresentable, ExpressibleByStringLiteral, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }
}

/// A list's look that the framework has.
public protocol ListStyle: Sendable { var _look: _ListLook { get } }
public struct _ListLook: Sendable { let look: ListLook }

/// The look that suits the place.
public struct DefaultListStyle: ListStyle {
    public init() {}
    public var _look: _ListLook { _ListLook(look: .automatic) }
}
/// Rows on the background of the window.
public struct PlainListStyle: ListStyle {
    public init() {}
    public var _look: _ListLook { _ListLook(look: .plain) }
}
/// Rows on a card.
public struct GroupedListStyle: ListStyle {
    public init() {}
    public var _look: _ListLook { _ListLook(look: .grouped) }
}
/// As `GroupedListStyle`.
public struct InsetGroupedListStyle: ListStyle {
    public init() {}
    public var _look: _ListLook { _ListLook(look: .grouped) }
}
/// As the plain one.
public struct InsetListStyle: ListStyle {
    public init() {}
    public var _look: _ListLook { _ListLook(look: .plain) }
}
/// Places to go to, at the side of a window.
public struct SidebarListStyle: ListStyle {
    public init() {}
    public var _look: _ListLook { _ListLook(look: .sidebar) }
}

extension ListStyle where Self == DefaultListStyle { public static var automatic: DefaultListStyle { .init() } }
extension ListStyle where Self == PlainListStyle { public static var plain: PlainListStyle { .init() } }
extension ListStyle where Self == GroupedListStyle { public static var grouped: GroupedListStyle { .init() } }
extension ListStyle where Self == InsetGroupedListStyle {
    public static var insetGrouped: InsetGroupedListStyle { .init() }
}
extension ListStyle where Self == InsetListStyle { public static var inset: InsetListStyle { .init() } }
extension ListStyle where Self == SidebarListStyle { public static var sidebar: SidebarListStyle { .init() } }

nonisolated extension View {
    /// The look of lists in this view.
    public func listStyle<S: ListStyle>(_ style: S) -> some View { environment { $0.listLook = style._look.look } }
}

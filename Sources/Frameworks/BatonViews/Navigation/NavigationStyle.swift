/// How a navigation view shows its pages: as a stack, whose last page is to be seen. There is no other way here.
public protocol NavigationViewStyle: Sendable {
    /// For the framework: other styles cannot be made.
    var _isStack: _StackOfPages { get }
}

/// Says that pages are a stack.
public struct _StackOfPages: Sendable { init() {} }

/// As the platform does: a stack.
public struct DefaultNavigationViewStyle: NavigationViewStyle {
    public init() {}
    public var _isStack: _StackOfPages { _StackOfPages() }
}
/// Pages above each other, of which the last one is to be seen.
public struct StackNavigationViewStyle: NavigationViewStyle {
    public init() {}
    public var _isStack: _StackOfPages { _StackOfPages() }
}

extension NavigationViewStyle where Self == DefaultNavigationViewStyle {
    public static var automatic: DefaultNavigationViewStyle { .init() }
}
extension NavigationViewStyle where Self == StackNavigationViewStyle {
    public static var stack: StackNavigationViewStyle { .init() }
}

/// A page's bar.
public struct NavigationBarItem: Sendable {
    /// How large a title is. In a window's bar it has one line; a large one, as phones have it, there is not.
    public enum TitleDisplayMode: Hashable, Sendable { case automatic, inline }
}

nonisolated extension View {
    /// How navigation views in this view show their pages: a stack, which they do anyway.
    public func navigationViewStyle<S: NavigationViewStyle>(_ style: S) -> some View { self }

    /// How large the page's title is: inline, as in all windows here.
    public func navigationBarTitleDisplayMode(_ displayMode: NavigationBarItem.TitleDisplayMode) -> some View { self }

    /// What the page, or the window, with this view is called.
    @available(*, deprecated, message: "Use navigationTitle(_:) with navigationBarTitleDisplayMode(_:).")
    public func navigationBarTitle(_ title: Text, displayMode: NavigationBarItem.TitleDisplayMode) -> some View {
        navigationTitle(title)
    }
    /// What the page, or the window, with this view is called.
    @available(*, deprecated, message: "Use navigationTitle(_:) with navigationBarTitleDisplayMode(_:).")
    public func navigationBarTitle(
        _ titleKey: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { navigationTitle(Text(titleKey)) }
    /// What the page, or the window, with this view is called.
    @available(*, deprecated, message: "Use navigationTitle(_:) with navigationBarTitleDisplayMode(_:).")
    @_disfavoredOverload
    public func navigationBarTitle<S: StringProtocol>(
        _ title: S, displayMode: NavigationBarItem.TitleDisplayMode
    ) -> some View { navigationTitle(Text(title)) }

    /// What stands at the ends of the page's bar.
    @available(*, deprecated, message: "Use toolbar(content:) with ToolbarItem.")
    public func navigationBarItems<L: View, T: View>(leading: L, trailing: T) -> some View {
        toolbar {
            ToolbarItem(placement: .navigationBarLeading) { leading }
            ToolbarItem(placement: .navigationBarTrailing) { trailing }
        }
    }
    /// What stands at the beginning of the page's bar.
    @available(*, deprecated, message: "Use toolbar(content:) with ToolbarItem.")
    public func navigationBarItems<L: View>(leading: L) -> some View {
        toolbar { ToolbarItem(placement: .navigationBarLeading) { leading } }
    }
    /// What stands at the end of the page's bar.
    @available(*, deprecated, message: "Use toolbar(content:) with ToolbarItem.")
    public func navigationBarItems<T: View>(trailing: T) -> some View {
        toolbar { ToolbarItem(placement: .navigationBarTrailing) { trailing } }
    }
}

// MARK: Links whose label is a text

extension NavigationLink where Label == Text {
    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.")
    public init<V: Hashable>(
        _ titleKey: LocalizedStringKey, destination: Destination, tag: V, selection: Binding<V?>
    ) { self.init(destination: destination, tag: tag, selection: selection) { Text(titleKey) } }
    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.") @_disfavoredOverload
    public init<S: StringProtocol, V: Hashable>(
        _ title: S, destination: Destination, tag: V, selection: Binding<V?>
    ) { self.init(destination: destination, tag: tag, selection: selection) { Text(title) } }
    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.")
    public init<V: Hashable>(
        _ titleKey: LocalizedStringKey, tag: V, selection: Binding<V?>,
        @ViewBuilder destination: @escaping () -> Destination
    ) { self.init(tag: tag, selection: selection, destination: destination) { Text(titleKey) } }

    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.")
    public init(_ titleKey: LocalizedStringKey, destination: Destination, isActive: Binding<Bool>) {
        self.init(destination: destination, isActive: isActive) { Text(titleKey) }
    }
    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.") @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, destination: Destination, isActive: Binding<Bool>) {
        self.init(destination: destination, isActive: isActive) { Text(title) }
    }
    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.")
    public init(
        _ titleKey: LocalizedStringKey, isActive: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination
    ) { self.init(isActive: isActive, destination: destination) { Text(titleKey) } }
    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.") @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, isActive: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination
    ) { self.init(isActive: isActive, destination: destination) { Text(title) } }
    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.") @_disfavoredOverload
    public init<S: StringProtocol, V: Hashable>(
        _ title: S, tag: V, selection: Binding<V?>, @ViewBuilder destination: @escaping () -> Destination
    ) { self.init(tag: tag, selection: selection, destination: destination) { Text(title) } }
}

internal import UserActivity

/// Goes to another page of the navigation container that it is in.
public struct NavigationLink<Label: View, Destination: View> {
    let label: Label
    let target: Target

    enum Target {
        case view(() -> Destination)
        /// Goes there, and back, as a binding says.
        case bound(() -> Destination, isActive: Binding<Bool>)
        case value(AnyHashable?)
    }

    init(_ label: Label, _ target: Target) {
        self.label = label
        self.target = target
    }

    public init(@ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label) {
        self.label = label()
        target = .view(destination)
    }
    public init(destination: Destination, @ViewBuilder label: () -> Label) {
        self.label = label()
        target = .view { destination }
    }

    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.")
    public init(isActive: Binding<Bool>, @ViewBuilder destination: @escaping () -> Destination, @ViewBuilder label: () -> Label)
    {
        self.label = label()
        target = .bound(destination, isActive: isActive)
    }
    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.")
    public init(destination: Destination, isActive: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.label = label()
        target = .bound({ destination }, isActive: isActive)
    }

    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.")
    public init<V: Hashable>(
        tag: V, selection: Binding<V?>, @ViewBuilder destination: @escaping () -> Destination,
        @ViewBuilder label: () -> Label
    ) {
        self.label = label()
        target = .bound(destination, isActive: Self.isChosen(tag, selection))
    }
    @available(*, deprecated, message: "Use NavigationLink(value:label:) in a NavigationStack.")
    public init<V: Hashable>(
        destination: Destination, tag: V, selection: Binding<V?>, @ViewBuilder label: () -> Label
    ) {
        self.label = label()
        target = .bound({ destination }, isActive: Self.isChosen(tag, selection))
    }

    private static func isChosen<V: Hashable>(_ tag: V, _ selection: Binding<V?>) -> Binding<Bool> {
        Binding(
            get: { selection.wrappedValue == tag },
            set: { isChosen in
                if isChosen {
                    selection.wrappedValue = tag
                } else if selection.wrappedValue == tag {
                    selection.wrappedValue = nil
                }
            })
    }
}

extension NavigationLink where Destination == Never {
    /// Goes to what `navigationDestination(for:)` says of the value; nil cannot be pressed.
    public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        self.label = label()
        target = .value(value.map { AnyHashable($0) })
    }
    public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
        self.init(value: value) { Text(titleKey) }
    }
    @_disfavoredOverload public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) where Label == Text {
        self.init(value: value) { Text(title) }
    }
}

extension NavigationLink where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: @escaping () -> Destination) {
        self.init(destination: destination) { Text(title) }
    }
    public init(_ titleKey: LocalizedStringKey, destination: Destination) {
        self.init(destination: destination) { Text(titleKey) }
    }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, destination: Destination) {
        self.init(destination: destination) { Text(title) }
    }
}

package struct LinkElement: Element {
    package var isEnabled: Bool
    /// A row of a list does what the link would do.
    package var isRow: Bool
}

extension NavigationLink: View {
    public typealias Body = Never
    public var body: Never { fatalError("NavigationLink has no body.") }
}

extension NavigationLink: NodeView {
    package func build(in node: Node) {
        let navigator = node.environment.navigator
        let key = ChildKey.id(AnyHashable(ObjectIdentifier(node)))
        var press: (() -> Void)?
        switch target {
        case .view(let destination):
            let page = Navigator.Page(key: key, content: .view(destination), onPop: {})
            press = { navigator?.push(page) }
            if navigator?.isShown(key) == true { navigator?.push(page) }
        case .bound(let destination, let isActive):
            let pop = { isActive.wrappedValue = false }
            press = { isActive.wrappedValue = true }
            let isWanted = node.track { isActive.wrappedValue }
            if isWanted {
                node.host.afterPass { [weak node] in
                    guard node?.isGone == false else { return }
                    navigator?.push(.init(key: key, content: .view(destination), onPop: pop))
                }
            } else if navigator?.isShown(key) == true {
                node.host.afterPass { navigator?.pop(key) }
            }
        case .value(let value):
            if let value {
                press = {
                    if let path = navigator?.path { return path.append(value) }
                    guard navigator?.hasDestination(for: value) == true else { return Self.report(value) }
                    navigator?.push(.init(key: key, content: .value(value), onPop: {}))
                }
            }
        }
        let isEnabled = node.environment.isEnabled && press != nil && navigator != nil
        let action: () -> Void = { if isEnabled { press?() } }
        let isRow = node.isInRow
        node.setElement(LinkElement(isEnabled: isEnabled, isRow: isRow)) { if case .activated = $0 { action() } }
        node.setPreference(RowActionPreference.self, isRow && isEnabled ? action : nil)
        node.setChildren([Child(.index(0), label)])
    }

    private static func report(_ value: AnyHashable) {
        UserActivityDiagnostics.report(
            .error,
            "A NavigationLink has a value of the type \(type(of: value.base)), and no view has navigationDestination(for:) for that type."
        )
    }
}

extension Node {
    /// Whether the nearest list, or form, has the view as a row.
    var isInRow: Bool {
        var above = parent
        while let node = above {
            if node.view is RowView || node.view is any RowHolder { return true }
            if node.view is PageView || node.view is any PresentedRoot { return false }
            above = node.parent
        }
        return false
    }
}

package struct ToggleElement: Element {
    package var isOn: Bool
    package var style: ToggleLook
    package var isEnabled: Bool
    package var showsLabel: Bool
    package var tint: Color?
    package var refusals: Int
}

/// Something that is on or off.
///
/// A label, and a switch at the end of the row; another look by `toggleStyle(_:)`.
public struct Toggle<Label: View> {
    let isOn: Binding<Bool>
    let label: Label

    /// A toggle with a label of any views.
    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.isOn = isOn
        self.label = label()
    }
}

extension Toggle where Label == Text {
    /// A toggle with a text in the user's language.
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { self.init(isOn: isOn) { Text(titleKey) } }
    /// A toggle with a text as it is.
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(title) }
    }
}

extension Toggle where Label == BatonViews.Label<Text, Image> {
    /// A toggle with a symbol, and a text in the user's language.
    public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { BatonViews.Label(titleKey, systemImage: systemImage) }
    }
    /// A toggle with a symbol, and a text as it is.
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { BatonViews.Label(title, systemImage: systemImage) }
    }
}

extension Toggle {
    /// A toggle of several things at once: it is on when all of them are, and switches all of them.
    public init<C: RandomAccessCollection>(
        sources: C, isOn: KeyPath<C.Element, Binding<Bool>>, @ViewBuilder label: () -> Label
    ) {
        self.init(
            isOn: Binding(
                get: { sources.allSatisfy { $0[keyPath: isOn].wrappedValue } },
                set: { new in for source in sources { source[keyPath: isOn].wrappedValue = new } }), label: label)
    }
}

extension Toggle where Label == Text {
    /// A toggle of several things at once, with a text in the user's language.
    public init<C: RandomAccessCollection>(
        _ titleKey: LocalizedStringKey, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
    ) { self.init(sources: sources, isOn: isOn) { Text(titleKey) } }
    /// A toggle of several things at once, with a text as it is.
    @_disfavoredOverload public init<S: StringProtocol, C: RandomAccessCollection>(
        _ title: S, sources: C, isOn: KeyPath<C.Element, Binding<Bool>>
    ) { self.init(sources: sources, isOn: isOn) { Text(title) } }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    /// The toggle that a style is applied to, as the style that holds outside of it would show it.
    public init(_ configuration: ToggleStyleConfiguration) {
        self.init(isOn: configuration.$isOn) { configuration.label }
    }
}

extension Toggle: View {
    public typealias Body = Never
    public var body: Never { fatalError("Toggle has no body.") }
}

extension Toggle: NodeView {
    package func build(in node: Node) {
        let configuration = ToggleStyleConfiguration(label: .init(view: label), isOn: isOn)
        var environment = node.environment
        guard let style = environment.toggleStyles.popLast() else {
            return node.setChildren([Child(.index(0), PlainToggle(configuration: configuration, look: .automatic))])
        }
        node.setChildren([Child(.index(0), Self.view(style, configuration), environment: environment)])
    }

    @MainActor private static func view<S: ToggleStyle>(_ style: S, _ configuration: ToggleStyleConfiguration) -> any View {
        ToggleStyleBody(style: style, configuration: configuration)
    }
}

/// The control itself, as the framework's own styles show it.
struct PlainToggle {
    let configuration: ToggleStyleConfiguration
    let look: ToggleLook
}

extension PlainToggle: NodeView {
    func build(in node: Node) {
        let memory = node.control(ControlMemory())
        let binding = configuration.$isOn
        let environment = node.environment
        node.setElement(
            ToggleElement(
                isOn: node.track { binding.wrappedValue }, style: look, isEnabled: environment.isEnabled,
                showsLabel: !environment.labelsHidden, tint: environment.tint, refusals: memory.refusals)
        ) { [weak node] event in
            if case .toggled(let isOn) = event { node?.write(isOn, to: binding, memory) }
        }
        node.setChildren([Child(.index(0), configuration.label)])
    }
}

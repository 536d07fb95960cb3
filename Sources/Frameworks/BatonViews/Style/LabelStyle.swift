/// The look of labels: one of the framework's, or one of an app's own.
@MainActor @preconcurrency public protocol LabelStyle {
    /// What a label of this style is made of.
    associatedtype Body: View
    /// What is known of the label.
    typealias Configuration = LabelStyleConfiguration
    /// The label, of its title and its icon.
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Configuration) -> Body
}

/// A label, as its style has it.
public struct LabelStyleConfiguration {
    /// The label's title.
    public struct Title { let view: any View }
    /// The label's icon.
    public struct Icon { let view: any View }
    /// The label's title.
    public let title: Title
    /// The label's icon.
    public let icon: Icon
}

extension LabelStyleConfiguration.Title: View {
    public typealias Body = Never
    public var body: Never { fatalError("A title has no body.") }
}
extension LabelStyleConfiguration.Title: NodeView {
    package func build(in node: Node) { node.setChildren([Child(.index(0), view)]) }
}
extension LabelStyleConfiguration.Icon: View {
    public typealias Body = Never
    public var body: Never { fatalError("An icon has no body.") }
}
extension LabelStyleConfiguration.Icon: NodeView {
    package func build(in node: Node) { node.setChildren([Child(.index(0), view)]) }
}

/// Evaluates a style with its own dynamic properties.
struct LabelStyleBody<Style: LabelStyle>: View, DynamicHolder {
    let style: Style
    let configuration: LabelStyleConfiguration

    var body: Style.Body { style.makeBody(configuration: configuration) }
    var holder: Any { style }
}

extension Label {
    /// Shows the label as a style has it; a label in that is a plain one.
    @MainActor func build(in node: Node, style: any LabelStyle) {
        let configuration = LabelStyleConfiguration(title: .init(view: title), icon: .init(view: icon))
        var environment = node.environment
        environment.labelStyle = nil
        node.setChildren([Child(.index(0), Self.view(style, configuration), environment: environment)])
    }

    @MainActor private static func view<S: LabelStyle>(_ style: S, _ configuration: LabelStyleConfiguration) -> any View {
        LabelStyleBody(style: style, configuration: configuration)
    }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    /// The label that a style is applied to, as a plain one.
    public init(_ configuration: LabelStyleConfiguration) {
        self.init(title: { configuration.title }, icon: { configuration.icon })
    }
}

/// The platform's look: both.
public struct DefaultLabelStyle: LabelStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}
/// The icon and the title.
public struct TitleAndIconLabelStyle: LabelStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}
/// The title alone.
public struct TitleOnlyLabelStyle: LabelStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View { configuration.title }
}
/// The icon alone; a screen reader calls it by the title.
public struct IconOnlyLabelStyle: LabelStyle {
    public nonisolated init() {}
    public func makeBody(configuration: Configuration) -> some View {
        if let title = configuration.title.view as? Text {
            configuration.icon.accessibilityLabel(title)
        } else {
            configuration.icon
        }
    }
}

extension LabelStyle where Self == DefaultLabelStyle { public static var automatic: DefaultLabelStyle { .init() } }
extension LabelStyle where Self == TitleAndIconLabelStyle {
    public static var titleAndIcon: TitleAndIconLabelStyle { .init() }
}
extension LabelStyle where Self == TitleOnlyLabelStyle { public static var titleOnly: TitleOnlyLabelStyle { .init() } }
extension LabelStyle where Self == IconOnlyLabelStyle { public static var iconOnly: IconOnlyLabelStyle { .init() } }

enum LabelStyleKey: EnvironmentKey { static var defaultValue: (any LabelStyle)? { nil } }
extension EnvironmentValues {
    var labelStyle: (any LabelStyle)? {
        get { self[LabelStyleKey.self] }
        set { self[LabelStyleKey.self] = newValue }
    }
}

nonisolated extension View {
    /// The look of labels in this view.
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View { environment { $0.labelStyle = style } }
}

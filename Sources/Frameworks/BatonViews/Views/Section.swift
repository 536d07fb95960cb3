/// Rows that belong together, with something above and below them.
public struct Section<Parent: View, Content: View, Footer: View> {
    let header: Parent
    let content: Content
    let footer: Footer

    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
    ) {
        self.header = header()
        self.content = content()
        self.footer = footer()
    }
    public init(header: Parent, footer: Footer, @ViewBuilder content: () -> Content) {
        self.header = header
        self.content = content()
        self.footer = footer
    }
}

extension Section where Parent == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder footer: () -> Footer) {
        self.init(header: EmptyView(), footer: footer(), content: content)
    }
    public init(footer: Footer, @ViewBuilder content: () -> Content) {
        self.init(header: EmptyView(), footer: footer, content: content)
    }
}

extension Section where Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
        self.init(header: header(), footer: EmptyView(), content: content)
    }
    public init(header: Parent, @ViewBuilder content: () -> Content) {
        self.init(header: header, footer: EmptyView(), content: content)
    }
}

extension Section where Parent == EmptyView, Footer == EmptyView {
    public init(@ViewBuilder content: () -> Content) {
        self.init(header: EmptyView(), footer: EmptyView(), content: content)
    }
}

extension Section where Parent == Text, Footer == EmptyView {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(header: Text(titleKey), footer: EmptyView(), content: content)
    }
    @_disfavoredOverload public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(header: Text(title), footer: EmptyView(), content: content)
    }
}

/// A section where no list takes its parts.
@MainActor package protocol SectionParts {
    var headerView: any View { get }
    var contentView: any View { get }
    var footerView: any View { get }
}

extension Section: SectionParts {
    package var headerView: any View { header }
    package var contentView: any View { content }
    package var footerView: any View { footer }
}

package struct SectionElement: Element {
    /// It is a group of a form's: each of its contents is a row.
    package var isGroup = false
    package static let header = 1
    package static let content = 0
    package static let footer = 2
}

extension Section: NodeView {
    package func build(in node: Node) {
        node.setElement(SectionElement(isGroup: node.environment.isInForm))
        node.setChildren([
            Child(.index(0), header, slot: SectionElement.header), Child(.index(1), content),
            Child(.index(2), footer, slot: SectionElement.footer),
        ])
    }
}

extension Section: View {
    public typealias Body = Never
    public var body: Never { fatalError("Section has no body.") }
}

/// Controls in rows, in groups: what is set and filled in.
///
/// Each view is a row; those of a `Section` are a group of their own, with its header and footer. It scrolls where there is no
/// room for all of it.
public struct Form<Content: View> {
    let content: Content

    public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

package struct FormElement: Element {}

extension Form: View {
    public typealias Body = Never
    public var body: Never { fatalError("Form has no body.") }
}

extension Form: NodeView, RowHolder {
    package func build(in node: Node) {
        node.setElement(FormElement())
        var environment = node.environment.withoutCommon
        environment.isInForm = true
        node.setChildren([Child(.index(0), content, environment: environment)])
    }
}

/// A view whose parts are rows.
@MainActor protocol RowHolder {}

enum FormKey: EnvironmentKey { static let defaultValue = false }
extension EnvironmentValues {
    /// Whether a section is a group of a form's.
    var isInForm: Bool {
        get { self[FormKey.self] }
        set { self[FormKey.self] = newValue }
    }
}

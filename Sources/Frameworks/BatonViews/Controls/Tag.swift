/// What a selection knows a view by.
struct TagModifier {
    let value: AnyHashable

    @MainActor func build(in node: Node, content: any View) { node.setChildren([Child(.index(0), content)]) }
}
extension TagModifier: NodeModifier {}

// A tag is found below other modifiers; the outermost counts.
extension ModifiedContent: TaggedView where Content: View, Modifier: ViewModifier {
    var tagValue: AnyHashable? { (modifier as? TagModifier)?.value ?? (content as? any TaggedView)?.tagValue }
    static var mayBeTagged: Bool {
        Modifier.self == TagModifier.self || (Content.self as? any TaggedView.Type)?.mayBeTagged == true
    }
}
extension AnyView: TaggedView {
    var tagValue: AnyHashable? { (view as? any TaggedView)?.tagValue }
    static var mayBeTagged: Bool { true }
}

/// Another identifier makes another view of it, whose state begins anew.
struct IdentityModifier {
    let id: AnyHashable

    @MainActor func build(in node: Node, content: any View) { node.setChildren([Child(.id(id), content)]) }
}
extension IdentityModifier: NodeModifier, ScrollTarget {
    package var scrollTargetID: AnyHashable { id }
}

nonisolated extension View {
    /// What the selection of a picker or a list knows this view by: a value of the selection's type. A tag inside of the
    /// body of an app's own view is not seen.
    public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
        modifier(TagModifier(value: AnyHashable(tag)))
    }

    /// Binds the view to an identifier: with another one it is another view, and its state begins anew.
    public func id<ID: Hashable>(_ id: ID) -> some View { modifier(IdentityModifier(id: AnyHashable(id))) }
}

extension AnyHashable {
    /// The value in it, without the optionals around it: a tag stands for itself and for an optional of it. nil for nil.
    var withoutOptional: AnyHashable? {
        func content(_ value: Any) -> AnyHashable? {
            guard let optional = value as? any OptionalValue else { return value as? AnyHashable }
            return optional.content.flatMap(content)
        }
        return content(base)
    }
}

private protocol OptionalValue { var content: Any? { get } }
extension Optional: OptionalValue {
    fileprivate var content: Any? { map { $0 as Any } }
}

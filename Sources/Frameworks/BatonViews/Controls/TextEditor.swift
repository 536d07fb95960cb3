package struct TextEditorElement: Element {
    package var text: String
    package var isEnabled: Bool
    package var attributes: TextAttributes
    package var alignment: TextAlignment
    package var input: TextInputTraits
    package var refusals: Int
}

/// A text of any number of lines that the user can write. It takes the room that there is, and scrolls.
///
/// NUL characters are not shown, and are left out of what an edit writes.
public struct TextEditor {
    let text: Binding<String>

    /// An editor of a text. It has no label: give it one by `accessibilityLabel(_:)`.
    public init(text: Binding<String>) { self.text = text }
}

extension TextEditor: View {
    public typealias Body = Never
    public var body: Never { fatalError("TextEditor has no body.") }
}

extension TextEditor: NodeView {
    package func build(in node: Node) {
        let memory = node.control(ControlMemory())
        let environment = node.environment
        let text = text
        node.setElement(
            TextEditorElement(
                text: ShownText(node.track { text.wrappedValue }).string, isEnabled: environment.isEnabled,
                attributes: environment.textAttributes, alignment: environment.multilineTextAlignment,
                input: environment.textInputTraits, refusals: memory.refusals)
        ) { [weak node] event in
            if case .textChanged(let new) = event { node?.write(new, to: text, memory) }
        }
    }
}

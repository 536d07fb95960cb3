/// A question in front of a window, answered by pressing one of its buttons.
package struct AlertElement: Element {
    package struct Answer: Equatable, Sendable {
        package var title: String
        package var role: ButtonRole?
        /// Return gives it.
        package var isDefault = false
        package var isEnabled = true
    }
    package var title: String
    package var message: String
    package var answers: [Answer]
    /// The one that closing the window gives; nil: none, it is dismissed.
    package var cancel: Int? { answers.firstIndex { $0.role == .cancel } }
}

/// What a question says, and what can be answered.
struct AlertContent {
    enum Kind { case alert, choice }
    var kind = Kind.alert
    var title: String
    var message: any View = EmptyView()
    /// Its buttons are the answers; other views, such as text fields, stand below the message.
    var actions: any View
}

struct AlertView {
    let content: AlertContent
    let dismiss: @MainActor () -> Void
}

extension AlertView: NodeView, PresentedRoot {
    func build(in node: Node) {
        // The buttons are known when the children are; up to then it stays as it was.
        let old = node.rendered?.element as? AlertElement
        node.setElement(old ?? AlertElement(title: content.title, message: "", answers: []))
        node.setChildren([Child(.index(0), content.actions), Child(.index(1), content.message, slot: -1)])
        let buttons = node.alertButtons
        var answers = buttons.map { button, element in
            AlertElement.Answer(
                title: button.text, role: element.role, isDefault: button.common.shortcut == .defaultAction,
                isEnabled: element.isEnabled)
        }
        switch content.kind {
        case .alert: if answers.isEmpty { answers = [.init(title: LocalizedStringKey("OK").resolved())] }
        case .choice:
            if !answers.contains(where: { $0.role == .cancel }) {
                answers.append(.init(title: LocalizedStringKey("Cancel").resolved(), role: .cancel))
            }
        }
        if !answers.contains(where: \.isDefault) {
            let index = answers.firstIndex { $0.role == nil } ?? answers.firstIndex { $0.role == .cancel }
            if let index, content.kind == .alert { answers[index].isDefault = true }
        }
        let message = node.children[1].output.map(\.text).joined(separator: "\n")
        node.setElement(AlertElement(title: content.title, message: message, answers: answers)) {
            [weak node, dismiss] event in
            switch event {
            case .answered(let index):
                let buttons = node?.alertButtons ?? []
                // First: the answer may ask the next question.
                dismiss()
                if buttons.indices.contains(index) { buttons[index].rendered.onEvent(.activated) }
            case .dismissed: dismiss()
            default: break
            }
        }
    }
}

extension Node {
    fileprivate var alertButtons: [(rendered: RenderedNode, element: ButtonElement)] {
        children.first?.output.compactMap { rendered in
            (rendered.element as? ButtonElement).map { (rendered, $0) }
        } ?? []
    }
}

extension RenderedNode {
    /// The text in it, as a button's title is.
    var text: String {
        if let text = element as? TextElement { return text.text }
        return children.sorted { $0.key < $1.key }.flatMap(\.value).map(\.text).filter { !$0.isEmpty }
            .joined(separator: " ")
    }
}

/// Asks a question as long as something is there. When it was answered it is over: where the answer has it asked again, it is
/// another one.
struct AlertModifier {
    let current: () -> (key: AnyHashable, content: AlertContent)?
    let dismiss: () -> Void

    private final class Memory { var answered = 0 }
    struct Key: Hashable {
        let id: AnyHashable
        let number: Int
    }

    @MainActor func build(in node: Node, content: any View) {
        let memory = node.memory as? Memory ?? Memory()
        node.memory = memory
        var children = [Child(.index(0), content)]
        if let shown = node.track({ current() }) {
            let dismiss: @MainActor () -> Void = { [dismiss = self.dismiss] in
                memory.answered += 1
                dismiss()
            }
            children.insert(
                Child(
                    .id(Key(id: shown.key, number: memory.answered)), AlertView(content: shown.content, dismiss: dismiss),
                    environment: node.environment.presenting(dismiss), slot: -1), at: 0)
        }
        node.setChildren(children)
    }
}
extension AlertModifier: NodeModifier {}

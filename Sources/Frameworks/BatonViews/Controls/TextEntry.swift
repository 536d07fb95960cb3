/// A field of one line.
package struct TextFieldElement: Element {
    package var text: String
    /// What a screen reader calls it.
    package var title: String
    /// What stands in it while it is empty.
    package var prompt: String
    package var isSecure: Bool
    package var isEnabled: Bool
    package var isEditable: Bool
    package var style: TextFieldLook
    package var attributes: TextAttributes
    package var alignment: TextAlignment
    package var input: TextInputTraits
    package var refusals: Int
}

/// What text fields and secure fields have in common.
struct TextEntry {
    var title: String
    var prompt: String?
    var isSecure = false
    var source: Source
    var onEditingChanged: (Bool) -> Void = { _ in }
    var onCommit: () -> Void = {}

    enum Source {
        case text(Binding<String>)
        /// A value that is written as text, and read when the user has finished.
        case value(text: () -> String, take: (String) -> Void)
    }

    /// GTK's single lines end at 65535 bytes.
    static let maximumBytes = 60_000

    private final class Memory: ControlMemory {
        /// What the user has typed of a value, and the value's text when that began.
        var draft: (text: String, base: String)?
        var isEditing = false
        /// What was typed, where it is not the value's text: that may say less than the value does.
        func takeDraft() -> String? {
            defer { draft = nil }
            return draft.flatMap { $0.text == $0.base ? nil : $0.text }
        }
        /// Ends an edit as the field was last made to end it.
        var end: (() -> Void)?
    }

    @MainActor func build(in node: Node) {
        let memory = memory(of: node)
        let environment = node.environment
        let stored = node.track { storedText }
        if let draft = memory.draft, draft.base != stored { memory.draft = nil }
        let text = ShownText(memory.draft?.text ?? stored, maximumBytes: Self.maximumBytes)
        if text.isCut {
            memory.reportOnce(
                "A field of one line has a text of more than \(Self.maximumBytes) bytes: it shows its beginning, and cannot be edited. A TextEditor takes longer ones."
            )
        }
        node.setElement(
            TextFieldElement(
                text: text.string, title: title, prompt: prompt ?? title, isSecure: isSecure,
                isEnabled: environment.isEnabled, isEditable: !text.isCut, style: environment.textFieldLook,
                attributes: environment.textAttributes, alignment: environment.multilineTextAlignment,
                input: environment.textInputTraits, refusals: memory.refusals)
        ) { [weak node] event in
            if let node { receive(event, node, memory) }
        }
    }

    /// A field that goes while it is edited ends the edit: no renderer tells of it then.
    @MainActor private func memory(of node: Node) -> Memory {
        let isNew = node.memory == nil
        let memory = node.control(Memory())
        memory.end = { [weak memory] in
            guard let memory, memory.isEditing else { return }
            memory.isEditing = false
            if let text = memory.takeDraft(), case .value(_, let take) = source { take(text) }
            onEditingChanged(false)
        }
        if isNew {
            let host = node.host
            node.onEnd { host.afterPass { memory.end?() } }
        }
        return memory
    }

    private var storedText: String {
        switch source {
        case .text(let binding): binding.wrappedValue
        case .value(let text, _): text()
        }
    }

    @MainActor private func receive(_ event: ElementEvent, _ node: Node, _ memory: Memory) {
        switch event {
        case .textChanged(let new):
            switch source {
            case .text(let binding): node.write(new, to: binding, memory)
            case .value:
                memory.draft = (new, memory.draft?.base ?? storedText)
                node.markDirty()
            }
        case .submitted:
            finish(node, memory)
            onCommit()
            for action in node.environment.submitActions { action.perform() }
        case .focused(true) where !memory.isEditing:
            memory.isEditing = true
            onEditingChanged(true)
        case .focused(false):
            finish(node, memory)
            memory.end?()
        default: break
        }
    }

    /// Reads the value of what was typed; what cannot be read gives way to the value's text.
    @MainActor private func finish(_ node: Node, _ memory: Memory) {
        guard memory.draft != nil, case .value(_, let take) = source else { return }
        if let text = memory.takeDraft() { take(text) }
        node.refuse(memory)
    }
}

/// A text as C can have it: without NUL, and no longer than what it is for.
struct ShownText {
    let string: String
    /// Whether its end is missing.
    let isCut: Bool

    init(_ text: String, maximumBytes: Int = .max) {
        let whole = text.utf8.contains(0) ? text.replacing("\0", with: "") : text
        isCut = whole.utf8.count > maximumBytes
        guard isCut else {
            string = whole
            return
        }
        // Down to where a character begins.
        var (count, cut) = (maximumBytes, String(whole.utf8.prefix(maximumBytes)))
        while cut == nil, count > 0 {
            count -= 1
            cut = String(whole.utf8.prefix(count))
        }
        string = cut ?? ""
    }
}

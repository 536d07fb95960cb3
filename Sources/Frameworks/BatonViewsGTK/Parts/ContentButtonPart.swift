internal import BatonViews
internal import CBatonGTK
internal import GTKKit

/// A button of GTK's with any views on it, which name it.
class ContentButtonPart: Part {
    let box = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))

    override init(_ button: Widget, _ context: ElementContext) {
        super.init(button, context)
        gtk_button_set_child(widget.typed(), box.pointer)
        gtk_widget_set_halign(box.pointer, GTK_ALIGN_CENTER)
    }

    /// Text on a button is one line.
    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: box.typed())
        Part.firstText(in: parts)?.setWraps(false)
    }

    override func contentsChanged() {
        nameByContents(pointer)
        super.contentsChanged()
    }
}

/// A button that stays pressed.
class HeldButtonPart: ContentButtonPart {
    private var style: Style?

    init(_ context: ElementContext, onToggle: @escaping @MainActor (HeldButtonPart) -> Void) {
        super.init(Widget(sinking: gtk_toggle_button_new()), context)
        widget.on("toggled") { [weak self] in self.map(onToggle) }
    }

    var isHeld: Bool { gtk_toggle_button_get_active(widget.typed()) != 0 }

    func show(_ isHeld: Bool, tint: Color?) {
        if self.isHeld != isHeld { widget.quietly { gtk_toggle_button_set_active(widget.typed(), isHeld ? 1 : 0) } }
        widget.setStyle(
            tint.map { "background-color: \(StyleSheet.css($0)); color: white;" }, for: ":checked", instead: &style)
    }

    override func measureExpansion() -> Expansion { .none }
}

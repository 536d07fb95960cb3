internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension StepperElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { StepperPart(context) }
}

/// A label, and two linked buttons at the end of the row.
final class StepperPart: LabelledPart, PartOfElement {
    private let less = Widget(sinking: gtk_button_new_from_icon_name("list-remove-symbolic"))
    private let more = Widget(sinking: gtk_button_new_from_icon_name("list-add-symbolic"))

    init(_ context: ElementContext) {
        super.init(context)
        let buttons = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        buttons.setClass("linked", true)
        gtk_box_append(buttons.typed(), less.pointer)
        gtk_box_append(buttons.typed(), more.pointer)
        gtk_widget_set_valign(buttons.pointer, GTK_ALIGN_CENTER)
        gtk_box_append(widget.typed(), buttons.pointer)
        gtk_widget_set_hexpand(label.pointer, 1)
        for (button, name, direction) in [(less, "Decrease", -1), (more, "Increase", 1)] {
            baton_accessible_set_label(button.pointer, name)
            button.on("clicked") { [weak self] in self?.context.send(.stepped(direction)) }
        }
    }

    func apply(_ element: StepperElement, from old: StepperElement?) {
        gtk_widget_set_sensitive(less.pointer, element.isEnabled && element.canDecrement ? 1 : 0)
        gtk_widget_set_sensitive(more.pointer, element.isEnabled && element.canIncrement ? 1 : 0)
        gtk_widget_set_sensitive(label.pointer, element.isEnabled ? 1 : 0)
        showLabel(element.showsLabel)
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        super.arrange(parts, from: old, in: slot)
        // The buttons are called by what they do; what they do it to is said after it.
        guard slot == 0, let text = Self.firstText(in: parts) else { return }
        for button in [less, more] { baton_accessible_set_described_by(button.pointer, text.pointer) }
    }

    override func measureExpansion() -> Expansion { Expansion(horizontal: showsLabel, vertical: false) }

    override func remove() {
        less.disconnect()
        more.disconnect()
        super.remove()
    }
}

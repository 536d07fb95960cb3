internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension ToggleElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part {
        style == .button ? ToggleButtonPart(context) : SwitchPart(context)
    }
}

/// A label, and a `GtkSwitch` at the end of the row.
final class SwitchPart: LabelledPart, PartOfElement {
    private let control = Widget(sinking: gtk_switch_new())
    private var style: Style?

    init(_ context: ElementContext) {
        super.init(context)
        gtk_box_append(widget.typed(), control.pointer)
        gtk_widget_set_hexpand(label.pointer, 1)
        gtk_widget_set_valign(control.pointer, GTK_ALIGN_CENTER)
        control.on("notify::active") { [weak self] in self?.toggled() }
    }

    override var named: [UnsafeMutablePointer<GtkWidget>] { [control.pointer] }

    private func toggled() { context.send(.toggled(gtk_switch_get_active(control.opaque) != 0)) }

    func apply(_ element: ToggleElement, from old: ToggleElement?) {
        let isOn: gboolean = element.isOn ? 1 : 0
        if gtk_switch_get_active(control.opaque) != isOn {
            control.quietly { gtk_switch_set_active(control.opaque, isOn) }
        }
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        control.setStyle(
            element.tint.map { "background-color: \(StyleSheet.css($0));" }, for: ":checked", instead: &style)
        showLabel(element.showsLabel)
    }

    override func measureExpansion() -> Expansion { Expansion(horizontal: showsLabel, vertical: false) }

    override func remove() {
        control.disconnect()
        super.remove()
    }
}

final class ToggleButtonPart: HeldButtonPart, PartOfElement {
    init(_ context: ElementContext) { super.init(context) { $0.context.send(.toggled($0.isHeld)) } }

    func apply(_ element: ToggleElement, from old: ToggleElement?) {
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        show(element.isOn, tint: element.tint)
    }
}

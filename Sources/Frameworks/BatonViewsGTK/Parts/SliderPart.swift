internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension SliderElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { SliderPart(context) }
}

/// A label, and a `GtkScale` between those of its ends.
final class SliderPart: LabelledPart, PartOfElement {
    /// Steps of the keys where the slider has none of its own.
    private static let stepsOfKeys = 100.0
    private let scale = Widget(sinking: gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, nil))
    private let ends = [
        SliderElement.minimum: Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)),
        SliderElement.maximum: Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)),
    ]
    private var style: Style?

    init(_ context: ElementContext) {
        super.init(context)
        gtk_scale_set_draw_value(scale.typed(), 0)
        gtk_widget_set_hexpand(scale.pointer, 1)
        gtk_widget_set_size_request(scale.pointer, 120, -1)
        for place in [ends[SliderElement.minimum], scale, ends[SliderElement.maximum]] {
            if let place { gtk_box_append(widget.typed(), place.pointer) }
        }
        for end in ends.values { gtk_widget_set_visible(end.pointer, 0) }
        scale.on("value-changed") { [weak self] in self?.moved() }
        scale.on("state-flags-changed") { [weak self] in self?.stateChanged() }
    }

    override var named: [UnsafeMutablePointer<GtkWidget>] { [scale.pointer] }

    private func moved() { context.send(.valueChanged(gtk_range_get_value(scale.typed()))) }
    private func stateChanged() {
        let flags = gtk_widget_get_state_flags(scale.pointer)
        context.send(.pressed(flags.rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0))
    }

    func apply(_ element: SliderElement, from old: SliderElement?) {
        scale.quietly {
            if (element.lower, element.upper) != (old?.lower, old?.upper) || element.step != old?.step {
                gtk_range_set_range(scale.typed(), element.lower, element.upper)
                let span = element.upper - element.lower
                let step = element.step ?? span / Self.stepsOfKeys
                gtk_range_set_increments(scale.typed(), step, max(step, span / 10))
            }
            if gtk_range_get_value(scale.typed()) != element.value { gtk_range_set_value(scale.typed(), element.value) }
        }
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        scale.setStyle(
            element.tint.map { "background-color: \(StyleSheet.css($0));" }, for: " > trough > highlight",
            instead: &style)
        showLabel(element.showsLabel)
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        guard let end = ends[slot] else { return super.arrange(parts, from: old, in: slot) }
        Part.arrange(parts, from: old, inBox: end.typed())
        gtk_widget_set_visible(end.pointer, parts.isEmpty ? 0 : 1)
    }

    override func measureExpansion() -> Expansion { Expansion(horizontal: true, vertical: false) }

    override func remove() {
        scale.disconnect()
        super.remove()
    }
}

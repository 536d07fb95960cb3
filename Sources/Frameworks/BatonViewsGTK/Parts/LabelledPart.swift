internal import BatonViews
internal import CBatonGTK
internal import GTKKit

/// A control with a label before it (or, of a column, above it), which names it. Where the label is not to be seen it names
/// the control all the same.
class LabelledPart: Part {
    let label: Widget
    private var isLabelWanted = true

    init(_ context: ElementContext, _ orientation: GtkOrientation = GTK_ORIENTATION_HORIZONTAL) {
        // Several views are below each other: a second text explains the first.
        label = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 2))
        super.init(Widget(sinking: gtk_box_new(orientation, orientation == GTK_ORIENTATION_HORIZONTAL ? 12 : 6)), context)
        gtk_box_append(widget.typed(), label.pointer)
        gtk_widget_set_valign(label.pointer, GTK_ALIGN_CENTER)
        gtk_widget_set_visible(label.pointer, 0)
    }

    /// What the label names.
    var named: [UnsafeMutablePointer<GtkWidget>] { [] }
    /// What a screen reader calls them by, where there is no label.
    var standardName: String? { nil }

    func showLabel(_ isWanted: Bool) {
        isLabelWanted = isWanted
        gtk_widget_set_visible(label.pointer, showsLabel ? 1 : 0)
    }

    var showsLabel: Bool { isLabelWanted && !(slots[0] ?? []).isEmpty }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        guard slot == 0 else { return }
        Part.arrange(parts, from: old, inBox: label.typed())
        showLabel(isLabelWanted)
    }

    override var focusTarget: UnsafeMutablePointer<GtkWidget> { named.first ?? pointer }

    override func contentsChanged() {
        nameControls()
        super.contentsChanged()
    }

    /// By the label; a name that the app gives counts before it.
    final func nameControls() {
        for widget in named {
            baton_accessible_set_label(widget, givenName ?? (words(in: 0).isEmpty ? standardName : nil))
            nameByContents(widget, slot: 0)
        }
    }

    override func commonChanged(_ common: CommonProperties, from old: CommonProperties) {
        for widget in named.dropFirst() where common.accessibilityHint != old.accessibilityHint {
            baton_accessible_set_description(widget, common.accessibilityHint)
        }
    }

    override func place(_ part: Part, in slot: Int) { part.setAlign(horizontal: .fill, vertical: .center) }
    override func measureExpansion() -> Expansion { .none }
}

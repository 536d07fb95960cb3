internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension ProgressElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { ProgressPart(context) }
}

/// A label above a bar, with the value's below it; where nobody knows how far it is, a spinner above its label.
final class ProgressPart: LabelledPart, PartOfElement {
    private static let pulse = Duration.milliseconds(120)
    private let bar = Widget(sinking: gtk_progress_bar_new())
    private let spinner = Widget(sinking: gtk_spinner_new())
    private let current = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private var isBar = false
    private var pulsing: Task<Void, Never>?
    private var style: Style?
    private var spinnerStyle: Style?

    init(_ context: ElementContext) {
        super.init(context, GTK_ORIENTATION_VERTICAL)
        for part in [bar, spinner, current] { gtk_box_append(widget.typed(), part.pointer) }
        gtk_widget_set_halign(spinner.pointer, GTK_ALIGN_CENTER)
        gtk_widget_set_visible(current.pointer, 0)
        nameControls()
    }

    override var named: [UnsafeMutablePointer<GtkWidget>] { [bar.pointer, spinner.pointer] }
    override var standardName: String? { "Progress" }

    func apply(_ element: ProgressElement, from old: ProgressElement?) {
        isBar = element.style == .linear || element.style == .automatic && element.fraction != nil
        gtk_widget_set_visible(bar.pointer, isBar ? 1 : 0)
        gtk_widget_set_visible(spinner.pointer, isBar ? 0 : 1)
        gtk_spinner_set_spinning(spinner.opaque, isBar ? 0 : 1)
        gtk_box_reorder_child_after(widget.typed(), label.pointer, isBar ? nil : spinner.pointer)
        for box in [label, current] { gtk_widget_set_halign(box.pointer, isBar ? GTK_ALIGN_START : GTK_ALIGN_CENTER) }
        if let fraction = element.fraction {
            gtk_progress_bar_set_fraction(bar.opaque, fraction)
            baton_accessible_set_value_text(spinner.pointer, "\(Int((fraction * 100).rounded())) %")
        } else {
            baton_accessible_set_value_text(spinner.pointer, nil)
        }
        setPulsing(isBar && element.fraction == nil)
        let color = element.tint.map { StyleSheet.css($0) }
        bar.setStyle(color.map { "background-color: \($0);" }, for: " > trough > progress", instead: &style)
        spinner.setStyle(color.map { "color: \($0);" }, instead: &spinnerStyle)
        showLabel(element.showsLabel)
    }

    /// GTK has no movement of its own for it.
    private func setPulsing(_ isWanted: Bool) {
        guard isWanted != (pulsing != nil) else { return }
        pulsing?.cancel()
        pulsing = nil
        guard isWanted else { return }
        pulsing = Task { [weak self] in
            while !Task.isCancelled {
                guard let bar = self?.bar else { return }
                if gtk_widget_get_mapped(bar.pointer) != 0 { gtk_progress_bar_pulse(bar.opaque) }
                try? await Task.sleep(for: Self.pulse)
            }
        }
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        guard slot == ProgressElement.current else { return super.arrange(parts, from: old, in: slot) }
        Part.arrange(parts, from: old, inBox: current.typed())
        gtk_widget_set_visible(current.pointer, parts.isEmpty ? 0 : 1)
        for text in parts.compactMap({ $0 as? TextPart }) { text.widget.setClass("caption", true) }
    }

    override func measureExpansion() -> Expansion { Expansion(horizontal: isBar, vertical: false) }

    override func remove() {
        setPulsing(false)
        super.remove()
    }
}

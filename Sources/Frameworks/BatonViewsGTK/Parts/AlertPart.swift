internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension AlertElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { AlertPart(context) }
}

/// A question: an `AdwMessageDialog`. It cannot take answers away, so with other ones it is another dialog.
///
/// The part's own widget is what stands below the message.
final class AlertPart: Part, PartOfElement {
    private var dialog: Widget?
    private var element: AlertElement?

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 12)), context)
    }

    func apply(_ element: AlertElement, from old: AlertElement?) {
        self.element = element
        guard let dialog else {
            if old == nil { context.node?.host.afterPass { [weak self] in self?.present() } }
            return
        }
        guard let old, old.answers.count == element.answers.count else {
            end()
            return present()
        }
        fill(dialog, element)
    }

    private func present() {
        guard let element, context.node != nil, dialog == nil else { return }
        let made = Widget(sinking: adw_message_dialog_new(nil, nil, nil))
        dialog = made
        // Closing answers comes first, and what is done last, as GNOME's dialogs have it.
        let order = element.answers.indices.filter { element.answers[$0].role == .cancel }
            + element.answers.indices.filter { element.answers[$0].role != .cancel }
        for index in order { adw_message_dialog_add_response(made.typed(), "\(index)", "") }
        fill(made, element)
        gtk_window_set_transient_for(made.typed(), context.presentingWindow)
        showExtra()
        made.onText("response") { [context] response in
            // Not at once: an answer may close the window, and the dialog with it, which is still at work.
            Task { @MainActor in context.send(Int(response).map { .answered($0) } ?? .dismissed) }
        }
        gtk_window_present(made.typed())
    }

    private func fill(_ dialog: Widget, _ element: AlertElement) {
        let pointer: UnsafeMutablePointer<AdwMessageDialog> = dialog.typed()
        adw_message_dialog_set_heading(pointer, element.title)
        adw_message_dialog_set_body(pointer, element.message)
        for (index, answer) in element.answers.enumerated() {
            let id = "\(index)"
            adw_message_dialog_set_response_label(pointer, id, answer.title.replacing("_", with: "__"))
            adw_message_dialog_set_response_enabled(pointer, id, answer.isEnabled ? 1 : 0)
            let isMain = answer.isDefault && answer.role == nil && element.answers.count > 1
            adw_message_dialog_set_response_appearance(
                pointer, id,
                answer.role == .destructive ? ADW_RESPONSE_DESTRUCTIVE : isMain ? ADW_RESPONSE_SUGGESTED : ADW_RESPONSE_DEFAULT)
        }
        let main: String? = element.answers.firstIndex(where: \.isDefault).map { "\($0)" }
        adw_message_dialog_set_default_response(pointer, main)
        adw_message_dialog_set_close_response(pointer, element.cancel.map { "\($0)" } ?? "close")
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        // Buttons are the dialog's answers.
        Part.arrange(
            parts.filter { !($0 is ButtonPart) }, from: old.filter { !($0 is ButtonPart) }, inBox: widget.typed())
        showExtra()
    }

    private func showExtra() {
        guard let dialog else { return }
        let isEmpty = gtk_widget_get_first_child(pointer) == nil
        let shown = adw_message_dialog_get_extra_child(dialog.typed())
        if isEmpty == (shown != nil) { adw_message_dialog_set_extra_child(dialog.typed(), isEmpty ? nil : pointer) }
    }

    override func place(_ part: Part, in slot: Int) { part.setAlign(horizontal: .fill, vertical: .center) }

    private func end() {
        guard let dialog else { return }
        self.dialog = nil
        dialog.disconnect()
        adw_message_dialog_set_extra_child(dialog.typed(), nil)
        gtk_window_destroy(dialog.typed())
    }

    override func remove() {
        super.remove()
        end()
    }
}

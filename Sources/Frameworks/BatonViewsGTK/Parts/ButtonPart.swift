internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension ButtonElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { ButtonPart(context) }
}

final class ButtonPart: ContentButtonPart, PartOfElement {
    /// Without a frame, for a style of the app's own; where the keyboard is, is still seen.
    private static let bare = "background: none; border: none; box-shadow: none; padding: 0; min-width: 0; min-height: 0;"
    private var isCustom = false
    private var isMenuItem = false
    private var style: Style?

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_button_new()), context)
        widget.on("clicked") { [weak self] in
            guard let self else { return }
            if isMenuItem { MenuPart.close(around: widget) }
            context.send(.activated)
        }
        widget.on("state-flags-changed") { [weak self] in self?.stateChanged() }
    }

    /// Only a style of the app's own shows it by itself.
    private func stateChanged() {
        guard isCustom else { return }
        let flags = gtk_widget_get_state_flags(pointer)
        context.send(.pressed(flags.rawValue & GTK_STATE_FLAG_ACTIVE.rawValue != 0))
    }

    func apply(_ element: ButtonElement, from old: ButtonElement?) {
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        widget.setClass("destructive-action", element.role == .destructive)
        widget.setClass("suggested-action", element.style == .prominent && element.role != .destructive)
        widget.setClass("flat", [.plain, .borderless, .link, .menuItem].contains(element.style))
        isCustom = element.style == .custom
        isMenuItem = element.style == .menuItem
        alignContent()
        widget.setStyle(declarations(element), instead: &style)
    }

    private func declarations(_ element: ButtonElement) -> String? {
        guard element.style != .custom else { return Self.bare }
        guard let tint = element.tint, element.role != .destructive, element.style != .plain else { return nil }
        let color = StyleSheet.css(tint)
        return element.style == .prominent ? "background-color: \(color); color: white;" : "color: \(color);"
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        super.arrange(parts, from: old, in: slot)
        alignContent()
    }

    private func alignContent() {
        let expands = (slots[0] ?? []).contains { $0.expansion.horizontal }
        gtk_widget_set_halign(box.pointer, expands ? GTK_ALIGN_FILL : isMenuItem ? GTK_ALIGN_START : GTK_ALIGN_CENTER)
    }
}

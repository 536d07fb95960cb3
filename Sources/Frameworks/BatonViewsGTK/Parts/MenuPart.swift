internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension MenuElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { MenuPart(context) }
}

/// A menu: a `GtkMenuButton` with a popover of any widgets, the buttons among them without frames.
final class MenuPart: Part, PartOfElement {
    private static let menuClass = "baton-menu"

    private let label: Widget
    private let popover: Widget
    private let content: Widget

    init(_ context: ElementContext) {
        label = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        popover = Widget(sinking: gtk_popover_new())
        content = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        super.init(Widget(sinking: gtk_menu_button_new()), context)
        gtk_popover_set_child(popover.typed(), content.pointer)
        popover.setClass(Self.menuClass, true)
        gtk_menu_button_set_child(widget.opaque, label.pointer)
        gtk_menu_button_set_popover(widget.opaque, popover.pointer)
    }

    func apply(_ element: MenuElement, from old: MenuElement?) {
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        let isItem = element.style == .menuItem
        gtk_menu_button_set_has_frame(
            widget.opaque, [.plain, .borderless, .link, .menuItem].contains(element.style) ? 0 : 1)
        // A menu in a menu opens beside its line.
        gtk_menu_button_set_direction(widget.opaque, isItem ? GTK_ARROW_RIGHT : GTK_ARROW_DOWN)
        gtk_menu_button_set_always_show_arrow(widget.opaque, 1)
        gtk_widget_set_halign(label.pointer, isItem ? GTK_ALIGN_START : GTK_ALIGN_FILL)
        // GTK's own box, of the label and the arrow.
        if let row = gtk_widget_get_parent(label.pointer), isItem { gtk_widget_set_halign(row, GTK_ALIGN_FILL) }
        gtk_widget_set_hexpand(label.pointer, isItem ? 1 : 0)
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        guard slot == MenuElement.label else { return Part.arrange(parts, from: old, inBox: content.typed()) }
        Part.arrange(parts, from: old, inBox: label.typed())
        for text in parts.compactMap({ $0 as? TextPart }) { text.setWraps(false) }
    }

    /// GTK's button in the menu button.
    override var focusTarget: UnsafeMutablePointer<GtkWidget> { gtk_widget_get_first_child(pointer) ?? pointer }

    override func contentsChanged() {
        for widget in [pointer, focusTarget] { nameByContents(widget, slot: MenuElement.label) }
        super.contentsChanged()
    }

    override func place(_ part: Part, in slot: Int) {
        (part as? DividerPart)?.setAxis(.horizontal)
        part.setAlign(horizontal: .fill, vertical: .center)
    }

    override func measureExpansion() -> Expansion { .none }

    override func remove() {
        shut(popover.typed())
        super.remove()
    }

    /// Closes the menus that a widget is in.
    static func close(around widget: Widget) {
        var inner = widget.pointer
        while let popover = gtk_widget_get_ancestor(inner, gtk_popover_get_type()) {
            if gtk_widget_has_css_class(popover, menuClass) != 0 {
                gtk_popover_popdown(UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self))
            }
            guard let parent = gtk_widget_get_parent(popover) else { return }
            inner = parent
        }
    }
}

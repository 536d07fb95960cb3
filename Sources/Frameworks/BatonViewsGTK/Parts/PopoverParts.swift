internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension PopoverAnchorElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { PopoverAnchorPart(context) }
}

/// A box around the view that a popover points at: a popover's place is set by the layout of its parent, which not every
/// widget of GTK's does.
final class PopoverAnchorPart: WrapperPart, PartOfElement {
    override init(_ context: ElementContext) {
        super.init(context)
        // A popover takes the focus from another widget, so the window must have one that has it: not yet while it is mapped.
        widget.on("map") { [weak self] in
            self?.widget.onEachFrame {
                self?.showAll()
                return false
            }
        }
    }

    func apply(_ element: PopoverAnchorElement, from old: PopoverAnchorElement?) {}

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        guard slot == PopoverAnchorElement.popover else { return super.arrange(parts, from: old, in: slot) }
        for part in old where !parts.contains(where: { $0 === part }) && gtk_widget_get_parent(part.pointer) == pointer {
            gtk_widget_unparent(part.pointer)
        }
        for part in parts where gtk_widget_get_parent(part.pointer) == nil { gtk_widget_set_parent(part.pointer, pointer) }
        context.node?.host.afterPass { [weak self] in self?.showAll() }
    }

    private func showAll() {
        guard gtk_widget_get_mapped(pointer) != 0 else { return }
        if let root = gtk_widget_get_root(pointer), gtk_root_get_focus(root) == nil {
            let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
            _ = gtk_widget_child_focus(window, GTK_DIR_TAB_FORWARD)
            if gtk_root_get_focus(root) == nil {
                // Nothing in the window takes it.
                gtk_widget_set_focusable(pointer, 1)
                gtk_widget_grab_focus(pointer)
                gtk_widget_set_focusable(pointer, 0)
            }
        }
        for part in slots[PopoverAnchorElement.popover] ?? [] where gtk_widget_get_visible(part.pointer) == 0 {
            gtk_popover_popup(part.widget.typed())
        }
    }

    override func place(_ part: Part, in slot: Int) {
        if slot == PopoverAnchorElement.content { super.place(part, in: slot) }
    }

    override func measureExpansion() -> Expansion {
        (slots[PopoverAnchorElement.content] ?? []).reduce(.none) { $0 | $1.expansion }
    }
}

extension PopoverElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { PopoverPart(context) }
}

final class PopoverPart: Part, PartOfElement {
    private let box: Widget

    init(_ context: ElementContext) {
        box = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 8))
        super.init(Widget(sinking: gtk_popover_new()), context)
        gtk_popover_set_child(widget.typed(), box.pointer)
        widget.on("closed") { context.send(.dismissed) }
    }

    func apply(_ element: PopoverElement, from old: PopoverElement?) {
        let isReversed = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
        let position: GtkPositionType =
            switch element.edge {
            case .top: GTK_POS_TOP
            case .leading: isReversed ? GTK_POS_RIGHT : GTK_POS_LEFT
            case .trailing: isReversed ? GTK_POS_LEFT : GTK_POS_RIGHT
            case .bottom, nil: GTK_POS_BOTTOM
            }
        gtk_popover_set_position(widget.typed(), position)
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: box.typed())
    }

    override func remove() {
        super.remove()
        shut(widget.typed())
        if gtk_widget_get_parent(pointer) != nil { gtk_widget_unparent(pointer) }
    }
}

extension Part {
    /// Closes a popover that goes. GTK never frees one that goes while it is shown, or while the focus is in it: that comes to
    /// what the popover pointed at.
    func shut(_ popover: UnsafeMutablePointer<GtkPopover>) {
        let own = UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkWidget.self)
        gtk_popover_popdown(popover)
        guard let root = gtk_widget_get_root(own), let focus = gtk_root_get_focus(root),
            focus == own || gtk_widget_is_ancestor(focus, own) != 0
        else { return }
        gtk_root_set_focus(root, nil)
        if let parent = gtk_widget_get_parent(own), gtk_widget_get_mapped(parent) != 0 {
            _ = gtk_widget_child_focus(parent, GTK_DIR_TAB_FORWARD)
        }
    }
}

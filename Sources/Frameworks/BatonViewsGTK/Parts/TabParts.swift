internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension TabElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { TabPart(context) }
}

/// Pages in an `AdwViewStack`, with a bar below that they are chosen in.
final class TabPart: Part, PartOfElement {
    private let stack: Widget
    private let bar: Widget
    private var selected = 0

    init(_ context: ElementContext) {
        stack = Widget(sinking: OpaquePointer(adw_view_stack_new()!))
        bar = Widget(sinking: OpaquePointer(adw_view_switcher_bar_new()!))
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)), context)
        gtk_box_append(widget.typed(), stack.pointer)
        gtk_box_append(widget.typed(), bar.pointer)
        gtk_widget_set_vexpand(stack.pointer, 1)
        gtk_widget_set_hexpand(stack.pointer, 1)
        adw_view_switcher_bar_set_stack(bar.opaque, stack.opaque)
        adw_view_switcher_bar_set_reveal(bar.opaque, 1)
        stack.on("notify::visible-child") { [weak self] in self?.chosen() }
    }

    func apply(_ element: TabElement, from old: TabElement?) {
        selected = element.selected
        showSelected()
    }

    private func chosen() {
        let shown = adw_view_stack_get_visible_child(stack.opaque)
        guard let place = (slots[0] ?? []).firstIndex(where: { $0.pointer == shown }), place != selected else { return }
        context.send(.selected(place))
        // Whoever keeps the choice may have another one.
        context.node?.host.afterPass { [weak self] in self?.showSelected() }
    }

    private func showSelected() {
        let parts = slots[0] ?? []
        guard parts.indices.contains(selected) else { return }
        let page = parts[selected].pointer
        guard gtk_widget_get_parent(page) == stack.pointer, adw_view_stack_get_visible_child(stack.opaque) != page
        else { return }
        stack.quietly { adw_view_stack_set_visible_child(stack.opaque, page) }
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        stack.quietly {
            // The stack has no places: from the first page that differs on they are added anew.
            let same = zip(parts, old).prefix { $0.0 === $0.1 }.count
            for part in old.dropFirst(same) where gtk_widget_get_parent(part.pointer) == stack.pointer {
                adw_view_stack_remove(stack.opaque, part.pointer)
            }
            for part in parts.dropFirst(same) {
                if gtk_widget_get_parent(part.pointer) != nil { gtk_widget_unparent(part.pointer) }
                _ = adw_view_stack_add(stack.opaque, part.pointer)
                name(part)
            }
        }
        showSelected()
    }

    /// Says in the bar what a page is called.
    func name(_ part: Part) {
        guard let part = part as? TabPagePart, gtk_widget_get_parent(part.pointer) == stack.pointer,
            let page = adw_view_stack_get_page(stack.opaque, part.pointer)
        else { return }
        adw_view_stack_page_set_title(page, part.element?.title ?? "")
        adw_view_stack_page_set_icon_name(page, part.element?.symbol.map { SymbolNames.iconName(of: $0) })
    }

    override func place(_ part: Part, in slot: Int) { part.setAlign(horizontal: .fill, vertical: .fill) }

    override func measureExpansion() -> Expansion { .both }
}

extension TabPageElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { TabPagePart(context) }
}

/// A page: what is in it stands in its middle.
final class TabPagePart: WrapperPart, PartOfElement {
    private(set) var element: TabPageElement?

    func apply(_ element: TabPageElement, from old: TabPageElement?) {
        self.element = element
        (container as? TabPart)?.name(self)
    }

    override func place(_ part: Part, in slot: Int) {
        super.place(part, in: slot)
        gtk_widget_set_hexpand(part.pointer, 1)
        gtk_widget_set_vexpand(part.pointer, 1)
    }

    override func measureExpansion() -> Expansion { .both }
}

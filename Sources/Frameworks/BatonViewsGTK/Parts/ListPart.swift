internal import BatonViews
internal import CBatonGTK
internal import GLibKit
internal import GTKKit

extension ListElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { ListPart(context) }
}

/// A list: a `GtkListView` in a scrolled window. Rows exist while GTK shows them.
final class ListPart: Part, PartOfElement {
    private let view: Widget
    private let model: ObjectReference
    private var selection: ObjectReference?
    private let factory: ObjectReference
    private var list = RowList()
    /// What is in which of GTK's list items.
    private var bound: [OpaquePointer: (id: UInt64, parts: [Part])] = [:]
    private var isApplying = false

    private var rows: ListRows? { context.node?.memory as? ListRows }

    init(_ context: ElementContext) {
        model = ObjectReference(adopting: baton_rows_new()!)
        factory = ObjectReference(adopting: gtk_signal_list_item_factory_new()!)
        view = Widget(sinking: gtk_list_view_new(nil, nil))
        super.init(Widget(sinking: gtk_scrolled_window_new()), context)
        gtk_scrolled_window_set_child(widget.opaque, view.pointer)
        gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(widget.opaque, 1)
        gtk_list_view_set_single_click_activate(view.opaque, 1)
        connectFactory()
        gtk_list_view_set_factory(view.opaque, factory.opaque)
        view.onPlace("activate") { [context] place in context.send(.rowActivated(place)) }
    }

    private func connectFactory() {
        connectItemSignal(factory.raw, "bind") { [weak self] item in self?.bind(item) }
        connectItemSignal(factory.raw, "unbind") { [weak self] item in self?.unbind(item) }
    }

    func apply(_ element: ListElement, from old: ListElement?) {
        isApplying = true
        defer { isApplying = false }
        if old == nil || old?.allowsSelection != element.allowsSelection
            || old?.allowsSeveral != element.allowsSeveral
        {
            setSelectionModel(element)
        }
        splice(to: element.rows)
        list = element.rows
        if element.allowsSelection { select(element.selected) }
        widget.setClass("card", element.style == .grouped)
        if let scroll = element.scroll, scroll != old?.scroll { show(row: scroll.row) }
    }

    private func show(row: Int) {
        let place = g_variant_ref_sink(g_variant_new_uint32(guint32(clamping: row)))
        defer { g_variant_unref(place) }
        _ = gtk_widget_activate_action_variant(view.pointer, "list.scroll-to-item", place)
    }

    private func setSelectionModel(_ element: ListElement) {
        g_object_ref(model.raw)
        let made: OpaquePointer? =
            if !element.allowsSelection {
                gtk_no_selection_new(model.opaque)
            } else if element.allowsSeveral {
                gtk_multi_selection_new(model.opaque)
            } else {
                gtk_single_selection_new(model.opaque)
            }
        guard let made else { return }
        let selection = ObjectReference(adopting: made)
        if element.allowsSelection, !element.allowsSeveral {
            gtk_single_selection_set_autoselect(made, 0)
            gtk_single_selection_set_can_unselect(made, 1)
        }
        self.selection = selection
        gtk_list_view_set_model(view.opaque, made)
        gtk_list_view_set_single_click_activate(view.opaque, element.allowsSelection ? 0 : 1)
        guard element.allowsSelection else { return }
        connectSignal(selection.raw, "selection-changed") { [weak self] _ in
            MainActor.assumeIsolated { self?.selectionChanged() }
        }
    }

    private func selectionChanged() {
        guard !isApplying, let selection else { return }
        let set = gtk_selection_model_get_selection(selection.opaque)
        defer { gtk_bitset_unref(set) }
        var chosen: Set<Int> = []
        for index in 0..<gtk_bitset_get_size(set) { chosen.insert(Int(gtk_bitset_get_nth(set, guint(index)))) }
        context.send(.rowsSelected(chosen))
    }

    private func select(_ rows: Set<Int>) {
        guard let selection else { return }
        let set = gtk_bitset_new_empty()
        let mask = gtk_bitset_new_range(0, guint(clamping: list.rows.count))
        defer {
            gtk_bitset_unref(set)
            gtk_bitset_unref(mask)
        }
        for row in rows { gtk_bitset_add(set, guint(clamping: row)) }
        gtk_selection_model_set_selection(selection.opaque, set, mask)
    }

    /// Tells GTK of the part that differs: rows at both ends that stay are not touched.
    private func splice(to new: RowList) {
        let old = list.rows
        var start = 0
        while start < min(old.count, new.rows.count), old[start].id == new.rows[start].id { start += 1 }
        var tail = 0
        while tail < min(old.count, new.rows.count) - start,
            old[old.count - 1 - tail].id == new.rows[new.rows.count - 1 - tail].id
        { tail += 1 }
        let (removed, added) = (old.count - start - tail, new.rows.count - start - tail)
        guard removed > 0 || added > 0 else { return }
        list = new
        baton_rows_splice(model.raw, guint(clamping: start), guint(clamping: removed), guint(clamping: added))
    }

    // MARK: GTK's items

    private func bind(_ item: OpaquePointer) {
        let place = Int(gtk_list_item_get_position(item))
        guard let (id, output) = rows?.begin(at: place) else { return }
        let parts = output.compactMap { $0.rendered as? Part }
        // A row that is in two of GTK's items for a moment, while it moves, is where it was asked for last. The other item
        // must give it up itself: it would take away later what it holds to be its child.
        for (other, entry) in bound where entry.id == id && !entry.parts.isEmpty {
            gtk_list_item_set_child(other, nil)
            bound[other] = (id, [])
        }
        bound[item] = (id, parts)
        if let part = parts.first {
            if gtk_widget_get_parent(part.pointer) != nil { gtk_widget_unparent(part.pointer) }
            gtk_list_item_set_child(item, part.pointer)
            (part as? RowPart)?.nameRow()
        }
        gtk_list_item_set_activatable(item, 1)
    }

    private func unbind(_ item: OpaquePointer) {
        guard let (id, parts) = bound.removeValue(forKey: item) else { return }
        if !parts.isEmpty { gtk_list_item_set_child(item, nil) }
        rows?.end(id)
    }

    override var focusTarget: UnsafeMutablePointer<GtkWidget> { view.pointer }

    override func measureExpansion() -> Expansion { .both }

    override func remove() {
        gtk_list_view_set_model(view.opaque, nil)
        super.remove()
    }
}

extension RowElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { RowPart(context) }
}

/// A row: what is in it beside each other, from the side where reading starts.
final class RowPart: Part, PartOfElement {
    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8)), context)
        gtk_widget_set_margin_start(pointer, 10)
        gtk_widget_set_margin_end(pointer, 10)
        gtk_widget_set_margin_top(pointer, 6)
        gtk_widget_set_margin_bottom(pointer, 6)
    }

    func apply(_ element: RowElement, from old: RowElement?) {}

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: widget.typed())
    }

    override func place(_ part: Part, in slot: Int) { part.setAlign(horizontal: .fill, vertical: .center) }

    override func contentsChanged() { nameRow() }

    /// What has the focus is GTK's widget of the list item, which has no name.
    func nameRow() { gtk_widget_get_parent(pointer).map { nameByContents($0) } }
}

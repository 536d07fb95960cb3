internal import BatonViews
internal import CBatonGTK
internal import GTKKit

/// Rows on a card, in the look of GNOME's settings. A row that stays is not taken out: it may have the focus.
///
/// Not a `GtkListBox`: Tab comes into one only where its first row takes the focus.
@MainActor private final class RowGroup {
    private struct Row {
        let part: Part
        let widget: Widget
        /// What the row does when it is pressed; of others, the control in it is what is used.
        let link: LinkPart?
        var style: Style?
    }

    let list: Widget
    private var rows: [Row] = []

    init() {
        list = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        list.setClass("card", true)
        gtk_widget_set_overflow(list.pointer, GTK_OVERFLOW_HIDDEN)
    }

    /// Takes the rows out that are not to be there, or are rows of another kind now.
    func keep(_ parts: [Part]) {
        for row in rows where !stays(row, parts) {
            if let box = gtk_widget_get_parent(row.part.pointer) {
                gtk_box_remove(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), row.part.pointer)
            }
            gtk_box_remove(list.typed(), row.widget.pointer)
        }
        rows.removeAll { !stays($0, parts) }
    }

    private func stays(_ row: Row, _ parts: [Part]) -> Bool {
        parts.contains { $0 === row.part } && row.part.first() === row.link
    }

    /// Has exactly these rows.
    func set(_ parts: [Part]) {
        keep(parts)
        var known: [ObjectIdentifier: Row] = [:]
        for row in rows { known[ObjectIdentifier(row.part)] = row }
        rows = parts.map { known[ObjectIdentifier($0)] ?? Self.row(with: $0) }
        var before: UnsafeMutablePointer<GtkWidget>?
        for index in rows.indices {
            let widget = rows[index].widget
            if gtk_widget_get_parent(widget.pointer) == nil {
                gtk_box_insert_child_after(list.typed(), widget.pointer, before)
            } else if gtk_widget_get_prev_sibling(widget.pointer) != before {
                gtk_box_reorder_child_after(list.typed(), widget.pointer, before)
            }
            before = widget.pointer
            let line = index == 0 ? "" : "border-top: 1px solid alpha(currentColor, 0.12);"
            widget.setStyle("border-radius: 0; padding: 0; \(line)", instead: &rows[index].style)
            rows[index].link?.nameByContents(widget.pointer)
        }
        gtk_widget_set_visible(list.pointer, parts.isEmpty ? 0 : 1)
    }

    private static func row(with part: Part) -> Row {
        let link: LinkPart? = part.first()
        if gtk_widget_get_parent(part.pointer) != nil { gtk_widget_unparent(part.pointer) }
        let box = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        gtk_box_append(box.typed(), part.pointer)
        for set in [gtk_widget_set_margin_start, gtk_widget_set_margin_end] { set(box.pointer, 12) }
        for set in [gtk_widget_set_margin_top, gtk_widget_set_margin_bottom] { set(box.pointer, 8) }
        let widget: Widget
        if let link {
            widget = Widget(sinking: gtk_button_new())
            widget.setClass("flat", true)
            gtk_button_set_child(widget.typed(), box.pointer)
            widget.on("clicked") { [weak link] in link?.context.send(.activated) }
        } else {
            widget = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            gtk_box_append(widget.typed(), box.pointer)
        }
        gtk_widget_set_size_request(widget.pointer, -1, 48)
        return Row(part: part, widget: widget, link: link)
    }
}

extension FormElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { FormPart(context) }
}

/// A form: groups below each other, in a column that is read with ease. What stands between two sections is a group too.
final class FormPart: Part, PartOfElement {
    private let column: Widget
    private var groups: [RowGroup] = []

    init(_ context: ElementContext) {
        column = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 18))
        super.init(Widget(sinking: gtk_scrolled_window_new()), context)
        let clamp = Widget(sinking: adw_clamp_new())
        adw_clamp_set_child(clamp.opaque, column.pointer)
        for set in [
            gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top,
            gtk_widget_set_margin_bottom,
        ] { set(column.pointer, 18) }
        gtk_scrolled_window_set_child(widget.opaque, clamp.pointer)
        gtk_scrolled_window_set_policy(widget.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_width(widget.opaque, 1)
        gtk_scrolled_window_set_propagate_natural_height(widget.opaque, 1)
        gtk_scrolled_window_set_max_content_height(widget.opaque, 600)
    }

    func apply(_ element: FormElement, from old: FormElement?) {}

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        var wanted: [(rows: [Part], section: Part?)] = []
        for part in parts {
            if part is FormSectionPart {
                wanted.append(([], part))
            } else if let last = wanted.last, last.section == nil {
                wanted[wanted.count - 1].rows.append(part)
            } else {
                wanted.append(([part], nil))
            }
        }
        let loose = wanted.filter { $0.section == nil }.map(\.rows)
        for (index, group) in groups.enumerated() { group.keep(index < loose.count ? loose[index] : []) }
        while groups.count < loose.count { groups.append(RowGroup()) }
        for group in groups[loose.count...] where gtk_widget_get_parent(group.list.pointer) != nil {
            gtk_box_remove(column.typed(), group.list.pointer)
        }
        groups.removeSubrange(loose.count...)
        for (group, rows) in zip(groups, loose) { group.set(rows) }
        for part in old where part is FormSectionPart && !parts.contains(where: { $0 === part }) {
            if gtk_widget_get_parent(part.pointer) == column.pointer { gtk_box_remove(column.typed(), part.pointer) }
        }
        var before: UnsafeMutablePointer<GtkWidget>?
        var next = groups.makeIterator()
        for entry in wanted {
            guard let shown = entry.section?.widget ?? next.next()?.list else { continue }
            if gtk_widget_get_parent(shown.pointer) == nil {
                gtk_box_insert_child_after(column.typed(), shown.pointer, before)
            } else if gtk_widget_get_prev_sibling(shown.pointer) != before {
                gtk_box_reorder_child_after(column.typed(), shown.pointer, before)
            }
            before = shown.pointer
        }
    }

    override func place(_ part: Part, in slot: Int) {
        part.setAlign(horizontal: part is FormSectionPart ? .fill : .start, vertical: .center)
        if !(part is FormSectionPart) { gtk_widget_set_hexpand(part.pointer, 1) }
    }

    override func measureExpansion() -> Expansion { .both }
}

/// A section of a form.
final class FormSectionPart: Part, PartOfElement {
    typealias Shown = SectionElement
    private let group = RowGroup()
    private let header: Widget
    private let footer: Widget

    init(_ context: ElementContext) {
        header = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        footer = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)), context)
        header.setClass("heading", true)
        footer.setClass("dim-label", true)
        footer.setClass("caption", true)
        for part in [header, group.list, footer] { gtk_box_append(widget.typed(), part.pointer) }
    }

    func apply(_ element: SectionElement, from old: SectionElement?) {}

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        if slot == SectionElement.content { return group.set(parts) }
        let box = slot == SectionElement.header ? header : footer
        Part.arrange(parts, from: old, inBox: box.typed())
        gtk_widget_set_visible(box.pointer, parts.isEmpty ? 0 : 1)
    }

    override func place(_ part: Part, in slot: Int) {
        part.setAlign(horizontal: .start, vertical: .center)
        gtk_widget_set_hexpand(part.pointer, 1)
    }

    override func measureExpansion() -> Expansion { Expansion(horizontal: true, vertical: false) }
}

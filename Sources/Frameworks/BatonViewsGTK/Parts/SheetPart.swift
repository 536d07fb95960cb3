internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension SheetElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { SheetPart(context) }
}

extension ElementContext {
    /// The window that what is presented stands in front of. It is there when the pass is over that made it.
    @MainActor var presentingWindow: UnsafeMutablePointer<GtkWindow>? {
        for rendered in node?.presenters ?? [] {
            guard let part = rendered.rendered as? Part, let root = gtk_widget_get_root(part.pointer) else { continue }
            return UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self)
        }
        return nil
    }
}

/// A sheet: a modal window in front of its parent. Escape closes it as its button does.
final class SheetPart: Part, PartOfElement {
    /// Less would look like a mistake; what is in it may make it larger.
    private static let leastWidth: gint = 360, leastHeight: gint = 160
    /// A sheet may be larger than a small parent.
    private static let roomyWidth: gint = 480, roomyHeight: gint = 480

    private let header: Widget
    private let title: Widget
    private let content = ScreenBox()
    private let boxes: [Int: Widget]

    init(_ context: ElementContext) {
        header = Widget(sinking: adw_header_bar_new())
        title = Widget(sinking: adw_window_title_new("", ""))
        func row() -> Widget { Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)) }
        boxes = [
            PageElement.content: content.inner, PageElement.leading: row(),
            PageElement.trailing: row(), PageElement.bottom: row(),
        ]
        super.init(Widget(sinking: adw_window_new()), context)
        adw_header_bar_set_title_widget(header.opaque, title.pointer)
        let column = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_box_append(column.typed(), header.pointer)
        gtk_box_append(column.typed(), content.widget.pointer)
        gtk_box_append(column.typed(), boxes[PageElement.bottom]!.pointer)
        adw_header_bar_pack_start(header.opaque, boxes[PageElement.leading]!.pointer)
        adw_header_bar_pack_end(header.opaque, boxes[PageElement.trailing]!.pointer)
        gtk_widget_set_halign(boxes[PageElement.bottom]!.pointer, GTK_ALIGN_CENTER)
        adw_window_set_content(widget.typed(), column.pointer)
        gtk_window_set_modal(widget.typed(), 1)
        gtk_widget_set_size_request(pointer, Self.leastWidth, Self.leastHeight)
        let keys = gtk_shortcut_controller_new()!
        gtk_shortcut_controller_add_shortcut(
            keys,
            gtk_shortcut_new(
                gtk_keyval_trigger_new(guint(GDK_KEY_Escape), GdkModifierType(0)), gtk_named_action_new("window.close")))
        gtk_widget_add_controller(pointer, keys)
        widget.onRequest("close-request") {
            context.send(.dismissed)
            return true
        }
        widget.on("notify::is-active") { [widget] in context.send(.focused(gtk_window_is_active(widget.typed()) != 0)) }
    }

    func apply(_ element: SheetElement, from old: SheetElement?) {
        gtk_window_set_title(widget.typed(), element.title)
        adw_window_title_set_title(title.opaque, element.title)
        gtk_widget_set_visible(header.pointer, element.hasOwnBars ? 0 : 1)
        gtk_window_set_deletable(widget.typed(), element.canDismiss ? 1 : 0)
        guard old == nil else { return }
        context.node?.host.afterPass { [weak self] in self?.present() }
    }

    private func present() {
        guard context.node != nil else { return }
        let parent = context.presentingWindow
        gtk_window_set_transient_for(widget.typed(), parent)
        limitSize(to: parent.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self) })
        gtk_window_present(widget.typed())
    }

    /// A long list would make it as high as the screen: it is no larger than its parent, where that is large enough.
    private func limitSize(to parent: UnsafeMutablePointer<GtkWidget>?) {
        var natural = GtkRequisition()
        gtk_widget_get_preferred_size(pointer, nil, &natural)
        let width = max(parent.map { gtk_widget_get_width($0) } ?? 0, Self.roomyWidth)
        let height = max(parent.map { gtk_widget_get_height($0) } ?? 0, Self.roomyHeight)
        gtk_window_set_default_size(
            widget.typed(), natural.width > width ? width : -1, natural.height > height ? height : -1)
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        guard let box = boxes[slot] else { return }
        Part.arrange(parts, from: old, inBox: box.typed())
    }

    override func place(_ part: Part, in slot: Int) {
        part.setAlign(horizontal: .center, vertical: .center)
        guard slot == PageElement.content else { return }
        gtk_widget_set_hexpand(part.pointer, 1)
        gtk_widget_set_vexpand(part.pointer, 1)
    }

    override func remove() {
        super.remove()
        gtk_window_destroy(widget.typed())
    }
}

internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension WindowElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { WindowPart(context) }
}

/// A window of the app. Its bar is its own where no navigation container in it has one for each page.
final class WindowPart: Part, PartOfElement {
    private let content = ScreenBox()
    private let header: Widget
    private let title: Widget
    private var raised = 0

    init(_ context: ElementContext) {
        header = Widget(sinking: adw_header_bar_new())
        title = Widget(sinking: adw_window_title_new("", ""))
        super.init(Widget(sinking: adw_window_new()), context)
        adw_header_bar_set_title_widget(header.opaque, title.pointer)
        let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)!
        gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), header.pointer)
        gtk_box_append(UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkBox.self), content.widget.pointer)
        adw_window_set_content(widget.typed(), box)
        widget.onRequest("close-request") { [context] in
            context.send(.dismissed)
            return true
        }
        widget.on("notify::is-active") { [context, widget] in
            context.send(.focused(gtk_window_is_active(widget.typed()) != 0))
        }
        // The style manager outlives all windows; the context is of no use when its window has gone.
        widget.on("notify::dark", of: UnsafeMutableRawPointer(adw_style_manager_get_default())) { [weak context] in
            context?.send(.darkened(Palette.isDark))
        }
    }

    func apply(_ element: WindowElement, from old: WindowElement?) {
        gtk_window_set_title(widget.typed(), element.title)
        adw_window_title_set_title(title.opaque, element.title)
        gtk_widget_set_visible(header.pointer, element.hasOwnBars ? 0 : 1)
        if old == nil {
            gtk_window_set_default_size(
                widget.typed(), element.width.map { gint(clamping: $0.pixels) } ?? -1,
                element.height.map { gint(clamping: $0.pixels) } ?? -1)
        } else if element.raised != old?.raised {
            present(element.activationToken)
        }
    }

    /// To the front: by the token that the desktop gave for it, where it gave one.
    private func present(_ token: String?) {
        if let token { gtk_window_set_startup_id(widget.typed(), token) }
        gtk_window_present(widget.typed())
        Self.presentModal(above: widget.pointer)
    }

    /// What the user has to answer first does not go behind its window.
    private static func presentModal(above window: UnsafeMutablePointer<GtkWidget>) {
        guard let windows = gtk_window_get_toplevels() else { return }
        for place in 0..<g_list_model_get_n_items(windows) {
            guard let item = g_list_model_get_item(windows, place) else { continue }
            defer { g_object_unref(item) }
            let other = item.assumingMemoryBound(to: GtkWindow.self)
            let above = UnsafeMutableRawPointer(gtk_window_get_transient_for(other))
            guard above == UnsafeMutableRawPointer(window), gtk_window_get_modal(other) != 0 else { continue }
            gtk_window_present(other)
            presentModal(above: item.assumingMemoryBound(to: GtkWidget.self))
        }
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: content.inner.typed())
        if raised == 0 {
            raised = 1
            context.send(.darkened(Palette.isDark))
            gtk_window_present(widget.typed())
        }
    }

    override func place(_ part: Part, in slot: Int) {
        part.setAlign(horizontal: .center, vertical: .center)
        // What does not expand stands in the middle.
        gtk_widget_set_hexpand(part.pointer, 1)
        gtk_widget_set_vexpand(part.pointer, 1)
    }

    override func remove() {
        super.remove()
        gtk_window_destroy(widget.typed())
    }
}

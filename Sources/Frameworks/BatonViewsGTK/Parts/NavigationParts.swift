internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension NavigationElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { NavigationPart(context) }
}

/// Pages: a `GtkStack`, whose last child is shown. A page that goes slides out before it is taken away.
final class NavigationPart: Part, PartOfElement {
    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_stack_new()), context)
        gtk_stack_set_transition_type(widget.opaque, GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT_RIGHT)
        gtk_stack_set_hhomogeneous(widget.opaque, 0)
        gtk_stack_set_vhomogeneous(widget.opaque, 0)
    }

    func apply(_ element: NavigationElement, from old: NavigationElement?) {}

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        for part in parts where gtk_widget_get_parent(part.pointer) != pointer {
            if gtk_widget_get_parent(part.pointer) != nil { gtk_widget_unparent(part.pointer) }
            _ = gtk_stack_add_child(widget.opaque, part.pointer)
        }
        if let last = parts.last { gtk_stack_set_visible_child(widget.opaque, last.pointer) }
        // A screen reader does not read the pages behind.
        for part in parts { baton_accessible_set_hidden(part.pointer, part === parts.last ? 0 : 1) }
        for part in old where !parts.contains(where: { $0 === part }) && gtk_widget_get_parent(part.pointer) == pointer {
            gtk_stack_remove(widget.opaque, part.pointer)
        }
    }

    override func place(_ part: Part, in slot: Int) { part.setAlign(horizontal: .fill, vertical: .fill) }

    override func measureExpansion() -> Expansion { .both }
}

extension PageElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { PagePart(context) }
}

/// A page: its bar, and what is in it.
final class PagePart: Part, PartOfElement {
    private let header: Widget
    private let title: Widget
    private let content: Widget
    private let leading: Widget
    private let trailing: Widget
    private let bottom: Widget
    private let back: Widget

    init(_ context: ElementContext) {
        header = Widget(sinking: adw_header_bar_new())
        title = Widget(sinking: adw_window_title_new("", ""))
        content = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        leading = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        trailing = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        bottom = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        back = Widget(sinking: gtk_button_new_from_icon_name("go-previous-symbolic"))
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)), context)
        adw_header_bar_set_title_widget(header.opaque, title.pointer)
        adw_header_bar_pack_start(header.opaque, back.pointer)
        adw_header_bar_pack_start(header.opaque, leading.pointer)
        adw_header_bar_pack_end(header.opaque, trailing.pointer)
        gtk_box_append(widget.typed(), header.pointer)
        gtk_box_append(widget.typed(), content.pointer)
        gtk_box_append(widget.typed(), bottom.pointer)
        gtk_widget_set_vexpand(content.pointer, 1)
        gtk_widget_set_halign(bottom.pointer, GTK_ALIGN_CENTER)
        baton_accessible_set_label(back.pointer, "Back")
        gtk_widget_set_tooltip_text(back.pointer, "Back")
        back.on("clicked") { [context] in context.send(.back) }
    }

    func apply(_ element: PageElement, from old: PageElement?) {
        adw_window_title_set_title(title.opaque, element.title)
        gtk_widget_set_visible(back.pointer, element.canGoBack ? 1 : 0)
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: box(of: slot).typed())
        if slot == PageElement.bottom { gtk_widget_set_visible(bottom.pointer, parts.isEmpty ? 0 : 1) }
    }

    private func box(of slot: Int) -> Widget {
        switch slot {
        case PageElement.leading: leading
        case PageElement.trailing: trailing
        case PageElement.bottom: bottom
        default: content
        }
    }

    override func place(_ part: Part, in slot: Int) {
        part.setAlign(horizontal: .center, vertical: .center)
        guard slot == PageElement.content else { return }
        gtk_widget_set_hexpand(part.pointer, 1)
        gtk_widget_set_vexpand(part.pointer, 1)
    }

    override func measureExpansion() -> Expansion { .both }
}

extension LinkElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { LinkPart(context) }
}

/// A link to another page: a button without a frame; in a row of a list its contents alone, with an arrow.
final class LinkPart: Part, PartOfElement {
    private let button: Widget
    private let box: Widget
    private let arrow: Widget
    private var isRow: Bool?

    init(_ context: ElementContext) {
        button = Widget(sinking: gtk_button_new())
        box = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        arrow = Widget(sinking: gtk_image_new_from_icon_name("go-next-symbolic"))
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)), context)
        button.setClass("flat", true)
        // A link that shows nothing takes no room, and cannot be pressed: a binding leads to its page.
        gtk_widget_set_visible(pointer, 0)
        button.on("clicked") { [context] in context.send(.activated) }
        baton_accessible_set_hidden(arrow.pointer, 1)
    }

    func apply(_ element: LinkElement, from old: LinkElement?) {
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        guard isRow != element.isRow else { return }
        isRow = element.isRow
        for part in [button, box, arrow] where gtk_widget_get_parent(part.pointer) == pointer {
            gtk_box_remove(widget.typed(), part.pointer)
        }
        if element.isRow {
            gtk_button_set_child(button.typed(), nil)
            gtk_box_append(widget.typed(), box.pointer)
            gtk_box_append(widget.typed(), arrow.pointer)
            gtk_widget_set_hexpand(box.pointer, 1)
        } else {
            gtk_widget_set_hexpand(box.pointer, 0)
            gtk_button_set_child(button.typed(), box.pointer)
            gtk_box_append(widget.typed(), button.pointer)
        }
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: box.typed())
        gtk_widget_set_visible(pointer, parts.isEmpty ? 0 : 1)
    }

    override var focusTarget: UnsafeMutablePointer<GtkWidget> { button.pointer }

    override func contentsChanged() {
        if isRow != true { nameByContents(focusTarget) }
        super.contentsChanged()
    }

    override func place(_ part: Part, in slot: Int) { part.setAlign(horizontal: .fill, vertical: .center) }

    override func measureExpansion() -> Expansion {
        isRow == true ? Expansion(horizontal: true, vertical: false) : super.measureExpansion()
    }
}

extension SectionElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { isGroup ? FormSectionPart(context) : SectionPart(context) }
}

/// A section that no list has taken apart: header, contents, footer below each other.
final class SectionPart: Part, PartOfElement {
    private let boxes: [Int: Widget]

    init(_ context: ElementContext) {
        let slots = [SectionElement.header, SectionElement.content, SectionElement.footer]
        boxes = Dictionary(
            uniqueKeysWithValues: slots.map { ($0, Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))) })
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)), context)
        for slot in slots { gtk_box_append(widget.typed(), boxes[slot]!.pointer) }
        boxes[SectionElement.header]?.setClass("heading", true)
        boxes[SectionElement.footer]?.setClass("dim-label", true)
    }

    func apply(_ element: SectionElement, from old: SectionElement?) {}

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        guard let box = boxes[slot] else { return }
        Part.arrange(parts, from: old, inBox: box.typed())
    }

    override func place(_ part: Part, in slot: Int) { part.setAlign(horizontal: .fill, vertical: .center) }
}

internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension ShapeElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { ShapePart(context) }
}

/// A box with round corners, as CSS has them, in a frame that keeps a circle square. It is to be seen alone: what is behind it
/// has the pointer.
final class ShapePart: Part, PartOfElement {
    private let box: Widget
    private var style: Style?

    init(_ context: ElementContext) {
        box = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)), context)
        gtk_widget_set_can_target(pointer, 0)
        baton_accessible_set_hidden(pointer, 1)
    }

    func apply(_ element: ShapeElement, from old: ShapeElement?) {
        if (element.outline == .circle) != (old?.outline == .circle) || old == nil {
            arrange(isSquare: element.outline == .circle)
        }
        var declarations = element.outline.corners
        if let fill = element.fill { declarations += " background-color: \(StyleSheet.css(fill));" }
        if let line = element.line {
            declarations += " border: \(max(element.lineWidth.pixels, 1))px solid \(StyleSheet.css(line));"
        }
        box.setStyle(declarations, instead: &style)
    }

    private func arrange(isSquare: Bool) {
        while let child = gtk_widget_get_first_child(pointer) { gtk_box_remove(widget.typed(), child) }
        if gtk_widget_get_parent(box.pointer) != nil { gtk_widget_unparent(box.pointer) }
        var shown = box.pointer
        if isSquare {
            let frame = gtk_aspect_frame_new(0.5, 0.5, 1, 0)!
            gtk_aspect_frame_set_child(OpaquePointer(frame), box.pointer)
            shown = frame
        }
        gtk_widget_set_hexpand(shown, 1)
        gtk_widget_set_vexpand(shown, 1)
        gtk_box_append(widget.typed(), shown)
    }

    override func measureExpansion() -> Expansion { .both }
}

extension ShapeFrameElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { ShapeFramePart(context) }
}

final class ShapeFramePart: WrapperPart, PartOfElement {
    private var style: Style?

    func apply(_ element: ShapeFrameElement, from old: ShapeFrameElement?) {
        let background = element.background.map { " background-color: \(StyleSheet.css($0));" } ?? ""
        widget.setStyle(element.outline.corners + background, instead: &style)
        gtk_widget_set_overflow(pointer, element.isClipped ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
    }
}

extension _ShapeOutline.Kind {
    /// A radius that is too large is as large as it can be, by CSS's rules.
    var corners: String {
        switch self {
        case .rectangle: "border-radius: 0;"
        case .rounded(let radius): "border-radius: \(max(radius.pixels, 0))px;"
        case .capsule, .circle: "border-radius: 9999px;"
        case .ellipse: "border-radius: 50%;"
        }
    }
}

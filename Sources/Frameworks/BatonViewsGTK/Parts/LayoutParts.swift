internal import BatonViews
internal import CBatonGTK
internal import GTKKit

/// A box around what is in it, for margins, sizes and backgrounds: several elements stand below each other.
class WrapperPart: Part {
    private(set) var alignment = Alignment.center

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)), context)
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: widget.typed())
    }

    override func place(_ part: Part, in slot: Int) {
        part.setAlign(horizontal: alignment.horizontal.side, vertical: alignment.vertical.side)
    }

    func setAlignment(_ new: Alignment) {
        alignment = new
        for part in slots[0] ?? [] { place(part, in: 0) }
    }
}

extension PaddingElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { PaddingPart(context) }
}

/// Padding is CSS's: margins of a child would be outside of its background.
final class PaddingPart: WrapperPart, PartOfElement {
    private static let standard = 12.0
    private var style: Style?

    func apply(_ element: PaddingElement, from old: PaddingElement?) {
        func pixels(_ value: Double?) -> Int { max((value ?? Self.standard).pixels, 0) }
        let isReversed = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
        let (left, right) = isReversed ? (element.trailing, element.leading) : (element.leading, element.trailing)
        widget.setStyle(
            "padding: \(pixels(element.top))px \(pixels(right))px \(pixels(element.bottom))px \(pixels(left))px;",
            instead: &style)
    }
}

extension FrameElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { FramePart(context) }
}

/// A size, and limits. What is in it stands in a box of the frame's size, or of its own least where that is larger.
final class FramePart: WrapperPart, PartOfElement {
    private var element: FrameElement?
    private let inner = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))

    override init(_ context: ElementContext) {
        super.init(context)
        baton_frame_begin(pointer)
        gtk_box_append(widget.typed(), inner.pointer)
    }

    func apply(_ element: FrameElement, from old: FrameElement?) {
        self.element = element
        func pixels(_ value: Double?) -> gint {
            guard let value, value.isFinite else { return -1 }
            return gint(clamping: max(value.pixels, 0))
        }
        baton_frame_set(
            pointer, GTK_ORIENTATION_HORIZONTAL, pixels(element.width),
            pixels(element.minimumWidth ?? element.idealWidth), pixels(element.maximumWidth), 0,
            element.alignment.horizontal.fraction)
        baton_frame_set(
            pointer, GTK_ORIENTATION_VERTICAL, pixels(element.height),
            pixels(element.minimumHeight ?? element.idealHeight), pixels(element.maximumHeight), 0,
            element.alignment.vertical.fraction)
        setAlignment(element.alignment)
        fitContents()
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: inner.typed())
        fitContents()
    }

    override func contentsChanged() {
        fitContents()
        super.contentsChanged()
    }

    /// Symbols and texts do not change with the room that a layout gives them.
    private func fitContents() {
        let width = element.flatMap { $0.width ?? $0.maximumWidth }
        let height = element.flatMap { $0.height ?? $0.maximumHeight }
        for part in slots[0] ?? [] {
            (part as? SymbolPart)?.setRoom(width: width, height: height)
            (part as? TextPart)?.setHeight(height)
        }
    }

    override func place(_ part: Part, in slot: Int) {
        super.place(part, in: slot)
        // A child of a fixed size is as large as the frame where it would expand.
        gtk_widget_set_vexpand(part.pointer, 1)
        gtk_widget_set_hexpand(part.pointer, 1)
    }

    override func measureExpansion() -> Expansion {
        let inner = super.measureExpansion()
        guard let element else { return inner }
        func expands(_ fixed: Double?, _ maximum: Double?, _ inner: Bool) -> Bool {
            if fixed != nil { return false }
            if let maximum { return maximum.isInfinite }
            return inner
        }
        return Expansion(
            horizontal: expands(element.width, element.maximumWidth, inner.horizontal),
            vertical: expands(element.height, element.maximumHeight, inner.vertical))
    }
}

/// A box whose content may be larger than the screen: a window is not, whatever is in it, since X cannot draw one and nobody
/// could reach its edges. What does not fit is cut off at the end.
@MainActor struct ScreenBox {
    let widget = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let inner = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    /// What the window's own bar and frame need.
    private static let bars: gint = 80

    init() {
        gtk_box_append(widget.typed(), inner.pointer)
        baton_frame_begin(widget.pointer)
        gtk_widget_set_overflow(widget.pointer, GTK_OVERFLOW_HIDDEN)
        gtk_widget_set_vexpand(widget.pointer, 1)
        let screen = Self.screen
        baton_frame_set(widget.pointer, GTK_ORIENTATION_HORIZONTAL, -1, 0, screen.width, 0, 0)
        baton_frame_set(widget.pointer, GTK_ORIENTATION_VERTICAL, -1, 0, max(screen.height - Self.bars, Self.bars), 0, 0)
    }

    /// That of the largest monitor.
    private static var screen: GdkRectangle {
        var result = GdkRectangle()
        let monitors = gdk_display_get_monitors(gdk_display_get_default())
        for index in 0..<g_list_model_get_n_items(monitors) {
            guard let monitor = g_list_model_get_item(monitors, index) else { continue }
            defer { g_object_unref(monitor) }
            var own = GdkRectangle()
            gdk_monitor_get_geometry(OpaquePointer(monitor), &own)
            result.width = max(result.width, own.width)
            result.height = max(result.height, own.height)
        }
        return result.width > 0 ? result : GdkRectangle(x: 0, y: 0, width: 1920, height: 1080)
    }
}

extension FixedSizeElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { FixedSizePart(context) }
}

final class FixedSizePart: WrapperPart, PartOfElement {
    private var element: FixedSizeElement?
    private let inner = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))

    override init(_ context: ElementContext) {
        super.init(context)
        baton_frame_begin(pointer)
        gtk_box_append(widget.typed(), inner.pointer)
    }

    func apply(_ element: FixedSizeElement, from old: FixedSizeElement?) {
        self.element = element
        baton_frame_set(pointer, GTK_ORIENTATION_HORIZONTAL, -1, 0, -1, element.horizontal ? 1 : 0, 0.5)
        baton_frame_set(pointer, GTK_ORIENTATION_VERTICAL, -1, 0, -1, element.vertical ? 1 : 0, 0.5)
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: inner.typed())
    }

    override func measureExpansion() -> Expansion {
        let inner = super.measureExpansion()
        return Expansion(
            horizontal: inner.horizontal && element?.horizontal != true,
            vertical: inner.vertical && element?.vertical != true)
    }
}

extension BackgroundColorElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { BackgroundColorPart(context) }
}

final class BackgroundColorPart: WrapperPart, PartOfElement {
    private var style: Style?

    func apply(_ element: BackgroundColorElement, from old: BackgroundColorElement?) {
        let color = StyleSheet.css(element.color)
        var declarations =
            element.border.map { "border: \(max($0.pixels, 0))px solid \(color);" }
            ?? "background-color: \(color);"
        if element.cornerRadius > 0 { declarations += " border-radius: \(element.cornerRadius.pixels)px;" }
        widget.setStyle(declarations, instead: &style)
        gtk_widget_set_overflow(pointer, element.cornerRadius > 0 ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
    }
}

extension ColorElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { ColorPart(context) }
}

final class ColorPart: Part, PartOfElement {
    private var style: Style?

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)), context)
        baton_accessible_set_hidden(pointer, 1)
    }

    func apply(_ element: ColorElement, from old: ColorElement?) {
        widget.setStyle("background-color: \(StyleSheet.css(element.color));", instead: &style)
    }

    override func measureExpansion() -> Expansion { .both }
}

extension OverlayElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { OverlayPart(context) }
}

/// What is behind is the overlay's child, which is not measured; what gives the size is measured.
final class OverlayPart: Part, PartOfElement {
    private var element: OverlayElement?

    init(_ context: ElementContext) { super.init(Widget(sinking: gtk_overlay_new()), context) }

    func apply(_ element: OverlayElement, from old: OverlayElement?) {
        self.element = element
        if let old, old.isBehind != element.isBehind { arrangeAll() }
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        for part in old where gtk_widget_get_parent(part.pointer) == pointer { take(part) }
        arrangeAll()
    }

    private func take(_ part: Part) {
        if gtk_overlay_get_child(widget.opaque) == part.pointer {
            gtk_overlay_set_child(widget.opaque, nil)
        } else {
            gtk_overlay_remove_overlay(widget.opaque, part.pointer)
        }
    }

    /// From back to front, the contents measured.
    private func arrangeAll() {
        let contents = slots[OverlayElement.contentSlot] ?? []
        let others = slots[OverlayElement.otherSlot] ?? []
        for part in contents + others where gtk_widget_get_parent(part.pointer) == pointer { take(part) }
        let isBehind = element?.isBehind == true
        for part in isBehind ? others + contents : contents + others {
            gtk_overlay_add_overlay(widget.opaque, part.pointer)
            let isContent = contents.contains { $0 === part }
            gtk_overlay_set_measure_overlay(widget.opaque, part.pointer, isContent ? 1 : 0)
        }
    }

    override func place(_ part: Part, in slot: Int) {
        let alignment = slot == OverlayElement.contentSlot ? .center : element?.alignment ?? .center
        part.setAlign(horizontal: alignment.horizontal.side, vertical: alignment.vertical.side)
    }

    override func measureExpansion() -> Expansion {
        (slots[OverlayElement.contentSlot] ?? []).reduce(.none) { $0 | $1.expansion }
    }
}

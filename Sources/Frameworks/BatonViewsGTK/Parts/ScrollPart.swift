internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension ScrollElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { ScrollPart(context) }
}

/// A `GtkScrolledWindow` with a box in it.
///
/// What is to be scrolled to, or the user has scrolled to, stays where it is: GTK gives a widget its place in the layout phase of a frame,
/// so the first value can be set only in the frame after it, and pictures and text that come later move everything below.
final class ScrollPart: Part, PartOfElement {
    /// How large it would be at most, where nobody says more.
    private static let largestWidth: gint = 800, largestHeight: gint = 600
    /// So many frames without a change, and the layout is taken for settled.
    private static let settledFrames = 3
    /// A position is a whole number of pixels; of a view that ends at the edge nothing is seen.
    private static let tolerance = 0.5

    private let content: Widget
    private var element: ScrollElement?
    private var isHolding = false
    /// How far beyond the beginning of a view the user has scrolled.
    private var offset: Double?
    private var isApplying = false
    private var isWatching = false
    private var layout: Layout?
    private var frames = 0

    /// What a change of means that the content or the window was laid out anew, not that the user scrolled.
    private struct Layout: Equatable {
        var width = 0.0, height = 0.0
        var pageWidth = 0.0, pageHeight = 0.0
        var target: Area?
    }
    private struct Area: Equatable { var x: Double, y: Double, width: Double, height: Double }

    private var model: ScrollModel? { context.node?.memory as? ScrollModel }

    init(_ context: ElementContext) {
        content = Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 8))
        super.init(Widget(sinking: gtk_scrolled_window_new()), context)
        gtk_scrolled_window_set_child(widget.opaque, content.pointer)
        gtk_scrolled_window_set_propagate_natural_width(widget.opaque, 1)
        gtk_scrolled_window_set_propagate_natural_height(widget.opaque, 1)
        gtk_scrolled_window_set_max_content_width(widget.opaque, Self.largestWidth)
        gtk_scrolled_window_set_max_content_height(widget.opaque, Self.largestHeight)
        for adjustment in [horizontal, vertical] {
            let object = UnsafeMutableRawPointer(adjustment)
            widget.on("changed", of: object) { [weak self] in self?.layoutChanged() }
            widget.on("value-changed", of: object) { [weak self] in self?.valueChanged() }
        }
    }

    private var horizontal: UnsafeMutablePointer<GtkAdjustment> { gtk_scrolled_window_get_hadjustment(widget.opaque) }
    private var vertical: UnsafeMutablePointer<GtkAdjustment> { gtk_scrolled_window_get_vadjustment(widget.opaque) }

    func apply(_ element: ScrollElement, from old: ScrollElement?) {
        self.element = element
        func policy(_ axis: Axis.Set) -> GtkPolicyType {
            if !element.axes.contains(axis) { return GTK_POLICY_NEVER }
            return element.showsIndicators ? GTK_POLICY_AUTOMATIC : GTK_POLICY_EXTERNAL
        }
        if old?.axes != element.axes || old?.showsIndicators != element.showsIndicators {
            gtk_scrolled_window_set_policy(widget.opaque, policy(.horizontal), policy(.vertical))
            for part in slots[0] ?? [] { place(part, in: 0) }
        }
        if let request = element.request, request.number != old?.request?.number {
            isHolding = true
            offset = nil
            layoutChanged()
        }
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: content.typed())
    }

    override func place(_ part: Part, in slot: Int) {
        part.setAlign(horizontal: isVertical ? .center : .start, vertical: isVertical ? .start : .center)
        // What is smaller than the room stands in its middle, across.
        gtk_widget_set_hexpand(part.pointer, 1)
        if !isVertical { gtk_widget_set_vexpand(part.pointer, 1) }
    }

    override func measureExpansion() -> Expansion { .both }

    // MARK: Scrolling to a view

    private func layoutChanged() {
        frames = 0
        guard !isWatching else { return }
        isWatching = true
        widget.onEachFrame { [weak self] in self?.frame() == true }
    }

    /// - Returns: whether the next frame is of interest too.
    private func frame() -> Bool {
        var new = currentLayout
        if isHolding { new.target = requestedSpan }
        frames = new == layout ? frames + 1 : 0
        layout = new
        if isHolding, let target = new.target { scroll(to: target) }
        isWatching = frames < Self.settledFrames
        return isWatching
    }

    private var currentLayout: Layout {
        Layout(
            width: gtk_adjustment_get_upper(horizontal), height: gtk_adjustment_get_upper(vertical),
            pageWidth: gtk_adjustment_get_page_size(horizontal), pageHeight: gtk_adjustment_get_page_size(vertical))
    }

    private var requestedSpan: Area? {
        guard gtk_widget_get_height(content.pointer) > 0 else { return nil }
        return model.flatMap { span(of: $0.requestedElements) }
    }

    /// Where elements are in the content; nil before they have a place.
    private func span(of elements: [RenderedNode]) -> Area? {
        var result: Area?
        for element in elements {
            guard let part = element.rendered as? Part, gtk_widget_get_mapped(part.pointer) != 0 else { continue }
            var bounds = graphene_rect_t()
            guard gtk_widget_compute_bounds(part.pointer, content.pointer, &bounds) != 0 else { continue }
            let (x, y) = (Double(bounds.origin.x), Double(bounds.origin.y))
            let (right, bottom) = (x + Double(bounds.size.width), y + Double(bounds.size.height))
            guard let known = result else {
                result = Area(x: x, y: y, width: right - x, height: bottom - y)
                continue
            }
            let (left, top) = (min(known.x, x), min(known.y, y))
            result = Area(
                x: left, y: top, width: max(known.x + known.width, right) - left,
                height: max(known.y + known.height, bottom) - top)
        }
        return result
    }

    private func scroll(to target: Area) {
        guard let element else { return }
        isApplying = true
        defer { isApplying = false }
        if let offset {
            let (adjustment, start) = isVertical ? (vertical, target.y) : (horizontal, target.x)
            return Self.set(adjustment, start + offset)
        }
        guard let request = element.request else { return }
        if element.axes.contains(.vertical) {
            Self.scroll(vertical, to: target.y, target.height, request.anchor.map { Double($0.y) })
        }
        if element.axes.contains(.horizontal) {
            let anchor = request.anchor.map { isReversed ? 1 - Double($0.x) : Double($0.x) }
            Self.scroll(horizontal, to: target.x, target.width, anchor)
        }
    }

    private static func set(_ adjustment: UnsafeMutablePointer<GtkAdjustment>, _ value: Double) {
        let most = max(gtk_adjustment_get_upper(adjustment) - gtk_adjustment_get_page_size(adjustment), 0)
        gtk_adjustment_set_value(adjustment, min(max(value.rounded(), 0), most))
    }

    private static func scroll(
        _ adjustment: UnsafeMutablePointer<GtkAdjustment>, to start: Double, _ length: Double, _ anchor: Double?
    ) {
        let page = gtk_adjustment_get_page_size(adjustment)
        let value = gtk_adjustment_get_value(adjustment)
        let new: Double =
            if let anchor {
                start + length * anchor - page * anchor
            } else if start < value || length > page {
                start
            } else {
                max(value, start + length - page)
            }
        set(adjustment, new)
    }

    private var isVertical: Bool { element?.axes != .horizontal }
    private var isReversed: Bool { gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL }

    // MARK: The user's scrolling

    private func valueChanged() {
        guard !isApplying else { return }
        var known = layout
        known?.target = nil
        // GTK keeps the value within what is there, and that is not the user's scrolling.
        guard known == currentLayout else { return layoutChanged() }
        isHolding = false
        guard let line = element?.line, let model, let index = firstTarget(after: line, model) else { return }
        model.keep(target: index)
        if let area = span(of: model.elements(ofTarget: index)) {
            let place = gtk_adjustment_get_value(isVertical ? vertical : horizontal)
            offset = place - (isVertical ? area.y : area.x)
            isHolding = true
        }
        context.send(.scrolledTo(index))
    }

    /// The views stand in their order, so the first one that ends beyond the line is found by halves.
    private func firstTarget(after line: UnitPoint, _ model: ScrollModel) -> Int? {
        let count = model.countTargets()
        guard count > 0 else { return nil }
        let adjustment = isVertical ? vertical : horizontal
        let page = gtk_adjustment_get_page_size(adjustment)
        let upper = gtk_adjustment_get_upper(adjustment)
        var place = gtk_adjustment_get_value(adjustment)
        if !isVertical, isReversed { place = upper - page - place }
        place += page * Double(isVertical ? line.y : line.x) + Self.tolerance
        func end(_ index: Int) -> Double {
            guard let span = span(of: model.elements(ofTarget: index)) else { return 0 }
            if isVertical { return span.y + span.height }
            return isReversed ? upper - span.x : span.x + span.width
        }
        var (low, high) = (0, count - 1)
        while low < high {
            let middle = (low + high) / 2
            if end(middle) > place { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

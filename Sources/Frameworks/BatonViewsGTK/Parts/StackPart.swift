internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension StackElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part {
        switch kind {
        case .layered: LayersPart(context)
        case .horizontal, .vertical: StackPart(context)
        }
    }
}

/// A row or a column: a `GtkBox`.
final class StackPart: Part, PartOfElement {
    private static let standardSpacing = 8.0
    private var kind = StackElement.Kind.vertical(.center)

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)), context)
    }

    func apply(_ element: StackElement, from old: StackElement?) {
        kind = element.kind
        if case .horizontal = kind {
            gtk_orientable_set_orientation(widget.opaque, GTK_ORIENTATION_HORIZONTAL)
        } else {
            gtk_orientable_set_orientation(widget.opaque, GTK_ORIENTATION_VERTICAL)
        }
        gtk_box_set_spacing(widget.typed(), gint(clamping: (element.spacing ?? Self.standardSpacing).pixels))
        for part in slots[0] ?? [] { place(part, in: 0) }
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        Part.arrange(parts, from: old, inBox: widget.typed())
    }

    override func place(_ part: Part, in slot: Int) {
        if let spacer = part as? SpacerPart {
            if case .horizontal = kind { spacer.setAxis(.horizontal) } else { spacer.setAxis(.vertical) }
        }
        if let divider = part as? DividerPart {
            if case .horizontal = kind { divider.setAxis(.vertical) } else { divider.setAxis(.horizontal) }
        }
        switch kind {
        case .horizontal(let alignment): part.setAlign(horizontal: .fill, vertical: alignment.side)
        case .vertical(let alignment): part.setAlign(horizontal: alignment.side, vertical: .fill)
        case .layered(let alignment):
            part.setAlign(horizontal: alignment.horizontal.side, vertical: alignment.vertical.side)
        }
    }
}

/// Widgets in front of each other: a `GtkOverlay` whose first child gives the size, with the others.
final class LayersPart: Part, PartOfElement {
    private var alignment = Alignment.center

    init(_ context: ElementContext) { super.init(Widget(sinking: gtk_overlay_new()), context) }

    func apply(_ element: StackElement, from old: StackElement?) {
        if case .layered(let alignment) = element.kind { self.alignment = alignment }
        for part in slots[0] ?? [] { place(part, in: 0) }
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        for part in old where gtk_widget_get_parent(part.pointer) == pointer {
            if gtk_overlay_get_child(widget.opaque) == part.pointer {
                gtk_overlay_set_child(widget.opaque, nil)
            } else {
                gtk_overlay_remove_overlay(widget.opaque, part.pointer)
            }
        }
        for (index, part) in parts.enumerated() {
            if index == 0 {
                gtk_overlay_set_child(widget.opaque, part.pointer)
            } else {
                gtk_overlay_add_overlay(widget.opaque, part.pointer)
                gtk_overlay_set_measure_overlay(widget.opaque, part.pointer, 1)
            }
        }
    }

    override func place(_ part: Part, in slot: Int) {
        part.setAlign(horizontal: alignment.horizontal.side, vertical: alignment.vertical.side)
    }
}

extension SpacerElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { SpacerPart(context) }
}

/// Room: an empty box that expands along its container.
final class SpacerPart: Part, PartOfElement {
    private static let standardMinimum = 8.0
    private var axis: Axis?
    private var minimum = 0.0

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)), context)
        baton_accessible_set_hidden(pointer, 1)
    }

    func apply(_ element: SpacerElement, from old: SpacerElement?) {
        minimum = element.minimum ?? Self.standardMinimum
        setSize()
    }

    func setAxis(_ axis: Axis) {
        guard self.axis != axis else { return }
        self.axis = axis
        setSize()
        expansionMayHaveChanged()
    }

    private func setSize() {
        let size = gint(clamping: max(minimum.pixels, 0))
        gtk_widget_set_size_request(pointer, axis == .horizontal ? size : -1, axis == .vertical ? size : -1)
    }

    override func measureExpansion() -> Expansion {
        Expansion(horizontal: axis != .vertical, vertical: axis != .horizontal)
    }
}

extension DividerElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { DividerPart(context) }
}

final class DividerPart: Part {
    private var axis = Axis.horizontal

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_separator_new(GTK_ORIENTATION_HORIZONTAL)), context)
    }

    func setAxis(_ axis: Axis) {
        guard self.axis != axis else { return }
        self.axis = axis
        gtk_orientable_set_orientation(
            widget.opaque, axis == .horizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL)
        expansionMayHaveChanged()
    }

    override func measureExpansion() -> Expansion {
        Expansion(horizontal: axis == .horizontal, vertical: axis == .vertical)
    }
}

extension HorizontalAlignment {
    /// From the side where reading starts.
    var fraction: Double {
        switch self {
        case .leading: 0
        case .center: 0.5
        case .trailing: 1
        }
    }
    var side: GtkAlign.Side {
        switch self {
        case .leading: .start
        case .center: .center
        case .trailing: .end
        }
    }
}

extension VerticalAlignment {
    var fraction: Double {
        switch self {
        case .top, .firstTextBaseline: 0
        case .center: 0.5
        case .bottom, .lastTextBaseline: 1
        }
    }
    var side: GtkAlign.Side {
        switch self {
        case .top: .start
        case .center: .center
        case .bottom: .end
        case .firstTextBaseline, .lastTextBaseline: .baseline
        }
    }
}

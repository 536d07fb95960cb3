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

/// A row or a column: a `GtkBox`. What takes all room along it has equal shares of that, a `Spacer` what is left.
final class StackPart: Part, PartOfElement {
    private static let standardSpacing = 8.0
    private var kind = StackElement.Kind.vertical(.center)
    private let shares = EqualShares()

    init(_ context: ElementContext) {
        super.init(Widget(sinking: gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)), context)
    }

    func apply(_ element: StackElement, from old: StackElement?) {
        kind = element.kind
        gtk_orientable_set_orientation(
            widget.opaque, isHorizontal ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL)
        shares.setHorizontal(isHorizontal)
        gtk_box_set_spacing(widget.typed(), gint(clamping: (element.spacing ?? Self.standardSpacing).pixels))
        for part in slots[0] ?? [] { place(part, in: 0) }
    }

    private var isHorizontal: Bool { if case .horizontal = kind { true } else { false } }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        shares.keep(parts)
        Part.arrange(parts, from: old, inBox: widget.typed())
    }

    override func remove() {
        shares.keep([])
        super.remove()
    }

    override func place(_ part: Part, in slot: Int) {
        (part as? SpacerPart)?.setAxis(isHorizontal ? .horizontal : .vertical)
        (part as? DividerPart)?.setAxis(isHorizontal ? .vertical : .horizontal)
        let takesAll = isHorizontal ? part.expansion.horizontal : part.expansion.vertical
        shares.set(part, takesAll && !(part is SpacerPart))
        switch kind {
        case .horizontal(let alignment): part.setAlign(horizontal: .fill, vertical: alignment.side)
        case .vertical(let alignment): part.setAlign(horizontal: alignment.side, vertical: .fill)
        case .layered(let alignment):
            part.setAlign(horizontal: alignment.horizontal.side, vertical: alignment.vertical.side)
        }
    }
}

/// Widgets that are equally long along a stack: a `GtkSizeGroup` has each need what the longest needs, and a box gives each
/// the same of what is left.
@MainActor private final class EqualShares {
    /// Made for the second member.
    private var group: UnsafeMutablePointer<GtkSizeGroup>?
    private var mode = GTK_SIZE_GROUP_VERTICAL
    private var members: [Part] = []
    private var ids: Set<ObjectIdentifier> = []

    // The widgets hold the group, too.
    isolated deinit { if let group { g_object_unref(group) } }

    func setHorizontal(_ isHorizontal: Bool) {
        mode = isHorizontal ? GTK_SIZE_GROUP_HORIZONTAL : GTK_SIZE_GROUP_VERTICAL
        if let group { gtk_size_group_set_mode(group, mode) }
    }

    func set(_ part: Part, _ isMember: Bool) {
        let id = ObjectIdentifier(part)
        if isMember {
            guard ids.insert(id).inserted else { return }
            members.append(part)
            // One alone needs no group.
            if members.count == 2 { add(members[0]) }
            if members.count > 1 { add(part) }
        } else {
            guard ids.remove(id) != nil, let place = members.firstIndex(where: { $0 === part }) else { return }
            if members.count > 1 { drop(part) }
            members.remove(at: place)
            if members.count == 1 { drop(members[0]) }
        }
    }

    /// Lets go of all but these.
    func keep(_ parts: [Part]) {
        guard !members.isEmpty else { return }
        let staying = Set(parts.map(ObjectIdentifier.init))
        for part in members where !staying.contains(ObjectIdentifier(part)) { set(part, false) }
    }

    private func add(_ part: Part) {
        if group == nil { group = gtk_size_group_new(mode) }
        gtk_size_group_add_widget(group, part.pointer)
    }

    private func drop(_ part: Part) { gtk_size_group_remove_widget(group, part.pointer) }
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

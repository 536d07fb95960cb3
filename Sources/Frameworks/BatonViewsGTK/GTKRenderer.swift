package import BatonViews
internal import CBatonGTK
internal import GTKKit

/// Shows elements as GTK's widgets: made once, changed by what differs. GTK does the layout.
@MainActor package final class GTKRenderer: Renderer {
    package init() {}

    package func make<E: Element>(_ element: E, _ context: ElementContext) -> any RenderedElement {
        guard let shown = element as? any GTKElement else {
            preconditionFailure("The GTK renderer does not know \(E.self).")
        }
        return shown.makePart(context)
    }
}

/// An element that GTK can show.
@MainActor protocol GTKElement: Element {
    func makePart(_ context: ElementContext) -> Part
}

/// Which ways a part takes more room than it needs.
struct Expansion: Equatable {
    var horizontal = false
    var vertical = false
    static let none = Expansion()
    static let both = Expansion(horizontal: true, vertical: true)
    static func | (a: Expansion, b: Expansion) -> Expansion {
        Expansion(horizontal: a.horizontal || b.horizontal, vertical: a.vertical || b.vertical)
    }
}

/// An element's widget.
@MainActor class Part: RenderedElement {
    let widget: Widget
    let context: ElementContext
    private(set) weak var container: Part?
    private(set) var slots: [Int: [Part]] = [:]
    private(set) var expansion = Expansion.none
    private var shortcut: OpaquePointer?
    /// What a modifier has said that it is called.
    private(set) var givenName: String?
    private var transformStyle: Style?

    init(_ widget: Widget, _ context: ElementContext) {
        self.widget = widget
        self.context = context
    }

    var pointer: UnsafeMutablePointer<GtkWidget> { widget.pointer }
    /// What the focus comes to, and a screen reader speaks of.
    var focusTarget: UnsafeMutablePointer<GtkWidget> { pointer }

    // MARK: Updating

    final func update<E: Element>(_ element: E, from old: E?) {
        (self as? any PartOfElement)?.applyAny(element, old)
        expansionMayHaveChanged()
    }

    final func update(_ common: CommonProperties, from old: CommonProperties) {
        if common.opacity != old.opacity || common.isHidden != old.isHidden {
            gtk_widget_set_opacity(pointer, common.isHidden ? 0 : common.opacity.part)
        }
        if common.scale != old.scale || common.scaleAnchor != old.scaleAnchor || common.offset != old.offset { transform(common) }
        if common.isHidden != old.isHidden || common.isHitTestable != old.isHitTestable {
            gtk_widget_set_can_target(pointer, common.isHidden || !common.isHitTestable ? 0 : 1)
        }
        givenName = common.accessibilityLabel
        if common.accessibilityLabel != old.accessibilityLabel {
            baton_accessible_set_label(focusTarget, common.accessibilityLabel)
            contentsChanged()
        }
        if common.accessibilityHint != old.accessibilityHint {
            baton_accessible_set_description(focusTarget, common.accessibilityHint)
        }
        if common.accessibilityValue != old.accessibilityValue {
            baton_accessible_set_value_text(focusTarget, common.accessibilityValue)
        }
        if common.isAccessibilityHidden != old.isAccessibilityHidden || common.isHidden != old.isHidden {
            baton_accessible_set_hidden(pointer, common.isAccessibilityHidden || common.isHidden ? 1 : 0)
        }
        if common.accessibilityIdentifier != old.accessibilityIdentifier {
            gtk_widget_set_name(pointer, common.accessibilityIdentifier)
        }
        if common.help != old.help { gtk_widget_set_tooltip_text(pointer, common.help) }
        if common.shortcut != old.shortcut {
            shortcut.map { Shortcuts.remove($0, from: focusTarget) }
            shortcut = common.shortcut.flatMap { Shortcuts.add($0, to: focusTarget) }
        }
        commonChanged(common, from: old)
    }

    private func transform(_ common: CommonProperties) {
        let isMirrored = gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL
        let anchor = (isMirrored ? 1 - common.scaleAnchor.x : common.scaleAnchor.x, common.scaleAnchor.y)
        let across = isMirrored ? -common.offset.x.css : common.offset.x.css
        let isPlain = common.scale == [1, 1] && common.offset == [0, 0]
        widget.setStyle(
            isPlain
                ? nil
                : "transform: translate(\(across)px, \(common.offset.y.css)px) "
                    + "scale(\(common.scale.x.factor), \(common.scale.y.factor)); "
                    + "transform-origin: \((anchor.0 * 100).css)% \((anchor.1 * 100).css)%;",
            instead: &transformStyle)
    }

    /// What a kind of part does of it itself.
    func commonChanged(_ common: CommonProperties, from old: CommonProperties) {}

    // MARK: Children

    final func setChildren(_ children: [any RenderedElement], in slot: Int) {
        let new = children.compactMap { $0 as? Part }
        let old = slots[slot] ?? []
        slots[slot] = new
        let staying = Set(new.map(ObjectIdentifier.init))
        for part in old where part.container === self && !staying.contains(ObjectIdentifier(part)) { part.container = nil }
        for part in new { part.container = self }
        arrange(new, from: old, in: slot)
        for part in new { place(part, in: slot) }
        expansionMayHaveChanged()
        contentsChanged()
    }

    /// Something in it, at whatever depth, came or went.
    func contentsChanged() { container?.contentsChanged() }

    /// Has exactly these widgets in a slot, in this order.
    func arrange(_ parts: [Part], from old: [Part], in slot: Int) {}

    /// Says how a child takes the room that it is given.
    func place(_ part: Part, in slot: Int) {
        part.setAlign(horizontal: .center, vertical: .center)
    }

    func remove() {
        widget.disconnect()
        // The parent lets it go when it arranges its children; of a part without one this is all.
        container = nil
    }

    // MARK: Room

    /// What the part itself, or what is in it, would take.
    func measureExpansion() -> Expansion { slots.values.joined().reduce(.none) { $0 | $1.expansion } }

    final func expansionMayHaveChanged() {
        let new = measureExpansion()
        guard new != expansion else { return }
        expansion = new
        guard let container else { return }
        for (slot, parts) in container.slots where parts.contains(where: { $0 === self }) { container.place(self, in: slot) }
        container.expansionMayHaveChanged()
    }

    /// Where it stands in more room than it needs; a part that expands has all of it.
    final func setAlign(horizontal: GtkAlign.Side, vertical: GtkAlign.Side) {
        gtk_widget_set_hexpand(pointer, expansion.horizontal ? 1 : 0)
        gtk_widget_set_vexpand(pointer, expansion.vertical ? 1 : 0)
        gtk_widget_set_halign(pointer, expansion.horizontal ? GTK_ALIGN_FILL : horizontal.align)
        gtk_widget_set_valign(pointer, expansion.vertical ? GTK_ALIGN_FILL : vertical.align)
    }
}

extension GtkAlign {
    enum Side {
        case start, center, end, fill, baseline
        var align: GtkAlign {
            switch self {
            case .start: GTK_ALIGN_START
            case .center: GTK_ALIGN_CENTER
            case .end: GTK_ALIGN_END
            case .fill: GTK_ALIGN_FILL
            case .baseline: GTK_ALIGN_BASELINE
            }
        }
    }
}

/// A part that knows its kind of element.
@MainActor protocol PartOfElement<Shown>: Part {
    associatedtype Shown: Element
    func apply(_ element: Shown, from old: Shown?)
}

extension PartOfElement {
    func applyAny(_ element: any Element, _ old: (any Element)?) {
        guard let element = element as? Shown else { return }
        apply(element, from: old as? Shown)
    }
}

// MARK: Boxes

extension Part {
    /// Puts widgets into a `GtkBox`, in order: those that stay are moved only where they must be.
    static func arrange(_ parts: [Part], from old: [Part], inBox box: UnsafeMutablePointer<GtkBox>) {
        let staying = Set(parts.map(ObjectIdentifier.init))
        for part in old where !staying.contains(ObjectIdentifier(part)) {
            if gtk_widget_get_parent(part.pointer) == UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkWidget.self) {
                gtk_box_remove(box, part.pointer)
            }
        }
        let boxWidget = UnsafeMutableRawPointer(box).assumingMemoryBound(to: GtkWidget.self)
        var before: UnsafeMutablePointer<GtkWidget>?
        for part in parts {
            let parent = gtk_widget_get_parent(part.pointer)
            if parent == nil {
                gtk_box_insert_child_after(box, part.pointer, before)
            } else if parent != boxWidget {
                gtk_widget_unparent(part.pointer)
                gtk_box_insert_child_after(box, part.pointer, before)
            } else if gtk_widget_get_prev_sibling(part.pointer) != before {
                gtk_box_reorder_child_after(box, part.pointer, before)
            }
            before = part.pointer
        }
    }
}

internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension PickerElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { PickerPart(context) }
}

/// A label, and a `GtkDropDown` of the choices' titles, or the choices themselves as linked buttons.
final class PickerPart: LabelledPart, PartOfElement {
    private let menu = Widget(sinking: gtk_drop_down_new(nil, nil))
    private let segments = Widget(sinking: gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private var element: PickerElement?

    init(_ context: ElementContext) {
        super.init(context)
        segments.setClass("linked", true)
        gtk_box_set_homogeneous(segments.typed(), 1)
        for control in [menu, segments] {
            gtk_box_append(widget.typed(), control.pointer)
            gtk_widget_set_valign(control.pointer, GTK_ALIGN_CENTER)
        }
        menu.on("notify::selected") { [weak self] in self?.chosenInMenu() }
    }

    override var named: [UnsafeMutablePointer<GtkWidget>] {
        // The button in the menu is what has the focus.
        [gtk_widget_get_first_child(menu.pointer), menu.pointer, segments.pointer].compactMap { $0 }
    }

    private func chosenInMenu() {
        let place = gtk_drop_down_get_selected(menu.opaque)
        if place != GTK_INVALID_LIST_POSITION { context.send(.selected(Int(place))) }
    }

    func apply(_ element: PickerElement, from old: PickerElement?) {
        self.element = element
        menu.quietly {
            if element.titles != old?.titles { setTitles(element.titles) }
            let place = element.selected.map { guint(clamping: $0) } ?? GTK_INVALID_LIST_POSITION
            if gtk_drop_down_get_selected(menu.opaque) != place { gtk_drop_down_set_selected(menu.opaque, place) }
        }
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        gtk_widget_set_visible(menu.pointer, element.style == .menu ? 1 : 0)
        gtk_widget_set_visible(segments.pointer, element.style == .segmented ? 1 : 0)
        gtk_widget_set_hexpand(label.pointer, element.fillsRow ? 1 : 0)
        showLabel(element.showsLabel)
        showChoice()
    }

    private func setTitles(_ titles: [String]) {
        let list = gtk_string_list_new(nil)
        for title in titles { gtk_string_list_append(list, title) }
        gtk_drop_down_set_model(menu.opaque, list)
        list.map { g_object_unref(UnsafeMutableRawPointer($0)) }
    }

    private var choices: [ChoicePart] { (slots[PickerElement.choices] ?? []).compactMap { $0 as? ChoicePart } }

    private func showChoice() {
        for (index, choice) in choices.enumerated() { choice.show(index == element?.selected, tint: element?.tint) }
    }

    override func arrange(_ parts: [Part], from old: [Part], in slot: Int) {
        guard slot == PickerElement.choices else { return super.arrange(parts, from: old, in: slot) }
        Part.arrange(parts, from: old, inBox: segments.typed())
        for (index, choice) in choices.enumerated() {
            choice.onPress = { [weak self] in self?.pressed(index) }
        }
        showChoice()
    }

    /// The one that is pressed stays so, and the others are let go: of what the binding makes of it the element says.
    private func pressed(_ index: Int) {
        let isOther = element?.selected != index
        for (place, choice) in choices.enumerated() { choice.show(place == index, tint: element?.tint) }
        if isOther { context.send(.selected(index)) }
    }

    override func measureExpansion() -> Expansion {
        Expansion(horizontal: element?.fillsRow == true && showsLabel, vertical: false)
    }

    override func remove() {
        menu.disconnect()
        super.remove()
    }
}

extension PickerChoiceElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { ChoicePart(context) }
}

/// One choice, as a button of the linked ones.
final class ChoicePart: HeldButtonPart, PartOfElement {
    var onPress: () -> Void = {}

    init(_ context: ElementContext) { super.init(context) { ($0 as? ChoicePart)?.onPress() } }

    func apply(_ element: PickerChoiceElement, from old: PickerChoiceElement?) {}

    override func place(_ part: Part, in slot: Int) { part.setAlign(horizontal: .center, vertical: .center) }
}

internal import BatonViews
internal import CBatonGTK
internal import GTKKit

extension TapElement: GTKElement {
    func makePart(_ context: ElementContext) -> Part { TapPart(context) }
}

/// A box that takes presses of the pointer which nothing in it has taken, and two keys.
final class TapPart: WrapperPart, PartOfElement {
    private var element: TapElement?

    override init(_ context: ElementContext) {
        super.init(context)
        // The widget has both controllers, and lets them go with itself.
        let click = gtk_gesture_click_new()!
        gtk_widget_add_controller(pointer, click)
        connectCountSignal(UnsafeMutableRawPointer(click), "released") { [weak self] presses in
            guard let self, let element, presses == element.count else { return }
            context.send(.activated)
        }
        let keys = gtk_event_controller_key_new()!
        gtk_widget_add_controller(pointer, keys)
        connectKeySignal(UnsafeMutableRawPointer(keys), "key-pressed") { key in
            guard [GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_space].contains(Int32(key)) else { return false }
            context.send(.activated)
            return true
        }
    }

    func apply(_ element: TapElement, from old: TapElement?) {
        self.element = element
        gtk_widget_set_sensitive(pointer, element.isEnabled ? 1 : 0)
        gtk_widget_set_focusable(pointer, element.isEnabled ? 1 : 0)
    }
}

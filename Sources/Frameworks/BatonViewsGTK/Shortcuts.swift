internal import BatonViews
internal import CBatonGTK

/// Keys that press a control wherever in its window the focus is.
@MainActor enum Shortcuts {
    /// - Returns: the controller, which the widget owns.
    static func add(_ shortcut: KeyboardShortcut, to widget: UnsafeMutablePointer<GtkWidget>) -> OpaquePointer? {
        guard let controller = gtk_shortcut_controller_new() else { return nil }
        gtk_shortcut_controller_set_scope(controller, GTK_SHORTCUT_SCOPE_GLOBAL)
        let action = gtk_callback_action_new({ widget, _, _ in press(widget) }, nil, nil)
        let trigger = gtk_keyval_trigger_new(keyval(of: shortcut.key), modifiers(of: shortcut.modifiers))
        // Both are the shortcut's now, and that is the controller's.
        gtk_shortcut_controller_add_shortcut(controller, gtk_shortcut_new(trigger, action))
        gtk_widget_add_controller(widget, controller)
        return controller
    }

    static func remove(_ controller: OpaquePointer, from widget: UnsafeMutablePointer<GtkWidget>) {
        gtk_widget_remove_controller(widget, controller)
    }

    private nonisolated static func keyval(of key: KeyEquivalent) -> guint {
        switch key {
        case .return: guint(GDK_KEY_Return)
        case .escape: guint(GDK_KEY_Escape)
        case .delete: guint(GDK_KEY_BackSpace)
        case .deleteForward: guint(GDK_KEY_Delete)
        case .tab: guint(GDK_KEY_Tab)
        case .upArrow: guint(GDK_KEY_Up)
        case .downArrow: guint(GDK_KEY_Down)
        case .leftArrow: guint(GDK_KEY_Left)
        case .rightArrow: guint(GDK_KEY_Right)
        case .home: guint(GDK_KEY_Home)
        case .end: guint(GDK_KEY_End)
        case .pageUp: guint(GDK_KEY_Page_Up)
        case .pageDown: guint(GDK_KEY_Page_Down)
        default: gdk_unicode_to_keyval(key.character.lowercased().unicodeScalars.first?.value ?? 0)
        }
    }

    private nonisolated static func modifiers(of modifiers: EventModifiers) -> GdkModifierType {
        var mask: guint = 0
        if modifiers.contains(.command) || modifiers.contains(.control) { mask |= GDK_CONTROL_MASK.rawValue }
        if modifiers.contains(.option) { mask |= GDK_ALT_MASK.rawValue }
        if modifiers.contains(.shift) { mask |= GDK_SHIFT_MASK.rawValue }
        return GdkModifierType(mask)
    }
}

/// Of a page that is not shown nothing is pressed.
private nonisolated func press(_ widget: UnsafeMutablePointer<GtkWidget>?) -> gboolean {
    guard let widget, gtk_widget_get_mapped(widget) != 0, gtk_widget_is_sensitive(widget) != 0 else { return 0 }
    return gtk_widget_activate(widget)
}

package import CBatonGTK
internal import GLibKit

/// A widget, held by Swift until this goes. What Swift connects to it is disconnected then.
///
/// On the main actor: GTK is used on the initial thread alone.
@MainActor package final class Widget {
    package let pointer: UnsafeMutablePointer<GtkWidget>
    private var handlers: [gulong] = []

    /// Takes a new widget, whose reference is nobody's (or, of a window, GTK's).
    package init(sinking new: UnsafeMutablePointer<GtkWidget>) {
        pointer = new
        g_object_ref_sink(new)
    }

    package convenience init(sinking new: OpaquePointer) { self.init(sinking: UnsafeMutablePointer(new)) }

    isolated deinit {
        disconnect()
        g_object_unref(pointer)
    }

    /// The pointer as a class of its own that is no complete type in C.
    package var opaque: OpaquePointer { OpaquePointer(pointer) }
    package func typed<T>(_ type: T.Type = T.self) -> UnsafeMutablePointer<T> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
    }

    // MARK: Signals

    /// Connects to a signal without a result; of another object as long as the widget is there.
    package func on(_ signal: String, of object: UnsafeMutableRawPointer? = nil, _ body: @escaping @MainActor () -> Void) {
        let id = connectSignal(
            object ?? UnsafeMutableRawPointer(pointer), signal, asLongAs: object == nil ? nil : pointer
        ) { _ in MainActor.assumeIsolated(body) }
        if object == nil { handlers.append(id) }
    }

    /// Connects to a signal that asks whether it was dealt with.
    package func onRequest(_ signal: String, _ body: @escaping @MainActor () -> Bool) {
        let id = connectSignal(UnsafeMutableRawPointer(pointer), signal) { result in
            let isDealtWith = MainActor.assumeIsolated(body)
            if let result { g_value_set_boolean(result, isDealtWith ? 1 : 0) }
        }
        handlers.append(id)
    }

    /// Does something of which the handlers hear nothing.
    package func quietly(_ change: () -> Void) {
        for id in handlers { g_signal_handler_block(pointer, id) }
        change()
        for id in handlers { g_signal_handler_unblock(pointer, id) }
    }

    package func disconnect() {
        for id in handlers { g_signal_handler_disconnect(pointer, id) }
        handlers = []
    }

    /// Does something before each frame that is drawn, for as long as it gives true.
    package func onEachFrame(_ body: @escaping @MainActor () -> Bool) {
        let data = Callback<Void, Bool> { MainActor.assumeIsolated(body) }.retained()
        _ = gtk_widget_add_tick_callback(
            pointer, { _, _, data in Callback<Void, Bool>.borrowed(data).body(()) ? 1 : 0 }, data, releaseCallback)
    }

    // MARK: Style

    package func setClass(_ name: String, _ isSet: Bool) {
        if isSet { gtk_widget_add_css_class(pointer, name) } else { gtk_widget_remove_css_class(pointer, name) }
    }
}

/// Connects to any signal by one marshaller, whose types GLib checks. The closure is freed with the connection.
@discardableResult @MainActor package func connectSignal(
    _ object: UnsafeMutableRawPointer, _ signal: String, asLongAs widget: UnsafeMutablePointer<GtkWidget>? = nil,
    _ body: @escaping @Sendable (UnsafeMutablePointer<GValue>?) -> Void
) -> gulong {
    let data = Callback(body).retained()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)!
    g_closure_add_finalize_notifier(closure, data) { data, _ in releaseCallback(data) }
    g_closure_set_marshal(closure) { closure, result, _, _, _, _ in
        Callback<UnsafeMutablePointer<GValue>?, Void>.borrowed(closure!.pointee.data).body(result)
    }
    if let widget { g_object_watch_closure(UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), closure) }
    let id = g_signal_connect_closure(object, signal, closure, 0)
    precondition(id != 0, "GTK knows no signal \(signal) here")
    return id
}

extension Widget {
    /// Connects to a signal whose argument is a place in a list.
    package func onPlace(_ signal: String, _ body: @escaping @MainActor (Int) -> Void) {
        connectWithArgument(UnsafeMutableRawPointer(pointer), signal) { value in
            let place = Int(g_value_get_uint(value))
            MainActor.assumeIsolated { body(place) }
        }
    }
}

extension Widget {
    /// Connects to a signal whose argument is a text.
    package func onText(_ signal: String, _ body: @escaping @MainActor (String) -> Void) {
        connectWithArgument(UnsafeMutableRawPointer(pointer), signal) { value in
            let text = g_value_get_string(value).map { String(cString: $0) } ?? ""
            MainActor.assumeIsolated { body(text) }
        }
    }

    /// Connects to a signal whose argument is an object, such as a row.
    package func onObject(_ signal: String, _ body: @escaping @MainActor (OpaquePointer) -> Void) {
        connectItemSignal(UnsafeMutableRawPointer(pointer), signal, body)
    }
}

/// Connects to a signal of a list's factory, whose argument is one of the list's items.
@MainActor package func connectItemSignal(
    _ factory: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (OpaquePointer) -> Void
) {
    connectWithArgument(factory, signal) { value in
        let item = Address(value: UInt(bitPattern: g_value_get_object(value)))
        MainActor.assumeIsolated { if let item = OpaquePointer(bitPattern: item.value) { body(item) } }
    }
}

/// Connects to a signal whose first argument is a count.
@MainActor package func connectCountSignal(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (Int) -> Void
) {
    connectWithArgument(object, signal) { value in
        let count = Int(g_value_get_int(value))
        MainActor.assumeIsolated { body(count) }
    }
}

/// Connects to a signal whose first argument is a key, and that asks whether it was dealt with.
@MainActor package func connectKeySignal(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor (UInt32) -> Bool
) {
    let data = Callback<UnsafePointer<GValue>, Bool> { value in
        let key = g_value_get_uint(value)
        return MainActor.assumeIsolated { body(key) }
    }.retained()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)!
    g_closure_add_finalize_notifier(closure, data) { data, _ in releaseCallback(data) }
    g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
        guard count > 1, let values else { return }
        let isDealtWith = Callback<UnsafePointer<GValue>, Bool>.borrowed(closure!.pointee.data).body(values + 1)
        if let result { g_value_set_boolean(result, isDealtWith ? 1 : 0) }
    }
    let id = g_signal_connect_closure(object, signal, closure, 0)
    precondition(id != 0, "GTK knows no signal \(signal) here")
}

/// A pointer on its way to the main actor, from the same thread.
private struct Address: Sendable { let value: UInt }

@MainActor private func connectWithArgument(
    _ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @Sendable (UnsafePointer<GValue>) -> Void
) {
    let data = Callback(body).retained()
    let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)!
    g_closure_add_finalize_notifier(closure, data) { data, _ in releaseCallback(data) }
    g_closure_set_marshal(closure) { closure, _, count, values, _, _ in
        guard count > 1, let values else { return }
        Callback<UnsafePointer<GValue>, Void>.borrowed(closure!.pointee.data).body(values + 1)
    }
    let id = g_signal_connect_closure(object, signal, closure, 0)
    precondition(id != 0, "GTK knows no signal \(signal) here")
}

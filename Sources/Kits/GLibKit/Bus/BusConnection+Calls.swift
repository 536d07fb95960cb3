internal import CBatonGLib
internal import Synchronization

/// An error that the other end of a D-Bus call answered with.
package struct BusCallError: Error, Sendable, CustomStringConvertible {
    /// The D-Bus error name, `org.baton.Error.NoSuchApp`; nil when the call itself failed.
    package let name: String?
    package let message: String
    /// When the call itself failed: closed, timed out.
    package let transport: GLibError?

    package var description: String { name.map { "\($0): \(message)" } ?? message }
}

extension BusConnection {
    /// Calls a method and waits for its results, a tuple.
    ///
    /// The time limit is ours and not GDBus's: that one does not know that its process was stopped while the answer came
    /// (`TimeSource.system`).
    /// - Throws: `BusCallError`.
    package func call(
        destination: String? = nil, path: String, interface: String, method: String, arguments: Variant? = nil,
        timeout: Duration, autoStart: Bool = true
    ) async throws(BusCallError) -> Variant {
        if let traffic, !traffic.send(size: arguments?.size ?? 0) {
            throw BusCallError(
                name: nil, message: "\(interface).\(method) failed", transport: .closed("the peer reads nothing"))
        }
        let pointer = pointer
        let cancellable = Cancellable()
        let hasExpired = Atomic(false)
        let time = TimeSource.system(on: thread)
        let timer = thread.task {
            guard (try? await time.sleep(timeout)) != nil else { return }
            hasExpired.store(true, ordering: .relaxed)
            cancellable.cancel()
        }
        defer { timer.cancel() }
        let result: Result<Variant, BusCallError> = await withTaskCancellationHandler {
            do throws(GLibError) {
                return try await awaitResult(isolation: self) { callback, data in
                    g_dbus_connection_call(
                        pointer.value, destination, path, interface, method, arguments?.pointer, nil,
                        autoStart ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START, Int32.max,
                        cancellable.pointer, callback, data)
                } finish: { (_, result) throws(GLibError) in
                    var error: UnsafeMutablePointer<GError>?
                    let value = g_dbus_connection_call_finish(pointer.value, result, &error)
                    if let value { return .success(Variant(adopting: value)) }
                    guard let error else { throw .failed("no answer") }
                    let name = g_dbus_error_get_remote_error(error)
                    defer { g_free(name) }
                    guard let name else { throw GLibError(adopting: error) }
                    g_dbus_error_strip_remote_error(error)
                    let remote = GLibError(adopting: error)
                    return .failure(
                        BusCallError(name: String(cString: name), message: remote.message, transport: nil))
                }
            } catch {
                let isLate = error.isCancelled && hasExpired.load(ordering: .relaxed)
                return .failure(
                    BusCallError(
                        name: nil, message: "\(interface).\(method) failed",
                        transport: isLate ? .timedOut("not answered in time") : error))
            }
        } onCancel: {
            cancellable.cancel()
        }
        return try result.get()
    }

    /// Emits a signal; to one name on a message bus, or to all.
    package func emit(
        path: String, interface: String, signal: String, arguments: Variant?, to destination: String? = nil
    ) {
        if let traffic, !traffic.send(size: arguments?.size ?? 0) { return }
        var error: UnsafeMutablePointer<GError>?
        g_dbus_connection_emit_signal(
            pointer.value, destination, path, interface, signal, arguments?.pointer, &error)
        // A closed connection: whoever follows `onClosed` knows.
        if let error { g_error_free(error) }
    }

    /// Exports an object with all interfaces of `xml`. Calls are checked against the XML, then given to `handler` on the
    /// GLib thread, in the order of their arrival. Ends with the connection.
    package func export(
        path: String, xml: String, handler: @escaping @Sendable (BusCall) -> Void
    ) throws(GLibError) {
        // Nothing would end an export that begins after the end.
        guard !hasClosed else { return }
        var error: UnsafeMutablePointer<GError>?
        let node = g_dbus_node_info_new_for_xml(xml, &error)
        try throwIfSet(&error)
        defer { g_dbus_node_info_unref(node) }
        var interfaces = node!.pointee.interfaces
        while let interface = interfaces?.pointee {
            let callback = Callback<BusCall, Void> { [weak self] call in
                guard let self else { return }
                if self.assumeIsolated({ $0.admit(call) }) { handler(call) }
            }
            var table = GDBusInterfaceVTable()
            table.method_call = { _, _, _, _, _, _, invocation, data in
                Callback<BusCall, Void>.borrowed(data).body(BusCall(invocation: invocation!))
            }
            let id = g_dbus_connection_register_object(
                pointer.value, path, interface, &table, callback.retained(), releaseCallback, &error)
            try throwIfSet(&error)
            exports.append(id)
            interfaces = interfaces?.advanced(by: 1)
        }
    }

    /// A signal that came in.
    package struct Signal: Sendable {
        package let sender: String?
        package let member: String
        package let arguments: Variant
    }

    /// Follows signals; `handler` runs on the GLib thread. Any of the filters may be nil.
    @discardableResult
    package func subscribe(
        sender: String? = nil, interface: String?, member: String? = nil, path: String? = nil, argument0: String? = nil,
        handler: @escaping @Sendable (Signal) -> Void
    ) -> UInt32 {
        let callback = Callback<Signal, Void>(handler)
        return g_dbus_connection_signal_subscribe(
            pointer.value, sender, interface, member, path, argument0, G_DBUS_SIGNAL_FLAGS_NONE,
            { _, sender, _, _, member, parameters, data in
                Callback<Signal, Void>.borrowed(data).body(
                    Signal(
                        sender: sender.map { String(cString: $0) }, member: String(cString: member!),
                        arguments: Variant(borrowing: parameters!)))
            }, callback.retained(), releaseCallback)
    }

    package func unsubscribe(_ id: UInt32) { g_dbus_connection_signal_unsubscribe(pointer.value, id) }

    /// Owns a name on a message bus, without queueing for it or taking it from another owner.
    /// - Throws: `BusCallError`; returns false where another process has the name.
    package func ownName(_ name: String) async throws(BusCallError) -> Bool {
        // DBUS_NAME_FLAG_DO_NOT_QUEUE
        let doNotQueue: UInt32 = 4
        let flags = Variant(adopting: g_variant_new_uint32(doNotQueue))
        let reply = try await call(
            destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus",
            method: "RequestName", arguments: .tuple([.string(name), flags]), timeout: .seconds(5))
        let answer: UInt32? = reply[0].integer()
        return answer == 1 || answer == 4
    }
}

internal import CBatonGLib
internal import Synchronization

/// A method call that waits for its answer. Answered exactly once; dropped without one, it is answered with an error.
package final class BusCall: @unchecked Sendable {
    // Proof: the invocation may be answered from any thread, and the Mutex lets one answer through.
    package let interface: String
    package let method: String
    /// The caller's unique name on a message bus; nil peer to peer.
    package let sender: String?
    package let arguments: Variant
    package var bodySize: Int { arguments.size }

    private let invocation: OpaquePointer
    /// Told of the answer's size; says whether it may be sent.
    private let state = Mutex<(answered: Bool, handler: (@Sendable (Int) -> Bool)?)>((false, nil))
    let serial: UInt32

    /// Takes the invocation over.
    init(invocation: OpaquePointer) {
        self.invocation = invocation
        interface = String(cString: g_dbus_method_invocation_get_interface_name(invocation))
        method = String(cString: g_dbus_method_invocation_get_method_name(invocation))
        sender = g_dbus_method_invocation_get_sender(invocation).map { String(cString: $0) }
        serial = g_dbus_message_get_serial(g_dbus_method_invocation_get_message(invocation))
        arguments = Variant(borrowing: g_dbus_method_invocation_get_parameters(invocation))
    }

    /// Answers with the results as a tuple; nil for none.
    package func reply(_ results: Variant? = nil) {
        guard let handler = take() else { return }
        guard handler(results?.size ?? 0) else { return drop() }
        g_dbus_method_invocation_return_value(invocation, results?.pointer)
    }

    /// Answers with a D-Bus error.
    package func fail(_ name: String, _ message: String) {
        guard let handler = take() else { return }
        guard handler(message.utf8.count) else { return drop() }
        g_dbus_method_invocation_return_dbus_error(invocation, name, message)
    }

    func onAnswered(_ handler: @escaping @Sendable (Int) -> Bool) { state.withLock { $0.handler = handler } }

    /// The right to answer, which is given once.
    private func take() -> (@Sendable (Int) -> Bool)? {
        state.withLock { state in
            if state.answered { return nil }
            state.answered = true
            defer { state.handler = nil }
            return state.handler ?? { _ in true }
        }
    }

    /// Ends the invocation of a connection that is at its end.
    private func drop() {
        g_dbus_method_invocation_return_dbus_error(invocation, "org.baton.Error.TooMany", "")
    }

    deinit { fail("org.baton.Error.Internal", "The call \(method) was dropped without an answer; please report this.") }
}

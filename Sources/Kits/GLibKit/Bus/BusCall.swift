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
    private let state = Mutex<(answered: Bool, handler: (@Sendable () -> Void)?)>((false, nil))

    /// Takes the invocation over.
    init(invocation: OpaquePointer) {
        self.invocation = invocation
        interface = String(cString: g_dbus_method_invocation_get_interface_name(invocation))
        method = String(cString: g_dbus_method_invocation_get_method_name(invocation))
        sender = g_dbus_method_invocation_get_sender(invocation).map { String(cString: $0) }
        arguments = Variant(borrowing: g_dbus_method_invocation_get_parameters(invocation))
    }

    /// Answers with the results as a tuple; nil for none.
    package func reply(_ results: Variant? = nil) {
        guard take() else { return }
        g_dbus_method_invocation_return_value(invocation, results?.pointer)
    }

    /// Answers with a D-Bus error.
    package func fail(_ name: String, _ message: String) {
        guard take() else { return }
        g_dbus_method_invocation_return_dbus_error(invocation, name, message)
    }

    func onAnswered(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.handler = handler } }

    private func take() -> Bool {
        let (mine, handler): (Bool, (@Sendable () -> Void)?) = state.withLock { state in
            if state.answered { return (false, nil) }
            state.answered = true
            return (true, state.handler)
        }
        if mine { handler?() }
        return mine
    }

    deinit { fail("org.baton.Error.Internal", "The call \(method) was dropped without an answer; please report this.") }
}

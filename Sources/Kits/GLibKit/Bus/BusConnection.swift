internal import CBatonGLib

/// One D-Bus connection: to a peer over a private socket, or to a message bus.
///
/// An actor on the GLib thread it was made on, where all its callbacks arrive too.
package actor BusConnection: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    nonisolated let pointer: ConnectionPointer
    private var closedSignal: SignalConnection?
    private var closeHandlers: [@Sendable () -> Void] = []
    private(set) var hasClosed = false
    /// Calls given to handlers and not yet answered, and how many there may be.
    private var unanswered = 0
    private var unansweredBySender: [String: Int] = [:]
    private var answerWaiters: [CheckedContinuation<Void, Never>] = []
    private let limits: Limits
    /// What counts, and what is below, on an accepted connection.
    let traffic: BusTraffic?
    private let socket: IncomingSocket?
    /// The objects that are exported.
    var exports: [UInt32] = []

    /// What a peer may ask of us. The D-Bus library itself reads messages of up to 128 MiB and queues without bound.
    package struct Limits: Sendable {
        /// Bytes of a call's arguments; larger ones are answered with an error.
        package var bodySize = 2 * 1024 * 1024
        /// Unanswered calls; one more and the connection is closed.
        package var unansweredCalls = 256
        package init() {}

        // Of accepted connections alone. One that is over is closed.

        /// Bytes of the unanswered calls together.
        var unansweredSize = 32 * 1024 * 1024
        /// Bytes of a message's fields: names, which have 255 bytes each, and a path.
        var fieldsSize = 64 * 1024
        /// Bytes of a call that is answered as too large; D-Bus itself allows no larger messages.
        var droppedSize = 128 * 1024 * 1024
        /// Messages, and bytes of them, that the peer has not read. One is always queued, whatever its size.
        var unreadMessages = 4096
        var unreadSize = 16 * 1024 * 1024
    }

    init(
        pointer: ConnectionPointer, thread: GLibThread, limits: Limits, traffic: BusTraffic? = nil,
        socket: IncomingSocket? = nil
    ) {
        self.pointer = pointer
        self.thread = thread
        self.limits = limits
        self.traffic = traffic
        self.socket = socket
    }

    /// Follows `closed`; run once, by whoever makes the connection. The connection may be closed already when a peer
    /// sent rubbish at once, hence the check.
    func begin() {
        closedSignal = SignalConnection(pointer.raw, "closed") { [weak self] _, _ in
            self?.assumeIsolated { $0.didClose() }
        }
        if g_dbus_connection_is_closed(pointer.value) != 0 { didClose() }
    }

    private func didClose() {
        if hasClosed { return }
        hasClosed = true
        closedSignal?.disconnect()
        closedSignal = nil
        // GDBus leaves the socket open after a message that it cannot read.
        socket?.hangUp()
        // What serves an object knows its client, and so this connection: neither would ever be freed.
        for id in exports { g_dbus_connection_unregister_object(pointer.value, id) }
        exports = []
        let handlers = closeHandlers
        closeHandlers = []
        for handler in handlers { handler() }
        releaseAnswerWaiters()
    }

    /// Runs `handler` on the GLib thread once the connection is gone; at once if it is.
    package func onClosed(_ handler: @escaping @Sendable () -> Void) {
        if hasClosed { handler() } else { closeHandlers.append(handler) }
    }

    package var isClosed: Bool { hasClosed || g_dbus_connection_is_closed(pointer.value) != 0 }

    /// Closes the connection; pending calls fail. Idempotent.
    package func close() {
        if !hasClosed { g_dbus_connection_close(pointer.value, nil, nil, nil) }
    }

    /// Waits until everything queued has been written.
    package func flush() async throws(GLibError) {
        let pointer = pointer
        try await awaitResult { callback, data in
            g_dbus_connection_flush(pointer.value, nil, callback, data)
        } finish: { (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            g_dbus_connection_flush_finish(pointer.value, result, &error)
            try throwIfSet(&error)
        }
    }

    /// Our unique name on a message bus; nil peer to peer.
    package var uniqueName: String? {
        g_dbus_connection_get_unique_name(pointer.value).map { String(cString: $0) }
    }
}

/// A reference to a `GDBusConnection`.
final class ConnectionPointer: @unchecked Sendable {
    // Proof: GDBusConnection is documented as thread-safe; the reference is ours until deinit.
    let value: OpaquePointer
    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(value) }
    init(adopting value: OpaquePointer) { self.value = value }
    deinit { g_object_unref(raw) }
}

// MARK: Counting

extension BusConnection {
    /// Takes a call in, or says why not. What comes over an accepted connection has been counted before.
    func admit(_ call: BusCall) -> Bool {
        if traffic == nil {
            guard call.bodySize <= limits.bodySize else {
                call.fail("org.baton.Error.TooLarge", Self.tooLarge(limits))
                return false
            }
            // On a message bus the connection is shared by all callers: it goes on.
            guard count(of: call.sender) < limits.unansweredCalls else {
                call.fail(
                    "org.baton.Error.TooMany",
                    "\(limits.unansweredCalls) calls wait for an answer; call again when some have one.")
                if call.sender == nil { close() }
                return false
            }
            if let sender = call.sender { unansweredBySender[sender, default: 0] += 1 }
        }
        unanswered += 1
        let (serial, sender) = (call.serial, call.sender)
        call.onAnswered { [weak self, traffic] size in
            if let self { self.thread.task { await self.answered(sender) } }
            return traffic?.answer(serial, size: size) ?? true
        }
        return true
    }

    private static func tooLarge(_ limits: Limits) -> String {
        "The arguments are over \(limits.bodySize) bytes; send less at once."
    }

    /// Answers a call of which nothing was read.
    func refuseTooLarge(_ serial: UInt32) {
        guard !hasClosed, let message = g_dbus_message_new() else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(message)) }
        g_dbus_message_set_message_type(message, G_DBUS_MESSAGE_TYPE_ERROR)
        g_dbus_message_set_reply_serial(message, serial)
        g_dbus_message_set_error_name(message, "org.baton.Error.TooLarge")
        let text = Variant.tuple([.string(Self.tooLarge(limits))])
        withExtendedLifetime(text) { g_dbus_message_set_body(message, text.pointer) }
        g_dbus_connection_send_message(pointer.value, message, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    }

    private func count(of sender: String?) -> Int { sender.map { unansweredBySender[$0] ?? 0 } ?? unanswered }

    private func answered(_ sender: String?) {
        unanswered -= 1
        if let sender, let count = unansweredBySender[sender] {
            unansweredBySender[sender] = count > 1 ? count - 1 : nil
        }
        if unanswered == 0 { releaseAnswerWaiters() }
    }

    /// Waits until every call that came in has been answered, or the connection is gone.
    package func allAnswered() async {
        guard unanswered > 0, !hasClosed else { return }
        await withCheckedContinuation { answerWaiters.append($0) }
    }

    private func releaseAnswerWaiters() {
        let waiters = answerWaiters
        answerWaiters = []
        for waiter in waiters { waiter.resume() }
    }
}

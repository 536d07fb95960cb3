internal import CBatonGLib
internal import Synchronization

/// One D-Bus connection: to a peer over a private socket, or to a message bus.
///
/// An actor on the GLib thread it was made on, where all its callbacks arrive too.
package actor BusConnection: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    nonisolated let pointer: ConnectionPointer
    private var closedSignal: SignalConnection?
    private var closeHandlers: [@Sendable () -> Void] = []
    private var hasClosed = false
    /// Calls given to handlers and not yet answered, and how many there may be.
    private var unanswered = 0
    private var answerWaiters: [CheckedContinuation<Void, Never>] = []
    private let limits: Limits

    /// What a peer may ask of us. The D-Bus library itself reads messages of up to 128 MiB and queues without bound.
    package struct Limits: Sendable {
        /// Bytes of a call's arguments; larger ones are answered with an error.
        package var bodySize = 2 * 1024 * 1024
        /// Unanswered calls; one more and the connection is closed.
        package var unansweredCalls = 256
        package init() {}
    }

    private init(pointer: ConnectionPointer, thread: GLibThread, limits: Limits) {
        self.pointer = pointer
        self.thread = thread
        self.limits = limits
    }

    /// Follows `closed`; run once, by whoever makes the connection. The connection may be closed already when a peer
    /// sent rubbish at once, hence the check.
    private func begin() {
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

// MARK: Making connections

extension BusConnection {
    /// Connects to a server's address, `unix:path=…`, peer to peer.
    /// - Parameters:
    ///   - limit: how long the server may take to authenticate us: a process that hangs would let us wait for ever,
    ///     since the kernel connects us all the same.
    /// - Throws: also `isTimedOut`, when the limit has passed.
    package static func connect(
        to address: String, on thread: GLibThread, limits: Limits = Limits(), within limit: Duration = .seconds(5)
    ) async throws(GLibError) -> BusConnection {
        let cancellable = Cancellable()
        let time = TimeSource.system(on: thread)
        let timer = thread.task { if (try? await time.sleep(limit)) != nil { cancellable.cancel() } }
        defer { timer.cancel() }
        do throws(GLibError) {
            return try await open(
                address, flags: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT, on: thread, limits: limits,
                cancellable: cancellable)
        } catch {
            throw error.isCancelled ? .timedOut("not let in within \(limit)") : error
        }
    }

    /// Connects to the session bus; nil where there is none.
    package static func sessionBus(on thread: GLibThread) async throws(GLibError) -> BusConnection? {
        guard let address = sessionBusAddress() else { return nil }
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        let connection = try await open(address, flags: flags, on: thread, limits: Limits())
        // Losing the bus must not end the daemon.
        g_dbus_connection_set_exit_on_close(connection.pointer.value, 0)
        return connection
    }

    private static func sessionBusAddress() -> String? {
        // Only what the environment names: GIO would otherwise start a bus of its own through X11.
        if let address = g_getenv("DBUS_SESSION_BUS_ADDRESS") { return String(cString: address) }
        guard let runtime = g_getenv("XDG_RUNTIME_DIR") else { return nil }
        let path = String(cString: runtime) + "/bus"
        return g_file_test(path, G_FILE_TEST_EXISTS) != 0 ? "unix:path=" + path : nil
    }

    private static func open(
        _ address: String, flags: GDBusConnectionFlags, on thread: GLibThread, limits: Limits,
        cancellable: Cancellable? = nil
    ) async throws(GLibError) -> BusConnection {
        try await BusMaker(thread: thread).make(limits: limits) { callback, data in
            g_dbus_connection_new_for_address(address, flags, nil, cancellable?.pointer, callback, data)
        } finish: { result, error in
            g_dbus_connection_new_for_address_finish(result, &error)
        }
    }

    /// The server's end of an accepted socket: the same user only, EXTERNAL only. Methods are dispatched only after
    /// `start()`, so nothing is lost while objects are exported.
    /// - Throws: also when the peer does not authenticate within `limit`.
    package static func accept(
        _ socket: IncomingSocket, on thread: GLibThread, limits: Limits = Limits(), within limit: Duration,
        time: TimeSource
    ) async throws(GLibError) -> BusConnection {
        let cancellable = Cancellable()
        let timer = thread.task { if (try? await time.sleep(limit)) != nil { cancellable.cancel() } }
        defer { timer.cancel() }
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_SERVER.rawValue
                | G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_REQUIRE_SAME_USER.rawValue
                | G_DBUS_CONNECTION_FLAGS_DELAY_MESSAGE_PROCESSING.rawValue)
        let observer = AuthenticationObserver()
        return try await BusMaker(thread: thread).make(limits: limits) { callback, data in
            let guid = g_dbus_generate_guid()
            defer { g_free(guid) }
            g_dbus_connection_new(
                socket.stream, guid, flags, observer.pointer, cancellable.pointer, callback, data)
        } finish: { result, error in
            _ = observer
            return g_dbus_connection_new_finish(result, &error)
        }
    }

    /// Lets calls come in, on a connection made by `accept`.
    package func start() { g_dbus_connection_start_message_processing(pointer.value) }

    /// Makes connections on the thread, where `closed` is then delivered.
    private actor BusMaker: GLibActor {
        nonisolated let thread: GLibThread
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
        init(thread: GLibThread) { self.thread = thread }

        func make(
            limits: Limits,
            _ start:
                @Sendable (
                    @escaping @convention(c) (UnsafeMutablePointer<GObject>?, OpaquePointer?, UnsafeMutableRawPointer?)
                        -> Void,
                    UnsafeMutableRawPointer
                ) -> Void,
            finish: @escaping @Sendable (OpaquePointer?, inout UnsafeMutablePointer<GError>?) -> OpaquePointer?
        ) async throws(GLibError) -> BusConnection {
            let pointer = try await awaitResult(start) { (_, result) throws(GLibError) -> ConnectionPointer in
                var error: UnsafeMutablePointer<GError>?
                let made = finish(result, &error)
                try throwIfSet(&error)
                guard let made else { throw .failed("no connection was made") }
                return ConnectionPointer(adopting: made)
            }
            let connection = BusConnection(pointer: pointer, thread: thread, limits: limits)
            await connection.begin()
            return connection
        }
    }
}

/// Refuses every mechanism but EXTERNAL: GIO would offer DBUS_COOKIE_SHA1 too, which writes into the home folder.
private final class AuthenticationObserver: @unchecked Sendable {
    // Proof: made and used on the GLib thread and by GDBus, which references it while it authenticates.
    let pointer = g_dbus_auth_observer_new()!
    private let mechanisms: SignalConnection

    init() {
        mechanisms = SignalConnection(UnsafeMutableRawPointer(pointer), "allow-mechanism") { arguments, result in
            let name = g_value_get_string(UnsafePointer(arguments.baseAddress!) + 1).map { String(cString: $0) }
            if let result { g_value_set_boolean(result, name == "EXTERNAL" ? 1 : 0) }
        }
    }

    deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// A `GCancellable`.
final class Cancellable: @unchecked Sendable {
    // Proof: GCancellable is thread-safe; the reference is ours until deinit.
    let pointer = g_cancellable_new()!
    func cancel() { g_cancellable_cancel(pointer) }
    deinit { g_object_unref(pointer) }
}

// MARK: Counting

extension BusConnection {
    /// Takes a call in, or says why not.
    func admit(_ call: BusCall) -> Bool {
        guard call.bodySize <= limits.bodySize else {
            call.fail("org.baton.Error.TooLarge", "The arguments are over \(limits.bodySize) bytes.")
            return false
        }
        // On a message bus the connection is shared by all callers; its owner counts by sender.
        if call.sender == nil {
            guard unanswered < limits.unansweredCalls else {
                call.fail("org.baton.Error.TooMany", "More than \(limits.unansweredCalls) calls wait for an answer.")
                close()
                return false
            }
        }
        unanswered += 1
        call.onAnswered { [weak self] in
            guard let self else { return }
            self.thread.task { await self.answered() }
        }
        return true
    }

    private func answered() {
        unanswered -= 1
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

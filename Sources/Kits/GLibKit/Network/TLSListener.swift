internal import CBatonGLib

/// Listening TCP sockets whose connections come out as TLS streams.
package actor TLSListener: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// `host:port` of each socket, with the port that the system chose.
    package private(set) var addresses: [String] = []

    private let time: TimeSource
    private let limit: Duration
    private let handler: @Sendable (TLSFrameStream) -> Void
    private var service: ServicePointer?
    private var places = HandshakePlaces()
    private var callers: [Int: Caller] = [:]
    private var lastNumber = 0

    /// How long who has spoken may wait for its turn to shake hands.
    package static let turnLimit = Duration.seconds(5)

    /// A connection that has not shaken hands yet.
    fileprivate struct Caller {
        let socket: SocketPointer
        let hasSpoken = Race<Bool>()
        let turn = Race<Bool>()
        let cancellable = Cancellable()

        /// Ends it, whatever it waits for. Idempotent.
        func end() {
            hasSpoken.finish(.success(false))
            turn.finish(.success(false))
            cancellable.cancel()
        }
    }

    init(
        thread: GLibThread, time: TimeSource, limit: Duration, handler: @escaping @Sendable (TLSFrameStream) -> Void
    ) {
        self.thread = thread
        self.time = time.whileRunning
        self.limit = limit
        self.handler = handler
    }

    func open(_ wanted: [String]) throws(GLibError) -> TLSListener {
        let service = ServicePointer()
        service.onIncoming { [weak self] socket in self?.assumeIsolated { $0.take(socket) } }
        for address in wanted { addresses.append(try service.add(address)) }
        g_socket_service_start(service.value)
        self.service = service
        return self
    }

    /// Accepts no more, and closes what has not shaken hands. Idempotent.
    package func stop() {
        service?.stop()
        service = nil
        addresses = []
        for caller in callers.values { caller.end() }
    }

    /// How many connections have not shaken hands yet.
    package var pending: Int { callers.count }

    private func take(_ socket: SocketPointer) {
        guard service != nil else {
            g_io_stream_close(socket.stream, nil, nil)
            return
        }
        lastNumber += 1
        let number = lastNumber
        let caller = Caller(socket: socket)
        callers[number] = caller
        if let lost = places.enter(number, host: CallerHost.name(of: socket.remoteAddress)) { callers[lost]?.end() }
        thread.task { [self, handler] in
            // A stranger who does not shake hands is nobody's error.
            let stream = await shakeHands(caller, number)
            if stream == nil { caller.close() }
            await leave(number)
            if let stream { handler(stream) }
        }
    }

    private func shakeHands(_ caller: Caller, _ number: Int) async -> TLSFrameStream? {
        guard await within(limit, caller, { await caller.waitForWord(on: self.thread) }) == true else { return nil }
        places.hasSpoken(number)
        callNext()
        let thread = thread
        guard await within(Self.turnLimit, caller, { (try? await caller.turn.result().get()) == true }) == true else {
            return nil
        }
        return await within(limit, caller) {
            try? await TLSHandshake(thread: thread, cancellable: caller.cancellable)
                .run(caller.socket, isDialler: false)
        } ?? nil
    }

    /// Runs a step, which ends with the caller when time is up.
    private func within<T: Sendable>(
        _ limit: Duration, _ caller: Caller, _ step: @Sendable () async -> T
    ) async -> T? {
        guard service != nil else { return nil }
        let timer = thread.task { [time] in if (try? await time.sleep(limit)) != nil { caller.end() } }
        defer { timer.cancel() }
        return await step()
    }

    private func callNext() {
        while let next = places.next() { callers[next]?.turn.finish(.success(true)) }
    }

    private func leave(_ number: Int) {
        callers[number] = nil
        places.leave(number)
        callNext()
    }
}

extension TLSListener.Caller {
    /// Whether something came to be read, or the end, before the caller was ended.
    fileprivate func waitForWord(on thread: GLibThread) async -> Bool {
        let source = g_pollable_input_stream_create_source(baton_pollable_input(socket.stream), nil)!
        let held = HeldSource(source)
        let callback = Callback<Void, Void> { [hasSpoken] _ in hasSpoken.finish(.success(true)) }
        baton_source_set_pollable_callback(
            source,
            { _, data in
                Callback<Void, Void>.borrowed(data).body(())
                return 0
            }, callback.retained(), releaseCallback)
        _ = g_source_attach(source, thread.context)
        defer { held.destroy() }
        return (try? await hasSpoken.result().get()) == true
    }

    fileprivate func close() { g_io_stream_close(socket.stream, nil, nil) }
}

private final class ServicePointer: @unchecked Sendable {
    // Proof: used on the GLib thread alone; the reference is ours until deinit.
    let value: UnsafeMutablePointer<GSocketService> = {
        let service = g_socket_service_new()!
        // GIO's ten are full when eleven connect while this thread is busy; the kernel then lets the next one wait a second.
        g_socket_listener_set_backlog(baton_socket_listener(service), 128)
        return service
    }()
    private var incoming: SignalConnection?

    func onIncoming(_ body: @escaping @Sendable (SocketPointer) -> Void) {
        incoming = SignalConnection(UnsafeMutableRawPointer(value), "incoming") { arguments, result in
            if let connection = g_value_get_object(arguments.baseAddress! + 1) {
                body(SocketPointer(borrowing: connection))
            }
            if let result { g_value_set_boolean(result, 1) }
        }
    }

    func add(_ address: String) throws(GLibError) -> String {
        var error: UnsafeMutablePointer<GError>?
        let connectable = g_network_address_parse(address, 0, &error)
        try throwIfSet(&error)
        defer { g_object_unref(UnsafeMutableRawPointer(connectable)) }
        let network = UnsafeMutableRawPointer(connectable!).assumingMemoryBound(to: GNetworkAddress.self)
        let host = String(cString: g_network_address_get_hostname(network))
        let port = g_network_address_get_port(network)
        guard let socketAddress = g_inet_socket_address_new_from_string(host, UInt32(port)) else {
            throw .failed("\(host) is no numeric address to listen on")
        }
        defer { g_object_unref(socketAddress) }
        var effective: UnsafeMutablePointer<GSocketAddress>?
        g_socket_listener_add_address(
            baton_socket_listener(value), socketAddress, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil,
            &effective, &error)
        try throwIfSet(&error)
        guard let effective else { throw .failed("no address to listen on") }
        defer { g_object_unref(effective) }
        return SocketPointer.text(effective) ?? address
    }

    func stop() {
        g_socket_service_stop(value)
        g_socket_listener_close(baton_socket_listener(value))
        incoming?.disconnect()
        incoming = nil
    }

    deinit { g_object_unref(value) }
}

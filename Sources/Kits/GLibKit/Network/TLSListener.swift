internal import CBatonGLib

/// Listening TCP sockets whose connections come out as TLS streams.
package actor TLSListener: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// `host:port` of each socket, with the port that the system chose.
    package private(set) var addresses: [String] = []

    private let time: TimeSource
    private let limit: Duration
    private let maximumPending: Int
    private let handler: @Sendable (TLSFrameStream) -> Void
    private var service: ServicePointer?
    private var pending = 0

    init(
        thread: GLibThread, time: TimeSource, limit: Duration, maximumPending: Int,
        handler: @escaping @Sendable (TLSFrameStream) -> Void
    ) {
        self.thread = thread
        self.time = time
        self.limit = limit
        self.maximumPending = maximumPending
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

    /// Accepts no more. Idempotent.
    package func stop() {
        service?.stop()
        service = nil
        addresses = []
    }

    private func take(_ socket: SocketPointer) {
        guard service != nil, pending < maximumPending else {
            g_io_stream_close(socket.stream, nil, nil)
            return
        }
        pending += 1
        let cancellable = Cancellable()
        let timer = thread.task { [time, limit] in
            if (try? await time.sleep(limit)) != nil { cancellable.cancel() }
        }
        thread.task { [thread, handler] in
            // A stranger who does not shake hands is nobody's error.
            let stream = try? await TLSHandshake(thread: thread, cancellable: cancellable).run(socket, isDialler: false)
            timer.cancel()
            await self.settled()
            if let stream { handler(stream) }
        }
    }

    private func settled() { pending -= 1 }
}

private final class ServicePointer: @unchecked Sendable {
    // Proof: used on the GLib thread alone; the reference is ours until deinit.
    let value = g_socket_service_new()!
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

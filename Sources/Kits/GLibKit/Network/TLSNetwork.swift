internal import CBatonGLib
internal import Glibc

/// TCP with TLS 1.3 on it, as framed streams.
package struct TLSNetwork: Sendable {
    private let thread: GLibThread
    private let time: TimeSource
    /// How long a TLS handshake may take.
    package var handshakeLimit = Duration.seconds(5)

    package init(thread: GLibThread, time: TimeSource) {
        self.thread = thread
        self.time = time
    }

    /// Restricts GIO's TLS to versions 1.2 and 1.3, without tickets: GIO would keep those for an hour, by which the other end
    /// knows us again, and with which a certificate is not looked at again. Called once, before any other thread and any TLS
    /// use.
    ///
    /// GIO has one setting for the process, and web sites may speak 1.2 alone. Links between devices need 1.3: their
    /// handshake is over before the version is known, and is then refused before either side has sent a byte.
    package static func refuseOldTLS() {
        setenv("G_TLS_GNUTLS_PRIORITY", "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:%NO_TICKETS", 1)
    }

    /// Whether a TLS backend (glib-networking) is installed. Loads it.
    package static var isAvailable: Bool { g_tls_backend_supports_tls(g_tls_backend_get_default()) != 0 }

    /// Dials `host:port` and finishes the TLS handshake, all within `limit`.
    package func dial(_ address: String, within limit: Duration) async throws(GLibError) -> TLSFrameStream {
        let cancellable = Cancellable()
        let timer = thread.task { [time] in if (try? await time.sleep(limit)) != nil { cancellable.cancel() } }
        defer { timer.cancel() }
        do throws(GLibError) {
            let base = try await Dialler(thread: thread).connect(address, cancellable)
            return try await TLSHandshake(thread: thread, cancellable: cancellable).run(base, isDialler: true)
        } catch {
            throw error.isCancelled ? .timedOut("no connection to \(address) within \(limit)") : error
        }
    }

    /// Listens on `host:port` addresses (port 0: the system's choice) and gives each stream that has finished its TLS
    /// handshake to `handler`, on the GLib thread.
    ///
    /// Those that come in wait for their handshakes as `HandshakePlaces` says; each of its steps has `handshakeLimit`.
    package func listen(
        _ addresses: [String], handler: @escaping @Sendable (TLSFrameStream) -> Void
    ) async throws(GLibError) -> TLSListener {
        try await TLSListener(thread: thread, time: time, limit: handshakeLimit, handler: handler).open(addresses)
    }
}

/// Opens TCP connections on the GLib thread.
private actor Dialler: GLibActor {
    nonisolated let thread: GLibThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    init(thread: GLibThread) { self.thread = thread }

    func connect(_ address: String, _ cancellable: Cancellable) async throws(GLibError) -> SocketPointer {
        let client = ObjectReference(adopting: g_socket_client_new()!)
        g_socket_client_set_enable_proxy(client.typed(), 0)
        return try await awaitResult { callback, data in
            g_socket_client_connect_to_host_async(
                client.typed(), address, 0, cancellable.pointer, callback, data)
        } finish: { (_, result) throws(GLibError) in
            var error: UnsafeMutablePointer<GError>?
            let made = g_socket_client_connect_to_host_finish(client.typed(), result, &error)
            try throwIfSet(&error)
            guard let made else { throw .failed("no connection was made") }
            return SocketPointer(adopting: made)
        }
    }
}

/// A TCP connection.
final class SocketPointer: @unchecked Sendable {
    // Proof: used on the GLib thread alone; the reference is ours until deinit.
    let value: UnsafeMutablePointer<GSocketConnection>
    var stream: UnsafeMutablePointer<GIOStream> { baton_io_stream(value) }

    init(adopting value: UnsafeMutablePointer<GSocketConnection>) {
        self.value = value
        let socket = baton_connection_socket(value)
        g_socket_set_option(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1, nil)
        // A peer that vanished is noticed by the kernel, without a timer of ours: after 30 s of silence every 10 s.
        g_socket_set_keepalive(socket, 1)
        g_socket_set_option(socket, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30, nil)
        g_socket_set_option(socket, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10, nil)
        g_socket_set_option(socket, Int32(IPPROTO_TCP), TCP_KEEPCNT, 3, nil)
        g_socket_set_option(socket, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 30_000, nil)
    }

    convenience init(borrowing raw: UnsafeMutableRawPointer) {
        g_object_ref(raw)
        self.init(adopting: raw.assumingMemoryBound(to: GSocketConnection.self))
    }

    var remoteAddress: String {
        guard let address = g_socket_connection_get_remote_address(value, nil) else { return "" }
        defer { g_object_unref(address) }
        return Self.text(address) ?? ""
    }

    static func text(_ address: UnsafeMutablePointer<GSocketAddress>) -> String? {
        guard let text = g_socket_connectable_to_string(OpaquePointer(address)) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    deinit { g_object_unref(value) }
}

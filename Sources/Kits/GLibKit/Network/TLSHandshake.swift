internal import CBatonGLib
internal import FoundationEssentials

/// One TLS handshake over a TCP connection.
actor TLSHandshake: GLibActor {
    nonisolated let thread: GLibThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    private let cancellable: Cancellable

    /// The application protocol; a peer of another one is told apart in the handshake already.
    static let applicationProtocol = "baton/1"

    init(thread: GLibThread, cancellable: Cancellable) {
        self.thread = thread
        self.cancellable = cancellable
    }

    func run(_ socket: SocketPointer, isDialler: Bool) async throws(GLibError) -> TLSFrameStream {
        do throws(GLibError) {
            let tls = try make(socket, isDialler: isDialler)
            let cancellable = cancellable
            try await awaitResult { callback, data in
                g_tls_connection_handshake_async(
                    tls.connection, G_PRIORITY_DEFAULT, cancellable.pointer, callback, data)
            } finish: { (_, result) throws(GLibError) in
                var error: UnsafeMutablePointer<GError>?
                g_tls_connection_handshake_finish(tls.connection, result, &error)
                try throwIfSet(&error)
            }
            return TLSFrameStream(
                tls: tls, exporter: try checked(tls), remoteAddress: socket.remoteAddress, isDialler: isDialler,
                thread: thread)
        } catch {
            // Or the other side would wait for ever.
            g_io_stream_close(socket.stream, nil, nil)
            throw error
        }
    }

    private func make(_ socket: SocketPointer, isDialler: Bool) throws(GLibError) -> TLSPointer {
        var error: UnsafeMutablePointer<GError>?
        let made: UnsafeMutablePointer<GIOStream>?
        if isDialler {
            made = baton_tls_connection_new(socket.stream, nil, &error)
        } else {
            let certificate = try ThrowAwayCertificate.make()
            defer { g_object_unref(certificate) }
            made = baton_tls_connection_new(socket.stream, certificate, &error)
        }
        try throwIfSet(&error)
        guard let made else { throw .failed("no TLS connection was made") }
        let tls = TLSPointer(adopting: made, over: socket.stream)
        // No certificate authority has a say: the certificate is thrown away, trust is proved inside.
        if isDialler {
            _ = SignalConnection(UnsafeMutableRawPointer(made), "accept-certificate") { _, result in
                if let result { g_value_set_boolean(result, 1) }
            }
        }
        var protocols: [UnsafePointer<CChar>?] = [strdup(Self.applicationProtocol).map { UnsafePointer($0) }, nil]
        defer { free(UnsafeMutableRawPointer(mutating: protocols[0])) }
        g_tls_connection_set_advertised_protocols(tls.connection, &protocols)
        return tls
    }

    /// The exporter, once version and application protocol are what they must be.
    private func checked(_ tls: TLSPointer) throws(GLibError) -> Data {
        guard g_tls_connection_get_protocol_version(tls.connection) == G_TLS_PROTOCOL_VERSION_TLS_1_3 else {
            throw .failed("the peer does not speak TLS 1.3")
        }
        guard let negotiated = g_tls_connection_get_negotiated_protocol(tls.connection),
            String(cString: negotiated) == Self.applicationProtocol
        else { throw .failed("the peer does not speak \(Self.applicationProtocol)") }
        let bytes = g_byte_array_new()!
        defer { g_byte_array_unref(bytes) }
        var error: UnsafeMutablePointer<GError>?
        g_tls_connection_get_channel_binding_data(
            tls.connection, G_TLS_CHANNEL_BINDING_TLS_EXPORTER, bytes, &error)
        try throwIfSet(&error)
        let exporter = Data(bytes: bytes.pointee.data, count: Int(bytes.pointee.len))
        guard exporter.count == 32 else { throw .failed("the channel gave no exporter") }
        return exporter
    }
}

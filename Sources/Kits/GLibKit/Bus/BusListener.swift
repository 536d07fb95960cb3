internal import CBatonGLib
internal import Glibc
internal import Synchronization

/// A socket that was accepted and not yet authenticated.
package final class IncomingSocket: @unchecked Sendable {
    // Proof: GSocketConnection is thread-safe for what is done here (reading its fd, handing it to GDBus); the
    // reference is ours until deinit.
    let stream: UnsafeMutablePointer<GIOStream>

    init(borrowing connection: UnsafeMutableRawPointer) {
        g_object_ref(connection)
        stream = baton_io_stream(connection)
    }

    package var descriptor: Int32 {
        let connection = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GSocketConnection.self)
        return g_socket_get_fd(baton_connection_socket(connection))
    }

    /// Who connected, as the kernel noted it.
    package func credentials() -> PeerCredentials? { PeerCredentials(socket: descriptor) }

    /// Ends the connection; whoever waits for the peer sees its end.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    deinit { g_object_unref(stream) }
}

/// The process at the other end of a Unix socket.
package struct PeerCredentials: Sendable {
    package let pid: Int32
    package let uid: UInt32
    /// Holds on to the process, so that what is read from /proc can be proved to be its own.
    package let process: ProcessHandle?

    init?(socket: Int32) {
        var raw = baton_credentials()
        guard baton_peer_credentials(socket, &raw) == 0, raw.pid > 0 else { return nil }
        pid = raw.pid
        uid = raw.uid
        let fd = baton_peer_pidfd(socket)
        // By its number only on a kernel that has no other way: where the process is gone, another may have the number.
        process = fd >= 0 ? ProcessHandle(adopting: fd, pid: raw.pid) : fd == -1 ? ProcessHandle(pid: raw.pid) : nil
    }

    package init(pid: Int32, uid: UInt32) {
        self.pid = pid
        self.uid = uid
        process = ProcessHandle(pid: pid)
    }
}

/// A Unix socket that accepts connections on the GLib thread.
///
/// GLib's own service goes round and round where no descriptor is left, since the connection that it cannot accept keeps
/// the socket readable. This one then closes what connects, with a descriptor that it keeps for that.
package final class BusListener: @unchecked Sendable {
    // Proof: every use of the pointers is on the GLib thread (checked), but for unref in deinit, which is thread-safe.
    private let socket: UnsafeMutablePointer<GSocket>
    private let source: HeldSource
    /// Given up for the moment in which a connection is turned away.
    private var spare: Int32

    /// Takes the socket over.
    private init(
        adopting socket: UnsafeMutablePointer<GSocket>, thread: GLibThread,
        handler: @escaping @Sendable (IncomingSocket) -> Void
    ) {
        precondition(thread.isCurrent, "a listener serves the thread that makes it")
        self.socket = socket
        g_socket_set_blocking(socket, 0)
        spare = Self.makeSpare()
        let source = g_unix_fd_source_new(g_socket_get_fd(socket), G_IO_IN)!
        self.source = HeldSource(source)
        let callback = Callback<Void, Void> { [weak self] in self?.accept(handler) }
        baton_source_set_fd_callback(
            source,
            { _, _, data in
                Callback<Void, Void>.borrowed(data).body(())
                return 1
            }, callback.retained(), releaseCallback)
        _ = g_source_attach(source, thread.context)
    }

    /// Makes the socket at `path`, born 0600. The caller holds the instance's lock, so an old file there is a dead one.
    package convenience init(
        path: String, on thread: GLibThread, handler: @escaping @Sendable (IncomingSocket) -> Void
    ) throws(GLibError) {
        unlink(path)
        let address = g_unix_socket_address_new(path)!
        defer { g_object_unref(address) }
        var error: UnsafeMutablePointer<GError>?
        let socket = g_socket_new(G_SOCKET_FAMILY_UNIX, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_DEFAULT, &error)
        try throwIfSet(&error)
        do throws(GLibError) {
            // Linux gives the file the mode that the socket has when it is bound. No umask: it is the whole process's,
            // and a folder that another thread makes meanwhile could not be entered.
            guard fchmod(g_socket_get_fd(socket), 0o600) == 0 else { throw .system("make private", path) }
            g_socket_bind(socket, address, 0, &error)
            try throwIfSet(&error)
            // GLib's ten are too few for a shell script that starts many programs: the eleventh would be refused.
            g_socket_set_listen_backlog(socket, 256)
            g_socket_listen(socket, &error)
            try throwIfSet(&error)
        } catch {
            g_object_unref(socket)
            throw error
        }
        self.init(adopting: socket!, thread: thread, handler: handler)
    }

    /// Serves a listening socket that was given, by systemd for instance.
    package convenience init(
        descriptor: Int32, on thread: GLibThread, handler: @escaping @Sendable (IncomingSocket) -> Void
    ) throws(GLibError) {
        var error: UnsafeMutablePointer<GError>?
        let socket = g_socket_new_from_fd(descriptor, &error)
        try throwIfSet(&error)
        self.init(adopting: socket!, thread: thread, handler: handler)
    }

    /// A few at a time, so that a crowd does not hold up those who are connected.
    private func accept(_ handler: @Sendable (IncomingSocket) -> Void) {
        for _ in 0..<16 {
            var error: UnsafeMutablePointer<GError>?
            guard let accepted = g_socket_accept(socket, nil, &error) else {
                let isFull = errorIsFull(&error)
                guard isFull else { return }
                turnAway()
                continue
            }
            let connection = g_socket_connection_factory_create_connection(accepted)!
            g_object_unref(accepted)
            handler(IncomingSocket(borrowing: UnsafeMutableRawPointer(connection)))
            g_object_unref(connection)
        }
    }

    private func errorIsFull(_ error: inout UnsafeMutablePointer<GError>?) -> Bool {
        do throws(GLibError) { try throwIfSet(&error) } catch {
            return error.isTooManyOpenFiles
        }
        return false
    }

    private func turnAway() {
        Log.warning("a client was turned away: no descriptor is left")
        Glibc.close(spare)
        let accepted = baton_accept(g_socket_get_fd(socket))
        if accepted >= 0 { Glibc.close(accepted) }
        spare = Self.makeSpare()
    }

    private static func makeSpare() -> Int32 { baton_open("/dev/null", O_RDONLY | O_CLOEXEC, 0) }

    /// Accepts no more.
    package func stop() {
        source.destroy()
        g_socket_close(socket, nil)
    }

    deinit {
        source.destroy()
        g_object_unref(socket)
        Glibc.close(spare)
    }
}

extension IncomingSocket {
    /// Two connected sockets in one process: the first as an accepted one, the second as a descriptor for a client.
    package static func pair() throws(GLibError) -> (server: IncomingSocket, client: IncomingSocket) {
        var fds: [Int32] = [0, 0]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &fds) == 0 else { throw .failed("socketpair") }
        for fd in fds { _ = baton_set_cloexec(fd) }
        return (try adopt(fds[0]), try adopt(fds[1]))
    }

    private static func adopt(_ fd: Int32) throws(GLibError) -> IncomingSocket {
        var error: UnsafeMutablePointer<GError>?
        let socket = g_socket_new_from_fd(fd, &error)
        try throwIfSet(&error)
        defer { g_object_unref(socket) }
        let connection = g_socket_connection_factory_create_connection(socket)!
        defer { g_object_unref(connection) }
        return IncomingSocket(borrowing: UnsafeMutableRawPointer(connection))
    }
}

extension PeerCredentials {
    /// The user this process runs as.
    package static var ownUser: UInt32 { getuid() }
}

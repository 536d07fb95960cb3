internal import CBatonGLib

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
        do {
            try await time.withLimit(
                limit, onTimeout: GLibError.timedOut("the client did not authenticate in time"), on: thread
            ) { try await BusAuthentication.serve(socket, on: thread) }
        } catch let error as GLibError {
            throw error
        } catch {
            throw .timedOut("the client did not authenticate before its place was needed")
        }
        return try await BusMaker(thread: thread).serve(socket, limits: limits)
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

        /// Makes a connection of a socket whose peer has authenticated.
        func serve(_ socket: IncomingSocket, limits: Limits) async throws(GLibError) -> BusConnection {
            let traffic = BusTraffic(limits: limits, thread: thread)
            let input = BusInput(traffic: traffic, limits: limits)
            let stream = withExtendedLifetime(socket) {
                baton_stream_over(
                    socket.stream,
                    { socket, buffer, count, error, data in
                        let input = Unmanaged<BusInput>.fromOpaque(data!).takeUnretainedValue()
                        return input.read(from: baton_pollable(socket), into: buffer!, Int(count), error)
                    }, Unmanaged.passRetained(input).toOpaque(), releaseCallback)!
            }
            defer { g_object_unref(stream) }
            var error: UnsafeMutablePointer<GError>?
            // Without authentication nothing in it waits.
            let made = g_dbus_connection_new_sync(
                stream, nil, G_DBUS_CONNECTION_FLAGS_DELAY_MESSAGE_PROCESSING, nil, nil, &error)
            try throwIfSet(&error)
            guard let made else { throw .failed("no connection was made") }
            let connection = BusConnection(
                pointer: ConnectionPointer(adopting: made), thread: thread, limits: limits, traffic: traffic,
                socket: socket)
            traffic.follow(connection)
            await connection.begin()
            return connection
        }
    }
}

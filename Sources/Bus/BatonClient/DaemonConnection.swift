package import ActivityModel
package import BatonBus
package import GLibKit

/// A program's connection to the daemon: made when first needed, made again after a loss.
///
/// A call that finds no daemon starts one (where `startsDaemon` says so). After a loss that was no orderly stop, a
/// program with an app handler connects again by itself, so that what it holds current is known to the next daemon.
package actor DaemonConnection: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
    package nonisolated let instance: Instance

    private var identity: ClientIdentity
    private let starter: DaemonStarter?
    private let time: TimeSource
    private var handler: (any AppHandler)?
    private var connectionHandler: (@Sendable (HelloReply) async -> Void)?
    private var signalHandlers:
        [(interface: String, member: String, handler: @Sendable (BusConnection.Signal) -> Void)] = []

    private enum State {
        case disconnected
        case connecting(Task<BusConnection, any Error>)
        case connected(BusConnection, HelloReply)
    }
    private var state = State.disconnected
    /// Grows with each connection: what an older one reports late is then known as old.
    private var generation = 0
    private var stopsInOrder = false
    private var isClosed = false
    private var reconnecting: Task<Void, Never>?

    /// - Parameter starter: starts a daemon where none runs; nil: only a running one is used.
    package init(
        thread: GLibThread, instance: Instance, identity: ClientIdentity, starter: DaemonStarter?, time: TimeSource
    ) {
        self.thread = thread
        self.instance = instance
        self.identity = identity
        self.starter = starter
        self.time = time
    }

    /// Exports the app's object on every connection from now on. Set before the first call.
    package func setAppHandler(_ handler: any AppHandler) { self.handler = handler }

    /// Runs after each connection, before the calls that wait for it: to say again what is current.
    package func onConnected(_ handler: @escaping @Sendable (HelloReply) async -> Void) { connectionHandler = handler }

    /// Follows a signal of the daemon on every connection from now on.
    package func onSignal(
        _ interface: String, _ member: String, _ handler: @escaping @Sendable (BusConnection.Signal) -> Void
    ) async {
        signalHandlers.append((interface, member, handler))
        if case .connected(let connection, _) = state {
            await connection.subscribe(interface: interface, member: member, handler: handler)
        }
    }

    /// What the daemon said when it was greeted; nil while there is no connection.
    package var daemon: HelloReply? { if case .connected(_, let hello) = state { hello } else { nil } }

    /// Calls the daemon, connecting first where needed.
    ///
    /// A call that fails because the connection broke is not repeated: it may have been carried out.
    @discardableResult
    package func call<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>, _ arguments: repeat each Argument,
        timeout: Duration = .seconds(25)
    ) async throws(BatonError) -> Reply {
        let connection = try await connected()
        let encoded: Variant
        do throws(VariantError) {
            encoded = try method.encode(repeat each arguments)
        } catch {
            throw BatonError(.invalidArgument, "\(method.name) cannot be sent: \(error).")
        }
        let reply: Variant
        do throws(BusCallError) {
            reply = try await connection.call(
                path: BusNames.path, interface: method.interface, method: method.name, arguments: encoded,
                timeout: timeout)
        } catch {
            throw BusErrorName.error(from: error, calling: method.name)
        }
        do throws(VariantError) {
            return try method.decode(reply: reply)
        } catch {
            throw BatonError(.versionMismatch, "The daemon's answer to \(method.name) could not be read: \(error).")
        }
    }

    /// Connects now, if there is no connection.
    @discardableResult
    package func connect() async throws(BatonError) -> HelloReply {
        _ = try await connected()
        guard case .connected(_, let hello) = state else {
            throw BatonError(.connectionUnavailable, "The daemon closed the connection at once.")
        }
        return hello
    }

    /// Whether the connection has stopped because the daemon was asked to end.
    package var daemonWasStopped: Bool { stopsInOrder }

    /// Ends the connection for good, after what was queued has been written.
    package func close() async {
        isClosed = true
        reconnecting?.cancel()
        if case .connected(let connection, _) = state {
            try? await connection.flush()
            await connection.close()
        }
        state = .disconnected
    }

    // MARK: Connecting

    private func connected() async throws(BatonError) -> BusConnection {
        guard !isClosed else { throw BatonError(.connectionUnavailable, "The connection to the daemon was closed.") }
        let attempt: Task<BusConnection, any Error>
        switch state {
        case .connected(let connection, _): return connection
        case .connecting(let running): attempt = running
        case .disconnected:
            generation += 1
            let number = generation
            attempt = Task(executorPreference: thread) { try await self.establish(number) }
            state = .connecting(attempt)
        }
        do {
            return try await attempt.value
        } catch let error as BatonError {
            throw error
        } catch {
            throw BatonError(.daemonUnavailable, "The daemon could not be reached.", cause: "\(error)")
        }
    }

    private func establish(_ number: Int) async throws -> BusConnection {
        do {
            let connection = try await open()
            await connection.onClosed { [weak self] in
                guard let self else { return }
                self.thread.task { await self.lost(number) }
            }
            if let handler {
                try await connection.export(
                    path: BusNames.appPath, xml: BusXML.app, handler: AppRouter.handler(handler, on: thread))
            }
            await connection.subscribe(interface: SystemMethods.interface, member: SystemMethods.stopping) {
                [weak self] _ in
                self?.assumeIsolated { $0.stopsInOrder = true }
            }
            for follower in signalHandlers {
                await connection.subscribe(
                    interface: follower.interface, member: follower.member, handler: follower.handler)
            }
            let hello = try await greet(connection)
            stopsInOrder = false
            // The launch token is good for one connection only; the next one is known by its executable.
            identity.launchToken = nil
            if generation == number { state = .connected(connection, hello) }
            await connectionHandler?(hello)
            return connection
        } catch {
            if generation == number { state = .disconnected }
            throw error
        }
    }

    private func open() async throws(BatonError) -> BusConnection {
        do throws(GLibError) {
            return try await BusConnection.connect(to: instance.address, on: thread)
        } catch {
            if error.isCancelled { throw DaemonHang(at: instance.socket).error }
            guard error.isNotFound || error.isConnectionRefused, let starter else {
                throw BatonError(
                    .daemonUnavailable,
                    "The daemon of \(instance.directory ?? "this user") could not be reached at \(instance.socket); "
                        + "start it with `baton status`.", cause: error.description)
            }
            try await starter.start(instance, on: thread, time: time)
        }
        do throws(GLibError) {
            return try await BusConnection.connect(to: instance.address, on: thread)
        } catch {
            if error.isCancelled { throw DaemonHang(at: instance.socket).error }
            throw BatonError(
                .daemonUnavailable,
                "The daemon was started and does not answer at \(instance.socket); `baton log` says why.",
                cause: error.description)
        }
    }

    private func greet(_ connection: BusConnection) async throws(BatonError) -> HelloReply {
        let request = HelloRequest(program: identity.program, app: identity.app, launchToken: identity.launchToken)
        let method = ConnectionMethods.hello
        do {
            let reply = try await connection.call(
                path: BusNames.path, interface: method.interface, method: method.name,
                arguments: method.encode(request), timeout: .seconds(10))
            return try method.decode(reply: reply)
        } catch let error as BusCallError {
            await connection.close()
            throw BusErrorName.error(from: error, calling: "Greeting the daemon")
        } catch {
            await connection.close()
            throw BatonError(.versionMismatch, "The daemon's greeting could not be read.", cause: "\(error)")
        }
    }

    private func lost(_ number: Int) {
        guard number == generation else { return }
        state = .disconnected
        guard handler != nil, !isClosed, !stopsInOrder, reconnecting == nil else { return }
        reconnecting = thread.task { [weak self] in await self?.reconnect() }
    }

    /// After a crash of the daemon: at once, then ever more slowly; given up after about a minute, when the next call
    /// tries again.
    private func reconnect() async {
        var pause = Duration.milliseconds(50)
        while !isClosed, !Task.isCancelled, pause < .seconds(30) {
            if (try? await connected()) != nil { break }
            guard (try? await time.sleep(pause)) != nil else { break }
            pause *= 2
        }
        reconnecting = nil
    }
}

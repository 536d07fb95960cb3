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
    /// Whether an older daemon has been asked to make room: once in the life of a program.
    private var hasAsked = false
    /// Whether the daemon that is connected is being asked.
    private var makesRoom = false
    private var mismatch: BatonError?

    /// The daemon is of an older Baton than this program, and goes on.
    package struct OlderDaemon: Sendable {
        /// A sentence, with the remedy.
        package let reason: String
    }
    /// Set while the daemon that is connected is older than this program.
    package private(set) var olderDaemon: OlderDaemon?

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
        if case .connected(let connection, _) = state, !Self.isStopping(interface, member) {
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
            var attempts = 3
            var connection: BusConnection
            var hello: HelloReply
            var isGone = false
            repeat {
                attempts -= 1
                (connection, hello) = try await greeted()
                // By a daemon that has ended since: nothing was asked of it yet, so the next one is tried.
                isGone = await connection.isClosed
            } while isGone && starter != nil && attempts > 0
            guard !isGone, !isClosed else {
                await connection.close()
                throw BatonError(.connectionUnavailable, "The connection to the daemon was closed.")
            }
            stopsInOrder = false
            if generation == number { state = .connected(connection, hello) }
            await connectionHandler?(hello)
            return connection
        } catch {
            if generation == number { state = .disconnected }
            throw error
        }
    }

    /// A connection to the newest daemon that can be had.
    private func greeted() async throws -> (BusConnection, HelloReply) {
        var (connection, hello) = try await join()
        if await hasMadeRoom(connection, hello) { (connection, hello) = try await join() }
        guard let hello else {
            await connection.close()
            throw mismatch ?? BatonError(.versionMismatch, "The daemon speaks another protocol.")
        }
        return (connection, hello)
    }

    /// A connection that exports and follows what it should, and the daemon's greeting; without one where the daemon
    /// speaks no common version.
    ///
    /// A daemon that ends just now lets go before it greets. Nothing was asked of it yet, so the next one is tried.
    private func join() async throws -> (BusConnection, HelloReply?) {
        var attempts = 3
        while true {
            attempts -= 1
            let connection = try await open()
            await connection.onClosed { [weak self, key = ObjectIdentifier(connection)] in
                guard let self else { return }
                self.thread.task { await self.lost(key) }
            }
            do {
                if let handler {
                    try await connection.export(
                        path: BusNames.appPath, xml: BusXML.app, handler: AppRouter.handler(handler, on: thread))
                }
                await connection.subscribe(interface: SystemMethods.interface, member: SystemMethods.stopping) {
                    [weak self] signal in
                    self?.assumeIsolated { $0.stops(signal) }
                }
                // Stopping is heard once, above, and passed on.
                for follower in signalHandlers where !Self.isStopping(follower.interface, follower.member) {
                    await connection.subscribe(
                        interface: follower.interface, member: follower.member, handler: follower.handler)
                }
                let hello = try await greet(connection)
                // Good for one connection only; the next one is known by its executable.
                identity.launchToken = nil
                return (connection, hello)
            } catch let error as BatonError where error.code == .versionMismatch {
                mismatch = error
                return (connection, nil)
            } catch {
                await connection.close()
                guard starter != nil, attempts > 0, !isClosed, let lost = error as? BatonError,
                    lost.code == .connectionUnavailable
                else { throw error }
                // It was the lost daemon's, and no other knows it.
                identity.launchToken = nil
            }
        }
    }

    /// The end that an older daemon was asked for concerns nobody: the next one is there before anybody looks.
    private func stops(_ signal: BusConnection.Signal) {
        if makesRoom { return }
        stopsInOrder = true
        for follower in signalHandlers where Self.isStopping(follower.interface, follower.member) {
            follower.handler(signal)
        }
    }

    private static func isStopping(_ interface: String, _ member: String) -> Bool {
        interface == SystemMethods.interface && member == SystemMethods.stopping
    }

    // MARK: An older daemon

    /// Whether an older daemon has ended, so that this program's own can be started (docs/decisions/newer-daemon.md). One
    /// attempt; where the older one goes on, `olderDaemon` says why.
    private func hasMadeRoom(_ connection: BusConnection, _ hello: HelloReply?) async -> Bool {
        let own = identity.spoken.release
        // One that speaks no common version does not say which it is, and decides by itself whether it is older.
        guard hello.map({ ReleaseVersion.isNewer(own, than: $0.version) }) ?? true else {
            olderDaemon = nil
            return false
        }
        guard let starter, !hasAsked else { return false }
        hasAsked = true
        makesRoom = true
        defer { makesRoom = false }
        let program = await starter.version(on: thread, time: time)
        let isWorth = program.map { found in
            hello.map { ReleaseVersion.isNewer(found, than: $0.version) } ?? !ReleaseVersion.isNewer(own, than: found)
        }
        guard isWorth == true else {
            olderDaemon = OlderDaemon(
                reason: "Its program \(starter.executable) is "
                    + (program.map { "Baton \($0)" } ?? "of an older Baton") + "; upgrade it.")
            return false
        }
        // Held before it is asked, so that its number cannot mean another process.
        let process = hello.flatMap { Int32(exactly: $0.pid) }.flatMap { ProcessHandle(pid: $0) }
        let method = ConnectionMethods.retire
        do {
            _ = try await connection.call(
                path: BusNames.path, interface: method.interface, method: method.name,
                arguments: method.encode(Successor(version: own)), timeout: .seconds(10))
        } catch {
            let failure = (error as? BusCallError).map { BusErrorName.error(from: $0, calling: method.name) }
            // Gone: it has ended, for whatever reason.
            if failure?.code == .connectionUnavailable { return true }
            olderDaemon = OlderDaemon(
                reason: failure?.code == .versionMismatch || failure == nil
                    ? "It does not know how to make room; `baton stop` ends it, and the next program starts the newer one."
                    : failure?.message ?? "")
            return false
        }
        if let process, process.pid != ProcessIdentity.current { await end(of: process) }
        await connection.close()
        return true
    }

    /// Waits for the end of a process that has agreed to end. Where it does not come, starting finds out.
    private func end(of process: ProcessHandle) async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.onExit(on: thread) { end.finish() }
        try? await time.withLimit(
            .seconds(10), onTimeout: BatonError(.timedOut, "The daemon has not ended."), on: thread
        ) { for await _ in ends {} }
    }

    // MARK: Reaching it

    private func open() async throws(BatonError) -> BusConnection {
        var waited = Duration.zero
        while true {
            do throws(GLibError) {
                return try await instance.connect(on: thread)
            } catch {
                if error.isTimedOut { throw instance.hanging }
                // Closed: by a daemon that ends just now.
                guard error.isNotFound || error.isConnectionRefused || error.isClosed, let starter else {
                    throw BatonError(
                        .daemonUnavailable,
                        "The daemon of \(instance.directory ?? "this user") could not be reached at \(instance.socket); "
                            + "start it with `baton status`.", cause: error.description)
                }
                // A daemon that is ending holds its lock still, and the one just started took it for running.
                guard waited < starter.limit else {
                    throw BatonError(
                        .daemonUnavailable,
                        "The daemon was started and does not answer at \(instance.socket); `baton log` says why.",
                        cause: error.description)
                }
                if waited > .zero, (try? await time.sleep(.milliseconds(100))) == nil {
                    throw BatonError(.cancelled, "Connecting to the daemon was cancelled.")
                }
                waited += .milliseconds(100)
                try await starter.start(instance, on: thread, time: time)
            }
        }
    }

    private func greet(_ connection: BusConnection) async throws(BatonError) -> HelloReply {
        let request = HelloRequest(
            program: identity.program, app: identity.app, launchToken: identity.launchToken, spoken: identity.spoken)
        let method = ConnectionMethods.hello
        do {
            let reply = try await connection.call(
                path: BusNames.path, interface: method.interface, method: method.name,
                arguments: method.encode(request), timeout: .seconds(10))
            return try method.decode(reply: reply)
        } catch let error as BusCallError {
            throw BusErrorName.error(from: error, calling: "Greeting the daemon")
        } catch {
            throw BatonError(.versionMismatch, "The daemon's greeting could not be read.", cause: "\(error)")
        }
    }

    private func lost(_ key: ObjectIdentifier) {
        guard case .connected(let connection, _) = state, ObjectIdentifier(connection) == key else { return }
        state = .disconnected
        guard handler != nil, !isClosed, !stopsInOrder, reconnecting == nil else { return }
        reconnecting = thread.task { [weak self] in await self?.reconnect() }
    }

    /// After a crash of the daemon: at once, then ever more slowly, every five minutes in the end.
    private func reconnect() async {
        var pause = Duration.milliseconds(50)
        while !isClosed, !Task.isCancelled {
            if (try? await connected()) != nil { break }
            guard (try? await time.sleep(pause)) != nil else { break }
            pause = min(pause * 2, .seconds(300))
        }
        reconnecting = nil
    }
}

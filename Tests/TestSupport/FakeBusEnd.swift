internal import ActivityModel
package import BatonBus
internal import GLibKit
internal import Synchronization

/// The daemon's end of the bus without a daemon: a socket whose clients are answered by a router of the test's.
package final class FakeBusEnd: Sendable {
    package let instance: Instance
    private let thread = GLibThread(name: "fake daemon")
    private let state = Mutex<(listener: BusListener?, connections: [BusConnection])>((nil, []))

    package init(_ instance: Instance) { self.instance = instance }

    package func start(_ router: BusRouter<Void>) async throws {
        let thread = thread
        let path = instance.socket
        let server = Server(thread: thread)
        let listener = try await server.listen(path) { [self] socket in
            thread.task { await self.accept(socket, router) }
        }
        state.withLock { $0.listener = listener }
    }

    private actor Server: GLibActor {
        nonisolated let thread: GLibThread
        nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
        init(thread: GLibThread) { self.thread = thread }
        func listen(_ path: String, _ handler: @escaping @Sendable (IncomingSocket) -> Void) throws -> BusListener {
            try BusListener(path: path, on: thread, handler: handler)
        }
        func stop(_ listener: BusListener) { listener.stop() }
    }

    /// As if the daemon had crashed.
    package func loseConnections() async {
        let connections = state.withLock { state in
            defer { state.connections = [] }
            return state.connections
        }
        for connection in connections { await connection.close() }
    }

    package func stop() async {
        let listener = state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }
        if let listener { await Server(thread: thread).stop(listener) }
        await loseConnections()
        thread.stop()
    }

    private func accept(_ socket: IncomingSocket, _ router: BusRouter<Void>) async {
        let time = TimeSource.system(on: thread)
        guard let connection = try? await BusConnection.accept(socket, on: thread, within: Limits.wait, time: time)
        else {
            return
        }
        let thread = thread
        try? await connection.export(path: BusNames.path, xml: BusXML.daemon) { call in
            router.handle(call, from: (), on: thread)
        }
        state.withLock { $0.connections.append(connection) }
        await connection.start()
    }

    /// Asks the app that connected last.
    package func ask<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>, _ arguments: repeat each Argument
    ) async throws -> Reply {
        guard let connection = state.withLock({ $0.connections.last }) else { throw LimitReached("a connection") }
        let encoded = try method.encode(repeat each arguments)
        // On the thread: GDBus delivers the answer to the context of the thread that asks.
        return try await Task(executorPreference: thread) {
            do {
                return try method.decode(
                    reply: await connection.call(
                        path: BusNames.appPath, interface: method.interface, method: method.name, arguments: encoded,
                        timeout: Limits.wait))
            } catch let error as BusCallError {
                throw BusErrorName.error(from: error, calling: method.name)
            }
        }.value
    }
}

import ActivityModel
import BatonBus
import Foundation
import GLibKit
import Synchronization
import TestSupport
import Testing

@testable import UserActivity

/// A daemon of two hundred lines: it notes what it is told, and asks what a test has it ask.
final class FakeDaemon: Sendable {
    enum Call: Sendable {
        case hello(HelloRequest)
        case ready, active
        case becomeCurrent(ActivityRecord)
        case resign(String), invalidate(String), needsSave(String)
        case deleteSaved([String]), deleteAllSaved

        /// One word, for order.
        var word: String {
            switch self {
            case .hello: "hello"
            case .ready: "ready"
            case .active: "active"
            case .becomeCurrent(let record): "current \(record.type)"
            case .resign: "resign"
            case .invalidate: "invalidate"
            case .needsSave: "needsSave"
            case .deleteSaved(let names): "delete \(names.joined(separator: ","))"
            case .deleteAllSaved: "delete all"
            }
        }
    }

    let instance: Instance
    let calls = Mailbox<Call>()
    /// Run before a call is answered.
    let beforeAnswer = Mutex<(@Sendable (Call) async throws -> Void)?>(nil)
    private let thread = GLibThread(name: "fake daemon")
    private let state = Mutex<(listener: BusListener?, connections: [BusConnection])>((nil, []))

    init(_ instance: Instance) { self.instance = instance }

    func start() async throws {
        let thread = thread
        let path = instance.socket
        let server = Server(thread: thread)
        let listener = try await server.listen(path) { [self] socket in
            thread.task { await self.accept(socket) }
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
    func loseConnections() async {
        let connections = state.withLock { state in
            defer { state.connections = [] }
            return state.connections
        }
        for connection in connections { await connection.close() }
    }

    func stop() async {
        let listener = state.withLock { state in
            defer { state.listener = nil }
            return state.listener
        }
        if let listener { await Server(thread: thread).stop(listener) }
        await loseConnections()
        thread.stop()
    }

    private func accept(_ socket: IncomingSocket) async {
        let time = TimeSource.system(on: thread)
        guard let connection = try? await BusConnection.accept(socket, on: thread, within: Limits.wait, time: time)
        else {
            return
        }
        let router = router()
        let thread = thread
        try? await connection.export(path: BusNames.path, xml: BusXML.daemon) { call in
            router.handle(call, from: (), on: thread)
        }
        state.withLock { $0.connections.append(connection) }
        await connection.start()
    }

    private func router() -> BusRouter<Void> {
        var router = BusRouter<Void>(log: { _ in })
        router.on(ConnectionMethods.hello) { [self] _, request in
            try await note(.hello(request))
            return HelloReply(protocol: 1, version: "test", app: request.app, device: "test", pid: 1)
        }
        router.on(ConnectionMethods.ready) { [self] _ in try await note(.ready) }
        router.on(ConnectionMethods.active) { [self] _ in try await note(.active) }
        router.on(ActivitiesMethods.becomeCurrent) { [self] _, record, _ in try await note(.becomeCurrent(record)) }
        router.on(ActivitiesMethods.resignCurrent) { [self] _, id in try await note(.resign(id)) }
        router.on(ActivitiesMethods.invalidate) { [self] _, id in try await note(.invalidate(id)) }
        router.on(ActivitiesMethods.needsSave) { [self] _, id in try await note(.needsSave(id)) }
        router.on(ActivitiesMethods.deleteSaved) { [self] _, names, _ in
            try await note(.deleteSaved(names))
            return UInt32(names.count)
        }
        router.on(ActivitiesMethods.deleteAllSaved) { [self] _, _ in
            try await note(.deleteAllSaved)
            return 0
        }
        return router
    }

    @discardableResult
    private func note(_ call: Call) async throws -> Nothing {
        calls.put(call)
        if let before = beforeAnswer.withLock({ $0 }) { try await before(call) }
        return Nothing()
    }

    // MARK: What the test has it ask

    func ask<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>, _ arguments: repeat each Argument
    ) async throws -> Reply {
        guard let connection = state.withLock({ $0.connections.last }) else { throw TimeIsUp(what: "a connection") }
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

    func save(_ id: String) async throws -> ActivityRecord { try await ask(AppMethods.saveActivity, id) }

    // MARK: What the test awaits

    /// The next activity that became current.
    func nextCurrent() async throws -> ActivityRecord {
        while true {
            if case .becomeCurrent(let record) = try await calls.next("BecomeCurrent") { return record }
        }
    }

    /// Checks what was called until `word` comes, greetings apart.
    func expect(
        _ expected: [String], until word: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let words = try await words(until: word)
        #expect(words == expected, sourceLocation: sourceLocation)
    }

    /// What was called until `word` comes, greetings apart.
    func words(until word: String) async throws -> [String] {
        var words: [String] = []
        while true {
            let next = try await calls.next(word).word
            if next == word { return words }
            if next != "hello" { words.append(next) }
        }
    }
}

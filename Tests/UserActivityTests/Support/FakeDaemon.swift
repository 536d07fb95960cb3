import ActivityModel
import BatonBus
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import UserActivity

/// A daemon of a hundred lines: it notes what it is told, and asks what a test has it ask.
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

    let calls = Mailbox<Call>()
    /// Run before a call is answered.
    let beforeAnswer = Mutex<(@Sendable (Call) async throws -> Void)?>(nil)
    private let end: FakeBusEnd

    init(_ instance: Instance) { end = FakeBusEnd(instance) }

    func start() async throws { try await end.start(router()) }
    func stop() async { await end.stop() }
    /// As if the daemon had crashed.
    func loseConnections() async { await end.loseConnections() }

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
    ) async throws -> Reply { try await end.ask(method, repeat each arguments) }

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

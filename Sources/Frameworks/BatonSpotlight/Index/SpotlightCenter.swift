internal import ActivityModel
internal import BatonBus
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UserActivity

/// What this module keeps for the process: the default index, and whose delegate is asked for which index.
final class SpotlightCenter: Sendable, IndexOwner {
    /// The reader's languages, best first.
    static let languages = ReaderLanguages.of(ProcessInfo.processInfo.environment)

    static var active: SpotlightCenter { of(ActivityCenter.active) }

    static func of(_ center: ActivityCenter) -> SpotlightCenter { center.attachment { SpotlightCenter(center) } }

    let connection: DaemonLink
    private let owned = Mutex<CSSearchableIndex?>(nil)
    private let indexes = Mutex<[String: WeakIndex]>([:])
    /// Delegates are called here, one call after another: indexing again takes time, which the main actor has not.
    private let delegateQueue = DispatchQueue(label: "org.baton.spotlight.delegate")

    private init(_ center: ActivityCenter) { connection = DaemonLink(center: center) }

    var defaultIndex: CSSearchableIndex {
        owned.withLock { owned in
            if let owned { return owned }
            let index = CSSearchableIndex(name: "")
            owned = index
            return index
        }
    }

    // MARK: Delegates

    /// Copying it makes no strong reference; `object` is read outside the lock, since an index that ends takes it.
    private struct WeakIndex: Sendable {
        weak var object: CSSearchableIndex?
        let id: ObjectIdentifier
    }

    /// The delegate of `index` is asked from now on; that of another object of the same name no more.
    func follow(_ index: CSSearchableIndex) {
        let name = index.name ?? ""
        let weak = WeakIndex(object: index, id: ObjectIdentifier(index))
        indexes.withLock { $0[name] = weak }
        connection.center?.answerReindexing(of: name, by: self)
    }

    /// Nothing where the delegate of another object of the same name is asked by now.
    func unfollow(_ index: CSSearchableIndex) {
        let name = index.name ?? ""
        let id = ObjectIdentifier(index)
        let isGone = indexes.withLock { indexes in
            guard indexes[name]?.id == id else { return false }
            indexes[name] = nil
            return true
        }
        if isGone { connection.center?.stopReindexing(of: name) }
    }

    func reindexAll(index name: String) async throws {
        try await ask(name) { delegate, index, done in
            delegate.searchableIndex(index, reindexAllSearchableItemsWithAcknowledgementHandler: done)
        }
    }

    func reindex(index name: String, identifiers: [String]) async throws {
        try await ask(name) { delegate, index, done in
            delegate.searchableIndex(
                index, reindexSearchableItemsWithIdentifiers: identifiers, acknowledgementHandler: done)
        }
    }

    private func ask(
        _ name: String,
        _ call:
            @escaping @Sendable (
                any CSSearchableIndexDelegate, CSSearchableIndex, @escaping @Sendable () -> Void
            ) -> Void
    ) async throws {
        guard let index = indexes.withLock({ $0[name] })?.object, index.indexDelegate != nil else {
            throw BatonError(.indexUnavailable, "The app has no delegate for this index now.")
        }
        try await withCheckedThrowingContinuation { continuation in
            let acknowledgement = Acknowledgement(continuation)
            delegateQueue.async {
                guard let delegate = index.indexDelegate else { return }
                call(delegate, index) { acknowledgement.give() }
            }
        }
        // Who acknowledges before what was asked for is stored has it stored all the same.
        await CallQueue.settled()
    }
}

/// Answered once: when it is given, or when nobody can give it any more.
final class Acknowledgement: Sendable {
    private let continuation: Mutex<CheckedContinuation<Void, any Error>?>

    init(_ continuation: CheckedContinuation<Void, any Error>) { self.continuation = Mutex(continuation) }

    func give() { take()?.resume() }

    func refuse(_ error: BatonError) { take()?.resume(throwing: error) }

    private func take() -> CheckedContinuation<Void, any Error>? {
        continuation.withLock { continuation in
            defer { continuation = nil }
            return continuation
        }
    }

    deinit {
        take()?.resume(
            throwing: BatonError(
                .indexUnavailable, "The app let go of the acknowledgement handler without calling it; ask again later.")
        )
    }
}

/// The process's connection to the daemon, held weakly: an index may outlive the center of a test.
struct DaemonLink: Sendable {
    private(set) weak var center: ActivityCenter?

    init(center: ActivityCenter) { self.center = center }

    func call<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>, _ arguments: repeat each Argument,
        timeout: Duration = .seconds(25)
    ) async throws(BatonError) -> Reply {
        guard let center else {
            throw BatonError(.connectionUnavailable, "The program's connection to Baton has been closed.")
        }
        return try await center.call(method, repeat each arguments, timeout: timeout)
    }
}

/// Calls that are carried out one after another, in the order in which they were made.
final class CallQueue: Sendable {
    typealias Call = @Sendable () async -> Void
    /// Calls of all queues that are not done, and who waits for that.
    private static let open = Mutex<(count: Int, waiters: [CheckedContinuation<Void, Never>])>((0, []))
    private let state = Mutex<(waiting: [Call], isBusy: Bool)>(([], false))

    /// Returns when no call of any queue is under way.
    static func settled() async {
        await withCheckedContinuation { continuation in
            let isSettled = open.withLock { open in
                if open.count > 0 { open.waiters.append(continuation) }
                return open.count == 0
            }
            if isSettled { continuation.resume() }
        }
    }

    private static func finish() {
        let waiters = open.withLock { open in
            open.count -= 1
            guard open.count == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { open.waiters = [] }
            return open.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func add(_ call: @escaping Call) {
        Self.open.withLock { $0.count += 1 }
        let mustStart = state.withLock { state in
            state.waiting.append(call)
            defer { state.isBusy = true }
            return !state.isBusy
        }
        // Not on the thread of the connection: encoding thousands of items would hold up the daemon's questions.
        if mustStart { Task { await work() } }
    }

    private func work() async {
        while true {
            let calls = state.withLock { state in
                defer { state.waiting = [] }
                if state.waiting.isEmpty { state.isBusy = false }
                return state.waiting
            }
            if calls.isEmpty { return }
            for call in calls {
                await call()
                Self.finish()
            }
        }
    }
}

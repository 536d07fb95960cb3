package import ActivityModel
package import FoundationEssentials
package import GLibKit
internal import SQLiteKit

/// The index, the query language, the ranking: everything an app has shown or indexed, and how it is found.
///
/// A call returns when what it asks for is stored; the lists that are searched follow at once for large calls, else within
/// `settleDelay`, and a search brings them up to date first where little waits. Two connections to one file: what is
/// written does not hold up what is searched.
package actor SearchService: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    let time: TimeSource
    let path: String
    let host: any SearchHost
    let log: @Sendable (String) -> Void
    let makeID: @Sendable () -> String

    /// Open from `start` to `stop`.
    var files: Files?
    var frequencies = Frequencies()
    /// How many things there were when the frequencies were estimated.
    var estimatedCount = 0.0
    var batches: [String: OpenBatch] = [:]
    /// Rows that the lists have not been told of, about.
    var waiting = 0
    var isPlacing = false
    var placingWaiters: [CheckedContinuation<Void, Never>] = []
    var settleTimer: Task<Void, Never>?
    var eraseTimer: Task<Void, Never>?
    var eraseIsDue = false
    var vocabulary = VocabularyCache()
    /// What went wrong and what to do about it, for `doctor`.
    var trouble: BatonError?
    var isReplacing = false
    /// Why rows that were stored could not be listed, until they can.
    var placingFailure: BatonError?
    /// Counts deletions: a cleaning makes final what was deleted before it began.
    var deletions = 0

    struct Files {
        let writer: SQLiteDatabase
        let reader: SQLiteDatabase
        /// For what may take long: queries, and searches that read records.
        let slowReader: SQLiteDatabase

        func close() async throws {
            var failure: (any Error)?
            for database in [slowReader, reader, writer] {
                do { try await database.close() } catch { failure = error }
            }
            if let failure { throw failure }
        }
    }

    /// How long what was stored may wait for the lists.
    static let settleDelay = Duration.milliseconds(250)
    /// With so many rows unlisted there is no delay; and so many are listed in a transaction.
    static let placingSize = 256
    /// With as many a search has them listed before it looks.
    static let quickPlacing = 32
    /// Items of a call that is listed in its own transaction.
    static let largeCall = 64

    /// - Parameters:
    ///   - path: of `search.db`.
    ///   - host: what is asked of the rest of the daemon.
    ///   - makeID: a random name that nobody can guess.
    ///   - log: takes what is worth telling; no user content.
    package init(
        thread: GLibThread, time: TimeSource, path: String, host: any SearchHost,
        makeID: @escaping @Sendable () -> String, log: @escaping @Sendable (String) -> Void
    ) {
        self.thread = thread
        self.time = time
        self.path = path
        self.host = host
        self.makeID = makeID
        self.log = log
    }

    // MARK: Batches

    /// - Parameter client: whose batch it is; what it leaves unfinished is dropped by `clientLeft`.
    /// - Throws: `tooMany`, `indexUnavailable`.
    package func beginBatch(app: String, index: String?, client: Int) async throws(BatonError) -> String {
        _ = try opened()
        guard batches.values.count(where: { $0.client == client }) < OpenBatch.maximumOfClient else {
            throw BatonError(
                .tooMany,
                "\(OpenBatch.maximumOfClient) batches of this program are open; \(app) can begin one when another has ended."
            )
        }
        guard batches.count < OpenBatch.maximumOpen else {
            throw BatonError(
                .tooMany, "\(batches.count) batches are open; \(app) can begin one when another has ended.")
        }
        let batch = makeID()
        batches[batch] = OpenBatch(app: app, box: index ?? "", client: client)
        return batch
    }

    /// Everything the batch asked for takes effect together with the app's bookmark.
    /// - Throws: `invalidArgument` for a batch that is not open, or was ended; `stateMismatch` where another bookmark
    ///   than the expected one is stored: nothing takes effect then; `storage`.
    package func endBatch(_ batch: String, app: String, _ end: BatchEnd) async throws(BatonError) {
        guard let open = batches[batch], open.app == app else {
            throw BatonError(
                .invalidArgument,
                "No batch of \(app) is open under that name: it has ended, or was dropped when its connection was lost."
            )
        }
        let size = end.clientState?.count ?? 0
        guard size <= BatchEnd.maximumState else {
            throw BatonError(
                .invalidArgument,
                "A client state may have \(BatchEnd.maximumState) bytes; \(app) gave \(size). The batch "
                    + "is still open.")
        }
        batches[batch] = nil
        let now = time.now()
        let changed: Change
        do throws(BatonError) {
            changed = try await finish(batch, open, end, app: app, now: now)
        } catch {
            // Nothing has taken effect: it can be ended once more.
            if error.code == .storage { batches[batch] = open }
            throw error
        }
        if changed.refusal == .stateMismatch {
            throw BatonError(
                .stateMismatch,
                "Another client state of \(app) is stored than the expected one; nothing of the batch was indexed. Fetch "
                    + "the client state and go on from there.")
        }
        await after(changed, app: app)
    }

    private func finish(
        _ batch: String, _ open: OpenBatch, _ end: BatchEnd, app: String, now: Date
    ) async throws(BatonError) -> Change {
        try await write("A batch of \(app) could not be stored") { connection -> Change in
            if let expected = end.expectedState {
                let stored = try ClientStates.state(app: app, box: open.box, connection)
                guard stored == expected else {
                    try Self.drop([batch], connection)
                    return Change(refusal: .stateMismatch)
                }
            }
            var change = Change()
            var memory = CallMemory()
            var last: Int64 = 0
            // A few at a time: a batch may be larger than the memory is meant to be.
            while let row = try connection.row(
                "SELECT id, kind, payload FROM batch_step WHERE batch = ? AND id > ? ORDER BY id LIMIT 1",
                [batch, last])
            {
                last = Int64(try row.int("id"))
                guard let step = try BatchStep(row) else { continue }
                try Self.apply(step, app: app, box: open.box, now: now, to: &change, &memory, connection)
            }
            try Self.drop([batch], connection)
            if let state = end.clientState { try ClientStates.set(state, app: app, box: open.box, connection) }
            return change
        }
    }

    /// A client is gone: its unfinished batches are dropped.
    package func clientLeft(_ client: Int) async {
        let left = batches.filter { $0.value.client == client }.map(\.key)
        guard !left.isEmpty else { return }
        for batch in left { batches[batch] = nil }
        do throws(BatonError) {
            try await write("Unfinished batches could not be dropped") { try Self.drop(left, $0) }
        } catch {
            log(error.description)
        }
    }

    static func drop(_ batches: [String], _ connection: borrowing SQLiteConnection) throws {
        for batch in batches { try connection.execute("DELETE FROM batch_step WHERE batch = ?", [batch]) }
    }

    /// The bookmark that the app's last batch of this index stored; empty for none.
    package func clientState(app: String, index: String?) async throws(BatonError) -> Data {
        try await read("The client state of \(app) could not be read") {
            try ClientStates.state(app: app, box: index ?? "", $0)
        }
    }
}

/// What the service asks of the rest of the daemon.
package protocol SearchHost: Sendable {
    /// The apps that the user has switched search off for.
    func hiddenApps() async -> Set<String>
    /// Saved copies that go because their item did.
    func forget(app: String, copies: [String]) async
    /// All saved copies that are tied to an item go: all items did.
    func forgetTied() async
    /// All saved copies: after the index was made anew, and at the start.
    func savedActivities() async -> [SavedActivity]
    /// Apps are to index everything again: the index was lost.
    func reindex(apps: [String]?) async
}

internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

/// The saved copies in `state.db`. Every method that changes something returns when it is durable.
struct SavedActivityStore: Sendable {
    let database: SQLiteDatabase

    /// Copies of one app; beyond it the oldest go. Counted now and then, so there may be some hundreds more for a
    /// while.
    let maximumPerApp: Int

    init(database: SQLiteDatabase, maximumPerApp: Int = 100_000) {
        self.database = database
        self.maximumPerApp = maximumPerApp
    }

    // A table with a rowid: "WITHOUT ROWID tables work best when individual rows are not too large", and these hold a
    // record; each index would repeat the key besides. <https://sqlite.org/withoutrowid.html>
    static let schema = """
        CREATE TABLE saved_activity (
            id INTEGER PRIMARY KEY,
            app TEXT NOT NULL,
            key TEXT NOT NULL,
            persistent_identifier TEXT,
            record BLOB NOT NULL,
            saved_at REAL NOT NULL,
            expires_at REAL NOT NULL,
            UNIQUE (app, key)
        );
        CREATE INDEX saved_activity_expiry ON saved_activity (expires_at);
        CREATE INDEX saved_activity_age ON saved_activity (app, saved_at);
        CREATE INDEX saved_activity_identifier ON saved_activity (app, persistent_identifier)
            WHERE persistent_identifier IS NOT NULL;
        """

    /// - Parameter counting: whether to hold the app to its number of copies as well.
    func save(_ copy: SavedActivity, counting: Bool) async throws(BatonError) {
        do {
            let record = try JSONEncoder().encode(copy.record)
            try await database.write { connection in
                try Self.purge(connection, at: copy.savedAt)
                try connection.execute(
                    """
                    INSERT INTO saved_activity (app, key, persistent_identifier, record, saved_at, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (app, key) DO UPDATE SET persistent_identifier = excluded.persistent_identifier,
                        record = excluded.record, saved_at = excluded.saved_at, expires_at = excluded.expires_at
                    """,
                    [copy.app, copy.key, copy.record.persistentIdentifier, record, copy.savedAt, copy.expiresAt])
                guard counting else { return }
                try connection.execute(
                    """
                    DELETE FROM saved_activity WHERE id IN
                        (SELECT id FROM saved_activity WHERE app = ? ORDER BY saved_at DESC, id DESC LIMIT -1 OFFSET ?)
                    """, [copy.app, maximumPerApp])
            }
        } catch { throw Self.failure("An activity of \(copy.app) could not be saved", error) }
    }

    func list(app: String?, at now: Date) async throws(BatonError) -> [SavedActivity] {
        do {
            return try await database.read { connection in
                let columns = "SELECT app, key, record, saved_at, expires_at FROM saved_activity WHERE expires_at > ?"
                let order = "ORDER BY saved_at DESC, id DESC"
                let rows =
                    if let app {
                        try connection.rows("\(columns) AND app = ? \(order)", [now, app])
                    } else {
                        try connection.rows("\(columns) \(order)", [now])
                    }
                return try rows.compactMap { row in
                    // One row that cannot be read must not hide all others.
                    let owner = try row.string("app")
                    guard let record = try? JSONDecoder().decode(ActivityRecord.self, from: row.data("record")) else {
                        Log.debug("a saved activity of \(owner) is damaged")
                        return nil
                    }
                    return SavedActivity(
                        app: owner, key: try row.string("key"), record: record,
                        savedAt: try row.date("saved_at"), expiresAt: try row.date("expires_at"))
                }
            }
        } catch { throw Self.failure("The saved activities could not be read", error) }
    }

    func count(at now: Date) async throws(BatonError) -> Int {
        do {
            return try await database.read {
                try $0.row("SELECT count(*) AS n FROM saved_activity WHERE expires_at > ?", [now])?.int("n") ?? 0
            }
        } catch { throw Self.failure("The saved activities could not be counted", error) }
    }

    /// Deletes copies and gives their keys. `erase` makes it final.
    /// - Parameter persistentIdentifiers: nil: all of the app's copies.
    func delete(app: String, persistentIdentifiers: [String]?) async throws(BatonError) -> [String] {
        do {
            return try await database.write { connection in
                guard let persistentIdentifiers else {
                    return try connection.rows("DELETE FROM saved_activity WHERE app = ? RETURNING key", [app])
                        .map { try $0.string("key") }
                }
                var keys: [String] = []
                for identifier in Set(persistentIdentifiers) {
                    keys += try connection.rows(
                        "DELETE FROM saved_activity WHERE app = ? AND persistent_identifier = ? RETURNING key",
                        [app, identifier]
                    ).map { try $0.string("key") }
                }
                return keys
            }
        } catch { throw Self.failure("The saved activities of \(app) could not be deleted", error) }
    }

    /// Deletes the copies of every app, and gives their apps and keys. `erase` makes it final.
    func deleteAll() async throws(BatonError) -> [(app: String, key: String)] {
        do {
            return try await database.write { connection in
                try connection.rows("DELETE FROM saved_activity RETURNING app, key")
                    .map { (try $0.string("app"), try $0.string("key")) }
            }
        } catch { throw Self.failure("The saved activities could not be deleted", error) }
    }

    func delete(app: String, keys: [String]) async throws(BatonError) {
        do {
            try await database.write { connection in
                for key in keys {
                    try connection.execute("DELETE FROM saved_activity WHERE app = ? AND key = ?", [app, key])
                }
            }
        } catch { throw Self.failure("Saved activities of \(app) could not be deleted with their items", error) }
    }

    func erase() async throws(BatonError) {
        do {
            let copies = try await database.checkpointAndErase()
            if !copies.isEmpty { Log.info("\(copies.count) kept copies of the state went with what was deleted") }
        } catch {
            throw Self.failure("Deleted activities could not be overwritten on the disk; delete them again", error)
        }
    }

    func purge(at now: Date) async throws(BatonError) {
        do {
            let expired = try await database.write { try Self.purge($0, at: now) }
            if expired > 0 { try await database.checkpointAndErase(copies: false) }
        } catch { throw Self.failure("Expired activities could not be removed", error) }
    }

    /// How long an expired copy is kept, unseen: a clock that was wrong for a day or two must cost nothing.
    static let grace: TimeInterval = 2 * 86_400

    /// - Returns: how many there were.
    @discardableResult
    private static func purge(_ connection: borrowing SQLiteConnection, at now: Date) throws -> Int {
        try connection.rows(
            "DELETE FROM saved_activity WHERE expires_at <= ? RETURNING id", [now.addingTimeInterval(-grace)]
        ).count
    }

    /// SQLite's errors name the file and the remedy, and no value.
    private static func failure(_ what: String, _ error: any Error) -> BatonError {
        BatonError(
            .storage, "\(what): \((error as? SQLiteError)?.description ?? "the stored form is damaged; report this.")")
    }
}

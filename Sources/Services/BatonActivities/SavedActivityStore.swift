internal import ActivityModel
internal import FoundationEssentials
internal import SQLiteKit

/// The saved copies in `state.db`. Every method that changes something returns when it is durable.
struct SavedActivityStore: Sendable {
    let database: SQLiteDatabase

    /// Copies of one app; beyond it the oldest go.
    static let maximumPerApp = 100_000

    static let schema = """
        CREATE TABLE saved_activity (
            app TEXT NOT NULL,
            key TEXT NOT NULL,
            persistent_identifier TEXT,
            record BLOB NOT NULL,
            saved_at REAL NOT NULL,
            expires_at REAL NOT NULL,
            PRIMARY KEY (app, key)
        ) WITHOUT ROWID;
        CREATE INDEX saved_activity_expiry ON saved_activity (expires_at);
        CREATE INDEX saved_activity_age ON saved_activity (app, saved_at);
        """

    func save(_ copy: SavedActivity) async throws(BatonError) {
        do {
            let record = try JSONEncoder().encode(copy.record)
            try await database.write { connection in
                try connection.execute("DELETE FROM saved_activity WHERE expires_at <= ?", [copy.savedAt])
                try connection.execute(
                    """
                    INSERT INTO saved_activity (app, key, persistent_identifier, record, saved_at, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (app, key) DO UPDATE SET persistent_identifier = excluded.persistent_identifier,
                        record = excluded.record, saved_at = excluded.saved_at, expires_at = excluded.expires_at
                    """,
                    [copy.app, copy.key, copy.record.persistentIdentifier, record, copy.savedAt, copy.expiresAt])
                let count = try connection.row(
                    "SELECT count(*) AS n FROM saved_activity WHERE app = ?", [copy.app])?.int("n") ?? 0
                if count > Self.maximumPerApp {
                    try connection.execute(
                        """
                        DELETE FROM saved_activity WHERE app = ?1 AND key IN
                            (SELECT key FROM saved_activity WHERE app = ?1 ORDER BY saved_at LIMIT ?2)
                        """, [copy.app, count - Self.maximumPerApp])
                }
            }
        } catch { throw Self.failure("An activity could not be saved", error) }
    }

    func list(app: String?, at now: Date) async throws(BatonError) -> [SavedActivity] {
        do {
            return try await database.read { connection in
                try connection.rows(
                    """
                    SELECT app, key, record, saved_at, expires_at FROM saved_activity
                    WHERE expires_at > ?1 AND (?2 IS NULL OR app = ?2) ORDER BY saved_at DESC, app, key
                    """, [now, app]
                ).map { row in
                    SavedActivity(
                        app: try row.string("app"), key: try row.string("key"),
                        record: try JSONDecoder().decode(ActivityRecord.self, from: row.data("record")),
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

    /// Deletes copies, so that no byte of them stays in the files, and gives their keys.
    func delete(app: String, persistentIdentifiers: [String]?) async throws(BatonError) -> [String] {
        do {
            let keys = try await database.write { connection in
                guard let persistentIdentifiers else {
                    return try connection.rows(
                        "DELETE FROM saved_activity WHERE app = ? RETURNING key", [app]
                    ).map { try $0.string("key") }
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
            if !keys.isEmpty { try await database.checkpointAndErase() }
            return keys
        } catch { throw Self.failure("The saved activities of \(app) could not be deleted", error) }
    }

    func purge(at now: Date) async throws(BatonError) {
        do {
            try await database.write {
                try $0.execute("DELETE FROM saved_activity WHERE expires_at <= ?", [now])
            }
        } catch { throw Self.failure("Expired activities could not be removed", error) }
    }

    private static func failure(_ what: String, _ error: any Error) -> BatonError {
        BatonError(.storage, "\(what): \((error as? SQLiteError)?.description ?? "the stored form is damaged").")
    }
}

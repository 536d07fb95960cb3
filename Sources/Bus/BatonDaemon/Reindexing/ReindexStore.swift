internal import ActivityModel
internal import FoundationEssentials
internal import SQLiteKit

/// Where the ledger is kept: not in the file that may be lost.
protocol ReindexStore: Sendable {
    func load() async throws(BatonError) -> ReindexLedger
    /// Saves all losses.
    func saveLosses(_ ledger: ReindexLedger) async throws(BatonError)
    func save(_ index: IndexName, _ entry: ReindexLedger.Entry) async throws(BatonError)
}

/// The ledger in `state.db`.
struct SQLiteReindexStore: ReindexStore {
    let database: SQLiteDatabase

    /// Ids of apps and names of indexes; nothing of what is in them.
    static let schema = """
        CREATE TABLE index_loss (
            app TEXT NOT NULL PRIMARY KEY,
            number INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE index_filling (
            app TEXT NOT NULL,
            name TEXT NOT NULL,
            done_for INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            not_before REAL,
            PRIMARY KEY (app, name)
        ) WITHOUT ROWID;
        """

    func load() async throws(BatonError) -> ReindexLedger {
        do {
            return try await database.read { connection in
                var ledger = ReindexLedger()
                for row in try connection.rows("SELECT app, number FROM index_loss") {
                    ledger.losses[try row.string("app")] = try row.int("number")
                }
                for row in try connection.rows("SELECT * FROM index_filling LIMIT ?", [ReindexLedger.maximumEntries]) {
                    let name = try row.string("name")
                    let index = IndexName(app: try row.string("app"), index: name.isEmpty ? nil : name)
                    ledger.entries[index] = ReindexLedger.Entry(
                        doneFor: try row.int("done_for"), attempts: try row.int("attempts"),
                        notBefore: try row.optionalDate("not_before"))
                }
                return ledger
            }
        } catch {
            throw BatonError(.storage, "Which indexes are to be filled again could not be read.", cause: "\(error)")
        }
    }

    func saveLosses(_ ledger: ReindexLedger) async throws(BatonError) {
        do {
            try await database.write { connection in
                for (app, number) in ledger.losses {
                    try connection.execute(
                        "INSERT OR REPLACE INTO index_loss (app, number) VALUES (?, ?)", [app, number])
                }
            }
        } catch {
            throw BatonError(.storage, "That indexes are to be filled again could not be saved.", cause: "\(error)")
        }
    }

    func save(_ index: IndexName, _ entry: ReindexLedger.Entry) async throws(BatonError) {
        do {
            try await database.write { connection in
                try connection.execute(
                    """
                    INSERT OR REPLACE INTO index_filling (app, name, done_for, attempts, not_before)
                    VALUES (?, ?, ?, ?, ?)
                    """,
                    [
                        index.app, index.index ?? "", entry.doneFor, entry.attempts,
                        entry.notBefore,
                    ])
            }
        } catch {
            throw BatonError(
                .storage, "How far the index of \(index.app) is filled again could not be saved.", cause: "\(error)")
        }
    }
}

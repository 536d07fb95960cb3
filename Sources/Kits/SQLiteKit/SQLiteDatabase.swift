internal import CBatonSQLite
package import FoundationEssentials
internal import Glibc

/// A database file, as an actor on a thread of its own. Transactions are synchronous closures inside one asynchronous
/// call, so no other work comes between their statements.
package actor SQLiteDatabase {
    /// How long-lived a commit is: `full` survives a power cut, `normal` may lose the last commits but stays whole.
    package enum Durability: Sendable { case full, normal }

    package nonisolated let path: String
    package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
    private nonisolated let executor: SerialThread
    private var connection: SQLiteConnection?

    private init(path: String, executor: SerialThread) {
        self.path = path
        self.executor = executor
    }

    /// Opens or creates the file, 0600, in WAL mode, and migrates it.
    ///
    /// - Parameter applicationID: marks the file as ours; a file marked otherwise is refused.
    /// - Throws: `SQLiteError`: `newerVersion` for a file of a newer program, `corrupt` or `notADatabase` for a damaged
    ///   one; the caller decides whether to set it aside.
    package static func open(
        path: String, durability: Durability, migrations: [Migration], applicationID: Int32
    ) async throws(SQLiteError) -> SQLiteDatabase {
        let database = SQLiteDatabase(path: path, executor: SerialThread())
        do throws(SQLiteError) {
            try await database.prepare(durability, migrations, applicationID)
        } catch {
            await database.abandon()
            throw error
        }
        return database
    }

    /// Runs `body` in a transaction that sees one state of the data.
    package func read<T: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> T
    ) throws -> T { try transaction("BEGIN DEFERRED", body) }

    /// Runs `body` in a transaction: all of it, or, when it throws, none of it. Returns when it is committed.
    package func write<T: Sendable>(
        _ body: @Sendable (SQLiteConnection) throws -> T
    ) throws -> T { try transaction("BEGIN IMMEDIATE", body) }

    private func transaction<T>(_ begin: String, _ body: (SQLiteConnection) throws -> T) throws -> T {
        let connection = try opened()
        try connection.execute(begin)
        do {
            let result = try body(connection)
            try connection.execute("COMMIT")
            return result
        } catch {
            // Some failures (a full disk) have rolled back already.
            if sqlite3_get_autocommit(connection.handle) == 0 { try? connection.execute("ROLLBACK") }
            throw error
        }
    }

    /// Writes everything into the main file and empties the log, so that what was deleted is in no file any more
    /// (`secure_delete` has overwritten it).
    package func checkpointAndErase() throws(SQLiteError) {
        let connection = try opened()
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Closes the file. Idempotent; later calls of anything else throw `misuse`.
    package func close() throws(SQLiteError) {
        guard let connection else { return }
        connection.finalizeAll()
        guard sqlite3_close(connection.handle) == SQLITE_OK else { throw connection.failure("close") }
        self.connection = nil
        executor.stop()
    }

    /// Statements that are prepared now, for tests.
    package var statementCount: Int { connection?.statementCount ?? 0 }

    private func abandon() {
        if let connection {
            connection.finalizeAll()
            sqlite3_close_v2(connection.handle)
        }
        connection = nil
        executor.stop()
    }

    private func opened() throws(SQLiteError) -> SQLiteConnection {
        guard let connection else { throw SQLiteError(.misuse, "the database has been closed", path: path) }
        return connection
    }

    isolated deinit {
        // Nobody can be inside: the last reference is gone. The file is closed even where `close` was forgotten.
        if let connection {
            connection.finalizeAll()
            sqlite3_close_v2(connection.handle)
            executor.stop()
        }
    }

    // MARK: Opening

    private func prepare(_ durability: Durability, _ migrations: [Migration], _ applicationID: Int32) throws(SQLiteError) {
        try makeFile()
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW
        let code = sqlite3_open_v2(path, &handle, flags, nil)
        guard let handle else { throw SQLiteError(.noMemory, "cannot open the database", path: path) }
        let connection = SQLiteConnection(handle: handle, path: path)
        self.connection = connection
        guard code == SQLITE_OK else { throw connection.failure("open the database") }
        sqlite3_busy_timeout(handle, 5000)
        _ = baton_sqlite3_defensive(handle)
        // The identity is checked before anything is written to a file that may be another program's.
        let isEmpty = try connection.row("PRAGMA page_count")?["page_count"] == .integer(0)
        let mark = try connection.row("PRAGMA application_id")?["application_id"] ?? .null
        guard isEmpty || mark == .integer(Int64(applicationID)) else {
            throw SQLiteError(.notADatabase, "the file is a database of another program", path: path)
        }
        let synchronous = durability == .full ? "FULL" : "NORMAL"
        for pragma in [
            "journal_mode = WAL", "synchronous = \(synchronous)", "foreign_keys = ON", "secure_delete = ON",
            "trusted_schema = OFF",
        ] { try connection.execute("PRAGMA \(pragma)") }
        if isEmpty {
            try connection.execute("PRAGMA application_id = \(applicationID)")
        } else {
            let answer = try connection.row("PRAGMA quick_check(1)")?["quick_check"]
            guard answer == .text("ok") else { throw SQLiteError(.corrupt, "the database is damaged", path: path) }
        }
        try Migration.run(migrations, on: connection, isNew: isEmpty)
    }

    /// SQLite would make the file with the process's umask.
    private func makeFile() throws(SQLiteError) {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            let code: SQLiteError.Code = errno == EACCES || errno == EROFS ? .readOnly : errno == ENOSPC ? .full : .cannotOpen
            throw SQLiteError(code, "cannot open the database: \(reason)", path: path)
        }
        Glibc.close(descriptor)
    }

    /// Puts a damaged file and what belongs to it out of the way, and says under which name it is kept.
    package static func setAside(path: String, now: Date) throws(SQLiteError) -> String {
        let stamp = now.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        var kept = "\(path).damaged-\(stamp)"
        var number = 1
        while access(kept, F_OK) == 0 {
            number += 1
            kept = "\(path).damaged-\(stamp)-\(number)"
        }
        guard rename(path, kept) == 0 else {
            throw SQLiteError(
                .ioError, "cannot set the damaged file aside: \(String(cString: strerror(errno)))", path: path)
        }
        for suffix in ["-wal", "-shm"] { rename(path + suffix, kept + suffix) }
        return kept
    }
}

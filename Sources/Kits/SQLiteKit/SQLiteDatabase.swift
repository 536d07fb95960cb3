internal import CBatonSQLite

/// One SQLite file, open. An actor on a thread of its own; a transaction is one synchronous closure, so nothing can come
/// between its statements.
package actor SQLiteDatabase {
    /// When a commit is safe on the disk.
    package enum Durability: Sendable {
        /// At once, also through a power failure (`synchronous=FULL`): for what cannot be made again.
        case full
        /// At the next checkpoint (`synchronous=NORMAL`): a power failure may take the last transactions, and no more.
        case normal
    }

    package nonisolated let path: String
    private let thread: SQLiteThread
    private var connection: Connection?
    /// What the disk has refused since it last took something: full, read-only, damaged, broken. For whoever tells the
    /// user; the caller that met it has the error already.
    package private(set) var trouble: SQLiteError?
    /// How many changes had been made when deletions were made final last; nil: not since it was opened.
    private var erasedChanges: Int32?

    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private init(path: String) throws {
        self.path = path
        thread = try SQLiteThread(path: path)
    }

    /// On the thread, since the last close of a database writes and syncs.
    isolated deinit {
        connection = nil
        thread.stop()
    }

    /// Opens the database, or creates it: WAL, foreign keys on, deleted content overwritten, no trust in the schema, the
    /// file 0600, its folder made 0700 if missing. Then migrates it, after a copy: `NAME.before-vN`, where N is the first
    /// version to come.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - migrations: all there are, in order, from version 1.
    ///   - applicationID: kept in the file, which no other application's database is taken for.
    ///   - checksContent: whether `PRAGMA quick_check` reads the whole file first. A large file that can be made again may
    ///     go without; damage is then found by the statement that meets it.
    ///   - busyTimeout: how long a statement waits for another connection.
    ///   - cache: KiB of pages kept in memory.
    ///   - checkpointPages: how long the -wal file grows before it is written back.
    /// - Throws: `.newerVersion`, `.notADatabase` (also for another application's), `.corrupt`: the file is left as it was
    ///   found, and the caller decides. `.cannotOpen`, `.readOnly`, `.full`, `.busy` and whatever a migration throws.
    package static func open(
        path: String, durability: Durability, migrations: [Migration], applicationID: Int32,
        checksContent: Bool = true, busyTimeout: Duration = .seconds(5), cache: Int = 2000, checkpointPages: Int = 1000
    ) async throws -> SQLiteDatabase {
        precondition(
            migrations.map(\.version) == Array(1..<migrations.count + 1), "migrations are numbered 1, 2, 3 and so on")
        // A relative name would depend on the working folder; SQLite takes ":memory:" and "file:…" for other things.
        guard path.hasPrefix("/"), !path.hasSuffix("/") else {
            throw SQLiteError(.misuse, "could not open: not an absolute path of a file", path: path)
        }
        let database = try SQLiteDatabase(path: path)
        try await database.start(
            Opening(
                durability: durability, migrations: migrations, applicationID: applicationID,
                checksContent: checksContent, busyTimeout: busyTimeout, cache: cache,
                checkpointPages: checkpointPages))
        return database
    }

    private func start(_ opening: Opening) throws { connection = try opening.open(path) }

    /// Runs `body` in a transaction that sees one state of the database and cannot change it. When the task is cancelled,
    /// the running statement stops and throws `.interrupted`.
    package func read<T: Sendable>(_ body: @Sendable (borrowing SQLiteConnection) throws -> T) throws -> T {
        let connection = try opened("read")
        do {
            return try connection.transaction(writing: false) {
                try body(SQLiteConnection(connection: connection, mayWrite: false))
            }
        } catch { throw noted(error) }
    }

    /// Runs `body` in a transaction that holds the write lock: committed when it returns, undone when it throws.
    package func write<T: Sendable>(_ body: @Sendable (borrowing SQLiteConnection) throws -> T) throws -> T {
        let connection = try opened("write")
        do {
            let result = try connection.transaction(writing: true) {
                try body(SQLiteConnection(connection: connection, mayWrite: true))
            }
            trouble = nil
            return result
        } catch { throw noted(error) }
    }

    /// Gives back the memory of pages that nothing uses now.
    package func shrink() throws { try opened("free memory").run("PRAGMA shrink_memory") }

    /// Writes what is there already, and waits until it is on the disk: `trouble` is then what holds now.
    package func probe() throws {
        let connection = try opened("try a write")
        do {
            // "The user_version pragma will get or set the value": in the first page, which is then written.
            let version = try connection.integer("PRAGMA user_version")
            try connection.run("PRAGMA user_version = \(version)")
            trouble = nil
        } catch { throw noted(error) }
    }

    private func noted(_ error: any Error) -> any Error {
        if let failure = error as? SQLiteError, failure.code.isOfTheDisk { trouble = failure }
        return error
    }

    /// Makes deletions final: afterwards no file of this database holds deleted or replaced content.
    ///
    /// `secure_delete` overwrites a row where it is deleted. That is not enough: when SQLite spreads rows over more pages
    /// it leaves what was moved in the old page's free space (`rebuildPage` in its btree.c), and until a checkpoint the
    /// -wal file has the old pages. So the database is written anew, unless nothing has changed since the last time, and
    /// the -wal file is emptied.
    /// - Parameter copies: whether the copies that migrations and `setAside` kept go too; they hold what was in the
    ///   database then.
    /// - Returns: the copies that were removed.
    /// - Throws: `.busy` if another connection's transaction still needs the old state; the copies are gone all the same.
    @discardableResult
    package func checkpointAndErase(copies: Bool = true) throws -> [String] {
        let connection = try opened("erase deleted content")
        let removed = copies ? try Self.keptCopies(path: path) : []
        for copy in removed { try DatabaseFile.remove(copy) }
        do {
            if connection.changes != erasedChanges {
                // Known only when all has gone well; VACUUM itself counts no changes.
                erasedChanges = nil
                try connection.vacuum()
            }
            let status = connection.checkpoint()
            guard status == SQLITE_OK else { throw connection.error(status, "could not erase deleted content") }
        } catch { throw noted(error) }
        erasedChanges = connection.changes
        return removed
    }

    /// Closes the file. Later calls throw `.misuse`; a second close does nothing.
    package func close() throws {
        guard let connection else { return }
        // Another connection that still reads makes this busy; the last one to close will do it.
        let status = connection.checkpoint()
        let failure: SQLiteError? =
            switch status & 0xff {
            case SQLITE_OK, SQLITE_BUSY: nil
            default: connection.error(status, "could not write the last changes into the database while closing it")
            }
        try connection.close()
        self.connection = nil
        if let failure { throw failure }
    }

    private func opened(_ attempt: String) throws -> Connection {
        guard let connection else { throw SQLiteError(.misuse, "could not \(attempt): it is closed", path: path) }
        return connection
    }
}

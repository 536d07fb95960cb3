internal import CBatonSQLite

/// Everything between a path and a database ready for use. The order matters: a file that is not ours, or newer, or
/// damaged, is refused before anything is written to it.
struct Opening: Sendable {
    let durability: SQLiteDatabase.Durability
    let migrations: [Migration]
    let applicationID: Int32
    let checksContent: Bool
    let busyTimeout: Duration
    let cache: Int
    let checkpointPages: Int

    func open(_ path: String) throws -> Connection {
        try DatabaseFile.createFolder(of: path)
        try DatabaseFile.create(path)
        let connection = try Connection(path: path)
        do {
            try harden(connection)
            try inspect(connection)
        } catch {
            connection.abandon()
            throw error
        }
        do {
            try DatabaseFile.makePrivate(path)
            try prepare(connection)
            return connection
        } catch {
            // Here and not in some later `deinit`: the caller may set the file aside and open another of that name.
            try? connection.close()
            throw error
        }
    }

    /// What concerns this connection only. `trusted_schema` and defensive mode: a file put in our folder by someone else
    /// must not run functions from its views, or let SQL break its own structure.
    private func harden(_ connection: Connection) throws {
        let (seconds, attoseconds) = busyTimeout.components
        sqlite3_busy_timeout(
            connection.pointer, Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
        let status = baton_sqlite3_defensive(connection.pointer)
        guard status == SQLITE_OK else { throw connection.error(status, "could not set defensive mode") }
        try connection.run("PRAGMA trusted_schema = OFF")
        try connection.run("PRAGMA secure_delete = ON")
        // Sorting must not put user content into a file in /var/tmp.
        try connection.run("PRAGMA temp_store = MEMORY")
        // Negative: KiB instead of pages.
        try connection.run("PRAGMA cache_size = -\(cache)")
        try connection.run("PRAGMA wal_autocheckpoint = \(checkpointPages)")
        try connection.run("PRAGMA synchronous = \(durability == .full ? "FULL" : "NORMAL")")
    }

    private func inspect(_ connection: Connection) throws {
        let path = connection.path
        // The first statement that reads: SQLITE_NOTADB and a damaged first page come from here.
        let found = try connection.integer("PRAGMA application_id")
        let isEmpty = try connection.integer("SELECT count(*) FROM sqlite_schema") == 0
        guard found == Int64(applicationID) || (found == 0 && isEmpty) else {
            throw SQLiteError(
                .notADatabase,
                "could not open: it is another application's database (application id \(found), not "
                    + "\(applicationID))", path: path)
        }
        let version = try connection.integer("PRAGMA user_version")
        guard version <= migrations.count else {
            throw SQLiteError(
                .newerVersion,
                "could not open: it has version \(version), and this program knows versions up to "
                    + "\(migrations.count)", path: path)
        }
        if checksContent {
            // 1: the first finding is enough to refuse. A finding names tables, pages and rows by number, never a value.
            let finding = try connection.value("PRAGMA quick_check(1)")
            guard finding == .text("ok") else {
                var reason = "no answer"
                if case .text(let text) = finding { reason = text }
                throw SQLiteError(.corrupt, "could not open: quick_check found \(quoted(reason))", path: path)
            }
        }
        guard sqlite3_db_readonly(connection.pointer, "main") == 0 else {
            throw SQLiteError(.readOnly, "could not open for writing", path: path)
        }
    }

    private func prepare(_ connection: Connection) throws {
        guard try connection.value("PRAGMA journal_mode = WAL") == .text("wal") else {
            throw SQLiteError(
                .cannotOpen, "could not use write-ahead logging: its file system has no shared memory",
                path: connection.path)
        }
        // "This pragma is a no-op within a transaction", so it is set outside of the migrations, which need it off.
        try connection.run("PRAGMA foreign_keys = OFF")
        try connection.migrate(migrations, applicationID: applicationID)
        try connection.run("PRAGMA foreign_keys = ON")
    }
}

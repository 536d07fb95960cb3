internal import CBatonSQLite
internal import FoundationEssentials

/// `sqlite3 *`: an open connection.
typealias ConnectionPointer = OpaquePointer

/// Owns one open connection and its statements. Used only on the thread of the actor that holds it.
final class Connection {
    let path: String
    let pointer: ConnectionPointer
    var statements = StatementCache(limit: 64)
    /// When the statements of the read that is running are to stop.
    var deadline: ContinuousClock.Instant?
    private var isOpen = true

    /// Opens an existing file. Nothing is read yet: SQLite does that at the first statement.
    init(path: String) throws {
        var pointer: ConnectionPointer?
        // NOMUTEX: the actor already lets in one at a time.
        let status = sqlite3_open_v2(
            path, &pointer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard status == SQLITE_OK, let pointer else {
            let message = pointer.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(status))
            // "Whether or not an error occurs when it is opened, resources associated with the database connection
            // handle should be released by passing it to sqlite3_close() when it is no longer required."
            sqlite3_close_v2(pointer)
            throw SQLiteError(
                SQLiteError.Code(resultCode: status), "could not open: \(message)", path: path, extendedCode: status)
        }
        self.path = path
        self.pointer = pointer
    }

    /// The tolerant close: cached statements may still be there, and are finalised by their own `deinit` just after.
    deinit { if isOpen { sqlite3_close_v2(pointer) } }

    /// Closes, and throws if SQLite could not. The -wal file is written back and removed, if no one else has it open.
    func close() throws {
        guard isOpen else { return }
        statements.removeAll()
        let status = sqlite3_close(pointer)
        guard status == SQLITE_OK else { throw error(status, "could not close") }
        isOpen = false
    }

    /// Closes a file that was refused, leaving it and its -wal as they were found.
    func abandon() {
        _ = baton_sqlite3_leave_wal(pointer)
        try? close()
    }

    /// Runs one statement out of the cache.
    func run(
        _ sql: String, _ arguments: [(any SQLiteConvertible)?] = [], onlyReading: Bool = false,
        while body: (SQLiteRow) throws -> Bool
    ) throws {
        let statement = try statements.take(sql) ?? Statement(sql, on: self)
        // A statement that failed goes back too: it has been reset.
        defer { statements.put(statement) }
        guard !onlyReading || statement.isReadOnly else {
            throw SQLiteError(.misuse, "\(quoted(sql)) writes, inside a read", path: path)
        }
        try statement.run(arguments, while: body)
    }

    func run(_ sql: String, _ arguments: [(any SQLiteConvertible)?] = []) throws {
        try run(sql, arguments) { _ in true }
    }

    /// The first value of the first row.
    func value(_ sql: String) throws -> SQLiteValue {
        var value = SQLiteValue.null
        try run(sql) { row in
            value = row[0]
            return false
        }
        return value
    }

    func integer(_ sql: String) throws -> Int64 {
        guard case .integer(let number) = try value(sql) else { return 0 }
        return number
    }

    /// Runs any number of statements, without arguments or results.
    func script(_ sql: String) throws {
        let status = sqlite3_exec(pointer, sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw error(status, "could not run", sql) }
    }

    /// Moves everything from the -wal file into the database and empties it.
    func checkpoint() -> Int32 { sqlite3_wal_checkpoint_v2(pointer, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil) }

    /// Writes the database anew. What SQLite writes meanwhile is in memory for a small one, else in a file beside the
    /// database, which has no name and is gone afterwards: not where other users' programs keep theirs.
    func vacuum() throws {
        let pages = try integer("PRAGMA page_count")
        let size = try integer("PRAGMA page_size") * pages
        guard size > Self.largeFile else { return try run("VACUUM") }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "/"
        try run("PRAGMA temp_store_directory = '\(folder.replacing("'", with: "''"))'")
        try run("PRAGMA temp_store = FILE")
        defer { try? run("PRAGMA temp_store = MEMORY") }
        try run("VACUUM")
    }

    private static let largeFile: Int64 = 32 << 20

    /// Rows inserted, changed and deleted since it was opened.
    var changes: Int32 { sqlite3_total_changes(pointer) }

    /// - Parameter hidesValues: whether the statement had arguments. SQLite's message for a failed run can then quote
    ///   one (FTS5: `syntax error near "…"`, with what the user typed) and is replaced by the code's fixed text; messages
    ///   about constraints name tables and columns only.
    func error(_ status: Int32, _ attempt: String, _ sql: String? = nil, hidesValues: Bool = false) -> SQLiteError {
        let code = SQLiteError.Code(resultCode: status)
        let isSafe = !hidesValues || code == .constraint
        let reason = String(cString: isSafe ? sqlite3_errmsg(pointer) : sqlite3_errstr(status))
        let object = sql.map { " " + quoted($0) } ?? ""
        return SQLiteError(code, "\(attempt)\(object): \(reason)", path: path, extendedCode: status)
    }
}

/// SQL as it stands in a message: a migration of some pages is cut.
func quoted(_ sql: String) -> String { sql.count <= 240 ? "\"\(sql)\"" : "\"\(sql.prefix(240))…\"" }

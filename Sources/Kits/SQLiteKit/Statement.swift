internal import CBatonSQLite
internal import FoundationEssentials

/// `sqlite3_stmt *`: a prepared statement.
typealias StatementPointer = OpaquePointer

/// Owns one prepared statement. Belongs to one `Connection`, which outlives it.
final class Statement {
    let sql: String
    private unowned let connection: Connection
    private let pointer: StatementPointer
    private var layout: SQLiteRow.Layout?
    private var layoutAge: Int32 = 0

    /// Prepares exactly one statement.
    init(_ sql: String, on connection: Connection) throws {
        let (status, pointer, rest) = Self.prepare(sql, on: connection)
        guard status == SQLITE_OK else { throw connection.error(status, "could not prepare", sql) }
        guard let pointer else {
            throw SQLiteError(.misuse, "no statement in \(quoted(sql))", path: connection.path)
        }
        self.sql = sql
        self.pointer = pointer
        self.connection = connection
        // SQLite would leave a second statement alone, and nobody would notice.
        guard !rest.isEmpty else { return }
        let (restStatus, second, _) = Self.prepare(rest, on: connection)
        sqlite3_finalize(second)
        guard restStatus == SQLITE_OK, second == nil else {
            throw SQLiteError(.misuse, "more than one statement in \(quoted(sql))", path: connection.path)
        }
    }

    /// The first statement in `sql`, nil if there is none but comments, and the text behind it.
    private static func prepare(
        _ sql: String, on connection: Connection
    ) -> (status: Int32, pointer: StatementPointer?, rest: String) {
        var pointer: StatementPointer?
        var tail: UnsafePointer<CChar>?
        return sql.withCString { start in
            let status = sqlite3_prepare_v3(
                connection.pointer, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, &tail)
            return (status, pointer, tail.map { String(cString: $0) } ?? "")
        }
    }

    deinit { sqlite3_finalize(pointer) }

    /// "True if and only if the prepared statement makes no direct changes to the content of the database file."
    var isReadOnly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

    /// Runs it to its end, or until `body` answers false.
    func run(_ arguments: [(any SQLiteConvertible)?], while body: (SQLiteRow) throws -> Bool) throws {
        // Clearing, too: a cached statement must not keep the user's values in memory.
        defer {
            sqlite3_reset(pointer)
            sqlite3_clear_bindings(pointer)
        }
        try bind(arguments)
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW: if try !body(row()) { return }
            case SQLITE_DONE: return
            case let status: throw connection.error(status, "could not run", sql, hidesValues: !arguments.isEmpty)
            }
        }
    }

    private func bind(_ arguments: [(any SQLiteConvertible)?]) throws {
        let wanted = Int(sqlite3_bind_parameter_count(pointer))
        guard wanted == arguments.count else {
            throw SQLiteError(
                .misuse, "\(arguments.count) arguments for the \(wanted) parameters of \(quoted(sql))",
                path: connection.path)
        }
        for (offset, argument) in arguments.enumerated() {
            let index = Int32(offset + 1)
            let status: Int32
            switch argument?.sqliteValue ?? .null {
            case .null: status = sqlite3_bind_null(pointer, index)
            case .integer(let number): status = sqlite3_bind_int64(pointer, index, number)
            case .real(let number):
                // "SQLite converts NaN into NULL": what was written would not be what is read.
                guard !number.isNaN else {
                    throw SQLiteError(
                        .mismatch, "argument \(index) of \(quoted(sql)) is not a number", path: connection.path)
                }
                status = sqlite3_bind_double(pointer, index, number)
            case .text(var text):
                status = text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        // A nil pointer would bind NULL; an empty string may have one.
                        guard let start = $0.baseAddress else { return baton_sqlite3_bind_text(pointer, index, "", 0) }
                        return baton_sqlite3_bind_text(pointer, index, start, $0.count)
                    }
                }
            case .blob(let data):
                status = data.withUnsafeBytes { bytes in
                    guard let start = bytes.baseAddress, !bytes.isEmpty else {
                        return sqlite3_bind_zeroblob(pointer, index, 0)
                    }
                    return baton_sqlite3_bind_blob(pointer, index, start, bytes.count)
                }
            }
            guard status == SQLITE_OK else {
                throw connection.error(status, "could not bind argument \(index) of", sql, hidesValues: true)
            }
        }
    }

    private func row() -> SQLiteRow {
        let layout = currentLayout()
        return SQLiteRow(layout: layout, values: layout.names.indices.map { value(Int32($0)) })
    }

    /// The names are made once, and again when SQLite has prepared the statement anew because the schema changed.
    private func currentLayout() -> SQLiteRow.Layout {
        let age = sqlite3_stmt_status(pointer, SQLITE_STMTSTATUS_REPREPARE, 0)
        if let layout, age == layoutAge { return layout }
        let names = (0..<sqlite3_column_count(pointer)).map { index in
            sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
        }
        let fresh = SQLiteRow.Layout(names: names, path: connection.path)
        (layout, layoutAge) = (fresh, age)
        return fresh
    }

    private func value(_ index: Int32) -> SQLiteValue {
        switch sqlite3_column_type(pointer, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(pointer, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(pointer, index))
        case SQLITE_TEXT:
            // "The safest policy is to invoke sqlite3_column_text() followed by sqlite3_column_bytes()."
            let start = sqlite3_column_text(pointer, index)
            let count = Int(sqlite3_column_bytes(pointer, index))
            return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            // "The return value from sqlite3_column_blob() for a zero-length BLOB is a NULL pointer."
            guard let start = sqlite3_column_blob(pointer, index) else { return .blob(Data()) }
            return .blob(Data(bytes: start, count: Int(sqlite3_column_bytes(pointer, index))))
        default: return .null
        }
    }
}

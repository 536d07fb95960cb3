internal import CBatonSQLite
internal import FoundationEssentials

/// The database inside a `read` or `write`: statements, synchronously. Only valid there.
package final class SQLiteConnection {
    let handle: OpaquePointer
    let path: String
    private var statements: [String: OpaquePointer] = [:]
    /// Least recently used first.
    private var order: [String] = []

    /// How many prepared statements are kept.
    static let cachedStatements = 64

    init(handle: OpaquePointer, path: String) {
        self.handle = handle
        self.path = path
    }

    /// Runs one statement to its end.
    package func execute(_ sql: String, _ arguments: [any SQLiteConvertible] = []) throws(SQLiteError) {
        try forEach(sql, arguments) { _ in }
    }

    package func rows(_ sql: String, _ arguments: [any SQLiteConvertible] = []) throws(SQLiteError) -> [SQLiteRow] {
        var rows: [SQLiteRow] = []
        try forEach(sql, arguments) { rows.append($0) }
        return rows
    }

    package func row(_ sql: String, _ arguments: [any SQLiteConvertible] = []) throws(SQLiteError) -> SQLiteRow? {
        try rows(sql, arguments).first
    }

    /// Runs one statement and gives each row to `body` as it comes.
    package func forEach(
        _ sql: String, _ arguments: [any SQLiteConvertible] = [], _ body: (SQLiteRow) -> Void
    ) throws(SQLiteError) {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        guard sqlite3_bind_parameter_count(statement) == Int32(arguments.count) else {
            throw SQLiteError(.misuse, "a statement was given \(arguments.count) arguments: \(sql)", path: path)
        }
        for (index, argument) in arguments.enumerated() { try bind(argument.sqliteValue, Int32(index + 1), statement, sql) }
        var columns: [String: Int] = [:]
        for index in 0..<sqlite3_column_count(statement) {
            if let name = sqlite3_column_name(statement, index) { columns[String(cString: name)] = Int(index) }
        }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw failure("run \(sql)") }
            let values = (0..<sqlite3_column_count(statement)).map { Self.value(statement, $0) }
            body(SQLiteRow(columns: columns, values: values, path: path))
        }
    }

    /// Rows that the last statement changed.
    package var changes: Int { Int(sqlite3_changes64(handle)) }
    package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Runs a script of several statements, without arguments.
    func script(_ sql: String) throws(SQLiteError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure("run a script") }
    }

    /// Statements that are prepared now, for tests.
    package var statementCount: Int { statements.count }

    func finalizeAll() {
        for statement in statements.values { sqlite3_finalize(statement) }
        statements = [:]
        order = []
    }

    func failure(_ what: String) -> SQLiteError {
        let code = sqlite3_extended_errcode(handle)
        let text = String(cString: sqlite3_errmsg(handle))
        return SQLiteError(.init(result: code), "cannot \(what): \(text)", path: path, extendedCode: code)
    }

    // MARK: Statements

    private func prepared(_ sql: String) throws(SQLiteError) -> OpaquePointer {
        if let statement = statements[sql] {
            if let index = order.firstIndex(of: sql) { order.append(order.remove(at: index)) }
            return statement
        }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw failure("prepare \(sql)") }
        if statements.count >= Self.cachedStatements {
            sqlite3_finalize(statements.removeValue(forKey: order.removeFirst()))
        }
        statements[sql] = statement
        order.append(sql)
        return statement
    }

    private func bind(
        _ value: SQLiteValue, _ index: Int32, _ statement: OpaquePointer, _ sql: String
    ) throws(SQLiteError) {
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(statement, index)
        case .integer(let value): code = sqlite3_bind_int64(statement, index, value)
        case .real(let value):
            // SQLite would store null in its place.
            guard !value.isNaN else { throw SQLiteError(.mismatch, "NaN cannot be stored: \(sql)", path: path) }
            code = sqlite3_bind_double(statement, index, value)
        case .text(let value):
            var value = value
            // By length: a NUL inside is part of the text.
            code = value.withUTF8 { buffer in
                buffer.withMemoryRebound(to: CChar.self) {
                    baton_sqlite3_bind_text(statement, index, $0.baseAddress ?? Self.empty, Int($0.count))
                }
            }
        case .blob(let value):
            code =
                value.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : value.withUnsafeBytes { baton_sqlite3_bind_blob(statement, index, $0.baseAddress, Int($0.count)) }
        }
        guard code == SQLITE_OK else { throw failure("bind argument \(index) of \(sql)") }
    }

    /// Not null, so that an empty text is no null.
    private static var empty: UnsafePointer<CChar> { UnsafePointer(sqlite3_libversion()) }

    private static func value(_ statement: OpaquePointer, _ column: Int32) -> SQLiteValue {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
        case SQLITE_TEXT:
            let start = sqlite3_column_text(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return .text(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_column_blob(statement, column)
            let count = Int(sqlite3_column_bytes(statement, column))
            return .blob(start.map { Data(bytes: $0, count: count) } ?? Data())
        default: return .null
        }
    }
}

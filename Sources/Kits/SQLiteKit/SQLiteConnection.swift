internal import CBatonSQLite

/// What a transaction's closure works with. It cannot be copied, so it does not outlive the closure.
package struct SQLiteConnection: ~Copyable {
    let connection: Connection
    let mayWrite: Bool

    /// Runs one statement, to its end. Rows are passed over.
    package func execute(_ sql: String, _ arguments: [(any SQLiteConvertible)?] = []) throws {
        try forEach(sql, arguments) { _ in }
    }

    package func rows(_ sql: String, _ arguments: [(any SQLiteConvertible)?] = []) throws -> [SQLiteRow] {
        var rows: [SQLiteRow] = []
        try forEach(sql, arguments) { rows.append($0) }
        return rows
    }

    /// The first row. The statement is left there.
    package func row(_ sql: String, _ arguments: [(any SQLiteConvertible)?] = []) throws -> SQLiteRow? {
        var first: SQLiteRow?
        try scan(
            sql, arguments,
            while: { row in
                first = row
                return false
            })
        return first
    }

    /// One row after the other, as SQLite finds them.
    package func forEach(
        _ sql: String, _ arguments: [(any SQLiteConvertible)?] = [], _ body: (SQLiteRow) throws -> Void
    ) throws {
        try scan(
            sql, arguments,
            while: { row in
                try body(row)
                return true
            })
    }

    /// One row after the other until `body` answers false: for results that are wanted only up to a point.
    package func scan(
        _ sql: String, _ arguments: [(any SQLiteConvertible)?] = [], while body: (SQLiteRow) throws -> Bool
    ) throws {
        try connection.run(sql, arguments, onlyReading: !mayWrite, while: body)
    }

    /// From `deadline` on, statements of this read stop and throw `.interrupted`, also in the middle of looking for their
    /// first row; the transaction goes on. nil: none. Within 1 ms of it in the worst statements of full-text search.
    package func stop(at deadline: ContinuousClock.Instant?) { connection.deadline = deadline }

    /// How many rows have been inserted, changed and deleted since the database was opened.
    package var totalChanges: Int { Int(sqlite3_total_changes64(connection.pointer)) }

    /// How many rows the last INSERT, UPDATE or DELETE changed, triggers and foreign keys not counted.
    package var changes: Int { Int(sqlite3_changes64(connection.pointer)) }

    /// The rowid of the last INSERT.
    package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(connection.pointer) }
}

/// One step of a database's schema. Once released it is never changed: another is added.
package struct Migration: Sendable {
    let version: Int
    let sql: String

    /// - Parameters:
    ///   - version: 1, 2, 3 and so on without a gap; the file keeps the last one in `PRAGMA user_version`.
    ///   - sql: any number of statements, run in one transaction with foreign keys off (they are checked before it is
    ///     committed, so that a table can be made anew and renamed as the manual's "Making Other Kinds Of Table Schema
    ///     Changes" says).
    package init(_ version: Int, _ sql: String) {
        self.version = version
        self.sql = sql
    }
}

extension Connection {
    /// Brings the schema up to the last migration, after keeping a copy of what was there.
    func migrate(_ migrations: [Migration], applicationID: Int32) throws {
        let found = try integer("PRAGMA user_version")
        guard found < migrations.count else {
            // The id alone: a database without migrations.
            if try integer("PRAGMA application_id") != applicationID {
                try run("PRAGMA application_id = \(applicationID)")
            }
            return
        }
        // Named by the version it precedes, not by the one aimed at: when the second of two steps fails, the next
        // attempt makes another copy and does not write over this one.
        if found > 0 { try keepCopy(at: "\(path)\(SQLiteDatabase.beforeMark)\(found + 1)") }
        for migration in migrations.dropFirst(Int(found)) {
            try transaction(writing: true) {
                // Another process may have been faster between the look and the lock.
                guard try integer("PRAGMA user_version") == Int64(migration.version) - 1 else {
                    throw SQLiteError(
                        .busy, "could not migrate to version \(migration.version): another process is doing that",
                        path: path)
                }
                try script(migration.sql)
                if case .text(let table) = try value("PRAGMA foreign_key_check") {
                    throw SQLiteError(
                        .constraint,
                        "could not migrate to version \(migration.version): table \"\(table)\" would hold references to "
                            + "rows that are not there",
                        path: path)
                }
                // In the same transaction: a crash leaves either no id, version and schema, or all three.
                try run("PRAGMA application_id = \(applicationID)")
                try run("PRAGMA user_version = \(migration.version)")
            }
        }
    }
}

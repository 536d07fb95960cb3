internal import CBatonSQLite
internal import Glibc

/// A step from one version of a file to the next. Versions count from 1 and are kept in `user_version`.
package struct Migration: Sendable {
    let version: Int
    let sql: String

    package init(_ version: Int, _ sql: String) {
        self.version = version
        self.sql = sql
    }

    /// Brings the file to the newest version: each step in a transaction, after a copy of the file was made beside it.
    static func run(_ migrations: [Migration], on connection: SQLiteConnection, isNew: Bool) throws(SQLiteError) {
        let newest = migrations.map(\.version).max() ?? 0
        let found = try connection.row("PRAGMA user_version")?.int("user_version") ?? 0
        guard found <= newest else {
            throw SQLiteError(
                .newerVersion, "the file is of version \(found), this Baton reads up to \(newest)", path: connection.path)
        }
        let steps = migrations.filter { $0.version > found }.sorted { $0.version < $1.version }
        guard !steps.isEmpty else { return }
        if !isNew, found > 0 { try copy(connection, version: found) }
        for step in steps {
            try connection.execute("BEGIN IMMEDIATE")
            do throws(SQLiteError) {
                try connection.script(step.sql)
                try connection.execute("PRAGMA user_version = \(step.version)")
                try connection.execute("COMMIT")
            } catch {
                if sqlite3_get_autocommit(connection.handle) == 0 { try? connection.execute("ROLLBACK") }
                throw error
            }
        }
    }

    private static func copy(_ connection: SQLiteConnection, version: Int) throws(SQLiteError) {
        let target = "\(connection.path).before-v\(version + 1)"
        // An older copy of the same step is of an attempt that failed.
        unlink(target)
        let old = umask(0o177)
        defer { umask(old) }
        try connection.execute("VACUUM INTO ?", [target])
    }
}

internal import CBatonSQLite
internal import Glibc

extension Connection {
    /// Copies the database, with what is still in its -wal file, page by page. It appears under its name only when whole.
    ///
    /// The backup interface, not VACUUM INTO: that one may give new rowids to tables without an INTEGER PRIMARY KEY,
    /// which breaks whatever refers to them.
    func keepCopy(at copy: String) throws {
        let partial = copy + ".partial"
        unlink(partial)
        do {
            try DatabaseFile.create(partial)
            let target = try Connection(path: partial)
            defer { try? target.close() }
            guard let backup = sqlite3_backup_init(target.pointer, "main", pointer, "main") else {
                throw target.error(sqlite3_extended_errcode(target.pointer), "could not be written")
            }
            let step = sqlite3_backup_step(backup, -1)
            let finish = sqlite3_backup_finish(backup)
            guard step == SQLITE_DONE, finish == SQLITE_OK else {
                throw target.error(step == SQLITE_DONE ? finish : step, "could not be written")
            }
            try target.close()
            try DatabaseFile.rename(partial, to: copy)
        } catch let error as SQLiteError {
            unlink(partial)
            throw SQLiteError(
                error.code,
                "could not keep the copy \(copy) before migrating, so nothing was changed: \(error.message)",
                path: path, extendedCode: error.extendedCode)
        }
    }
}

internal import CBatonSQLite

extension SQLiteError.Code {
    /// The one translation of SQLite's primary result codes (sqlite.org/rescode.html).
    init(result: Int32) {
        self =
            switch result & 0xFF {
            case SQLITE_BUSY, SQLITE_LOCKED: .busy
            case SQLITE_FULL: .full
            case SQLITE_READONLY: .readOnly
            case SQLITE_CORRUPT: .corrupt
            case SQLITE_NOTADB: .notADatabase
            case SQLITE_CONSTRAINT: .constraint
            case SQLITE_CANTOPEN: .cannotOpen
            case SQLITE_IOERR: .ioError
            case SQLITE_INTERRUPT, SQLITE_ABORT: .interrupted
            case SQLITE_MISUSE, SQLITE_RANGE: .misuse
            case SQLITE_MISMATCH, SQLITE_TOOBIG: .mismatch
            case SQLITE_NOMEM: .noMemory
            case SQLITE_PERM, SQLITE_AUTH: .permission
            case SQLITE_SCHEMA, SQLITE_ERROR: .schema
            default: .unknown(result)
            }
    }
}

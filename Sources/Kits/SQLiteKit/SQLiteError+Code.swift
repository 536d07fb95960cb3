internal import CBatonSQLite
internal import Glibc

extension SQLiteError {
    /// The kind of an error, to match by. A struct, so that adding a code breaks no `switch`.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: Hashable {
            case aborted, authorization, busy, cannotOpen, constraint, corrupt, full, internalFault, interrupted
            case ioError, locked, logic, misuse, mismatch, newerVersion, noMemory, notADatabase, notFound, outOfRange
            case permission, lockProtocol, readOnly, schemaChanged, tooBig
            case unknown(Int32)
        }

        private let kind: Kind

        private init(_ kind: Kind) { self.kind = kind }

        package static let aborted = Code(.aborted)
        package static let authorization = Code(.authorization)
        package static let busy = Code(.busy)
        package static let cannotOpen = Code(.cannotOpen)
        package static let constraint = Code(.constraint)
        package static let corrupt = Code(.corrupt)
        package static let full = Code(.full)
        package static let internalFault = Code(.internalFault)
        package static let interrupted = Code(.interrupted)
        package static let ioError = Code(.ioError)
        package static let locked = Code(.locked)
        package static let lockProtocol = Code(.lockProtocol)
        /// SQL that SQLite does not accept.
        package static let logic = Code(.logic)
        package static let misuse = Code(.misuse)
        package static let mismatch = Code(.mismatch)
        /// The file was written by a newer Baton. Not one of SQLite's.
        package static let newerVersion = Code(.newerVersion)
        package static let noMemory = Code(.noMemory)
        package static let notADatabase = Code(.notADatabase)
        package static let notFound = Code(.notFound)
        package static let outOfRange = Code(.outOfRange)
        package static let permission = Code(.permission)
        package static let readOnly = Code(.readOnly)
        package static let schemaChanged = Code(.schemaChanged)
        package static let tooBig = Code(.tooBig)
        package static func unknown(_ raw: Int32) -> Code { Code(.unknown(raw)) }

        package var description: String { String(describing: kind) }
    }
}

extension SQLiteError.Code {
    /// The one place where SQLite's codes become ours. Names and meanings: <https://sqlite.org/rescode.html>.
    private static let ofSQLite: [Int32: Self] = [
        SQLITE_ERROR: .logic,
        SQLITE_INTERNAL: .internalFault,
        SQLITE_PERM: .permission,
        SQLITE_ABORT: .aborted,
        SQLITE_BUSY: .busy,
        SQLITE_LOCKED: .locked,
        SQLITE_NOMEM: .noMemory,
        SQLITE_READONLY: .readOnly,
        SQLITE_INTERRUPT: .interrupted,
        SQLITE_IOERR: .ioError,
        SQLITE_CORRUPT: .corrupt,
        SQLITE_NOTFOUND: .notFound,
        SQLITE_FULL: .full,
        SQLITE_CANTOPEN: .cannotOpen,
        SQLITE_PROTOCOL: .lockProtocol,
        SQLITE_SCHEMA: .schemaChanged,
        SQLITE_TOOBIG: .tooBig,
        SQLITE_CONSTRAINT: .constraint,
        SQLITE_MISMATCH: .mismatch,
        SQLITE_MISUSE: .misuse,
        SQLITE_AUTH: .authorization,
        SQLITE_RANGE: .outOfRange,
        SQLITE_NOTADB: .notADatabase,
    ]

    /// errno(3), for the few calls that are made without SQLite: folders, modes, renaming.
    private static let ofSystem: [Int32: Self] = [
        EDQUOT: .full,
        EIO: .ioError,
        ENOMEM: .noMemory,
        ENOSPC: .full,
        EROFS: .readOnly,
    ]

    /// "The extended result code contains the primary result code in its least significant 8 bits."
    init(resultCode: Int32) { self = Self.ofSQLite[resultCode & 0xff] ?? .unknown(resultCode) }

    /// An errno outside the table means that the file could not be reached: no access, no folder, a loop of links.
    init(errno: Int32) { self = Self.ofSystem[errno] ?? .cannotOpen }

    /// Whether the file or what it lies on is in the way, and not what was asked of it.
    var isOfTheDisk: Bool { [.cannotOpen, .corrupt, .full, .ioError, .notADatabase, .readOnly].contains(self) }

    /// What the reader of the message can do about it.
    var remedy: String {
        switch self {
        case .busy, .locked: "Another connection holds it: try again when that one has finished."
        case .cannotOpen, .permission: "Check that its folder exists and belongs to this user."
        case .constraint, .mismatch, .tooBig, .outOfRange: "The values do not fit the table: nothing was changed."
        case .corrupt: "Set the file aside and start a new one, or put back a copy."
        case .full: "Free some space on its file system; nothing was changed."
        case .interrupted: "The caller was cancelled: ask again if the answer is still wanted."
        case .ioError: "Check the disk and the file system, then restart."
        case .newerVersion: "Use that newer version, or put back the copy kept beside the file before it was migrated."
        case .notADatabase: "Name another file, or set this one aside and start a new one."
        case .readOnly: "Make the file and its folder writable for this user."
        default: "This is a fault of Baton: please report it with this message."
        }
    }
}

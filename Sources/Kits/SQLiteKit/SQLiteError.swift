/// A failed database operation: what was attempted, on which file, and what to do. Holds no bound values.
package struct SQLiteError: Error, Sendable, CustomStringConvertible {
    package let code: Code
    package let message: String
    /// The database file.
    package let path: String
    /// SQLite's extended result code; 0 where the fault was found outside SQLite.
    package let extendedCode: Int32

    package init(_ code: Code, _ message: String, path: String, extendedCode: Int32 = 0) {
        self.code = code
        self.message = message
        self.path = path
        self.extendedCode = extendedCode
    }

    package var description: String {
        let remedy = code.remedy.map { "; \($0)" } ?? ""
        return "\(message) (\(path), \(code)\(extendedCode == 0 ? "" : ", SQLite \(extendedCode)"))\(remedy)"
    }

    /// What went wrong. An unknown SQLite code is kept.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Kind: Hashable {
            case busy, full, readOnly, corrupt, notADatabase, constraint, newerVersion, cannotOpen, ioError, interrupted
            case misuse, mismatch, noMemory, permission, schema, unknown(Int32)
        }
        private let kind: Kind
        private init(_ kind: Kind) { self.kind = kind }

        package static let busy = Code(.busy)
        package static let full = Code(.full)
        package static let readOnly = Code(.readOnly)
        package static let corrupt = Code(.corrupt)
        package static let notADatabase = Code(.notADatabase)
        package static let constraint = Code(.constraint)
        package static let newerVersion = Code(.newerVersion)
        package static let cannotOpen = Code(.cannotOpen)
        package static let ioError = Code(.ioError)
        package static let interrupted = Code(.interrupted)
        package static let misuse = Code(.misuse)
        package static let mismatch = Code(.mismatch)
        package static let noMemory = Code(.noMemory)
        package static let permission = Code(.permission)
        package static let schema = Code(.schema)
        package static func unknown(_ raw: Int32) -> Code { Code(.unknown(raw)) }

        package var description: String {
            if case .unknown(let raw) = kind { "code \(raw)" } else { "\(kind)" }
        }

        /// What the user can do about it.
        var remedy: String? {
            switch kind {
            case .full: "free some disk space"
            case .readOnly, .permission: "make the file and its folder writable for this user"
            case .cannotOpen: "check that the folder exists and is writable for this user"
            case .newerVersion: "install the newer Baton again, or set the file aside"
            case .busy: "another process holds the file; end it"
            default: nil
            }
        }
    }
}

package import FoundationEssentials

/// One row of a result, copied out of SQLite: it stays valid after its transaction.
package struct SQLiteRow: Sendable {
    /// What all rows of one result share.
    final class Layout: Sendable {
        let names: [String]
        let path: String

        init(names: [String], path: String) {
            self.names = names
            self.path = path
        }
    }

    let layout: Layout
    package let values: [SQLiteValue]

    package var columns: [String] { layout.names }

    /// The value of the first column of that name. A name that the result does not have is a mistake in the program,
    /// and stops it: a silent null would be stored as if it were the truth.
    package subscript(_ column: String) -> SQLiteValue {
        guard let index = layout.names.firstIndex(of: column) else {
            preconditionFailure("no column \"\(column)\" among \(layout.names)")
        }
        return values[index]
    }

    package subscript(_ index: Int) -> SQLiteValue { values[index] }

    package func int(_ column: String) throws -> Int { try required(optionalInt(column), column, "INTEGER") }

    package func optionalInt(_ column: String) throws -> Int? {
        switch try value(column) {
        case .null: nil
        case .integer(let number): Int(number)
        case let other: throw mismatch(column, other, "INTEGER")
        }
    }

    package func double(_ column: String) throws -> Double { try required(optionalDouble(column), column, "REAL") }

    /// An integer is taken too: a column of NUMERIC affinity stores 2.0 as 2.
    package func optionalDouble(_ column: String) throws -> Double? {
        switch try value(column) {
        case .null: nil
        case .real(let number): number
        case .integer(let number): Double(number)
        case let other: throw mismatch(column, other, "REAL")
        }
    }

    package func string(_ column: String) throws -> String { try required(optionalString(column), column, "TEXT") }

    package func optionalString(_ column: String) throws -> String? {
        switch try value(column) {
        case .null: nil
        case .text(let text): text
        case let other: throw mismatch(column, other, "TEXT")
        }
    }

    package func data(_ column: String) throws -> Data { try required(optionalData(column), column, "BLOB") }

    package func optionalData(_ column: String) throws -> Data? {
        switch try value(column) {
        case .null: nil
        case .blob(let data): data
        case let other: throw mismatch(column, other, "BLOB")
        }
    }

    /// Only 0 and 1 are taken: any other number was not written as a `Bool`.
    package func bool(_ column: String) throws -> Bool {
        switch try value(column) {
        case .integer(0): false
        case .integer(1): true
        case let other: throw mismatch(column, other, "INTEGER 0 or 1")
        }
    }

    package func date(_ column: String) throws -> Date { Date(timeIntervalSinceReferenceDate: try double(column)) }

    package func optionalDate(_ column: String) throws -> Date? {
        try optionalDouble(column).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    private func value(_ column: String) throws -> SQLiteValue {
        guard let index = layout.names.firstIndex(of: column) else {
            throw SQLiteError(.mismatch, "no column \"\(column)\" in the result", path: layout.path)
        }
        return values[index]
    }

    private func required<T>(_ value: T?, _ column: String, _ wanted: String) throws -> T {
        guard let value else { throw mismatch(column, .null, wanted) }
        return value
    }

    private func mismatch(_ column: String, _ found: SQLiteValue, _ wanted: String) -> SQLiteError {
        SQLiteError(.mismatch, "column \"\(column)\" holds \(found.storageClass), not \(wanted)", path: layout.path)
    }
}

package import FoundationEssentials

/// A value as SQLite stores it.
package enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}

/// What can be bound to a statement.
package protocol SQLiteConvertible: Sendable {
    var sqliteValue: SQLiteValue { get }
}

extension SQLiteValue: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { self }
}

extension Int: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Int64: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .integer(self) }
}

extension Bool: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension Double: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .real(self) }
}

extension String: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .text(self) }
}

extension Data: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .blob(self) }
}

/// Seconds since the reference date: through 1970 more than half of all dates come back different.
extension Date: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .real(timeIntervalSinceReferenceDate) }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }
}

/// One row of a result.
package struct SQLiteRow: Sendable {
    private let columns: [String: Int]
    private let values: [SQLiteValue]
    private let path: String

    init(columns: [String: Int], values: [SQLiteValue], path: String) {
        self.columns = columns
        self.values = values
        self.path = path
    }

    /// The column's value; null for a column that the statement does not have.
    package subscript(_ column: String) -> SQLiteValue { columns[column].map { values[$0] } ?? .null }

    package func int64(_ column: String) throws(SQLiteError) -> Int64 {
        guard case .integer(let value) = self[column] else { throw mismatch(column, "an integer") }
        return value
    }

    package func int(_ column: String) throws(SQLiteError) -> Int { Int(try int64(column)) }
    package func bool(_ column: String) throws(SQLiteError) -> Bool { try int64(column) != 0 }

    package func double(_ column: String) throws(SQLiteError) -> Double {
        switch self[column] {
        case .real(let value): value
        case .integer(let value): Double(value)
        default: throw mismatch(column, "a number")
        }
    }

    package func date(_ column: String) throws(SQLiteError) -> Date {
        Date(timeIntervalSinceReferenceDate: try double(column))
    }

    package func string(_ column: String) throws(SQLiteError) -> String {
        guard case .text(let value) = self[column] else { throw mismatch(column, "text") }
        return value
    }

    package func data(_ column: String) throws(SQLiteError) -> Data {
        guard case .blob(let value) = self[column] else { throw mismatch(column, "bytes") }
        return value
    }

    package func optionalInt(_ column: String) throws(SQLiteError) -> Int? { isNull(column) ? nil : try int(column) }
    package func optionalString(_ column: String) throws(SQLiteError) -> String? {
        isNull(column) ? nil : try string(column)
    }
    package func optionalData(_ column: String) throws(SQLiteError) -> Data? { isNull(column) ? nil : try data(column) }
    package func optionalDate(_ column: String) throws(SQLiteError) -> Date? { isNull(column) ? nil : try date(column) }

    private func isNull(_ column: String) -> Bool { self[column] == .null }

    private func mismatch(_ column: String, _ wanted: String) -> SQLiteError {
        SQLiteError(.mismatch, "the column \(column) does not hold \(wanted)", path: path)
    }
}

package import FoundationEssentials

/// What can be bound to a `?` of a statement.
package protocol SQLiteConvertible {
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

extension Double: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .real(self) }
}

extension Bool: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension String: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .text(self) }
}

extension Data: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { .blob(self) }
}

extension Date: SQLiteConvertible {
    /// Seconds since the reference date: the number that `Date` itself holds, so that a date comes back equal.
    package var sqliteValue: SQLiteValue { .real(timeIntervalSinceReferenceDate) }
}

extension Optional: SQLiteConvertible where Wrapped: SQLiteConvertible {
    package var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }
}

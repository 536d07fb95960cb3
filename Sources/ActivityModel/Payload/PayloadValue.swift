package import FoundationEssentials

/// One value of an activity's payload: the ten documented types of `userInfo`, recursively.
///
/// Numbers compare as `NSNumber` does: by value, whatever their width, so `.integer(1) == .double(1)`. A boolean is
/// never equal to a number, since JSON keeps the two apart.
/// Source: the documentation of `NSUserActivity.userInfo` (allowed types); docs/decisions/canonical-encoding.md (numbers).
package enum PayloadValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    /// Only for values above `Int64.max`; smaller ones are `.integer`.
    case unsigned(UInt64)
    case float(Float)
    case double(Double)
    case string(String)
    case data(Data)
    case date(Date)
    case url(URL)
    case uuid(UUID)
    case array([PayloadValue])
    case set(Set<PayloadValue>)
    case dictionary([PayloadValue: PayloadValue])
}

extension PayloadValue: Hashable {
    package static func == (left: PayloadValue, right: PayloadValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.string(let a), .string(let b)): a.unicodeScalars.elementsEqual(b.unicodeScalars)
        case (.data(let a), .data(let b)): a == b
        case (.date(let a), .date(let b)): a == b
        case (.url(let a), .url(let b)): a.absoluteString == b.absoluteString
        case (.uuid(let a), .uuid(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.set(let a), .set(let b)): a == b
        case (.dictionary(let a), .dictionary(let b)): a == b
        default:
            if let a = left.number, let b = right.number { a == b } else { false }
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .string(let value): for scalar in value.unicodeScalars { hasher.combine(scalar) }
        case .data(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value)
        case .url(let value): hasher.combine(value.absoluteString)
        case .uuid(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .set(let value): hasher.combine(value)
        case .dictionary(let value): hasher.combine(value)
        case .integer, .unsigned, .float, .double: hasher.combine(number)
        }
    }

    /// A number in the one form in which equal values are equal: whole numbers exactly, all others as a double.
    private enum Number: Hashable {
        case negative(Int64), positive(UInt64), fraction(UInt64), notANumber
    }

    private var number: Number? {
        switch self {
        case .integer(let value): value < 0 ? .negative(value) : .positive(UInt64(value))
        case .unsigned(let value): .positive(value)
        case .float(let value): Self.number(Double(value))
        case .double(let value): Self.number(value)
        default: nil
        }
    }

    private static func number(_ value: Double) -> Number {
        if value.isNaN { return .notANumber }
        if value < 0, let whole = Int64(exactly: value) { return .negative(whole) }
        // -0.0 == 0.0, as in NSNumber.
        if value >= 0, let whole = UInt64(exactly: value) { return .positive(whole) }
        return .fraction(value.bitPattern)
    }
}

extension PayloadValue {
    /// How deep containers stand inside each other: 0 for a value that is no container.
    package var depth: Int {
        switch self {
        case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
        case .set(let values): 1 + (values.map(\.depth).max() ?? 0)
        case .dictionary(let pairs): 1 + (pairs.map { max($0.key.depth, $0.value.depth) }.max() ?? 0)
        default: 0
        }
    }
}

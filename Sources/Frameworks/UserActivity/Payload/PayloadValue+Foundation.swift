package import ActivityModel
internal import Foundation

extension Payload {
    /// The payload as `userInfo`, whether it was set here or came from elsewhere.
    var userInfo: [AnyHashable: Any] { PayloadValue.members(entries) }
}

extension PayloadValue {
    /// The value as an app reads it: numbers and booleans as `NSNumber`, so that `as? Int`, `as? Float`, `as? Double`,
    /// `as? Bool` and `as? NSNumber` work where the value allows it; all else in its Swift form, which casts to its
    /// Foundation form too.
    package var foundation: Any {
        switch self {
        case .array(let values): values.map(\.foundation)
        case .dictionary(let pairs): Self.members(pairs)
        default: hashable.base
        }
    }

    fileprivate static func members(_ pairs: [PayloadValue: PayloadValue]) -> [AnyHashable: Any] {
        Dictionary(pairs.map { ($0.key.key, $0.value.foundation) }, uniquingKeysWith: { $1 })
    }

    /// A dictionary's key. Numbers in their Swift form: on Linux an `NSNumber` hashes unlike the `Int` it equals, and
    /// `userInfo[1]` would find nothing.
    private var key: AnyHashable {
        switch self {
        case .bool(let value): value
        case .integer(let value): Int(exactly: value).map(AnyHashable.init) ?? AnyHashable(value)
        case .unsigned(let value): value
        case .float(let value): value
        case .double(let value): value
        default: hashable
        }
    }

    /// An element of a set, or a key.
    private var hashable: AnyHashable {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .unsigned(let value): NSNumber(value: value)
        case .float(let value): NSNumber(value: value)
        case .double(let value): NSNumber(value: value)
        case .string(let value): value
        case .data(let value): value
        case .date(let value): value
        case .url(let value): value
        case .uuid(let value): value
        case .array(let values): values.map(\.hashable)
        case .set(let values): Set(values.map(\.hashable))
        case .dictionary(let pairs):
            Dictionary(pairs.map { ($0.key.key, $0.value.hashable) }, uniquingKeysWith: { $1 })
        }
    }
}

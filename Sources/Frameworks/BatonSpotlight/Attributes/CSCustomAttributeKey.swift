internal import ActivityModel
public import Foundation
internal import Synchronization
internal import UserActivity

/// The name of an attribute of the app's own, and what search does with it.
///
/// ```swift
/// if let key = CSCustomAttributeKey(keyName: "org_example_shelf", searchable: true, searchableByDefault: true,
///     unique: false, multiValued: false)
/// {
///     attributes.setValue("Travel", forCustomKey: key)
/// }
/// ```
public final class CSCustomAttributeKey: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The name, also in queries and in `fetchAttributes`.
    public let keyName: String
    /// Whether queries can name the attribute.
    public let isSearchable: Bool
    /// Whether ordinary full-text search looks into it.
    public let isSearchableByDefault: Bool
    /// Whether equal values are kept once. Nothing differs here but how the index may keep them.
    public let isUnique: Bool
    /// Whether there are usually several values. One value and several can be set under either kind of key.
    public let isMultiValued: Bool

    /// A key that is searchable, not by default, not unique and not multi-valued; nil for a name that cannot be one.
    public convenience init?(keyName: String) {
        self.init(keyName: keyName, searchable: true, searchableByDefault: false, unique: false, multiValued: false)
    }

    /// A key; nil for a name that cannot be one.
    ///
    /// A name has 1 to 128 ASCII letters, digits and `_`, does not begin with `kMD`, and is none of the names of the
    /// attributes that are there already (`title`).
    public init?(keyName: String, searchable: Bool, searchableByDefault: Bool, unique: Bool, multiValued: Bool) {
        guard CustomAttribute.isValidName(keyName) else { return nil }
        self.keyName = keyName
        isSearchable = searchable
        isSearchableByDefault = searchableByDefault
        isUnique = unique
        isMultiValued = multiValued
        super.init()
    }

    /// Keys are equal that agree in everything.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CSCustomAttributeKey else { return false }
        return keyName == other.keyName && flags == other.flags
    }

    /// Equal for equal keys.
    public override var hash: Int { keyName.hashValue }

    private var flags: [Bool] { [isSearchable, isSearchableByDefault, isUnique, isMultiValued] }

    /// The key itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Writes name and flags.
    public func encode(with coder: NSCoder) {
        coder.encode(keyName as NSString, forKey: "keyName")
        coder.encode(isSearchable, forKey: "searchable")
        coder.encode(isSearchableByDefault, forKey: "searchableByDefault")
        coder.encode(isUnique, forKey: "unique")
        coder.encode(isMultiValued, forKey: "multiValued")
    }

    /// Reads what `encode(with:)` wrote; nil for anything else.
    public convenience init?(coder: NSCoder) {
        guard let name = coder.decodeObject(of: NSString.self, forKey: "keyName") else { return nil }
        self.init(
            keyName: name as String, searchable: coder.decodeBool(forKey: "searchable"),
            searchableByDefault: coder.decodeBool(forKey: "searchableByDefault"),
            unique: coder.decodeBool(forKey: "unique"), multiValued: coder.decodeBool(forKey: "multiValued"))
    }
}

extension CSSearchableItemAttributeSet {
    /// Sets an attribute of the app's own; nil removes it (and is remembered, see `CSSearchableItem.isUpdate`).
    ///
    /// Takes what property lists hold (strings, numbers, booleans, dates, data, arrays and dictionaries of these, in Swift
    /// or Foundation form), URLs, `CSPerson`, arrays of `CSPerson`, and `CSLocalizedString`. Anything else is reported to
    /// `UserActivityDiagnostics`, and nothing is changed. Apple's method takes `NSSecureCoding`, which on Linux Swift's own
    /// strings and numbers are not.
    public func setValue(_ value: Any?, forCustomKey key: CSCustomAttributeKey) {
        do throws(UserActivityError) {
            let payload = try Self.payload(value, root: key.keyName)
            let attribute = CustomAttribute(
                payload, isSearchable: key.isSearchable, isSearchableByDefault: key.isSearchableByDefault,
                isUnique: key.isUnique, isMultiValued: key.isMultiValued)
            state.withLock { $0.custom[key.keyName] = attribute }
        } catch {
            UserActivityDiagnostics.report(error)
        }
    }

    /// The value of an attribute of the app's own; nil where there is none. Keys of one name are one attribute.
    ///
    /// Reads as the values of `NSUserActivity.userInfo` do: numbers and booleans as `NSNumber`, all else in its Swift form;
    /// people as `CSPerson`; a `CSLocalizedString` as a dictionary of languages and texts.
    public func value(forCustomKey key: CSCustomAttributeKey) -> Any? {
        switch state.withLock({ $0.custom[key.keyName]?.value }) {
        case nil, .null?: return nil
        case .array(let entries)? where !entries.isEmpty:
            let persons = entries.compactMap(CSPerson.init(payload:))
            return persons.count == entries.count ? persons : PayloadValue.array(entries).foundation
        case let value?:
            if let person = CSPerson(payload: value) { return person }
            return value.foundation
        }
    }

    private static func payload(_ any: Any?, root: String) throws(UserActivityError) -> PayloadValue {
        switch any {
        case nil: .null
        case let strings as CSLocalizedString: strings.payload
        case let person as CSPerson: person.payload
        case let persons as [CSPerson] where !persons.isEmpty: .array(persons.map(\.payload))
        case let any?: try PayloadBridge(root: root).value(any)
        }
    }
}

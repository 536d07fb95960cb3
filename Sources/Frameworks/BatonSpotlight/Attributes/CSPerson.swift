internal import ActivityModel
public import Foundation
internal import Synchronization

/// Somebody an item has to do with: who wrote a message, who gets it.
public final class CSPerson: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// The name as a user reads it.
    public let displayName: String?
    /// Addresses or numbers: `["ada@example.org"]`.
    public let handles: [String]
    /// What kind of thing the handles are: on Apple's systems the key of a contact's property, as in `emailAddresses`.
    public let handleIdentifier: String
    private let contact = Mutex<String?>(nil)

    /// The person's identifier in the user's contacts, if the app knows it; nil by default.
    public var contactIdentifier: String? {
        get { contact.withLock { $0 } }
        set { contact.withLock { $0 = newValue } }
    }

    /// Somebody with these addresses or numbers.
    public init(displayName: String?, handles: [String], handleIdentifier: String) {
        self.displayName = displayName
        self.handles = handles
        self.handleIdentifier = handleIdentifier
        super.init()
    }

    /// People are equal that agree in everything.
    public override func isEqual(_ object: Any?) -> Bool { (object as? CSPerson)?.payload == payload }

    /// Equal for equal people.
    public override var hash: Int { payload.hashValue }

    /// Another object for the same person.
    public func copy(with zone: NSZone? = nil) -> Any {
        let copy = CSPerson(displayName: displayName, handles: handles, handleIdentifier: handleIdentifier)
        copy.contactIdentifier = contactIdentifier
        return copy
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    private static let codingKey = "person"

    /// Writes the person in Baton's canonical encoding.
    public func encode(with coder: NSCoder) {
        coder.encode(CanonicalEncoding.encode(payload) as NSData, forKey: Self.codingKey)
    }

    /// Reads what `encode(with:)` wrote; nil for anything else.
    public convenience init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.codingKey),
            let payload = try? CanonicalEncoding.decode(data as Data)
        else { return nil }
        self.init(payload: payload)
    }
}

extension CSPerson {
    private enum Key: String, CaseIterable {
        case displayName, handles, handleIdentifier, contactIdentifier
        var payload: PayloadValue { .string(rawValue) }
    }

    var payload: PayloadValue {
        var entries: [PayloadValue: PayloadValue] = [
            Key.handles.payload: .array(handles.map { .string($0) }),
            Key.handleIdentifier.payload: .string(handleIdentifier),
        ]
        if let displayName { entries[Key.displayName.payload] = .string(displayName) }
        if let contactIdentifier { entries[Key.contactIdentifier.payload] = .string(contactIdentifier) }
        return .dictionary(entries)
    }

    /// nil for what is no person: another key, or a value of another type.
    convenience init?(payload: PayloadValue) {
        let known = Set(Key.allCases.map(\.payload))
        guard case .dictionary(let entries) = payload, known.isSuperset(of: entries.keys),
            case .array(let handles)? = entries[Key.handles.payload],
            case .string(let handleIdentifier)? = entries[Key.handleIdentifier.payload]
        else { return nil }
        func text(_ key: Key) -> String? { if case .string(let text)? = entries[key.payload] { text } else { nil } }
        let texts = handles.compactMap { if case .string(let text) = $0 { text } else { nil } }
        self.init(displayName: text(.displayName), handles: texts, handleIdentifier: handleIdentifier)
        contactIdentifier = text(.contactIdentifier)
    }
}

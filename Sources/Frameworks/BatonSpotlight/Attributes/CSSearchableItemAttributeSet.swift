internal import ActivityModel
public import BatonTypes
public import Foundation
internal import Synchronization
internal import UserActivity

/// What an app says about a searchable item, or about what an activity shows: its title, its text, its picture, its place.
///
/// ```swift
/// let attributes = CSSearchableItemAttributeSet(contentType: .text)
/// attributes.title = "A Walk Along the Coast"
/// attributes.contentDescription = "From the lighthouse to the bay"
/// attributes.keywords = ["walk", "coast"]
/// ```
///
/// Every attribute is optional. The names of the properties, as Apple's documentation writes them in Objective-C (`title`,
/// `GPSTrack`), are the names of the attributes in queries and in `fetchAttributes`. Numbers and booleans are `NSNumber`.
/// Properties may be used from any thread, which Apple's class does not promise. One that is set to nil remembers it: an
/// item with `isUpdate` removes that attribute from what is indexed.
///
/// Limits, checked when the item is indexed: a text of 1 MiB (longer ones are cut) and a thumbnail of 256 KiB (larger ones
/// are left out), both reported to `UserActivityDiagnostics`; all attributes together 1.5 MiB, else the item is refused.
public final class CSSearchableItemAttributeSet: NSObject, NSCopying, NSSecureCoding, Sendable {
    let state: Mutex<AttributeSet>

    /// Makes a set for content of a type. What the type conforms to is indexed too, so that a query for
    /// `contentTypeTree == "public.image"` finds a PNG.
    public convenience init(contentType type: UTType) {
        self.init(AttributeSet())
        contentType = type.identifier
    }

    /// Makes a set for content of a type, by its identifier, as in `public.text`.
    @available(*, deprecated, message: "use init(contentType:)")
    public convenience init(itemContentType type: String) {
        self.init(AttributeSet())
        contentType = type
    }

    init(_ values: AttributeSet) {
        state = Mutex(values)
        super.init()
    }

    /// What is in the set now.
    var values: AttributeSet { state.withLock { $0 } }

    /// Takes all that another set has; what both have is the other's afterwards. The other set is empty then.
    public func move(from sourceAttributeSet: CSSearchableItemAttributeSet) {
        guard sourceAttributeSet !== self else { return }
        let taken = sourceAttributeSet.state.withLock { state in
            defer { state = AttributeSet() }
            return state
        }
        state.withLock { state in
            state.values.merge(taken.values) { $1 }
            state.custom.merge(taken.custom) { $1 }
        }
    }

    /// Names the class and how many attributes are set; no user content.
    public override var description: String {
        let values = values
        return "<CSSearchableItemAttributeSet: \(values.values.count + values.custom.count) attributes>"
    }

    // MARK: NSCopying, NSSecureCoding

    /// A set of its own with the same attributes.
    public func copy(with zone: NSZone? = nil) -> Any { CSSearchableItemAttributeSet(values) }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    private static let codingKey = "attributes"

    /// Writes the attributes in Baton's canonical encoding.
    public func encode(with coder: NSCoder) {
        coder.encode(values.canonicalData as NSData, forKey: Self.codingKey)
    }

    /// Reads what `encode(with:)` wrote; nil for anything else.
    public convenience init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: Self.codingKey),
            let values = try? AttributeSet(canonical: data as Data)
        else { return nil }
        self.init(values)
    }
}

internal import ActivityModel
internal import BatonTypes
public import Foundation
internal import Synchronization
internal import UserActivity

/// A thing of the app's that its user may look for: a note, a message, a song.
///
/// ```swift
/// let item = CSSearchableItem(uniqueIdentifier: "note-7", domainIdentifier: "notes.travel", attributeSet: attributes)
/// CSSearchableIndex.default().indexSearchableItems([item]) { error in }
/// ```
///
/// Where the user opens it from a search, the app gets an activity of type `CSSearchableItemActionType` whose `userInfo` has
/// the identifier under `CSSearchableItemActivityIdentifier`. Properties may be used from any thread; what counts is what
/// they are when the item is given to an index.
public final class CSSearchableItem: NSObject, NSCopying, NSSecureCoding, Sendable {
    private struct State {
        var uniqueIdentifier: String
        var domainIdentifier: String?
        var expirationDate: Date?
        var attributeSet: CSSearchableItemAttributeSet
        var isUpdate = false
    }
    private let state: Mutex<State>
    private let madeAt = Date()
    /// Where it stands among the results of a query.
    private let rank: Int?
    /// The index that a result comes from; nil is the default one.
    let indexName: String?

    /// Makes an item.
    /// - Parameters:
    ///   - uniqueIdentifier: names it within the app's index, at most 4096 bytes; an item that is indexed again under a known
    ///     identifier replaces the old one. nil: a UUID is made.
    ///   - domainIdentifier: groups items, to delete them together: components separated by periods, `notes.travel`. Deleting
    ///     `notes` takes `notes` and `notes.travel`, and leaves `notesarchive`.
    ///   - attributeSet: what is said about it.
    public convenience init(
        uniqueIdentifier: String?, domainIdentifier: String?, attributeSet: CSSearchableItemAttributeSet
    ) {
        self.init(
            State(
                uniqueIdentifier: uniqueIdentifier ?? UUID().uuidString, domainIdentifier: domainIdentifier,
                attributeSet: attributeSet))
    }

    private init(_ state: State, rank: Int? = nil, indexName: String? = nil) {
        self.state = Mutex(state)
        self.rank = rank
        self.indexName = indexName
        super.init()
    }

    /// Names the item within the app's index. Set it before the item is first indexed.
    public var uniqueIdentifier: String {
        get { state.withLock { $0.uniqueIdentifier } }
        set { state.withLock { $0.uniqueIdentifier = newValue } }
    }

    /// The group of the item; nil where it is in none.
    public var domainIdentifier: String? {
        get { state.withLock { $0.domainIdentifier } }
        set { state.withLock { $0.domainIdentifier = newValue } }
    }

    /// When the item leaves the index by itself.
    ///
    /// One month (30 days) after it was indexed where nothing else is set, and again after nil was assigned; until it is
    /// indexed, that reads as one month after it was made. `Date.distantFuture`: never.
    public var expirationDate: Date! {
        get {
            state.withLock { $0.expirationDate } ?? madeAt.addingTimeInterval(SearchableItem.defaultLifetime)
        }
        set {
            if let newValue, newValue.timeIntervalSinceReferenceDate.isNaN {
                return UserActivityDiagnostics.report(
                    .error, "An item's expirationDate is a date that is no number; it was not set.")
            }
            state.withLock { $0.expirationDate = newValue }
        }
    }

    /// What is said about the item.
    public var attributeSet: CSSearchableItemAttributeSet {
        get { state.withLock { $0.attributeSet } }
        set { state.withLock { $0.attributeSet = newValue } }
    }

    /// Whether the attributes are merged into those of the item that is indexed under this identifier: what is set replaces,
    /// what was set to nil is removed, the rest stays. Where there is no such item, it is indexed as a new one. False by
    /// default: the item replaces.
    public var isUpdate: Bool {
        get { state.withLock { $0.isUpdate } }
        set { state.withLock { $0.isUpdate = newValue } }
    }

    /// Compares where two items stand among the results of one query: ascending where this one is the better result.
    /// `.orderedSame` for items that come from no query, or from one that does not rank.
    public func compare(byRank other: CSSearchableItem) -> ComparisonResult { RankOrder.compare(rank, other.rank) }

    // MARK: NSCopying, NSSecureCoding

    /// An item of its own, with a copy of the attributes.
    public func copy(with zone: NSZone? = nil) -> Any {
        var state = state.withLock { $0 }
        state.attributeSet = CSSearchableItemAttributeSet(state.attributeSet.values)
        return CSSearchableItem(state, rank: rank, indexName: indexName)
    }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Writes all but the place among a query's results.
    public func encode(with coder: NSCoder) {
        let state = state.withLock { $0 }
        coder.encode(state.uniqueIdentifier as NSString, forKey: "uniqueIdentifier")
        coder.encode(state.domainIdentifier as NSString?, forKey: "domainIdentifier")
        coder.encode(state.expirationDate as NSDate?, forKey: "expirationDate")
        coder.encode(state.attributeSet, forKey: "attributeSet")
        coder.encode(state.isUpdate, forKey: "isUpdate")
    }

    /// Reads what `encode(with:)` wrote; nil for anything else.
    public convenience init?(coder: NSCoder) {
        guard let identifier = coder.decodeObject(of: NSString.self, forKey: "uniqueIdentifier"),
            let attributes = coder.decodeObject(of: CSSearchableItemAttributeSet.self, forKey: "attributeSet")
        else { return nil }
        var state = State(uniqueIdentifier: identifier as String, attributeSet: attributes)
        state.domainIdentifier = coder.decodeObject(of: NSString.self, forKey: "domainIdentifier") as String?
        state.expirationDate = coder.decodeObject(of: NSDate.self, forKey: "expirationDate") as Date?
        state.isUpdate = coder.decodeBool(forKey: "isUpdate")
        self.init(state)
    }
}

// MARK: On the way

extension CSSearchableItem {
    /// As it is when the app gives it to an index: what the app changes afterwards is another call's.
    struct Snapshot: Sendable {
        let uniqueIdentifier: String
        let domainIdentifier: String?
        let expirationDate: Date?
        let isUpdate: Bool
        let attributes: AttributeSet
    }

    var snapshot: Snapshot {
        let state = state.withLock { $0 }
        return Snapshot(
            uniqueIdentifier: state.uniqueIdentifier,
            domainIdentifier: state.domainIdentifier ?? state.attributeSet.domainIdentifier,
            expirationDate: state.expirationDate, isUpdate: state.isUpdate, attributes: state.attributeSet.values)
    }

    /// What a query found.
    /// - Throws: `invalidPayload` where the daemon's answer cannot be read.
    convenience init(found result: SearchResult, rank: Int?) throws(BatonError) {
        let attributes = try result.attributes.map { data throws(BatonError) in try AttributeSet(canonical: data) }
        var state = State(
            uniqueIdentifier: result.identifier,
            attributeSet: CSSearchableItemAttributeSet(attributes ?? AttributeSet()))
        state.domainIdentifier = result.domainIdentifier
        state.expirationDate = result.expirationDate
        self.init(state, rank: rank, indexName: result.index)
    }
}

extension CSSearchableItem.Snapshot {
    /// The item as it travels, checked, and what had to be shortened.
    func sendable(_ types: inout TypeTrees) throws(BatonError) -> (item: SearchableItem, remarks: [String]) {
        var attributes = attributes
        if !isUpdate { attributes.dropNothings() }
        if let type = attributes.text("contentType"), attributes["contentTypeTree"] == nil {
            attributes["contentTypeTree"] = types[type]
        }
        let remarks = attributes.fit()
        var item = SearchableItem(
            uniqueIdentifier: uniqueIdentifier, domainIdentifier: domainIdentifier, expirationDate: expirationDate,
            attributes: attributes)
        item.isUpdate = isUpdate ? true : nil
        return (try item.validated(), remarks)
    }
}

extension AttributeSet {
    /// What was set to nothing says something to an update alone.
    mutating func dropNothings() {
        values = values.filter { $0.value != .null }
        custom = custom.filter { $0.value.value != .null }
    }
}

/// The types that types conform to, each looked up once a call.
struct TypeTrees {
    private var known: [String: PayloadValue?] = [:]

    /// The type itself, then what it conforms to, by name; nil for a type that nobody declares.
    subscript(_ identifier: String) -> PayloadValue? {
        mutating get {
            if let tree = known[identifier] { return tree }
            let tree: PayloadValue? = UTType(identifier).map { type in
                .array(([type.identifier] + type.supertypes.map(\.identifier).sorted()).map { .string($0) })
            }
            known[identifier] = .some(tree)
            return tree
        }
    }
}

enum RankOrder {
    static func compare(_ first: Int?, _ second: Int?) -> ComparisonResult {
        guard let first, let second, first != second else { return .orderedSame }
        return first < second ? .orderedAscending : .orderedDescending
    }
}

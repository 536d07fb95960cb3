internal import ActivityModel
internal import FoundationEssentials
internal import SQLiteKit

/// What makes a thing the same: within an app, a kind and an index.
struct ThingName: Hashable, Sendable {
    let app: String
    let kind: SearchResult.Kind
    /// The index's name; empty: the default one. Activities are in no index.
    let box: String
    let identifier: String
}

extension SearchResult.Kind {
    var number: Int { self == .item ? 0 : 1 }
    init(number: Int) { self = number == 0 ? .item : .activity }
}

/// A thing as it is written: an item that an app indexes, or a saved activity.
struct NewThing: Sendable {
    let name: ThingName
    let expiresAt: Date
    /// Whether the app has named that date.
    let namesExpiry: Bool
    let shownAt: Date?
    let domain: String?
    /// The item that an activity is about.
    let related: String?
    /// Whether it goes when that item does.
    let isTied: Bool
    let type: String?
    let isPublic: Bool
    let isUpdate: Bool
    /// An item's attributes, an activity's `ActivityRecord`.
    let record: Data

    init(_ item: SearchableItem, app: String, box: String, now: Date) {
        name = ThingName(app: app, kind: .item, box: box, identifier: item.uniqueIdentifier)
        expiresAt = item.expirationDate ?? now.addingTimeInterval(SearchableItem.defaultLifetime)
        namesExpiry = item.expirationDate != nil
        shownAt = nil
        domain = item.domainIdentifier.flatMap { $0.isEmpty ? nil : $0 }
        related = nil
        isTied = false
        type = nil
        isPublic = false
        isUpdate = item.isUpdate ?? false
        record = item.attributes
    }

    init(_ copy: SavedActivity) throws {
        let set = copy.record.contentAttributes
        name = ThingName(app: copy.app, kind: .activity, box: "", identifier: copy.key)
        expiresAt = copy.expiresAt
        namesExpiry = true
        shownAt = copy.savedAt
        domain = set.text("domainIdentifier").flatMap { $0.isEmpty ? nil : $0 }
        let strong = set.text("relatedUniqueIdentifier").flatMap { $0.isEmpty ? nil : $0 }
        related = strong ?? set.text("weakRelatedUniqueIdentifier").flatMap { $0.isEmpty ? nil : $0 }
        isTied = strong != nil
        type = copy.record.type
        isPublic = copy.record.isEligible(for: .publicIndexing)
        isUpdate = false
        record = try JSONEncoder().encode(copy.record)
    }
}

/// A thing whose row is to be made.
struct Subject {
    let id: Int64
    let app: Int
    let kind: SearchResult.Kind
    let box: String
    let identifier: String
    var place: Place?
    var firstIndexed = Date.distantPast
    var timesChosen = 0
    let shownAt: Date?
    let related: String?
    let record: Data
    /// The record of an item, read.
    let set: AttributeSet?

    init(_ thing: NewThing, id: Int64, app: Int, record: Data, set: AttributeSet?) {
        self.id = id
        self.app = app
        kind = thing.name.kind
        box = thing.name.box
        identifier = thing.name.identifier
        shownAt = thing.shownAt
        related = thing.related
        self.record = record
        self.set = set
    }

    init(_ row: SQLiteRow) throws {
        id = Int64(try row.int("id"))
        app = try row.int("app")
        kind = SearchResult.Kind(number: try row.int("kind"))
        box = try row.string("box")
        identifier = try row.string("identifier")
        place = try row.optionalInt("place").map { Place(number: Int64($0)) }
        firstIndexed = try row.date("first_indexed")
        timesChosen = try row.int("times_chosen")
        shownAt = try row.optionalDate("shown_at")
        related = try row.optionalString("related")
        record = try row.data("record")
        set = nil
    }
}

/// A thing as it is stored, with what showing it needs.
struct StoredThing: Sendable {
    static let columns = """
        t.id, t.app, t.kind, t.box, t.identifier, t.expires_at, t.times_chosen, t.date, t.date_is, t.hint, t.bonus,
        t.domain, t.type, t.is_public, t.title, t.description
        """

    let id: Int64
    let app: Int
    let kind: SearchResult.Kind
    let box: String
    let identifier: String
    let expiresAt: Date
    let rank: StaticRank
    let domain: String?
    let type: String?
    let isPublic: Bool
    let title: String
    let description: String?

    /// - Parameter row: of `columns`, in their order: looking each up by its name took longer than reading them.
    init(_ row: SQLiteRow) {
        id = row[0].integer
        app = Int(row[1].integer)
        kind = SearchResult.Kind(number: Int(row[2].integer))
        box = row[3].text ?? ""
        identifier = row[4].text ?? ""
        expiresAt = Date(timeIntervalSinceReferenceDate: row[5].real)
        rank = StaticRank(
            date: row[7].real, dateIs: StaticRank.DateIs(rawValue: Int(row[8].integer)) ?? .firstIndexed,
            timesChosen: Int(row[6].integer), hint: row[9].real, bonus: row[10].real)
        domain = row[11].text
        type = row[12].text
        isPublic = row[13].integer != 0
        title = row[14].text ?? ""
        description = row[15].text
    }
}

extension SQLiteValue {
    var integer: Int64 { if case .integer(let number) = self { number } else { 0 } }
    var text: String? { if case .text(let text) = self { text } else { nil } }
    /// SQLite gives 2.0 as 2 from a column of numbers.
    var real: Double {
        switch self {
        case .real(let number): number
        case .integer(let number): Double(number)
        default: 0
        }
    }
}

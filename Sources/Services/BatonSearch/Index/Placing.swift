internal import FoundationEssentials
internal import SQLiteKit

// Giving a thing its row, and telling the lists. A row is an `entry`, at a place; the lists hold its words under the same
// number. They are told later and many at once, in the order of the places: FTS5 starts a new segment wherever the row
// numbers step back, and searches are the slower the more segments there are.

/// A row of which the lists are to be told.
struct ListRow: Sendable {
    let place: Int64
    let goes: Bool
    let app: Int
    let head: String
    let names: String
    let body: String
}

/// What one call of an app has found out, and need not ask again, and the rows that it has made.
struct CallMemory {
    var app: (id: String, number: Int)?
    var nextThing: Int64?
    /// Whether any activity of the app is about an item.
    var hasRelated: Bool?
    /// Rows that this transaction itself tells the lists of; nil: they are noted for later.
    var rows: [ListRow]?

    init(listsAtOnce: Bool = false) { rows = listsAtOnce ? [] : nil }
}

enum Placing {
    /// A thing whose date moves by less stays where it is, in days: half an hour more or less costs less than a move, and the
    /// exact date is in the thing.
    static let closeDays = 0.02

    /// Gives a thing the row of a description.
    /// - Parameter old: where it stood.
    static func place(
        _ description: Description, of thing: Int64, app: Int, salt: UInt64, old: Place?,
        _ memory: inout CallMemory, _ connection: borrowing SQLiteConnection
    ) throws -> Place {
        let head = description.text.headText
        let names = description.text.namesText
        let body = description.text.bodyText
        let wanted = Place(days: description.rank.days, length: description.text.count, salt: salt)
        if let old {
            if abs(old.days - wanted.days) < closeDays,
                let row = try connection.row("SELECT head, names, body FROM entry WHERE place = ?", [old.number]),
                row[0] == .text(head), row[1] == .text(names), row[2] == .text(body)
            {
                return old
            }
            try vacate(old, connection)
        }
        var place = wanted
        var attempt = 0
        while true {
            try connection.execute(
                "INSERT OR IGNORE INTO entry (place, thing, app, head, names, body) VALUES (?, ?, ?, ?, ?, ?)",
                [place.number, thing, app, head, names, body])
            if connection.changes > 0 { break }
            place = wanted.next(attempt, salt: salt)
            attempt += 1
        }
        if memory.rows != nil {
            memory.rows?.append(
                ListRow(place: place.number, goes: false, app: app, head: head, names: names, body: body))
        } else {
            try connection.execute("INSERT INTO unlisted (place, goes) VALUES (?, 0)", [place.number])
        }
        return place
    }

    /// The row stays until the lists have been told; its thing is another's, or gone.
    static func vacate(_ place: Place, _ connection: borrowing SQLiteConnection) throws {
        try connection.execute("UPDATE entry SET thing = -1 WHERE place = ?", [place.number])
        // What this transaction has put in is not vacated by it: a thing comes once in `rows`, see `Writing.put`.
        let new = try connection.row("SELECT goes FROM unlisted WHERE place = ?", [place.number])
        if new?[0] == .integer(0) {
            // The lists have not heard of it yet.
            try connection.execute("DELETE FROM unlisted WHERE place = ?", [place.number])
            try connection.execute("DELETE FROM entry WHERE place = ?", [place.number])
        } else {
            try connection.execute("INSERT OR REPLACE INTO unlisted (place, goes) VALUES (?, 1)", [place.number])
        }
    }

    // MARK: The lists

    /// Tells the lists of at most `limit` rows.
    /// - Returns: how many there were; fewer than `limit`: none is left.
    static func list(
        limit: Int, _ vocabulary: inout VocabularyCache, _ connection: borrowing SQLiteConnection
    ) throws -> Int {
        let rows = try connection.rows(
            """
            SELECT u.place, u.goes, e.app, e.head, e.names, e.body FROM
                (SELECT place, goes FROM unlisted ORDER BY place LIMIT ?) AS u JOIN entry AS e ON e.place = u.place
            """, [limit]
        ).compactMap { row -> ListRow? in
            guard case .integer(let place) = row[0], case .integer(let app) = row[2], case .text(let head) = row[3],
                case .text(let names) = row[4], case .text(let body) = row[5]
            else { return nil }
            return ListRow(
                place: place, goes: row[1] == .integer(1), app: Int(app), head: head, names: names, body: body)
        }
        try tell(rows, &vocabulary, connection)
        if rows.count == limit, let last = rows.map(\.place).max() {
            try connection.execute("DELETE FROM unlisted WHERE place <= ?", [last])
        } else {
            try connection.execute("DELETE FROM unlisted")
        }
        return rows.count
    }

    /// Tells the lists of these rows, in the order of their places.
    static func tell(
        _ rows: [ListRow], _ vocabulary: inout VocabularyCache, _ connection: borrowing SQLiteConnection
    ) throws {
        for row in rows.sorted(by: { $0.place < $1.place }) {
            try tell(
                row.place, SearchSchema.appWord(row.app), row.head, row.names, row.body, goes: row.goes, connection)
            if row.goes {
                try connection.execute("DELETE FROM entry WHERE place = ?", [row.place])
            } else {
                for text in [row.head, row.names, row.body] { try add(text, to: &vocabulary, connection) }
            }
        }
    }

    private static func tell(
        _ place: Int64, _ app: String, _ head: String, _ names: String, _ body: String, goes: Bool,
        _ connection: borrowing SQLiteConnection
    ) throws {
        let whole = "\(headWord(head)) \(app)"
        let title = names.isEmpty ? "\(head) \(app)" : "\(head) \(names) \(app)"
        let all = body.isEmpty ? title : "\(title) \(body)"
        if goes {
            try connection.execute("INSERT INTO fh (fh, rowid, x) VALUES ('delete', ?, ?)", [place, whole])
            try connection.execute("INSERT INTO ft (ft, rowid, x) VALUES ('delete', ?, ?)", [place, title])
            try connection.execute("INSERT INTO fa (fa, rowid, x) VALUES ('delete', ?, ?)", [place, all])
        } else {
            try connection.execute("INSERT INTO fh (rowid, x) VALUES (?, ?)", [place, whole])
            try connection.execute("INSERT INTO ft (rowid, x) VALUES (?, ?)", [place, title])
            try connection.execute("INSERT INTO fa (rowid, x) VALUES (?, ?)", [place, all])
        }
    }

    /// The one word that a whole title is in its list: the words joined, cut.
    static func headWord(_ head: String) -> String {
        var bytes = Array(head.utf8.prefix(4 * SearchSchema.longestHead))
        for index in bytes.indices where bytes[index] == 0x20 { bytes[index] = 0x5F }
        let text = String(decoding: bytes, as: UTF8.self)
        guard bytes.count > SearchSchema.longestHead else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(SearchSchema.longestHead)))
    }

    private static func add(
        _ text: String, to vocabulary: inout VocabularyCache, _ connection: borrowing SQLiteConnection
    ) throws {
        for word in text.utf8.split(separator: 0x20) where word.count > SearchSchema.longestPrefix {
            let word = Substring(word)
            guard vocabulary.isNew(word), word.unicodeScalars.count > SearchSchema.longestPrefix else { continue }
            try connection.execute("INSERT OR IGNORE INTO vocab (term) VALUES (?)", [String(word)])
        }
    }
}

/// The long words written last: most of them come again, and asking SQLite costs more than looking here.
struct VocabularyCache: Sendable {
    private var hashes: [UInt64] = []

    mutating func isNew(_ word: Substring) -> Bool {
        if hashes.isEmpty { hashes = Array(repeating: 0, count: 16_384) }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in word.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let slot = Int((hash ^ hash >> 32) & 16_383)
        guard hashes[slot] != hash else { return false }
        hashes[slot] = hash
        return true
    }

    /// After the table was made anew, or a transaction was undone.
    mutating func forget() { hashes = [] }
}

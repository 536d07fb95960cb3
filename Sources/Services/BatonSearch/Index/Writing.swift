internal import ActivityModel
internal import FoundationEssentials
internal import SQLiteKit

// What a call of an app changes at once: things and their rows. The lists follow, see Placing.swift.

/// Which things go.
enum Deletion: Sendable, Hashable {
    case identifiers([String])
    case domains([String])
    case all
}

enum Writing {
    /// The number of an app in this file; made where it has none.
    static func number(of app: String, _ connection: borrowing SQLiteConnection) throws -> Int {
        if let row = try connection.row("SELECT number FROM app WHERE id = ?", [app]) { return try row.int("number") }
        let count = try connection.row("SELECT count(*) AS n FROM app")?.int("n") ?? 0
        guard count < SearchSchema.maximumApps else {
            throw BatonError(.tooMany, "The index holds as many apps as it can, \(count); \(app) cannot be added.")
        }
        let row = try connection.row(
            "INSERT INTO app (number, id) VALUES ((SELECT coalesce(max(number), -1) + 1 FROM app), ?) RETURNING number",
            [app])
        return try row?.int("number") ?? 0
    }

    static func knownNumber(of app: String, _ connection: borrowing SQLiteConnection) throws -> Int? {
        try connection.row("SELECT number FROM app WHERE id = ?", [app])?.int("number")
    }

    /// Inserts the thing, or replaces what is there under its name; an update is merged.
    /// - Parameter known: what the record of an item says, where it has been read already.
    static func put(
        _ thing: NewThing, known: AttributeSet? = nil, now: Date, _ memory: inout CallMemory,
        _ connection: borrowing SQLiteConnection
    ) throws {
        let app = try number(of: thing.name.app, &memory, connection)
        let old = try stored(thing, app, connection)
        var record = thing.record
        var set = known
        if thing.isUpdate, let old {
            let before = try connection.row("SELECT record FROM thing WHERE id = ?", [old.id])?.data("record") ?? Data()
            let merged = try AttributeSet(canonical: before).updated(with: set ?? AttributeSet(canonical: record))
            record = merged.canonicalData
            set = merged
            guard record.count <= SearchableItem.maximumAttributes else {
                throw BatonError(
                    .invalidArgument,
                    "The item \"\(thing.name.identifier.prefix(80))\" would have \(record.count) bytes of attributes after "
                        + "the update, of \(SearchableItem.maximumAttributes) at most; nothing of this call was indexed."
                )
            }
        }
        let id: Int64
        if let old {
            id = old.id
            try connection.execute(
                """
                UPDATE thing SET expires_at = ?, shown_at = ?, domain = coalesce(?, CASE WHEN ? THEN domain END), related = ?, is_tied = ?, type = ?,
                    is_public = ?, record = ? WHERE id = ?
                """,
                [
                    // What an update does not name stays.
                    thing.isUpdate && !thing.namesExpiry ? max(thing.expiresAt, old.expiresAt) : thing.expiresAt,
                    thing.shownAt, thing.domain, thing.isUpdate, thing.related, thing.isTied, thing.type,
                    thing.isPublic, record, id,
                ])
        } else {
            id = try nextThing(&memory, connection)
        }
        var subject = Subject(thing, id: id, app: app, record: record, set: set)
        if let old {
            subject.place = old.place
            subject.firstIndexed = old.firstIndexed
            subject.timesChosen = old.timesChosen
        } else {
            subject.firstIndexed = now
        }
        let described = try describe(subject, now: now, &memory, connection)
        let place = try settle(subject, described, &memory, connection)
        if old == nil {
            try insert(thing, subject, described, place, record, connection)
        } else {
            try update(subject, described, place, connection)
        }
        try tellRelatives(of: thing, app, isNew: old == nil, now: now, &memory, connection)
    }

    private static func number(
        of app: String, _ memory: inout CallMemory, _ connection: borrowing SQLiteConnection
    ) throws -> Int {
        if let known = memory.app, known.id == app { return known.number }
        let number = try number(of: app, connection)
        memory.app = (app, number)
        memory.hasRelated = nil
        return number
    }

    private static func nextThing(
        _ memory: inout CallMemory, _ connection: borrowing SQLiteConnection
    ) throws -> Int64 {
        let next =
            if let next = memory.nextThing { next } else {
                Int64(try connection.row("SELECT coalesce(max(id), 0) + 1 AS n FROM thing")?.int("n") ?? 1)
            }
        memory.nextThing = next + 1
        return next
    }

    private static func hasRelated(
        _ app: Int, _ memory: inout CallMemory, _ connection: borrowing SQLiteConnection
    ) throws -> Bool {
        if let known = memory.hasRelated { return known }
        let found =
            try connection.row(
                "SELECT 1 FROM thing WHERE app = ? AND related IS NOT NULL LIMIT 1", [app]) != nil
        memory.hasRelated = found
        return found
    }

    private static func insert(
        _ thing: NewThing, _ subject: Subject, _ described: Description?, _ place: Place?, _ record: Data,
        _ connection: borrowing SQLiteConnection
    ) throws {
        let rank = described?.rank
        try connection.execute(
            """
            INSERT INTO thing (id, app, kind, box, identifier, place, expires_at, first_indexed, date, date_is, hint, bonus,
                shown_at, domain, related, is_tied, type, is_public, title, description, record)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                subject.id, subject.app, thing.name.kind.number, thing.name.box, thing.name.identifier, place?.number,
                thing.expiresAt, subject.firstIndexed, rank?.date ?? 0, rank?.dateIs.rawValue ?? 0, rank?.hint ?? 0,
                rank?.bonus ?? 0, thing.shownAt, thing.domain, thing.related, thing.isTied, thing.type, thing.isPublic,
                described?.title ?? "", described?.description, record,
            ])
    }

    private static func update(
        _ subject: Subject, _ described: Description?, _ place: Place?, _ connection: borrowing SQLiteConnection
    ) throws {
        let rank = described?.rank
        try connection.execute(
            """
            UPDATE thing SET place = ?, date = ?, date_is = ?, hint = ?, bonus = ?, title = ?, description = ?,
                times_chosen = ? WHERE id = ?
            """,
            [
                place?.number, rank?.date ?? 0, rank?.dateIs.rawValue ?? 0, rank?.hint ?? 0, rank?.bonus ?? 0,
                described?.title ?? "", described?.description, subject.timesChosen, subject.id,
            ])
    }

    /// Gives the thing the row of its description, or none.
    private static func settle(
        _ subject: Subject, _ described: Description?, _ memory: inout CallMemory,
        _ connection: borrowing SQLiteConnection
    ) throws -> Place? {
        guard let described else {
            if let place = subject.place { try Placing.vacate(place, connection) }
            return nil
        }
        return try Placing.place(
            described, of: subject.id, app: subject.app, salt: identityHash(subject.box, subject.identifier),
            old: subject.place, &memory, connection)
    }

    /// - Returns: nil for an activity whose item is there: the item holds its words.
    private static func describe(
        _ subject: Subject, now: Date, _ memory: inout CallMemory, _ connection: borrowing SQLiteConnection
    ) throws -> Description? {
        switch subject.kind {
        case .item:
            let about =
                try hasRelated(subject.app, &memory, connection)
                ? activities(about: subject.identifier, subject.app, connection) : []
            return Description(
                item: try subject.set ?? AttributeSet(canonical: subject.record), identifier: subject.identifier,
                about: about, firstIndexed: subject.firstIndexed, timesChosen: subject.timesChosen, now: now)
        case .activity:
            if let related = subject.related {
                let item = try connection.row(
                    "SELECT 1 FROM thing WHERE app = ? AND kind = 0 AND identifier = ? LIMIT 1",
                    [subject.app, related])
                if item != nil { return nil }
            }
            return Description(
                activity: try JSONDecoder().decode(ActivityRecord.self, from: subject.record), shown: subject.shownAt,
                firstIndexed: subject.firstIndexed, timesChosen: subject.timesChosen, now: now)
        }
    }

    private static func activities(
        about item: String, _ app: Int, _ connection: borrowing SQLiteConnection
    ) throws -> [(ActivityRecord, Date)] {
        try connection.rows(
            """
            SELECT record, shown_at FROM thing WHERE app = ? AND related = ? AND kind = 1
            ORDER BY shown_at DESC LIMIT 8
            """, [app, item]
        ).compactMap { row in
            guard let record = try? JSONDecoder().decode(ActivityRecord.self, from: row.data("record")) else {
                return nil
            }
            return (record, try row.date("shown_at"))
        }
    }

    private static func stored(
        _ thing: NewThing, _ app: Int, _ connection: borrowing SQLiteConnection
    ) throws -> (id: Int64, place: Place?, firstIndexed: Date, timesChosen: Int, expiresAt: Date)? {
        try connection.row(
            """
            SELECT id, place, first_indexed, times_chosen, expires_at FROM thing
            WHERE app = ? AND kind = ? AND box = ? AND identifier = ?
            """, [app, thing.name.kind.number, thing.name.box, thing.name.identifier]
        ).map { row in
            (
                Int64(try row.int("id")), try row.optionalInt("place").map { Place(number: Int64($0)) },
                try row.date("first_indexed"), try row.int("times_chosen"), try row.date("expires_at")
            )
        }
    }

    // MARK: Items and the activities about them

    /// An item holds the words of the activities that are about it, and they then stand for nothing of their own.
    private static func tellRelatives(
        of thing: NewThing, _ app: Int, isNew: Bool, now: Date, _ memory: inout CallMemory,
        _ connection: borrowing SQLiteConnection
    ) throws {
        switch thing.name.kind {
        case .item:
            guard isNew, try hasRelated(app, &memory, connection) else { return }
            try describeActivities(about: thing.name.identifier, app, now: now, connection)
        case .activity:
            guard let related = thing.related else { return }
            memory.hasRelated = true
            try describeItems(related, app, now: now, connection)
        }
    }

    /// Makes the rows of the activities about an item anew: it has come, or gone.
    static func describeActivities(
        about item: String, _ app: Int, now: Date, _ connection: borrowing SQLiteConnection
    ) throws {
        try describeAgain("app = ? AND related = ? AND kind = 1", [app, item], now: now, connection)
    }

    /// Makes the rows of an item anew: an activity about it has come, changed or gone.
    static func describeItems(
        _ identifier: String, _ app: Int, now: Date, _ connection: borrowing SQLiteConnection
    ) throws {
        try describeAgain("app = ? AND identifier = ? AND kind = 0", [app, identifier], now: now, connection)
    }

    @discardableResult
    static func describeAgain(
        _ condition: String, _ arguments: [(any SQLiteConvertible)?], limit: Int = -1, now: Date,
        _ connection: borrowing SQLiteConnection
    ) throws -> Int64? {
        let rows = try connection.rows(
            """
            SELECT id, app, kind, box, identifier, place, first_indexed, times_chosen, shown_at, related, record
            FROM thing WHERE \(condition) ORDER BY id LIMIT ?
            """, arguments + [limit])
        var last: Int64?
        var memory = CallMemory()
        for row in rows {
            let subject = try Subject(row)
            last = subject.id
            // One that cannot be read must not keep the others out.
            let described = try? describe(subject, now: now, &memory, connection)
            try update(subject, described, try settle(subject, described, &memory, connection), connection)
        }
        return last
    }

    // MARK: Deleting

    /// Deletes an app's items, and the activities that go with them.
    /// - Parameter box: nil: of all indexes.
    /// - Returns: how many things went, and the saved copies that are to go from `state.db` too.
    static func delete(
        _ deletion: Deletion, app: String, box: String?, now: Date, _ connection: borrowing SQLiteConnection
    ) throws -> (count: Int, copies: [String]) {
        guard let number = try knownNumber(of: app, connection) else { return (0, []) }
        var items: [SQLiteRow] = []
        var copies: [String] = []
        let place = box.map { _ in "AND box = ?" } ?? ""
        let boxes: [(any SQLiteConvertible)?] = box.map { [$0] } ?? []
        switch deletion {
        case .identifiers(let identifiers):
            for identifier in Set(identifiers) {
                items += try connection.rows(
                    "SELECT id, identifier, place FROM thing WHERE app = ? AND kind = 0 AND identifier = ? \(place)",
                    [number, identifier] + boxes)
            }
        case .domains(let domains):
            for domain in Set(domains) where !domain.isEmpty {
                // From the domain to before what follows its own components.
                let range: [(any SQLiteConvertible)?] = [number, domain, domain + ".", domain + "/"]
                let inside = "app = ? AND (domain = ? OR (domain >= ? AND domain < ?))"
                items += try connection.rows(
                    "SELECT id, identifier, place FROM thing WHERE \(inside) AND kind = 0 \(place)", range + boxes)
                // An activity's own domain counts on the default index.
                guard box == nil || box == "" else { continue }
                copies += try connection.rows(
                    "SELECT identifier FROM thing WHERE \(inside) AND kind = 1", range
                ).map { try $0.string("identifier") }
            }
        case .all:
            items = try connection.rows(
                "SELECT id, identifier, place FROM thing WHERE app = ? AND kind = 0 \(place)", [number] + boxes)
            try connection.execute(
                "DELETE FROM client_state WHERE app = ? \(place)", [number] + boxes)
        }
        for item in items {
            try remove(item, connection)
            copies += try release(try item.string("identifier"), number, now: now, connection)
        }
        let tied = try deleteActivities(app: app, keys: copies, now: now, connection)
        return (items.count + tied, copies)
    }

    /// An item is gone: what is tied to it goes too, what was only about it stands for itself again.
    /// - Returns: the keys of the activities that go.
    private static func release(
        _ identifier: String, _ app: Int, now: Date, _ connection: borrowing SQLiteConnection
    ) throws -> [String] {
        // In another index there may be one of the same identifier.
        let others = try connection.row(
            "SELECT 1 FROM thing WHERE app = ? AND kind = 0 AND identifier = ? LIMIT 1", [app, identifier])
        guard others == nil else { return [] }
        try describeAgain(
            "app = ? AND related = ? AND kind = 1 AND NOT is_tied", [app, identifier], now: now, connection)
        return try connection.rows(
            "SELECT identifier FROM thing WHERE app = ? AND related = ? AND is_tied", [app, identifier]
        ).map { try $0.string("identifier") }
    }

    /// - Returns: how many there were.
    @discardableResult
    static func deleteActivities(
        app: String, keys: [String], now: Date, _ connection: borrowing SQLiteConnection
    ) throws -> Int {
        guard let number = try knownNumber(of: app, connection) else { return 0 }
        var count = 0
        for key in Set(keys) {
            let rows = try connection.rows(
                "SELECT id, related, place FROM thing WHERE app = ? AND kind = 1 AND identifier = ?", [number, key])
            for row in rows {
                try remove(row, connection)
                count += 1
                guard let related = try row.optionalString("related") else { continue }
                // The item held its words.
                try describeItems(related, number, now: now, connection)
            }
        }
        return count
    }

    /// - Parameter row: with `id` and `place`.
    static func remove(_ row: SQLiteRow, _ connection: borrowing SQLiteConnection) throws {
        let id = try row.int("id")
        if let place = try row.optionalInt("place") {
            try Placing.vacate(Place(number: Int64(place)), connection)
        }
        try connection.execute("DELETE FROM thing WHERE id = ?", [id])
        try connection.execute("DELETE FROM chosen WHERE thing = ?", [id])
    }

    /// Removes what has expired.
    /// - Returns: how many things went.
    static func purge(at now: Date, limit: Int, _ connection: borrowing SQLiteConnection) throws -> Int {
        let expired = try connection.rows(
            """
            SELECT t.id AS id, t.place AS place, t.kind AS kind, t.identifier AS identifier, t.app AS app,
                t.related AS related
            FROM thing AS t WHERE t.expires_at <= ? LIMIT ?
            """, [now, limit])
        for row in expired {
            try remove(row, connection)
            let app = try row.int("app")
            if try row.int("kind") == 0 {
                // The activity has a date of its own, and stays until then.
                try describeActivities(about: try row.string("identifier"), app, now: now, connection)
            } else if let related = try row.optionalString("related") {
                try describeItems(related, app, now: now, connection)
            }
        }
        return expired.count
    }
}

internal import ActivityModel
internal import FoundationEssentials
internal import SQLiteKit

/// From what was found to what is answered.
enum Answering {
    /// Bytes after which no further result is added to an answer.
    static let maximumSize = 2 << 20

    static func size(_ result: SearchResult) -> Int {
        (result.attributes?.count ?? 0) + (result.thumbnail?.count ?? 0) + result.title.utf8.count
            + (result.description?.utf8.count ?? 0) + result.identifier.utf8.count + 128
    }

    static func result(
        _ found: Found, _ options: SearchOptions, _ connection: borrowing SQLiteConnection
    ) throws -> SearchResult {
        var result = try result(found.thing, options, connection)
        if options.explain == true { result.explanation = explanation(found) }
        return result
    }

    static func result(
        _ thing: StoredThing, _ options: SearchOptions, _ connection: borrowing SQLiteConnection
    ) throws -> SearchResult {
        let app = try connection.row("SELECT id FROM app WHERE number = ?", [thing.app])?.string("id") ?? ""
        var result = SearchResult(
            app: app, kind: thing.kind, identifier: thing.identifier, title: clean(thing.title))
        result.index = thing.box.isEmpty ? nil : thing.box
        result.type = thing.type
        result.description = thing.description.map(clean)
        result.domainIdentifier = thing.domain
        result.isPublic = thing.isPublic ? true : nil
        result.expirationDate = thing.expiresAt
        guard options.fetch != nil || options.thumbnails == true else { return result }
        let record = try Records.of(thing, connection)
        let set = record.attributes
        if options.thumbnails == true {
            result.thumbnailURL = set.text("thumbnailURL").map(clean)
            if case .data(let picture)? = set["thumbnailData"], picture.count <= SearchableItem.maximumThumbnail,
                Picture.isOne(picture)
            {
                result.thumbnail = picture
            }
            let keywords = set.texts("keywords")
            result.keywords = keywords.isEmpty ? nil : keywords.map(clean)
        }
        if let fetch = options.fetch {
            var all = set
            if let domain = thing.domain { all["domainIdentifier"] = .string(domain) }
            var wanted = AttributeSet()
            for name in fetch {
                wanted.values[name] = all.values[name]
                wanted.custom[name] = all.custom[name]
            }
            result.attributes = wanted.canonicalData
        }
        return result
    }

    /// What the thing is known by besides what its app said in attributes. The domain that counts is the item's own.
    static func known(_ thing: StoredThing) -> [String: PayloadValue] {
        ["domainIdentifier": thing.domain.map { .string($0) } ?? .null]
    }

    /// D-Bus has no text with a NUL in it: one such title must not cost the whole answer.
    private static func clean(_ text: String) -> String {
        text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
    }

    static func explanation(_ found: Found) -> SearchExplanation {
        let rank = found.thing.rank
        var result = SearchExplanation(
            place: found.place.words, days: found.days,
            date: Date(timeIntervalSinceReferenceDate: rank.date * 86_400), dateIs: rank.dateIs.words)
        result.dateDays = rank.date
        result.timesChosen = rank.timesChosen
        result.chosenDays = rank.chosenDays
        result.chosenForThis = found.chosenForThis
        result.chosenForThisDays = found.chosenForThisDays
        result.hintDays = rank.hintDays
        result.bonusDays = rank.bonus
        result.wordsDays = found.wordsDays
        return result
    }
}

/// The activity that opening an item brings to its app. Source: CSSearchableItem.h, on the action type.
enum Opened {
    static let itemType = "com.apple.corespotlightitem"
    static let identifierKey = "kCSSearchableItemActivityIdentifier"
    static let actionKey = "CSActionIdentifier"

    /// - Parameter activity: what the app was doing with the item last; its type and state come back, and the item's
    ///   identifier beside them (decisions: relation of an activity to an item).
    static func record(
        _ identifier: String, about activity: ActivityRecord?, action: String?, id: String
    ) throws -> ActivityRecord {
        var record = activity ?? ActivityRecord(id: id, type: itemType)
        record.id = id
        var payload = (try? record.payload()) ?? Payload()
        payload[identifierKey] = .string(identifier)
        if let action { payload[actionKey] = .string(action) }
        record.userInfo = payload.canonicalData
        record.payloadSize = nil
        return record
    }
}

/// Ways to go on typing.
enum Suggestions {
    /// Titles that begin with what was typed, up to the end of the word that it breaks off in, then whole; each once.
    static func from(_ titles: [String], for text: String, limit: Int) -> [SearchSuggestion] {
        let typed = TypedText(text)
        guard !typed.words.isEmpty else { return [] }
        var seen: Set<[String]> = [typed.head]
        var result: [SearchSuggestion] = []
        func add(_ text: String) {
            guard result.count < limit, seen.insert(WordCutter.titleKey(text)).inserted else { return }
            result.append(SearchSuggestion(text: text))
        }
        for title in titles {
            let key = WordCutter.titleKey(title)
            guard typed.compare(head: key.joined(separator: " ")) != nil else { continue }
            let words = title.split(whereSeparator: \.isWhitespace)
            if words.count > typed.head.count { add(words.prefix(typed.head.count).joined(separator: " ")) }
            add(title)
        }
        return result
    }
}

internal import ActivityModel
internal import FoundationEssentials
internal import ICUKit
internal import SQLiteKit

/// What an app said of a thing, whole.
struct ThingRecord: Sendable {
    /// An item's attributes, an activity's content attributes; title and keywords of the activity are among them.
    let attributes: AttributeSet
    let activity: ActivityRecord?
}

enum Records {
    static func of(_ thing: StoredThing, _ connection: borrowing SQLiteConnection) throws -> ThingRecord {
        let row = try connection.row("SELECT record FROM thing WHERE id = ?", [thing.id])
        return read(try row?.data("record") ?? Data(), thing.kind)
    }

    static func read(_ data: Data, _ kind: SearchResult.Kind) -> ThingRecord {
        switch kind {
        case .item:
            return ThingRecord(
                attributes: (try? AttributeSet(canonical: data)) ?? AttributeSet(), activity: nil)
        case .activity:
            guard let record = try? JSONDecoder().decode(ActivityRecord.self, from: data) else {
                return ThingRecord(attributes: AttributeSet(), activity: nil)
            }
            var set = record.contentAttributes
            if set["title"] == nil, let title = record.title { set["title"] = .string(title) }
            if let keywords = record.keywords, !keywords.isEmpty {
                let all = set.texts("keywords") + keywords
                set["keywords"] = .array(all.map { .string($0) })
            }
            if set["contentURL"] == nil, let page = record.webpageURL.flatMap(URL.init(string:)) {
                set["contentURL"] = .url(page)
            }
            return ThingRecord(attributes: set, activity: record)
        }
    }

    /// The newest activity that is about an item.
    static func activity(
        about item: String, app: Int, _ connection: borrowing SQLiteConnection
    ) throws -> ActivityRecord? {
        let row = try connection.row(
            "SELECT record FROM thing WHERE app = ? AND related = ? ORDER BY shown_at DESC LIMIT 1", [app, item])
        return row.flatMap { try? JSONDecoder().decode(ActivityRecord.self, from: $0.data("record")) }
    }
}

/// What must stand in a thing's texts as it was typed, folding aside: punctuation is no word, so no list knows of it.
enum Literals {
    static func areAll(_ literals: [String], in record: ThingRecord, _ thing: StoredThing) -> Bool {
        var texts: [String] = [thing.title]
        for name in IndexedText.ordered { texts += ThingText.allTexts(record.attributes[name]) }
        for attribute in record.attributes.custom.values where attribute.isSearchableByDefault {
            texts += ThingText.allTexts(attribute.value)
        }
        // By bytes: a mark behind a letter makes another character of it, and what was typed stands there all the same.
        let folded = texts.map { TextFolding.searchForm($0).utf8 }
        return literals.allSatisfy { literal in folded.contains { $0.contains(literal.utf8) } }
    }
}

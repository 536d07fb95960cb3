internal import ActivityModel
internal import FoundationEssentials
internal import SQLiteKit

/// How a thing is found and shown: made from what its app said, and from the activities that are about it.
struct Description: Sendable {
    var text: ThingText
    let rank: StaticRank
    let title: String
    let description: String?

    /// - Parameter about: the activities that are about the item, with when each was last current.
    init(
        item set: AttributeSet, identifier: String, about: [(ActivityRecord, Date)], firstIndexed: Date,
        timesChosen: Int, now: Date
    ) {
        let title = ThingText.title(set)
        text = ThingText(set, title: title)
        for (record, _) in about { text.add(Self.text(of: record)) }
        rank = StaticRank(
            set, firstIndexed: firstIndexed, shown: about.map(\.1).max(), timesChosen: timesChosen, now: now)
        self.title = Self.shortened(title ?? identifier)
        description = Self.description(set)
    }

    init(activity record: ActivityRecord, shown: Date?, firstIndexed: Date, timesChosen: Int, now: Date) {
        let set = record.contentAttributes
        text = Self.text(of: record)
        rank = StaticRank(set, firstIndexed: firstIndexed, shown: shown, timesChosen: timesChosen, now: now)
        title = Self.shortened(ThingText.title(set) ?? record.title ?? record.type)
        description = Self.description(set)
    }

    private static func text(of record: ActivityRecord) -> ThingText {
        let set = record.contentAttributes
        let own = ThingText.title(set)
        var text = ThingText(set, title: own ?? record.title, keywords: record.keywords ?? [])
        // Both titles find it, where the app has given two.
        if let own, let title = record.title, title != own { text.add(ThingText(AttributeSet(), title: title)) }
        return text
    }

    private static func description(_ set: AttributeSet) -> String? {
        (set.text("contentDescription") ?? set.text("textContentSummary")).map(shortened)
    }

    /// What a list of results shows; the whole is in the record.
    private static func shortened(_ text: String) -> String {
        guard text.utf8.count > 500 else { return text }
        var short = text.prefix(500)
        // One letter may have thousands of marks.
        if short.utf8.count > 2000 { short = Substring(String(decoding: short.utf8.prefix(2000), as: UTF8.self)) }
        return short.utf8.count == text.utf8.count ? text : short + "…"
    }
}

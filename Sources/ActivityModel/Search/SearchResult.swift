package import FoundationEssentials

/// What a search box would show of one thing, and what opens it.
package struct SearchResult: Sendable, Hashable, Codable {
    package var app: String
    package var kind: Kind
    /// The item's `uniqueIdentifier`, or the saved activity's key.
    package var identifier: String
    /// The item's index; absent: the default one.
    package var index: String?
    /// The activity's type.
    package var type: String?
    package var title: String
    package var description: String?
    package var keywords: [String]?
    package var domainIdentifier: String?
    package var thumbnailURL: String?
    /// A picture, where the caller asked for thumbnails and there is a small one.
    package var thumbnail: Data?
    /// Whether the app allows it to be indexed for everybody; nothing but this says so yet.
    package var isPublic: Bool?
    /// What was asked for by `fetch`, as an `AttributeSet` in the canonical encoding.
    package var attributes: Data?
    package var expirationDate: Date?
    /// Where it was asked for.
    package var explanation: SearchExplanation?

    package enum Kind: String, Sendable, Codable { case item, activity }

    package init(app: String, kind: Kind, identifier: String, title: String) {
        self.app = app
        self.kind = kind
        self.identifier = identifier
        self.title = title
    }
}

/// Why a result stands where it does: the parts add up to `score`. docs/search.md is the rule.
package struct SearchExplanation: Sendable, Hashable, Codable {
    /// `whole title`, `chosen for this`, `start of the title`, `words of the title`, `elsewhere`.
    package var place: String
    /// All parts in days; the class comes first, whatever they say.
    package var days: Double
    /// The date it counts from, and the day's distance to the day of 2001-01-01.
    package var date: Date
    package var dateIs: String
    package var dateDays: Double
    package var timesChosen: Int
    package var chosenDays: Double
    /// Chosen for this text, or for one that begins like it.
    package var chosenForThis: Double
    package var chosenForThisDays: Double
    package var hintDays: Double
    package var bonusDays: Double
    package var wordsDays: Double

    package init(place: String, days: Double, date: Date, dateIs: String) {
        self.place = place
        self.days = days
        self.date = date
        self.dateIs = dateIs
        dateDays = 0
        timesChosen = 0
        chosenDays = 0
        chosenForThis = 0
        chosenForThisDays = 0
        hintDays = 0
        bonusDays = 0
        wordsDays = 0
    }
}

/// How a search is to be done.
package struct SearchOptions: Sendable, Hashable, Codable {
    /// Only this app's; for the user's own programs, since an app finds only its own anyway.
    package var app: String?
    /// Only these indexes' items, by name.
    package var indexes: [String]?
    package var limit: Int?
    package var explain: Bool?
    package var thumbnails: Bool?
    /// Attribute names to send along.
    package var fetch: [String]?
    /// Further queries that a result must match.
    package var filters: [String]?
    /// The reader's languages, best first, as in `de`, `pt-BR`.
    package var languages: [String]?
    /// Look on until all is looked through, however long it takes: for one who has pressed Enter.
    package var patient: Bool?
    /// Go on behind the last result of an earlier answer, by its `next`.
    package var after: String?
    /// Only `item` or `activity`.
    package var kind: SearchResult.Kind?

    package init() {}
}

package struct SearchAnswer: Sendable, Hashable, Codable {
    package var results: [SearchResult]
    /// Whether there may be more, or better ones: the time was up, or things are still being indexed.
    package var mayHaveMore: Bool
    /// Why, in words.
    package var why: String?
    /// Where to go on, where there is more.
    package var next: String?

    package init(results: [SearchResult] = [], mayHaveMore: Bool = false) {
        self.results = results
        self.mayHaveMore = mayHaveMore
    }
}

/// What one app has in the index.
package struct SearchStatistics: Sendable, Hashable, Codable {
    package var app: String
    package var items: Int
    package var activities: Int
    /// Journaled and not yet indexed.
    package var pending: Int

    package init(app: String, items: Int, activities: Int, pending: Int) {
        self.app = app
        self.items = items
        self.activities = activities
        self.pending = pending
    }
}

/// Which index of an app.
package struct IndexOptions: Sendable, Hashable, Codable {
    /// For the user's own programs, which act for any app.
    package var app: String?
    /// The index's name; absent: the default one.
    package var index: String?
    /// The batch that this belongs to, as `BeginBatch` gave it.
    package var batch: String?

    package init(app: String? = nil, index: String? = nil, batch: String? = nil) {
        self.app = app
        self.index = index
        self.batch = batch
    }
}

/// How a batch ends.
package struct BatchEnd: Sendable, Hashable, Codable {
    /// The app's bookmark, at most 250 bytes, stored together with the batch. Absent: what is stored stays, as for a call
    /// that is too large for one message and goes as a batch of its own; the default index takes only such batches.
    package var clientState: Data?
    /// Present: only where this is what is stored now; empty for none.
    package var expectedState: Data?
    /// Whose batch it is; for the user's own programs, which act for any app.
    package var app: String?

    package init(clientState: Data?, expectedState: Data? = nil) {
        self.clientState = clientState
        self.expectedState = expectedState
    }

    package static let maximumState = 250
}

/// What the user did with what a search showed.
package struct Engagement: Sendable, Hashable, Codable {
    package var typed: String
    package var app: String?
    package var kind: SearchResult.Kind
    package var identifier: String
    package var index: String?
    /// `select`, `focus` or `default`.
    package var interaction: String?

    package init(typed: String, app: String?, kind: SearchResult.Kind, identifier: String) {
        self.typed = typed
        self.app = app
        self.kind = kind
        self.identifier = identifier
    }
}

/// A way to go on typing.
package struct SearchSuggestion: Sendable, Hashable, Codable {
    /// The whole text that it stands for.
    package var text: String
    package init(text: String) { self.text = text }
}

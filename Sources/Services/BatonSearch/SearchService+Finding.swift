package import ActivityModel
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

// What is asked, and what the user did with the answer.

extension SearchService {
    /// How long a search as one types may take in the index; what it has found by then is the answer.
    static let quick = Duration.milliseconds(8)
    /// The same for one that looks on.
    static let patient = Duration.seconds(10)
    package static let maximumLimit = 1000

    /// What a search box shows for what was typed.
    /// - Throws: `indexUnavailable`, `invalidQuery` for a filter, `storage`.
    package func search(_ text: String, _ options: SearchOptions) async throws(BatonError) -> SearchAnswer {
        let stillWaits = await placeQuickly()
        let limit = min(max(1, options.limit ?? 10), Self.maximumLimit)
        let typed = TypedText(text)
        guard !typed.words.isEmpty else { return SearchAnswer() }
        let now = time.now()
        let filters = try parse(options.filters ?? [], now: now)
        let hidden = await host.hiddenApps()
        let limitInTime = options.patient == true ? Self.patient : Self.quick
        let frequencies = frequencies
        // What reads whole records takes longer, and does not hold up those who type.
        let isSlow = !filters.isEmpty || !typed.literals.isEmpty
        let (results, isIncomplete) = try await read("The index could not be searched", slowly: isSlow) { connection in
            // From now on: it may have waited for its turn.
            let deadline = ContinuousClock.now + limitInTime
            guard let scope = try Self.scope(options, hidden, filters, connection) else {
                return ([SearchResult](), false)
            }
            var finder = Finder(typed, frequencies, scope, now: now, wanted: limit, deadline: deadline)
            var results: [SearchResult] = []
            var size = 0
            for found in try finder.run(connection) {
                // What the caller wants of each may be large.
                guard size <= Answering.maximumSize else { return (results, true) }
                let result = try Answering.result(found, options, connection)
                size += Answering.size(result)
                results.append(result)
            }
            return (results, finder.isIncomplete)
        }
        var answer = SearchAnswer(results: results, mayHaveMore: isIncomplete || stillWaits)
        if isIncomplete { answer.why = "the time for one search was up, or what was asked for is too large" }
        if typed.wasCut {
            answer.mayHaveMore = true
            answer.why = "only the beginning of what was typed was looked for: 1,000 characters and 12 words at most"
        }
        if stillWaits { answer.why = "some things are still being indexed" }
        return answer
    }

    func parse(
        _ queries: [String], now: Date
    ) throws(BatonError) -> [@Sendable (AttributeSet, StoredThing) -> Bool] {
        var filters: [@Sendable (AttributeSet, StoredThing) -> Bool] = []
        for text in queries {
            let query = try SearchQuery(parsing: text, clock: QueryClock.local(now: now))
            filters.append { set, thing in query.matches(set, extra: Answering.known(thing)) }
        }
        return filters
    }

    /// - Returns: nil where nothing can match: the app has nothing, or is hidden.
    static func scope(
        _ options: SearchOptions, _ hidden: Set<String>,
        _ filters: [@Sendable (AttributeSet, StoredThing) -> Bool], _ connection: borrowing SQLiteConnection
    ) throws -> SearchScope? {
        var scope = SearchScope()
        if let app = options.app {
            guard !hidden.contains(app), let number = try Writing.knownNumber(of: app, connection) else { return nil }
            scope.only = number
        } else {
            for app in hidden.sorted() {
                if let number = try Writing.knownNumber(of: app, connection) { scope.without.append(number) }
            }
        }
        scope.kind = options.kind
        scope.boxes = options.indexes.map { Set($0) }
        scope.filters = filters
        return scope
    }

    // MARK: Suggestions

    /// How what was typed may go on: the titles that begin like it, best first.
    package func suggestions(
        for text: String, _ options: SearchOptions
    ) async throws(BatonError) -> [SearchSuggestion] {
        var wide = options
        wide.limit = 50
        wide.explain = nil
        wide.thumbnails = nil
        wide.fetch = nil
        // Apple names no number.
        let limit = min(max(1, options.limit ?? 5), 50)
        return Suggestions.from(try await search(text, wide).results.map(\.title), for: text, limit: limit)
    }

    // MARK: Choosing

    /// Notes what the user did with a result: it is found sooner for this text, and in general.
    /// - Parameter app: whose thing it is.
    /// - Throws: `noSuchItem`.
    package func engaged(_ engagement: Engagement, app: String) async throws(BatonError) {
        // To look at a result is not to choose it.
        guard engagement.interaction != "focus" else { return }
        let typed = TypedText(engagement.typed)
        let now = time.now()
        let change = try await write("A choice could not be noted") { connection in
            guard
                let row = try Self.row(
                    engagement.identifier, engagement.kind, app: app, index: engagement.index, connection)
            else { return Change(refusal: .noSuchItem) }
            let id = Int64(try row.int("id"))
            if !typed.key.isEmpty { try Choices.add(id, for: typed.key, at: now, connection) }
            // What is used lives on: a month from now, where the app has named no later end.
            try connection.execute(
                "UPDATE thing SET times_chosen = times_chosen + 1, expires_at = max(expires_at, ?) WHERE id = ?",
                [now.addingTimeInterval(SearchableItem.defaultLifetime), id])
            try Writing.describeAgain("id = ?", [id], now: now, connection)
            return Change(written: 1)
        }
        if change.refusal != nil { throw Self.noSuchItem(engagement.identifier, app) }
        await after(change, app: nil)
    }

    /// What opening a result brings to its app: its own activity, or the one that is about the item, with the item's
    /// identifier.
    /// - Throws: `noSuchItem`.
    package func activity(
        opening identifier: String, kind: SearchResult.Kind, app: String, index: String?, action: String?
    ) async throws(BatonError) -> ActivityRecord {
        let id = makeID()
        let record = try await read("A result could not be read") { connection -> ActivityRecord? in
            guard let row = try Self.row(identifier, kind, app: app, index: index, connection),
                let number = try Writing.knownNumber(of: app, connection)
            else { return nil }
            switch kind {
            case .activity:
                return Records.read(try row.data("record"), .activity).activity
            case .item:
                return try Opened.record(
                    identifier, about: Records.activity(about: identifier, app: number, connection), action: action,
                    id: id)
            }
        }
        guard let record else { throw Self.noSuchItem(identifier, app) }
        return record
    }

    private static func row(
        _ identifier: String, _ kind: SearchResult.Kind, app: String, index: String?,
        _ connection: borrowing SQLiteConnection
    ) throws -> SQLiteRow? {
        guard let number = try Writing.knownNumber(of: app, connection) else { return nil }
        return try connection.row(
            "SELECT id, record FROM thing WHERE app = ? AND kind = ? AND box = ? AND identifier = ?",
            [number, kind.number, index ?? "", identifier])
    }

    private static func noSuchItem(_ identifier: String, _ app: String) -> BatonError {
        BatonError(
            .noSuchItem,
            "\(app) has nothing in the index under the identifier \"\(identifier.prefix(80))\": it may have expired or "
                + "been deleted. Search again.")
    }

    // MARK: Counts

    package func statistics() async throws(BatonError) -> [SearchStatistics] {
        try await read("The index could not be counted") { connection in
            let rows = try connection.rows(
                """
                SELECT a.id AS app, count(*) AS n, sum(t.kind) AS activities,
                    (SELECT count(*) FROM unlisted AS u JOIN entry AS e ON e.place = u.place
                        WHERE e.app = t.app AND NOT u.goes) AS waiting
                FROM thing AS t JOIN app AS a ON a.number = t.app GROUP BY t.app ORDER BY a.id
                """)
            return try rows.map { row in
                let activities = try row.int("activities")
                return SearchStatistics(
                    app: try row.string("app"), items: try row.int("n") - activities, activities: activities,
                    pending: try row.int("waiting"))
            }
        }
    }
}

package import ActivityModel
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

// The query language: the index narrows down what may match, the query itself decides, a page at a time.

extension SearchService {
    /// How long one page may take; the caller goes on by `next`.
    static let pageTime = Duration.milliseconds(250)
    /// How long a query waits for what is being indexed.
    static let settleLimit = Duration.seconds(5)

    /// What matches a query, best first, a page of at most `limit`.
    ///
    /// Everything that was stored before is looked at: a query waits for the lists, for `settleLimit` at most.
    /// - Throws: `invalidQuery`, which points at the place; `invalidArgument` for a `next` that is none of this service's;
    ///   `indexUnavailable`, `storage`.
    package func query(_ text: String, _ options: SearchOptions) async throws(BatonError) -> SearchAnswer {
        let now = time.now()
        let clock = QueryClock.local(now: now)
        let query = try SearchQuery(parsing: text, clock: clock)
        let filters = try parse(options.filters ?? [], now: now)
        let stillWaits = try await settleWithinLimit()
        var after: Int64 = 0
        if let cursor = options.after {
            guard let number = Int64(cursor), number > 0 else {
                throw BatonError(.invalidArgument, "\"after\" must be the \"next\" of an earlier answer.")
            }
            after = number
        }
        let limit = min(max(1, options.limit ?? 100), Self.maximumLimit)
        let hidden = await host.hiddenApps()
        let start = after
        var answer = try await read("The index could not be queried", slowly: true) { connection in
            guard let scope = try Self.scope(options, hidden, [], connection) else { return SearchAnswer() }
            let page = QueryPage(
                query: query, filters: filters, scope: scope, now: now, limit: limit, after: start,
                deadline: ContinuousClock.now + Self.pageTime)
            return try page.run(options, connection)
        }
        if stillWaits {
            answer.mayHaveMore = true
            answer.why = "some things are still being indexed"
        }
        return answer
    }

    /// - Returns: whether something still waits for the lists.
    private func settleWithinLimit() async throws(BatonError) -> Bool {
        guard waiting > 0 || isPlacing else { return false }
        let late = BatonError(.timedOut, "")
        do {
            try await time.withLimit(Self.settleLimit, onTimeout: late, on: thread) { try await self.settle() }
            return false
        } catch let error as BatonError where error == late {
            return true
        } catch let error as BatonError {
            throw error
        } catch {
            throw BatonError(.cancelled, "The query was called off.")
        }
    }
}

/// One page of a query's answer.
private struct QueryPage {
    let query: SearchQuery
    let filters: [@Sendable (AttributeSet, StoredThing) -> Bool]
    let scope: SearchScope
    let now: Date
    let limit: Int
    let after: Int64
    let deadline: ContinuousClock.Instant

    func run(_ options: SearchOptions, _ connection: borrowing SQLiteConnection) throws -> SearchAnswer {
        let plan = query.candidates
        guard plan != .nothing else { return SearchAnswer() }
        let (sql, arguments) = try Self.candidates(plan, scope, after: after, connection)
        var answer = SearchAnswer()
        var last = after
        var seen = 0
        var size = 0
        var failure: (any Error)?
        try connection.scan(sql, arguments) { row in
            guard case .integer(let place) = row[0] else { return true }
            // One more than is wanted shows that there are more.
            if answer.results.count >= limit || size > Answering.maximumSize
                || (seen > 0 && ContinuousClock.now >= deadline)
            {
                answer.mayHaveMore = true
                answer.next = String(last)
                return false
            }
            seen += 1
            last = place
            do {
                if let result = try result(at: place, options, connection) {
                    size += Answering.size(result)
                    answer.results.append(result)
                }
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        if answer.mayHaveMore { answer.why = "there may be more" }
        return answer
    }

    private func result(
        at place: Int64, _ options: SearchOptions, _ connection: borrowing SQLiteConnection
    ) throws -> SearchResult? {
        guard let entry = try connection.row("SELECT thing FROM entry WHERE place = ?", [place]),
            let thing = try Finder.thing(Int64(try entry.int("thing")), at: place, connection), thing.expiresAt > now
        else { return nil }
        if let only = scope.only, thing.app != only { return nil }
        if scope.without.contains(thing.app) { return nil }
        if let kind = scope.kind, thing.kind != kind { return nil }
        if let boxes = scope.boxes, !boxes.contains(thing.box) { return nil }
        let set = try Records.of(thing, connection).attributes
        guard query.matches(set, extra: Answering.known(thing)), filters.allSatisfy({ $0(set, thing) }) else {
            return nil
        }
        return try Answering.result(thing, options, connection)
    }

    // MARK: Candidates

    /// The statement that gives the places of what may match, best first.
    private static func candidates(
        _ plan: CandidatePlan, _ scope: SearchScope, after: Int64, _ connection: borrowing SQLiteConnection
    ) throws -> (sql: String, arguments: [(any SQLiteConvertible)?]) {
        if let match = try expression(plan, connection) {
            let scoped = scope.only.map { "(\(match)) AND \(MatchTerms.quoted(SearchSchema.appWord($0)))" } ?? match
            return (
                "SELECT rowid AS place FROM fa WHERE fa MATCH ? AND rowid > ? ORDER BY rowid", [scoped, after]
            )
        }
        guard let app = scope.only else {
            return ("SELECT place FROM entry WHERE place > ? ORDER BY place", [after])
        }
        if let domain = domain(plan) {
            return (
                "SELECT place FROM thing WHERE app = ? AND domain = ? AND place > ? ORDER BY place",
                [app, domain, after]
            )
        }
        // Each row holds the word of its app.
        let own = MatchTerms.quoted(SearchSchema.appWord(app))
        return ("SELECT rowid AS place FROM fa WHERE fa MATCH ? AND rowid > ? ORDER BY rowid", [own, after])
    }

    /// In the language of FTS5; nil where the lists cannot tell.
    private static func expression(
        _ plan: CandidatePlan, _ connection: borrowing SQLiteConnection
    ) throws -> String? {
        switch plan {
        case .all, .nothing, .domain: return nil
        case .word(let word):
            guard word.isPrefix else { return MatchTerms.quoted(word.text) }
            // No word of the vocabulary begins so: the quoted word finds nothing either.
            return try MatchTerms.part(word.text, connection) ?? MatchTerms.quoted(word.text)
        case .every(let plans):
            var parts: [String] = []
            for plan in plans { if let part = try expression(plan, connection) { parts.append(part) } }
            return parts.isEmpty ? nil : "(\(parts.joined(separator: " AND ")))"
        case .some(let plans):
            var parts: [String] = []
            for plan in plans {
                guard let part = try expression(plan, connection) else { return nil }
                parts.append(part)
            }
            return parts.isEmpty ? nil : "(\(parts.joined(separator: " OR ")))"
        }
    }

    private static func domain(_ plan: CandidatePlan) -> String? {
        switch plan {
        case .domain(let domain): domain
        case .every(let plans): plans.lazy.compactMap(domain).first
        default: nil
        }
    }
}

import ActivityModel
import BatonSearch
import CBatonSQLite
import FoundationEssentials

/// How many of the true ten best the index gives, and whether it ranks what it gives as the rule says.
struct Recall: Sendable {
    private(set) var queries = 0
    /// Answers that were marked incomplete.
    private(set) var incomplete = 0
    /// The shares of the ten best that were given, by row.
    private var shares: [QueryRow: [Double]] = [:]
    /// Results whose rank is another than the rule's.
    private(set) var disagreements = 0
    /// The first of them, in words.
    private(set) var example: String?

    var average: Double { Self.average(shares.values.flatMap { $0 }) }
    func average(_ row: QueryRow) -> Double { Self.average(shares[row] ?? []) }

    private static func average(_ values: [Double]) -> Double {
        values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
    }

    /// - Parameters:
    ///   - isPatient: whether the index may take its time; else it ends where it does for a search box.
    ///   - each: queries of every row.
    ///   - limit: seconds for ranking everything; what is not compared by then is left out, evenly from all rows.
    init(
        _ baton: BatonInProcess, _ all: RankAll, _ queries: [TypedQuery], isPatient: Bool, each: Int, limit: Double
    ) async throws {
        var options = BatonInProcess.options
        options.explain = true
        options.patient = isPatient
        let rows = QueryRow.allCases.map { row in queries.filter { $0.row == row } }
        let asked = (0..<each).flatMap { number in rows.compactMap { number < $0.count ? $0[number] : nil } }
        // All at once, as somebody types: ranking everything in between would empty the processor's caches.
        var answers: [SearchAnswer] = []
        for query in asked { answers.append(try await baton.service.search(query.text, options)) }
        let end = Clock.now + limit
        for (query, answer) in zip(asked, answers) where Clock.now < end {
            if answer.mayHaveMore { incomplete += 1 }
            try take(answer.results, query, all)
        }
    }

    private mutating func take(_ results: [SearchResult], _ query: TypedQuery, _ all: RankAll) throws {
        queries += 1
        let asked = all.asked(query)
        let best = all.best(asked)
        guard let last = best.last else {
            // No hit: any answer is wrong.
            disagreements += results.count
            shares[query.row, default: []].append(results.isEmpty ? 1 : 0)
            return
        }
        var good = 0
        for result in results {
            guard let item = Corpus.item(result.identifier) else {
                throw BenchError("the index gives \(result.identifier), which is none of the corpus")
            }
            guard let rank = all.rank(item, asked), let explanation = result.explanation else {
                note("\(query.text): item \(item) does not match")
                continue
            }
            let days = Double(rank.hundredths) / 100
            // Dates travel in milliseconds, and the last hundredth may be rounded either way.
            if explanation.place != rank.place.words || abs(explanation.days - days) > 0.011 {
                note(
                    "\(query.text): item \(item) is \"\(explanation.place)\" with \(explanation.days) days, and by the rule "
                        + "\"\(rank.place.words)\" with \(days)")
            }
            if rank >= last || (rank.place == last.place && rank.hundredths + 1 >= last.hundredths) { good += 1 }
        }
        shares[query.row, default: []].append(Double(good) / Double(best.count))
    }

    private mutating func note(_ text: String) {
        disagreements += 1
        if example == nil { example = text }
    }
}

extension RankAll.Estimate {
    /// As the index has it in its file, which is closed or only read.
    init(file: String) throws {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        guard sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
            throw BenchError("\(file) cannot be opened")
        }
        var known: [String: Double] = [:]
        for sql in ["SELECT term, share FROM frequency", "SELECT ' ' || name, value FROM meta WHERE name <> 'words'"] {
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else {
                let reason = String(cString: sqlite3_errmsg(database))
                throw BenchError("\(file) has no estimate of how common words are: \(reason)")
            }
            while sqlite3_step(statement) == SQLITE_ROW {
                guard let name = sqlite3_column_text(statement, 0) else { continue }
                known[String(cString: name)] = sqlite3_column_double(statement, 1)
            }
        }
        guard let count = known[" count"], let mean = known[" mean"] else {
            throw BenchError("\(file) does not say how many items its estimate is of")
        }
        self.init(count: count, mean: mean, shares: known.filter { !$0.key.hasPrefix(" ") })
    }
}

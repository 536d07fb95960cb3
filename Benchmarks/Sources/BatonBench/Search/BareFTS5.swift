import FoundationEssentials
import SQLiteKit

/// SQLite's full-text search and nothing around it: a table of title and text, as its documentation shows one. Without an
/// index of prefixes, and ranked by its own BM25.
struct BareFTS5: SearchedSystem {
    private let database: SQLiteDatabase
    let orders = [ResultOrder.ranked, .newest]

    static func open(_ folder: String) async throws -> BareFTS5 {
        BareFTS5(
            database: try await SQLiteDatabase.open(
                path: "\(folder)/fts5.db", durability: .normal,
                migrations: [Migration(1, "CREATE VIRTUAL TABLE item USING fts5(title, body)")], applicationID: 2,
                checksContent: false))
    }

    func close() async throws { try await database.close() }

    /// Seconds that indexing took, in transactions of as many items as Baton's calls have.
    func index(_ corpus: Corpus) async throws -> Double {
        var taken = 0.0
        for from in stride(from: 0, to: corpus.count, by: BatonInProcess.batch) {
            let items = (from..<min(from + BatonInProcess.batch, corpus.count)).map {
                (corpus.words(corpus.title($0)), corpus.words(corpus.body($0)))
            }
            taken += try await insert(items)
        }
        return taken
    }

    /// Seconds of one transaction.
    func insert(_ items: [(title: String, body: String)]) async throws -> Double {
        let start = Clock.now
        try await database.write { connection in
            for item in items {
                try connection.execute("INSERT INTO item (title, body) VALUES (?, ?)", [item.title, item.body])
            }
        }
        return Clock.now - start
    }

    func ask(_ query: TypedQuery, _ order: ResultOrder) async throws -> Bool {
        let words = query.words.map { "\"\($0)\"" }.joined(separator: " ") + (query.isPrefix ? "*" : "")
        let by = order == .ranked ? "rank" : "rowid DESC"
        _ = try await database.read {
            try $0.rows("SELECT rowid, title FROM item WHERE item MATCH ? ORDER BY \(by) LIMIT 10", [words])
        }
        return false
    }
}

internal import FoundationEssentials
internal import SQLiteKit

/// How common words are, as last estimated from a sample of what is indexed: for the rarity in the rank, and to look for the
/// rarest words first.
struct Frequencies: Sendable {
    /// Things that have words.
    var count: Double = 0
    /// Words of a thing, on average.
    var mean: Double = 10
    /// The share of things that hold a word beginning so; of beginnings up to `longest` letters that are not rare.
    var shares: [String: Float] = [:]

    /// Things looked at; with fewer there are, all of them.
    static let sample = 2000
    static let longest = 7
    /// Seen less often in a full sample, a beginning counts as rare.
    static let leastSeen = 4
    /// The share that a rare word counts as having.
    static let rareShare = 1.5e-4
    /// What is kept at most; the rest counts as rare.
    static let maximumTerms = 20_000

    /// How many things hold a word beginning with `word`, about.
    func holders(_ word: String) -> Double {
        var key = word
        if word.unicodeScalars.count > Self.longest {
            key = String(String.UnicodeScalarView(word.unicodeScalars.prefix(Self.longest)))
            // Longer than what is counted: no commoner than its beginning, and mostly rare.
            guard let share = shares[key] else { return rare }
            return min(Double(share) * count, max(rare, Double(share) * count / 4))
        }
        return shares[key].map { Double($0) * count } ?? rare
    }

    private var rare: Double { max(0.5, count * Self.rareShare) }

    func rarity(_ word: String) -> Double { RankRule.rarity(holders: holders(word), all: max(1, count)) }

    // MARK: Estimating

    /// Estimates anew from what is in `entry`.
    static func estimate(_ connection: borrowing SQLiteConnection) throws -> Frequencies {
        let count = try connection.row("SELECT count(*) AS n FROM entry")?.int("n") ?? 0
        guard count > 0 else { return Frequencies() }
        let highest = try connection.row("SELECT max(id) AS n FROM thing")?.optionalInt("n") ?? 0
        var rows: [SQLiteRow] = []
        if count <= sample {
            rows = try connection.rows("SELECT head, names, body FROM entry")
        } else {
            // Evenly over the numbers of things, in the order of which they came: the same each time.
            for step in 0..<sample {
                let id = highest / sample * step + step % max(1, highest / sample)
                let row = try connection.row(
                    """
                    SELECT e.head AS head, e.names AS names, e.body AS body FROM thing AS t
                    JOIN entry AS e ON e.place = t.place WHERE t.id >= ? LIMIT 1
                    """, [id])
                if let row { rows.append(row) }
            }
        }
        return try estimate(rows, count: count)
    }

    private static func estimate(_ rows: [SQLiteRow], count: Int) throws -> Frequencies {
        var seen: [String: Int] = [:]
        var total = 0
        for row in rows {
            var beginnings: Set<String> = []
            for column in ["head", "names", "body"] {
                for word in ThingText.words(try row.string(column)).prefix(2000) {
                    total += 1
                    var beginning = ""
                    for scalar in word.unicodeScalars.prefix(longest) {
                        beginning.unicodeScalars.append(scalar)
                        beginnings.insert(beginning)
                    }
                }
            }
            for beginning in beginnings { seen[beginning, default: 0] += 1 }
        }
        var result = Frequencies()
        result.count = Double(count)
        result.mean = max(1, Double(total) / Double(max(1, rows.count)))
        let least = rows.count < sample ? 1 : leastSeen
        // The commonest, and among equals the same ones each time.
        let kept = seen.filter { $0.value >= least }
            .sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(maximumTerms)
        for (term, times) in kept { result.shares[term] = Float(times) / Float(max(1, rows.count)) }
        return result
    }

    // MARK: Keeping

    func store(_ connection: borrowing SQLiteConnection) throws {
        try connection.execute("DELETE FROM frequency")
        for (term, share) in shares {
            try connection.execute("INSERT INTO frequency (term, share) VALUES (?, ?)", [term, Double(share)])
        }
        try connection.execute(
            "INSERT OR REPLACE INTO meta (name, value) VALUES ('count', ?), ('mean', ?)", [count, mean])
    }

    static func load(_ connection: borrowing SQLiteConnection) throws -> Frequencies {
        var result = Frequencies()
        try connection.forEach("SELECT term, share FROM frequency") { row in
            result.shares[try row.string("term")] = Float(try row.double("share"))
        }
        try connection.forEach("SELECT name, value FROM meta WHERE name IN ('count', 'mean')") { row in
            if try row.string("name") == "count" {
                result.count = try row.double("value")
            } else {
                result.mean = try row.double("value")
            }
        }
        return result
    }
}

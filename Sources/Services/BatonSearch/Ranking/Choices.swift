internal import FoundationEssentials
internal import Glibc
internal import SQLiteKit

/// What the user chose, and for what text: the memory of the search box. `search.db` alone holds it.
enum Choices {
    static let maximumRows = 2000
    /// A choice for less than this says nothing about longer texts.
    private static let shortestSimilar = 2

    /// The choices that count for a text: those for it, and, for half, those for its beginnings and for what begins with it.
    static func of(_ typed: String, at now: Date, _ connection: borrowing SQLiteConnection) throws -> [Int64: Double] {
        // Mostly nothing was ever chosen.
        guard !typed.isEmpty, try connection.row("SELECT 1 FROM chosen LIMIT 1") != nil else { return [:] }
        var result: [Int64: Double] = [:]
        let day = now.timeIntervalSinceReferenceDate / 86_400
        func add(_ rows: [SQLiteRow]) throws {
            for row in rows {
                let other = try row.string("typed")
                guard other == typed || min(other.count, typed.count) >= shortestSimilar else { continue }
                let share = other == typed ? 1 : RankRule.similarWeight
                let age = max(0, day - (try row.double("last")))
                result[Int64(try row.int("thing")), default: 0] +=
                    share * (try row.double("weight")) * exp2(-age / RankRule.choiceHalfLife)
            }
        }
        try add(
            try connection.rows(
                "SELECT typed, thing, weight, last FROM chosen WHERE typed >= ? AND typed < ? LIMIT 256",
                [typed, typed + "\u{10FFFF}"]))
        var beginning = ""
        for character in typed.dropLast() {
            beginning.append(character)
            guard beginning.count >= shortestSimilar else { continue }
            try add(
                try connection.rows("SELECT typed, thing, weight, last FROM chosen WHERE typed = ?", [beginning]))
        }
        return result
    }

    static func days(_ weight: Double) -> Double {
        RankRule.chosenDays(weight, weight: RankRule.chosenForThisWeight)
    }

    /// Notes that `thing` was chosen for `typed`.
    static func add(_ thing: Int64, for typed: String, at now: Date, _ connection: borrowing SQLiteConnection) throws {
        let day = now.timeIntervalSinceReferenceDate / 86_400
        let old = try connection.row("SELECT weight, last FROM chosen WHERE typed = ? AND thing = ?", [typed, thing])
        var weight = 1.0
        if let old {
            let age = max(0, day - (try old.double("last")))
            weight += try old.double("weight") * exp2(-age / RankRule.choiceHalfLife)
        }
        try connection.execute(
            "INSERT OR REPLACE INTO chosen (typed, thing, weight, last) VALUES (?, ?, ?, ?)",
            [typed, thing, weight, day])
        // The oldest go.
        let count = try connection.row("SELECT count(*) AS n FROM chosen")?.int("n") ?? 0
        guard count > maximumRows else { return }
        try connection.execute(
            """
            DELETE FROM chosen WHERE (typed, thing) IN
                (SELECT typed, thing FROM chosen ORDER BY last, typed, thing LIMIT ?)
            """, [count - maximumRows])
    }
}

internal import ActivityModel
internal import FoundationEssentials
internal import SQLiteKit

// Finding the best without ranking all: each list is read best first, and left as soon as no later row can be among those
// that are wanted. docs/search.md has the rule, and what this misses of it.

/// What a search is limited to.
struct SearchScope: Sendable {
    /// The number of the only app; nil: all.
    var only: Int?
    /// The numbers of apps that the user has switched search off for.
    var without: [Int] = []
    var kind: SearchResult.Kind?
    var boxes: Set<String>?
    /// What else a thing must match; reads the record.
    var filters: [@Sendable (AttributeSet, StoredThing) -> Bool] = []

    /// Whether a row's thing must be read to know whether it counts.
    var readsThings: Bool { kind != nil || boxes != nil || !filters.isEmpty }
}

/// One thing found, and why it stands where it does.
struct Found: Sendable {
    let thing: StoredThing
    let place: RankRule.Class
    let days: Double
    let chosenForThis: Double
    let chosenForThisDays: Double
    let wordsDays: Double
}

struct Finder {
    private let typed: TypedText
    private let frequencies: Frequencies
    private let scope: SearchScope
    private let now: Date
    private let wanted: Int
    private let deadline: ContinuousClock.Instant?
    /// The rarity of each word.
    private let rarities: [Double]
    private let rarity: Double
    private var candidates: [Int64: Candidate] = [:]
    /// Estimated days of what was found, by class, best first, at most `wanted` of each.
    private var best: [[Double]] = Array(repeating: [], count: RankRule.Class.allCases.count)
    private var choices: [Int64: Double] = [:]
    private var counts: WordCounts
    /// Whether the time was up before all was seen that could count.
    private(set) var isIncomplete = false

    private struct Candidate {
        let place: RankRule.Class
        /// As the list tells.
        let days: Double
        /// At most.
        let bound: Double
    }

    /// What ranking one row exactly needs, and no more.
    private struct Ranked {
        let thing: Int64
        let number: Int64
        let app: Int
        let identifier: String
        let rank: StaticRank
        let place: RankRule.Class
        let days: Double
        let chosenForThis: Double
        let chosenForThisDays: Double
        let wordsDays: Double
    }

    /// Rows read of one list at most.
    private static let mostRows = 2000
    /// Rows whose date is as good as that of the last wanted one are read too, so that equals come in the order of their
    /// identifiers; so many at most.
    private static let equalRows = 256
    /// Dates are known from the places to this many days.
    private static let blur = 0.03

    init(
        _ typed: TypedText, _ frequencies: Frequencies, _ scope: SearchScope, now: Date, wanted: Int,
        deadline: ContinuousClock.Instant?
    ) {
        self.typed = typed
        self.frequencies = frequencies
        self.scope = scope
        self.now = now
        self.wanted = wanted
        self.deadline = deadline
        rarities = typed.words.map(frequencies.rarity)
        rarity = rarities.reduce(0, +)
        counts = WordCounts(typed.words)
    }

    /// The best, in order; at most `wanted`.
    mutating func run(_ connection: borrowing SQLiteConnection) throws -> [Found] {
        guard !typed.words.isEmpty else { return [] }
        connection.stop(at: deadline)
        defer { connection.stop(at: nil) }
        do {
            let terms = try MatchTerms(
                typed.words, frequencies, only: scope.only, without: scope.without, connection)
            choices = try Choices.of(typed.key, at: now, connection)
            try takeChosen(connection)
            if !terms.isHopeless {
                if !typed.head.isEmpty {
                    try read(.wholeTitle, "fh", terms.wholeTitle(typed.headWord), isSure: true, connection)
                    try read(.titleStart, "fh", terms.titleStart(typed.headWord), isSure: true, connection)
                }
                try read(.titleWords, "ft", terms.words, isSure: terms.holdsAll, connection)
                try read(.elsewhere, "fa", terms.words, isSure: terms.holdsAll, connection)
            }
        } catch let error as SQLiteError where error.code == .interrupted && !Task.isCancelled {
            isIncomplete = true
        }
        connection.stop(at: nil)
        return try exact(connection)
    }

    // MARK: Lists

    private mutating func read(
        _ place: RankRule.Class, _ list: String, _ match: String, isSure: Bool,
        _ connection: borrowing SQLiteConnection
    ) throws {
        let better = best[(place.rawValue + 1)...].reduce(0) { $0 + $1.count }
        guard better < wanted else { return }
        let need = wanted - better
        let isSure = isSure && typed.literals.isEmpty && !scope.readsThings
        // A word counts once at least; the most it can bring is a few times in few words.
        let most = RankRule.wordsWeight * rarity * RankRule.saturation(count: 2, length: 4, mean: frequencies.mean)
        var seen = 0
        var equals = 0
        let slow = scope.readsThings || !typed.literals.isEmpty
        var failure: (any Error)?
        var candidates = candidates
        var best = best[place.rawValue]
        var isIncomplete = false
        let (typed, frequencies, rarity, scope, now, deadline) = (
            typed, frequencies, rarity, scope, now, deadline
        )
        var counts = counts
        try connection.scan("SELECT rowid AS place FROM \(list) WHERE \(list) MATCH ? ORDER BY rowid", [match]) { row in
            guard case .integer(let number) = row[0] else { return true }
            let at = Place(number: number)
            seen += 1
            if best.count >= need, let last = best.last {
                let bound = at.days + most
                if bound < last - Self.blur { return false }
                if bound <= last {
                    equals += 1
                    if equals > Self.equalRows { return false }
                }
            }
            if seen > Self.mostRows {
                isIncomplete = true
                return false
            }
            if seen & 63 == 0 || slow, let deadline, ContinuousClock.now >= deadline {
                isIncomplete = true
                return false
            }
            guard candidates[number] == nil else { return true }
            if !isSure {
                do {
                    guard
                        try Self.check(
                            number, place, typed, scope, now, &counts, connection)
                    else { return true }
                } catch {
                    failure = error
                    return false
                }
            }
            let words =
                RankRule.wordsWeight * rarity
                * RankRule.saturation(count: 1, length: at.length, mean: frequencies.mean)
            let days = at.days + words
            candidates[number] = Candidate(place: place, days: days, bound: at.days + most + Self.blur)
            Self.insert(days, into: &best, limit: need)
            return true
        }
        self.candidates = candidates
        self.best[place.rawValue] = best
        self.counts = counts
        if isIncomplete { self.isIncomplete = true }
        if let failure { throw failure }
    }

    private static func insert(_ days: Double, into best: inout [Double], limit: Int) {
        if best.count >= limit, let last = best.last, days <= last { return }
        var low = 0
        var high = best.count
        while low < high {
            let middle = (low + high) / 2
            if best[middle] >= days { low = middle + 1 } else { high = middle }
        }
        best.insert(days, at: low)
        if best.count > limit { best.removeLast() }
    }

    /// Looks at a row of which the list alone does not tell whether it counts.
    private static func check(
        _ number: Int64, _ place: RankRule.Class, _ typed: TypedText, _ scope: SearchScope, _ now: Date,
        _ counts: inout WordCounts, _ connection: borrowing SQLiteConnection
    ) throws -> Bool {
        guard let row = try connection.row("SELECT thing, head, names, body FROM entry WHERE place = ?", [number])
        else { return false }
        if place < .titleStart {
            counts.reset()
            counts.add(try row.string("head"), isTitle: true)
            counts.add(try row.string("names"), isTitle: true)
            if place == .elsewhere { counts.add(try row.string("body"), isTitle: false) }
            guard counts.holdsAll else { return false }
        }
        guard scope.readsThings || !typed.literals.isEmpty else { return true }
        guard let thing = try Self.thing(Int64(try row.int("thing")), at: number, connection), thing.expiresAt > now
        else { return false }
        return try Self.counts(thing, typed, scope, connection)
    }

    /// Whether a thing is within the scope and holds what was typed literally.
    private static func counts(
        _ thing: StoredThing, _ typed: TypedText, _ scope: SearchScope, _ connection: borrowing SQLiteConnection
    ) throws -> Bool {
        if let kind = scope.kind, thing.kind != kind { return false }
        if let boxes = scope.boxes, !boxes.contains(thing.box) { return false }
        guard !scope.filters.isEmpty || !typed.literals.isEmpty else { return true }
        let record = try Records.of(thing, connection)
        for filter in scope.filters where !filter(record.attributes, thing) { return false }
        return typed.literals.isEmpty || Literals.areAll(typed.literals, in: record, thing)
    }

    static func thing(
        _ id: Int64, at place: Int64, _ connection: borrowing SQLiteConnection
    ) throws -> StoredThing? {
        try connection.row(
            "SELECT \(StoredThing.columns) FROM thing AS t WHERE t.id = ? AND t.place = ?", [id, place]
        ).map(StoredThing.init)
    }

    // MARK: Chosen before

    /// What was chosen for this text counts even where its date would not bring it into view.
    private mutating func takeChosen(_ connection: borrowing SQLiteConnection) throws {
        for (id, weight) in choices {
            guard
                let place = try connection.row("SELECT place FROM thing WHERE id = ?", [id])?.optionalInt("place"),
                let row = try connection.row("SELECT app FROM entry WHERE place = ?", [place])
            else { continue }
            let app = try row.int("app")
            if let only = scope.only, only != app { continue }
            if scope.without.contains(app) { continue }
            guard
                try Self.check(
                    Int64(place), .elsewhere, typed, scope, now, &counts, connection)
            else { continue }
            let days = Place(number: Int64(place)).days + Choices.days(weight)
            let isOwnClass = weight >= RankRule.chosenForThisLimit
            let at: RankRule.Class = isOwnClass ? .chosenForThis : counts.allInTitle ? .titleWords : .elsewhere
            candidates[Int64(place)] = Candidate(place: at, days: days, bound: .infinity)
            // Only what is surely of its class may end the reading of lower ones.
            if isOwnClass { Self.insert(days, into: &best[at.rawValue], limit: wanted) }
        }
    }

    // MARK: Exactly

    /// Ranks what may be among the wanted, best first as far as the lists tell; what cannot be is left out unread.
    private mutating func exact(_ connection: borrowing SQLiteConnection) throws -> [Found] {
        let order = candidates.sorted { left, right in
            if left.value.place != right.value.place { return left.value.place > right.value.place }
            if left.value.days != right.value.days { return left.value.days > right.value.days }
            return left.key < right.key
        }
        var ranked: [Ranked] = []
        for (index, candidate) in order.enumerated() {
            // What the lists say is nearly the order; a word that a text repeats counts for more than they know.
            if index >= Self.mostExact * wanted {
                let last = order[Self.mostExact * wanted - 1].value
                guard candidate.value.place == last.place, candidate.value.days > last.days - 1e-6,
                    index < Self.mostExact * wanted + Self.equalRows
                else { break }
            }
            if ranked.count >= wanted {
                let last = ranked[wanted - 1]
                if candidate.value.place < last.place { break }
                if candidate.value.place == last.place, candidate.value.bound < last.days { continue }
            }
            guard let next = try exact(candidate.key, connection) else { continue }
            let at = ranked.firstIndex { Self.isBefore(next, $0) } ?? ranked.count
            ranked.insert(next, at: at)
            // Those behind the wanted ones are kept for what shows to be gone.
            if ranked.count > wanted + Self.spare { ranked.removeLast() }
        }
        var found: [Found] = []
        for row in ranked where found.count < wanted {
            guard let thing = try Self.thing(row.thing, at: row.number, connection) else { continue }
            found.append(
                Found(
                    thing: thing, place: row.place, days: row.days, chosenForThis: row.chosenForThis,
                    chosenForThisDays: row.chosenForThisDays, wordsDays: row.wordsDays))
        }
        return found
    }

    private static let spare = 4
    /// Rows that are ranked exactly, for each that is wanted.
    private static let mostExact = 12

    private mutating func exact(_ number: Int64, _ connection: borrowing SQLiteConnection) throws -> Ranked? {
        let row = try connection.row(
            """
            SELECT e.head, e.names, e.body, t.id, t.app, t.expires_at, t.date, t.date_is, t.times_chosen, t.hint, t.bonus,
                t.identifier
            FROM entry AS e JOIN thing AS t ON t.id = e.thing WHERE e.place = ? AND t.place = e.place
            """, [number])
        guard let row, case .text(let head) = row[0], case .text(let names) = row[1], case .text(let body) = row[2],
            case .integer(let thing) = row[3], case .integer(let app) = row[4], case .integer(let dateIs) = row[7],
            case .integer(let times) = row[8], case .text(let identifier) = row[11],
            row[5].real > now.timeIntervalSinceReferenceDate
        else { return nil }
        counts.reset()
        counts.add(head, isTitle: true)
        counts.add(names, isTitle: true)
        counts.add(body, isTitle: false)
        guard counts.holdsAll else { return nil }
        var place = typed.compare(head: head) ?? (counts.allInTitle ? .titleWords : .elsewhere)
        let weight = choices[thing] ?? 0
        if weight >= RankRule.chosenForThisLimit, place < .chosenForThis { place = .chosenForThis }
        var words = 0.0
        for (index, rarity) in rarities.enumerated() {
            words +=
                rarity
                * RankRule.saturation(count: counts.counts[index], length: counts.length, mean: frequencies.mean)
        }
        let rank = StaticRank(
            date: row[6].real, dateIs: StaticRank.DateIs(rawValue: Int(dateIs)) ?? .firstIndexed,
            timesChosen: Int(times), hint: row[9].real, bonus: row[10].real)
        let wordsDays = RankRule.wordsWeight * words
        let chosenDays = Choices.days(weight)
        return Ranked(
            thing: thing, number: number, app: Int(app), identifier: identifier, rank: rank, place: place,
            days: rank.days + chosenDays + wordsDays, chosenForThis: weight, chosenForThisDays: chosenDays,
            wordsDays: wordsDays)
    }

    /// By class, then days, then date, then identifier: the same each time, whatever came first into the index.
    private static func isBefore(_ left: Ranked, _ right: Ranked) -> Bool {
        if left.place != right.place { return left.place > right.place }
        // To the hundredth of a day, which is what is shown.
        let (a, b) = ((left.days * 100).rounded(), (right.days * 100).rounded())
        if a != b { return a > b }
        if left.rank.date != right.rank.date { return left.rank.date > right.rank.date }
        if left.identifier != right.identifier { return left.identifier < right.identifier }
        return left.number < right.number
    }
}

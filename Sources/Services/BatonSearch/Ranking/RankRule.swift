internal import ActivityModel
internal import FoundationEssentials
internal import Glibc

/// The rule by which results are ordered; docs/search.md tells it to users, with these numbers.
///
/// The class decides first; within it days do: the date a thing counts from, moved by how often it was chosen, what the app
/// says of it, and how much it is about the words.
enum RankRule {
    /// How a thing matches, best first from above.
    enum Class: Int, Sendable, Comparable, CaseIterable {
        case elsewhere, titleWords, titleStart, chosenForThis, wholeTitle

        static func < (left: Class, right: Class) -> Bool { left.rawValue < right.rawValue }

        var words: String {
            switch self {
            case .wholeTitle: "whole title"
            case .chosenForThis: "chosen for this"
            case .titleStart: "start of the title"
            case .titleWords: "words of the title"
            case .elsewhere: "elsewhere"
            }
        }
    }

    /// Each doubling of (1 + times chosen) makes a thing this many days younger.
    static let chosenWeight = 30.0
    /// The same for what was chosen for this text or one like it.
    static let chosenForThisWeight = 60.0
    /// Choices that count now, from which on a thing is of the class `chosenForThis`.
    static let chosenForThisLimit = 1.5
    /// A choice for a text counts half after this many days.
    static let choiceHalfLife = 30.0
    /// What a choice counts for a text of which the other is the beginning.
    static let similarWeight = 0.5
    /// Days for one point of `rankingHint`, of which there are 0 to 100.
    static let hintWeight = 0.3
    static let userCreatedBonus = 10.0
    static let userCuratedBonus = 20.0
    /// Days for one unit of BM25.
    static let wordsWeight = 3.0

    static func chosenDays(_ times: Double, weight: Double) -> Double { weight * log2(1 + max(0, times)) }

    // MARK: BM25

    static let k1 = 1.2
    static let b = 0.75

    /// How much a thing of `length` words is about a word that it holds `count` times; times the word's rarity.
    static func saturation(count: Int, length: Int, mean: Double) -> Double {
        let count = Double(count)
        return count * (k1 + 1) / (count + k1 * (1 - b + b * Double(length) / max(1, mean)))
    }

    /// The rarity of a word that `holders` of `all` things hold.
    static func rarity(holders: Double, all: Double) -> Double {
        max(1e-6, log((all - holders + 0.5) / (holders + 0.5)))
    }
}

/// The date a thing counts from, and what moves it; all of it known when the thing is written, none of it changes as time
/// passes.
struct StaticRank: Sendable, Hashable {
    enum DateIs: Int, Sendable {
        case lastUsed, modified, created, firstIndexed, shown

        var words: String {
            switch self {
            case .lastUsed: "last used"
            case .modified: "modified"
            case .created: "created"
            case .firstIndexed: "first indexed"
            case .shown: "last shown"
            }
        }
    }

    /// In days from 2001-01-01.
    var date: Double
    var dateIs: DateIs
    var timesChosen: Int
    var hint: Double
    var bonus: Double

    var chosenDays: Double { RankRule.chosenDays(Double(timesChosen), weight: RankRule.chosenWeight) }
    var hintDays: Double { RankRule.hintWeight * hint }
    var days: Double { date + chosenDays + hintDays + bonus }

    /// - Parameters:
    ///   - firstIndexed: when the thing was indexed first; without a date of its own it counts from that day, whole: two
    ///     things of one import then differ by their texts alone, and not by which came first.
    ///   - shown: when an activity about it was last current.
    init(_ set: AttributeSet, firstIndexed: Date, shown: Date?, timesChosen: Int, now: Date) {
        let dates: [(DateIs, Date?)] = [
            (.lastUsed, set.date("lastUsedDate")), (.modified, set.date("contentModificationDate")),
            (.created, set.date("contentCreationDate")),
        ]
        let own = dates.first { $0.1 != nil }
        let day = 86_400.0
        if let (kind, date) = own, let date {
            // No thing is newer than now, whatever it says.
            self.date = min(date, now).timeIntervalSinceReferenceDate / day
            dateIs = kind
        } else {
            date = (firstIndexed.timeIntervalSinceReferenceDate / day).rounded(.down)
            dateIs = .firstIndexed
        }
        if let shown {
            let days = min(shown, now).timeIntervalSinceReferenceDate / day
            if days > date || dateIs == .firstIndexed { (date, dateIs) = (max(days, date), .shown) }
        }
        self.timesChosen = timesChosen
        hint = min(100, max(0, set.number("rankingHint") ?? 0))
        bonus = 0
        if set.number("userCreated") ?? 0 != 0 { bonus += RankRule.userCreatedBonus }
        if set.number("userCurated") ?? 0 != 0 { bonus += RankRule.userCuratedBonus }
    }

    init(date: Double, dateIs: DateIs, timesChosen: Int, hint: Double, bonus: Double) {
        self.date = date
        self.dateIs = dateIs
        self.timesChosen = timesChosen
        self.hint = hint
        self.bonus = bonus
    }
}

internal import ActivityModel
internal import FoundationEssentials

/// Why a result stands where it does: the class first, then parts in days that add up.
struct RankTable {
    private let explanation: SearchExplanation

    init(_ explanation: SearchExplanation) { self.explanation = explanation }

    var json: JSON {
        let it = explanation
        return [
            "place": .string(it.place), "days": .number(it.days), "date": .date(it.date),
            "dateIs": .string(it.dateIs), "dateDays": .number(it.dateDays), "timesChosen": .integer(it.timesChosen),
            "chosenDays": .number(it.chosenDays), "chosenForThis": .number(it.chosenForThis),
            "chosenForThisDays": .number(it.chosenForThisDays), "hintDays": .number(it.hintDays),
            "bonusDays": .number(it.bonusDays), "wordsDays": .number(it.wordsDays),
        ]
    }

    var lines: [Line] {
        let it = explanation
        var parts = [(Texts.rankDate(it.dayOrDate, it.dateIs), it.dateDays)]
        let others = [
            (Texts.rankChosen(it.timesChosen), it.chosenDays), (Texts.rankChosenForThis, it.chosenForThisDays),
            (Texts.rankHint, it.hintDays), (Texts.rankBonus, it.bonusDays), (Texts.rankWords, it.wordsDays),
        ]
        parts += others.filter { $0.1 != 0 }
        var rounded = parts.map { (name: $0.0, hundredths: ($0.1 * 100).rounded()) }
        let together = (it.days * 100).rounded()
        // Each is rounded, and they add up for who adds them: the last one, words, takes up the hundredths that are left.
        rounded[rounded.count - 1].hundredths += together - rounded.reduce(0) { $0 + $1.hundredths }
        let rows = rounded + [(Texts.rankTogether, together)]
        let texts = rows.map { (name: SafeText.line($0.name), number: Self.text($0.hundredths)) }
        let nameWidth = texts.map { SafeText.width($0.name) }.max() ?? 0
        let numberWidth = texts.map(\.number.count).max() ?? 0
        return [Line(Texts.place(it.place))]
            + texts.enumerated().map { index, row in
                let gap = nameWidth - SafeText.width(row.name) + 2 + numberWidth - row.number.count
                return Line(
                    "  \(row.name)\(String(repeating: " ", count: gap))\(row.number)",
                    index == texts.count - 1 ? .strong : nil)
            }
    }

    /// With two digits after the point.
    private static func text(_ hundredths: Double) -> String {
        guard let whole = Int64(exactly: hundredths) else { return "?" }
        let digits = String(whole.magnitude % 100)
        return "\(whole < 0 ? "-" : "")\(whole.magnitude / 100).\(digits.count == 1 ? "0" : "")\(digits)"
    }
}

extension SearchExplanation {
    /// For people. A thing without a date of its own counts from a day, which is none of an hour or a time zone.
    var dayOrDate: String {
        guard dateIs == "first indexed" else { return Output.date(date) }
        return date.formatted(Date.ISO8601FormatStyle().year().month().day())
    }
}

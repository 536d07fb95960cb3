import ActivityModel
import TestSupport
import Testing

@testable import BatonSearch

/// Queries that are written from a tree are read as this tree.
@Suite(.timeLimit(.minutes(5)))
struct QueryRoundTripTests {
    @Test(arguments: 0..<4) func whatIsWrittenIsRead(_ seed: UInt64) throws {
        var writer = Writer(random: SeededGenerator(seed: seed &+ 53))
        for _ in 0..<500 {
            let (text, condition) = writer.any(depth: 4)
            #expect(try query(text).condition == condition, "seed \(seed): \(text.debugDescription)")
        }
    }

    /// Writes a random query, with white space and parentheses where they change nothing, and what it means.
    private struct Writer {
        var random: SeededGenerator

        mutating func any(depth: Int) -> (String, SearchQuery.Condition) {
            let parts = several { writer in
                let parts = writer.several { $0.primary(depth: depth) }
                return writer.joined(parts, "&&", SearchQuery.Condition.every)
            }
            return joined(parts, "||", SearchQuery.Condition.some)
        }

        /// Mostly one: each is two in the next depth.
        private mutating func several(
            _ part: (inout Writer) -> (String, SearchQuery.Condition)
        ) -> [(String, SearchQuery.Condition)] {
            (0..<(random.chance(2) ? 1 : Int.random(in: 2..<4, using: &random))).map { _ in part(&self) }
        }

        private mutating func joined(
            _ parts: [(String, SearchQuery.Condition)], _ joint: String,
            _ condition: ([SearchQuery.Condition]) -> SearchQuery.Condition
        ) -> (String, SearchQuery.Condition) {
            if parts.count == 1 { return parts[0] }
            return (parts.map(\.0).joined(separator: space() + joint + space()), condition(parts.map(\.1)))
        }

        private mutating func primary(depth: Int) -> (String, SearchQuery.Condition) {
            let negations = random.chance(4) ? Int.random(in: 1..<4, using: &random) : 0
            let before = (0..<negations).map { _ in "!" + space() }.joined()
            let (text, condition): (String, SearchQuery.Condition)
            if depth > 0, random.chance(3) {
                let inner = any(depth: depth - 1)
                (text, condition) = ("(" + space() + inner.0 + space() + ")", inner.1)
            } else {
                (text, condition) = comparison()
            }
            return (before + text, negations % 2 == 1 ? .not(condition) : condition)
        }

        private mutating func comparison() -> (String, SearchQuery.Condition) {
            let name = random.pick(["title", "keywords", "2nd", "_x", "InRange", "**"])
            let subject: Comparison.Subject = name == "**" ? .anything : .attribute(name)
            let number = random.pick([0, 1, -1, 0.5, 1e20, 818_000_000.25, -2.5e-7])
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let high = number + 3
                let text = ["InRange", "(", name, ",", "\(number)", ",", "\(high)", ")"].joined(separator: space())
                return (text, .comparison(Comparison(subject, .number(.within(number, high)))))
            case 1:
                let (sign, test): (String, NumberTest) = random.pick([
                    ("==", .equal(number)), ("<", .below(number)), ("<=", .atMost(number)), (">", .above(number)),
                    (">=", .atLeast(number)),
                ])
                return (name + space() + sign + space() + "\(number)", .comparison(Comparison(subject, .number(test))))
            default:
                let (value, wildcards) = text()
                let modifiers: [(String, TextModifiers)] = [
                    ("c", .ignoringCase), ("d", .ignoringMarks), ("w", .words), ("t", .tokens),
                ]
                let chosen = modifiers.shuffled(using: &random).prefix(Int.random(in: 0..<4, using: &random))
                let test = TextTest(wildcards, TextModifiers(chosen.map(\.1)))
                let condition = SearchQuery.Condition.comparison(Comparison(subject, .text(test)))
                let isEqual = !random.chance(4)
                let sign = isEqual ? random.pick(["==", "="]) : "!="
                let text = name + space() + sign + space() + value + chosen.map(\.0).joined()
                return (text, isEqual ? condition : .not(condition))
            }
        }

        private mutating func text() -> (String, WildcardText) {
            let quote = random.pick(["\"", "'"])
            var builder = WildcardText.Builder()
            var text = ""
            for _ in 0..<Int.random(in: 0..<5, using: &random) {
                if random.chance(4) {
                    text += "*"
                    builder.wildcard()
                } else {
                    let piece = random.pick([
                        "a", "Paris", " ", "\"", "'", "*", "\\", "é", "👍🏽", "&&", "\n", ")", "\u{0}",
                    ])
                    text += QueryString.escaping(piece)
                    builder.append(piece[...])
                }
            }
            return (quote + text + quote, builder.finish())
        }

        private mutating func space() -> String { random.pick(["", "", " ", "\n\t", "\u{A0}"]) }
    }
}

import ActivityModel
import BatonSearch
import FoundationEssentials
import TestSupport
import Testing

/// Queries that cannot be read: the message says where, and what was expected there.
@Suite(.timeLimit(.minutes(5)))
struct QueryFaultTests {
    struct Bad: Sendable, CustomStringConvertible {
        let query: String
        let column: Int
        let says: String
        var description: String { query }

        init(_ query: String, _ column: Int, _ says: String) {
            self.query = query
            self.column = column
            self.says = says
        }
    }

    static let bad = [
        Bad("", 1, "the query is empty"),
        Bad(" \t\n", 4, "the query is empty"),
        Bad("title", 6, "expected one of == != < <= > >=, found the end"),
        Bad("title ==", 9, "expected a text in quotes, a number, or a date such as $time.today, found the end"),
        Bad("title == ", 10, "found the end"),
        Bad("title == Paris", 10, "(texts are written in quotes), found \"P\""),
        Bad("title == true", 10, "(texts are written in quotes)"),
        Bad("title == “Paris”", 10, "(in straight quotes, \" or '), found \"“\""),
        Bad("title == \"abc", 10, "the text that begins here has no closing quote"),
        Bad("title == 'abc\"", 10, "has no closing quote"),
        Bad("title == \"abc\\\"", 10, "has no closing quote"),
        Bad("title == \"abc\\", 10, "has no closing quote"),
        Bad(
            "title == \"abc\"x", 15, "expected one of the modifiers c d w t, or a space, behind the quote, found \"x\""),
        Bad("title == \"abc\"cdwtq", 19, "expected one of the modifiers"),
        Bad("title == \"abc\"C", 15, "expected one of the modifiers"),
        Bad("title == \"abc\"1", 15, "expected one of the modifiers"),
        Bad("title == \"abc\" c", 16, "expected &&, || or the end, found \"c\""),
        Bad("title == \"a\"\"b\"", 13, "expected &&, || or the end, found '\"'"),
        Bad("title == \"a\" == \"b\"", 14, "expected &&, || or the end, found \"=\""),
        Bad("title == \"a\" title == \"b\"", 14, "expected &&, || or the end, found \"t\""),
        Bad("title == \"a\" AND title == \"b\"", 14, "expected &&, || or the end, found \"A\""),
        Bad("title == \"a\" & title == \"b\"", 15, "expected a second &, as in &&, found U+0020"),
        Bad("title == \"a\" | title == \"b\"", 15, "expected a second |, as in ||"),
        Bad("title == \"a\" &&", 16, "expected an attribute's name, **, InRange or \"(\", found the end"),
        Bad("title == \"a\" && && title == \"b\"", 17, "expected an attribute's name"),
        Bad("title == \"a\" ||", 16, "expected an attribute's name"),
        Bad("|| title == \"a\"", 1, "expected an attribute's name, **, InRange or \"(\", found \"|\""),
        Bad("\"a\" == title", 1, "a comparison begins with an attribute, not with a text"),
        Bad("== \"a\"", 1, "expected an attribute's name, **, InRange or \"(\", found \"=\""),
        Bad("title \"a\"", 7, "expected one of == != < <= > >=, found '\"'"),
        Bad("title ~ \"a\"", 7, "expected one of == != < <= > >=, found \"~\""),
        Bad("title ! \"a\"", 8, "expected = after !"),
        Bad("title =! \"a\"", 8, "found \"!\""),
        Bad("title === \"a\"", 9, "found \"=\""),
        Bad("title => 3", 8, "found \">\""),
        Bad("title <> 3", 8, "expected a number or a date such as $time.today, found \">\""),
        Bad("title < \"a\"", 9, "texts have no order in queries"),
        Bad("title >= 'a'", 10, "texts have no order in queries"),
        Bad("title > a", 9, "expected a number or a date such as $time.today (texts are written in quotes)"),
        Bad("content-type == 1", 8, "expected one of == != < <= > >=, found \"-\""),
        Bad("größe == 1", 3, "expected one of == != < <= > >=, found \"ö\""),
        Bad("* == 1", 2, "expected a second *, since any attribute is written **"),
        Bad("*** == 1", 3, "expected one of == != < <= > >=, found \"*\""),
        Bad("?x == 1", 1, "expected an attribute's name"),
        Bad("()", 2, "expected an attribute's name, **, InRange or \"(\", found \")\""),
        Bad("(title == 1", 12, "expected &&, || or the \")\" for the \"(\" at character 1, found the end"),
        Bad("((title == 1)", 14, "for the \"(\" at character 1, found the end"),
        Bad("a == 1 && (b == 2 || (c == 3)", 30, "for the \"(\" at character 11, found the end"),
        Bad("title == 1)", 11, "this \")\" closes nothing"),
        Bad("(title == 1))", 13, "this \")\" closes nothing"),
        Bad(")", 1, "expected an attribute's name"),
        Bad("!", 2, "expected an attribute's name"),
        Bad("a == 1 !b == 2", 8, "expected &&, || or the end, found \"!\""),
        Bad("a == -", 7, "expected a digit, found the end"),
        Bad("a == .", 7, "expected a digit"),
        Bad("a == +-1", 7, "expected a digit, found \"-\""),
        Bad("a == 1e", 8, "expected a digit of the exponent"),
        Bad("a == 1e+", 9, "expected a digit of the exponent"),
        Bad("a == 1e999", 6, "the number is too large"),
        Bad("a == 1.2.3", 9, "expected &&, || or the end, found \".\""),
        Bad("a == 12abc", 8, "expected &&, || or the end, found \"a\""),
        Bad("a == 0x10", 7, "expected &&, || or the end, found \"x\""),
        Bad("InRange", 8, "expected one of == != < <= > >=, found the end"),
        Bad("InRange(", 9, "expected an attribute's name"),
        Bad("InRange(a)", 10, "expected \",\" after the attribute of InRange, found \")\""),
        Bad("InRange(a, 1)", 13, "expected \",\" after the first value of InRange, found \")\""),
        Bad("InRange(a, 1, 2", 16, "expected the \")\" of InRange, found the end"),
        Bad("InRange(a, 1, 2, 3)", 16, "expected the \")\" of InRange, found \",\""),
        Bad("InRange(a, \"x\", 2)", 12, "texts have no order in queries"),
        Bad("InRange(a, 1, )", 15, "expected a number or a date such as $time.today, found \")\""),
        Bad("a == $", 7, "expected $time., found the end"),
        Bad("a == $tim.now", 10, "expected $time."),
        Bad("a == $time", 11, "expected $time., found the end"),
        Bad("a == $time.", 12, "after $time. comes one of now, today, yesterday, this_week, last_week, this_month"),
        Bad("a == $time.tomorrow", 12, "after $time. comes one of"),
        Bad("a == $time.Today", 12, "after $time. comes one of"),
        Bad("a == $time.today(", 18, "expected a whole number, such as -1, found the end"),
        Bad("a == $time.today()", 18, "expected a whole number, such as -1, found \")\""),
        Bad("a == $time.today(1.5)", 19, "expected \")\" after the whole number, found \".\""),
        Bad("a == $time.today(-)", 19, "expected a whole number"),
        Bad("a == $time.today(99999999999999999999)", 18, "the date is not within 3000 years of 2001"),
        Bad("a == $time.this_year(3000)", 6, "the date is not within 3000 years of 2001"),
        Bad("a == $time.this_month(-99999999999)", 6, "the date is not within 3000 years of 2001"),
        Bad("a == $time.now(999999999999)", 6, "the date is not within 3000 years of 2001"),
        Bad("a == $time.iso", 15, "expected \"(\" and a date after $time.iso, found the end"),
        Bad("a == $time.iso()", 16, "expected the year, four digits, found \")\""),
        Bad("a == $time.iso(\"2026-01-01\")", 16, "expected the year, four digits, found '\"'"),
        Bad("a == $time.iso(26-01-01)", 18, "expected the year, four digits"),
        Bad("a == $time.iso(2026-13-01)", 21, "expected the month, 01 to 12"),
        Bad("a == $time.iso(2026-02-29)", 16, "there is no such day in this month"),
        Bad("a == $time.iso(2026-02-28T25:00)", 27, "expected the hour, 00 to 24"),
        Bad("a == $time.iso(2026-02-28T24:01)", 16, "the time is after 24:00"),
        Bad("a == $time.iso(2026-02-28T12)", 29, "expected : after the hour"),
        Bad("a == $time.iso(2026-02-28T12:00:00.Z)", 36, "expected a digit of the second's fraction"),
        Bad("a == $time.iso(2026-02-28T12:00+1)", 34, "expected the hours of the time zone, two digits"),
        Bad("a == $time.iso(2026-02-28", 26, "expected \")\" after the date, found the end"),
        Bad("a == $time.iso(9999-01-01)", 6, "the date is not within 3000 years of 2001"),
        // Characters are counted, not bytes or code points.
        Bad("title == \"👩‍👩‍👧‍👦e\u{301}\" x", 15, "expected &&, || or the end, found \"x\""),
        Bad("title == \"a\"\u{0}", 13, "found U+0000"),
        Bad("title\u{1B}[31m == 1", 6, "found U+001B"),
        Bad("a == 1 \u{202E}", 8, "found U+202E"),
    ]

    @Test(arguments: bad)
    func theMessagePointsAtThePlace(_ bad: Bad) throws {
        let error = try #require(fault(bad.query))
        #expect(error.code == .invalidQuery)
        #expect(error.message.hasPrefix("The query cannot be read at character \(bad.column): "), "\(error.message)")
        #expect(error.message.contains(bad.says), "\(error.message)")
        #expect(error.message.count < 400)
        #expect(error.message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test func thePlaceIsQuoted() throws {
        #expect(
            fault("title == ) && x == 1")?.message
                == "The query cannot be read at character 10: expected a text in quotes, a number, or a date such as "
                + "$time.today, found \")\". The place, marked ▸: title == ▸) && x == 1")
        let long = String(repeating: "a == 1 || ", count: 20)
        #expect(
            fault(long + "? == 1 || " + long)?.message.hasSuffix(
                "The place, marked ▸: … || a == 1 || a == 1 || ▸? == 1 || a == 1 || a ==…") == true)
    }

    @Test func everyControlCharacterIsRefusedAndMayStandInATextAlike() throws {
        for value in Array(0..<0x20) + Array(0x7F..<0xA0) {
            let character = String(Unicode.Scalar(UInt32(value))!)
            #expect(try query("title == \"a\(character)b\"").matches(item(title: "a\(character)b")))
            let isSpace = (9...13).contains(value) || value == 0x85
            #expect((fault("title \(character)== 1") == nil) == isSpace, "U+\(String(value, radix: 16))")
        }
    }

    // MARK: Limits

    @Test func theLimitsHold() throws {
        let deepest = String(repeating: "(", count: 64) + "a == 1" + String(repeating: ")", count: 64)
        #expect(try query(deepest).matches(item(["a": .integer(1)])))
        #expect(fault("(\(deepest))")?.message.contains("character 65: parentheses are nested deeper than 64") == true)
        #expect(fault(String(repeating: "(", count: 10_000))?.code == .invalidQuery)
        #expect(fault(String(repeating: "!(", count: 10_000))?.code == .invalidQuery)
        #expect(try query(String(repeating: "!", count: 60_000) + "a == 1").matches(item(["a": .integer(1)])))

        let most = Array(repeating: "a == 1", count: 1000).joined(separator: "||")
        #expect(try query(most).matches(item(["a": .integer(1)])))
        #expect(fault(most + "||a == 1")?.message.contains("a query has at most 1000 comparisons") == true)
        #expect(try query(most.replacing("||", with: "&&")).matches(item(["a": .integer(1)])))

        let longest = "title == \"" + String(repeating: "x", count: 64 * 1024 - 11) + "\""
        #expect(try !query(longest).matches(item(title: "x")))
        #expect(fault(longest + " ")?.message.contains("65537 bytes, of 65536 at most") == true)
        #expect(fault(String(repeating: "\"", count: 1 << 20))?.code == .invalidQuery)
    }

    @Test func randomBytesAreReadOrRefused() {
        let pieces = [
            "title", "**", "==", "=", "!", "<", "(", ")", "\"", "'", "\\", "*", "&&", "||", " ", "cdwt", "InRange(",
            ",",
            "$time.", "today", "iso(", "-1", "2026-11-30", "T", "é", "\u{301}", "\u{0}", "🇩🇪", "\"x\"c", "1e5", ".",
        ]
        var random = SeededGenerator(seed: 47)
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in random.pick(pieces) }.joined()
            if let error = fault(text) { #expect(error.code == .invalidQuery) }
        }
    }
}

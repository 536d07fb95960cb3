import BatonCommands
import FoundationEssentials
import GLibKit
import Testing

@Suite struct OutputTests {
    @Test(arguments: [
        ("plain", "plain"),
        ("a\u{1B}[31mred", "a\u{FFFD}[31mred"),
        ("a\u{9B}31m", "a\u{FFFD}31m"),
        ("two\nlines\tand\r\nmore", "two lines and  more"),
        ("bi\u{202E}di\u{2066}", "bi\u{FFFD}di\u{FFFD}"),
        ("zero\u{200B}width\u{FEFF}", "zero\u{FFFD}width\u{FFFD}"),
        ("soft\u{AD}hyphen", "softhyphen"),
        ("line\u{2028}end", "line end"),
        ("del\u{7F}", "del\u{FFFD}"),
        ("👩‍👧 می‌خواهم é", "👩‍👧 می‌خواهم é"),
    ])
    func textIsSafeForATerminal(text: String, shown: String) { #expect(SafeText.line(text) == shown) }

    @Test func widthCountsColumns() {
        #expect(SafeText.width("abc") == 3)
        #expect(SafeText.width("日本") == 4)
        #expect(SafeText.width("e\u{301}") == 1)
        #expect(SafeText.cut("abcdef", to: 4) == "abc…")
        #expect(SafeText.cut("日本語", to: 4) == "日…")
        #expect(SafeText.cut("abcd", to: 4) == "abcd")
    }

    @Test func jsonKeepsTheOrderAndEscapes() {
        let json: JSON = [
            "b": .integer(1), "none": .absent, "a": .string("\"\\\n\u{1}\u{202E}ü"), "c": .array([.null, .bool(true)]),
            "d": .raw("{\"$date\":1}"), "e": .object([]),
        ]
        #expect(
            json.text
                == #"{"b":1,"a":"\"\\\n\u0001\u202eü","c":[null,true],"d":{"$date":1},"e":{}}"#)
    }

    @Test func coloursAreOnlyAddedToSafeText() {
        let line = Line("a\u{1B}b", .good)
        #expect(line.rendered(colour: true) == "\u{1B}[32ma\u{FFFD}b\u{1B}[0m")
        #expect(line.rendered(colour: false) == "a\u{FFFD}b")
    }

    @Test func datesAreReadAndWritten() throws {
        #expect(LocaleDate.date(iso8601: "2027-01-15T08:00:00Z") == Fixture.date)
        #expect(LocaleDate.date(iso8601: "2027-01-15T09:00:00+01") == Fixture.date)
        let day = try #require(LocaleDate.date(iso8601: "2027-01-15"))
        #expect(LocaleDate.text(day).hasSuffix("00:00:00"))
        #expect(LocaleDate.date(iso8601: "soon") == nil)
        #expect(LocaleDate.date(iso8601: "") == nil)
        #expect(LocaleDate.date(iso8601: "2027-13-01") == nil)
    }
}

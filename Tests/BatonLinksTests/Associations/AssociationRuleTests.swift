import BatonLinks
import FoundationEssentials
import Testing

/// The examples of the rules U1 to U26, each with its number in the project's reference of Apple's behaviour.
@Suite struct AssociationRuleTests {
    enum Expected: Sendable { case match, block, none }

    struct Row: Sendable, CustomTestStringConvertible {
        let number: Int
        /// One rule, or a whole list of details where it begins with a bracket.
        let rule: String
        let tail: String
        let expected: Expected

        init(_ number: Int, _ rule: String, _ tail: String, _ expected: Expected) {
            self.number = number
            self.rule = rule
            self.tail = tail
            self.expected = expected
        }

        var testDescription: String { "\(number)" }
    }

    private static let a = "A1A1A1A1A1.app.one"
    private static let b = "A1A1A1A1A1.app.two"

    /// The outcome for an app, of a file with these members of applinks.
    static func outcome(_ links: String, _ tail: String, app: String = a) throws -> Expected {
        let file = try AssociationFile(parsing: Data(#"{"applinks": {\#(links)}}"#.utf8))
        let url = try #require(LinkURL("https://example.com\(tail)"))
        let outcome = file.decision(for: app, url)
        let decided = file.decide(url, installed: [app])
        switch outcome {
        case .opens(let place):
            #expect(decided?.app == app && decided?.place == place)
            return .match
        case .blocked, .none:
            #expect(decided == nil)
            return if case .none = outcome { .none } else { .block }
        case .tooCostly:
            Issue.record("too costly")
            return .none
        }
    }

    static func details(_ components: String, app: String = a) -> String {
        #""details": [{"appIDs": ["\#(app)"], "components": \#(components)}]"#
    }

    private static let single: [Row] = [
        Row(1, #"{"/": "/orders/*"}"#, "/orders/77", .match),
        Row(2, #"{"/": "/orders/*"}"#, "/orders/77/lines/3", .match),
        Row(3, #"{"/": "/orders/*"}"#, "/orders/", .match), Row(4, #"{"/": "/orders/*"}"#, "/orders", .match),
        Row(5, #"{"/": "/orders/*"}"#, "/ordersheet", .none), Row(6, #"{"/": "/orders*"}"#, "/ordersheet", .match),
        Row(7, #"{"/": "/orders"}"#, "/orders/", .match), Row(8, #"{"/": "/orders/"}"#, "/orders", .match),
        Row(9, #"{"/": "/orders"}"#, "/orders/77", .none),
        Row(10, #"{"/": "/orders/*/pdf"}"#, "/orders/77/pdf", .match),
        Row(11, #"{"/": "/orders/*/pdf"}"#, "/orders/77/old/pdf", .match),
        Row(12, #"{"/": "/orders/*/pdf"}"#, "/orders/pdf", .none), Row(13, #"{"/": "orders/*"}"#, "/orders/77", .match),
        Row(14, #"{"/": "rders/*"}"#, "/orders/77", .none), Row(15, #"{"/": "*pdf"}"#, "/orders/77.pdf", .match),
        Row(16, #"{"/": "/"}"#, "", .match), Row(17, #"{"/": "*"}"#, "", .match),
        Row(18, #"{"/": "/ticket/????"}"#, "/ticket/2024", .match),
        Row(19, #"{"/": "/ticket/????"}"#, "/ticket/202", .none),
        Row(20, #"{"/": "/ticket/????"}"#, "/ticket/20245", .none),
        Row(21, #"{"/": "/ticket/?*"}"#, "/ticket/2", .match),
        Row(22, #"{"/": "/ticket/?*"}"#, "/ticket/", .none), Row(23, #"{"/": "/Ticket/*"}"#, "/ticket/1", .none),
        Row(24, #"{"/": "/Ticket/*", "caseSensitive": false}"#, "/ticket/1", .match),
        Row(25, #"{"/": "/ticket/*", "casesensitive": false}"#, "/TICKET/1", .none),
        Row(26, ##"{"/": "/t/*", "?": "v=2", "#": "top"}"##, "/t/1?v=2#top", .match),
        Row(27, ##"{"/": "/t/*", "?": "v=2", "#": "top"}"##, "/t/1?v=2", .none),
        Row(28, ##"{"#": "share"}"##, "/any/path?x=1#share", .match), Row(29, ##"{"#": "*"}"##, "/any", .match),
        Row(30, ##"{"#": "?*"}"##, "/any", .none), Row(31, #"{"?": "v=2"}"#, "/t?v=2", .match),
        Row(32, #"{"?": "v=2"}"#, "/t?v=2&lang=en", .none), Row(33, #"{"?": "v=2*"}"#, "/t?v=2&lang=en", .match),
        Row(34, #"{"?": "lang=en&v=2"}"#, "/t?v=2&lang=en", .none), Row(35, #"{"?": "*"}"#, "/t", .match),
        Row(36, #"{"?": "?*"}"#, "/t", .none), Row(37, #"{"?": {"v": "2"}}"#, "/t?v=2&lang=en", .match),
        Row(38, #"{"?": {"v": "2", "lang": "??"}}"#, "/t?lang=en&v=2", .match),
        Row(39, #"{"?": {"v": "2"}}"#, "/t?lang=en", .none), Row(40, #"{"?": {"v": "*"}}"#, "/t?lang=en", .match),
        Row(41, #"{"?": {"v": "?*"}}"#, "/t?lang=en", .none), Row(42, #"{"?": {"v": "?*"}}"#, "/t?v", .none),
        Row(43, #"{"?": {"v": ""}}"#, "/t?v", .match), Row(44, #"{"?": {"v": "2"}}"#, "/t?v=1&v=2", .none),
        Row(45, #"{"?": {"v": "?"}}"#, "/t?v=1&v=2", .match),
        Row(46, #"{"?": {"v": "2", "debug": true}}"#, "/t?v=9", .match),
        Row(47, #"{"/": "/caf%C3%A9"}"#, "/caf%C3%A9", .match), Row(48, #"{"/": "/caf%C3%A9"}"#, "/caf%c3%a9", .none),
        Row(49, #"{"/": "/café"}"#, "/caf%C3%A9", .none),
        Row(50, #"{"/": "/café", "percentEncoded": false}"#, "/caf%C3%A9", .match),
        Row(51, #"{"/": "/caf??????"}"#, "/caf%C3%A9", .match), Row(52, #"{"/": "/a/b"}"#, "/a%2Fb", .none),
        Row(53, #"{"/": "/a/b", "percentEncoded": false}"#, "/a%2Fb", .match),
        Row(54, "{}", "/anything?at=all", .match),
        Row(55, #"{"colour": "red"}"#, "/anything", .match),
        Row(56, #"{"/": "/admin/*", "exclude": true}"#, "/admin/users", .block),
    ]

    @Test(arguments: single) func oneRuleAlone(_ row: Row) throws {
        #expect(try Self.outcome(Self.details("[\(row.rule)]"), row.tail) == row.expected, "\(row.rule) \(row.tail)")
    }

    private static let excludedFirst = #"[{"/":"/shop/private/*","exclude":true},{"/":"/shop/*"}]"#
    private static let excludedLast = #"[{"/":"/shop/*"},{"/":"/shop/private/*","exclude":true}]"#
    private static let twice =
        #""details": [{"appIDs": ["\#(a)"], "components": [{"/": "/shop/*"}]}, "#
        + #"{"appIDs": ["\#(a)"], "components": [{"/": "/shop/*", "exclude": true}]}]"#
    private static let cases =
        #""defaults": {"caseSensitive": false}, "details": [{"appIDs": ["\#(a)"], "#
        + #""defaults": {"caseSensitive": true}, "components": [{"/": "/Case/*"}, {"/": "/Loose/*", "caseSensitive": false}]}]"#
    private static let inheritedPath = ##""defaults": {"/": "/app/*"}, "## + details(##"[{"#": "*"}]"##)
    private static let food =
        #""substitutionVariables": {"food": ["burrito", "pizza", "sal?d", "so*p"]}, "#
        + details(#"[{"/": "/$(lang)-$(region)/$(food)/"}]"#)
    private static let digits = details(#"[{"/": "/id/$(digit)$(digit)"}]"#)
    private static let legacy =
        #""details": [{"appID": "\#(a)", "paths": ["NOT /docs/internal/*", "/docs/*", "/user/????"]}]"#

    private static let files: [Row] = [
        Row(57, details(excludedFirst), "/shop/private/x", .block),
        Row(58, details(excludedFirst), "/shop/public", .match),
        Row(59, details(excludedLast), "/shop/private/x", .match), Row(60, twice, "/shop/1", .match),
        Row(64, details("[]"), "/x", .none), Row(65, cases, "/case/1", .none), Row(66, cases, "/LOOSE/1", .match),
        Row(67, inheritedPath, "/site", .none), Row(68, inheritedPath, "/app/1", .match),
        Row(69, #""defaults": {"exclude": true}, "# + details(#"[{"/": "*"}]"#), "/x", .block),
        Row(70, food, "/en-US/pizza", .match), Row(71, food, "/en-US/salad/", .match),
        Row(72, food, "/de-DE/soooup/", .match), Row(73, food, "/en-US/tacos/", .none),
        Row(74, food, "/en-UK/pizza/", .none), Row(75, food, "/en-US/Pizza/", .none),
        Row(76, food, "/en-US/$(food)/", .none), Row(77, digits, "/id/42", .match), Row(77, digits, "/id/4", .none),
        Row(77, digits, "/id/423", .none), Row(77, digits, "/id/4x", .none),
        Row(78, details(#"[{"/": "/k/$(upper)", "caseSensitive": false}]"#), "/k/q", .match),
        Row(79, legacy, "/docs/guide?x=1#y", .match), Row(80, legacy, "/docs/internal/x", .block),
        Row(81, legacy, "/user/ann", .none), Row(82, legacy, "/Docs/guide", .none),
        Row(
            83, #""details": [{"appID": "\#(a)", "paths": ["/docs/*", "NOT /docs/internal/*"]}]"#, "/docs/internal/x",
            .match),
    ]

    @Test(arguments: files) func wholeFiles(_ row: Row) throws {
        #expect(try Self.outcome(row.rule, row.tail) == row.expected, "\(row.rule) \(row.tail)")
    }

    /// Rows 61 to 63: apps are apart from each other, and appIDs takes the place of appID.
    @Test func appsAreApart() throws {
        let two =
            #""details": [{"appIDs": ["\#(Self.a)"], "components": [{"/": "/shop/*", "exclude": true}]}, "#
            + #"{"appIDs": ["\#(Self.b)"], "components": [{"/": "/shop/*"}]}]"#
        #expect(try Self.outcome(two, "/shop/1") == .block)
        #expect(try Self.outcome(two, "/shop/1", app: Self.b) == .match)
        let both = #""details": [{"appID": "\#(Self.a)", "appIDs": ["\#(Self.b)"], "components": [{}]}]"#
        #expect(try Self.outcome(both, "/x") == .none)
        #expect(try Self.outcome(both, "/x", app: Self.b) == .match)
        let empty = #""details": [{"appID": "\#(Self.a)", "appIDs": [], "components": [{}]}]"#
        #expect(try Self.outcome(empty, "/x") == .none)
        #expect(try Self.outcome(#""details": [{"components": [{}]}]"#, "/x") == .none)
    }

    private static let more: [Row] = [
        // A run at the start may be empty (C08).
        Row(0, #"{"/": "*/terms/*"}"#, "/terms/privacy", .match), Row(0, #"{"/": "**"}"#, "", .match),
        Row(0, #"{"/": "//orders//"}"#, "/orders", .match), Row(0, #"{"/": "/orders/*"}"#, "/orders//", .match),
        Row(0, #"{"/": ""}"#, "", .match), Row(0, #"{"/": ""}"#, "/x", .none),
        // What is undefined, or no name at all.
        Row(0, #"{"/": "/$(nothing)"}"#, "/x", .none), Row(0, #"{"/": "/$(nothing)"}"#, "/$(nothing)", .none),
        Row(0, #"{"/": "/a$(b"}"#, "/a$(b", .match), Row(0, #"{"/": "/$$(digit)"}"#, "/$7", .match),
        Row(0, #"{"/": "/$()"}"#, "/$()", .none),
        // Numbers for Booleans, and what is neither.
        Row(0, #"{"/": "/A", "caseSensitive": 0}"#, "/a", .match),
        Row(0, #"{"/": "/A", "caseSensitive": "no"}"#, "/a", .none),
        Row(0, #"{"/": "/a", "exclude": 1}"#, "/a", .block), Row(0, #"{"/": "/a", "exclude": "true"}"#, "/a", .match),
        // Names of items.
        Row(0, #"{"?": {"A": "1"}}"#, "/?a=2", .none),
        Row(0, #"{"?": {"A": "1"}, "caseSensitive": false}"#, "/?a=1", .match),
        Row(0, #"{"?": {"a b": "ü"}, "percentEncoded": false}"#, "/?a%20b=%C3%BC", .match),
        Row(0, #"{"?": {"a": "1=2"}}"#, "/?a=1=2", .match), Row(0, #"{"?": {"a": "1"}}"#, "/?b&&a=1&", .match),
        Row(0, #"{"?": {"a": "1&b"}, "percentEncoded": false}"#, "/?a=1%26b", .match),
        // Letters outside of ASCII.
        Row(0, #"{"/": "/ÉCOLE", "percentEncoded": false, "caseSensitive": false}"#, "/%C3%A9cole", .match),
        Row(0, #"{"/": "/?", "percentEncoded": false}"#, "/%F0%9F%98%80", .match),
        Row(0, #"{"/": "*?x", "percentEncoded": false}"#, "/%C3%A9%F0%9F%98%80x", .match),
        Row(0, #"{"/": "/*?é", "percentEncoded": false}"#, "/%C3%A9%C3%A9", .match),
        Row(0, #"{"/": "/caf%c3%a9", "caseSensitive": false}"#, "/caf%C3%A9", .match),
        Row(0, #"{"/": "/?", "percentEncoded": false}"#, "/%FF", .match), Row(0, #"{"/": "/%zz"}"#, "/%zz", .match),
        // Three letters where a language has no two.
        Row(0, #"{"/": "/$(lang)"}"#, "/fil", .match), Row(0, #"{"/": "/$(region)"}"#, "/gb", .none),
        Row(0, #"{"/": "/$(region)", "caseSensitive": false}"#, "/gb", .match),
    ]

    @Test(arguments: more) func whatTheRulesLeaveToTheReader(_ row: Row) throws {
        #expect(try Self.outcome(Self.details("[\(row.rule)]"), row.tail) == row.expected, "\(row.rule) \(row.tail)")
    }

    /// Rows 84 to 86 are about hosts, which the caller compares; a port is the file's matter.
    @Test func portsOpenNothingUnlessToldSo() throws {
        let file = try AssociationFile(parsing: Data(#"{"applinks": {\#(Self.details("[{}]"))}}"#.utf8))
        let url = try #require(LinkURL("https://example.com:8443/x"))
        #expect(file.decide(url, installed: [Self.a]) == nil)
        #expect(file.decide(url, installed: [Self.a], port: 8443)?.app == Self.a)
        #expect(file.decide(url, installed: [Self.a], port: 1) == nil)
        let plain = try #require(LinkURL("https://example.com:443/x"))
        #expect(file.decide(plain, installed: [Self.a])?.app == Self.a)
        #expect(file.decide(plain, installed: [Self.a], port: 8443)?.app == Self.a)
    }

    @Test func placesSayWhatTheRuleSays() throws {
        let file = try AssociationFile(
            parsing: Data(
                ##"""
                {"applinks": {"details": [{"appIDs": ["A"], "components": [{"comment": "c", "/": "/a\"", "#": "x", "y": 1}]},
                {"appIDs": ["A"], "paths": ["/b"]}]}}
                """##.utf8))
        let first = try #require(LinkURL("https://a.test/b"))
        let second = try #require(LinkURL("https://a.test/a%22#x"))
        #expect(file.decide(second, installed: ["A"]) == nil)
        #expect(file.decide(first, installed: ["A"])?.place.description == #"details[1].paths[0] "/b""#)
        let table = try AssociationFile(
            parsing: Data(#"{"applinks": {"details": {"A": {"components": [{"exclude": true}]}}}}"#.utf8))
        guard case .blocked(let place) = table.decision(for: "A", first) else {
            Issue.record("not blocked")
            return
        }
        #expect(place.description == #"details["A"].components[0] {"exclude": true}"#)
    }

    @Test func whatIsNoObjectIsNoFile() throws {
        for (text, what) in [("[]", "a list"), ("\"a\"", "a string"), ("7", "a number"), ("null", "null")] {
            let fault = #expect(throws: AssociationFault.self) { try AssociationFile(parsing: Data(text.utf8)) }
            #expect(fault?.what == "its root is \(what), not an object")
        }
        let large =
            Data(#"{"a": ""#.utf8) + Data(repeating: 0x61, count: AssociationFile.maximumSize) + Data(#""}"#.utf8)
        #expect(throws: AssociationFault.self) { try AssociationFile(parsing: large) }
        let rest = AssociationFile.maximumSize - 9
        let largest = Data(#"{"a": ""#.utf8) + Data(repeating: 0x61, count: rest) + Data(#""}"#.utf8)
        #expect(largest.count == AssociationFile.maximumSize)
        #expect(try AssociationFile(parsing: largest).apps.isEmpty)
    }
}

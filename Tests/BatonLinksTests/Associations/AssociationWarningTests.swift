import BatonLinks
import FoundationEssentials
import TestSupport
import Testing

/// What the owner of a site is told.
@Suite struct AssociationWarningTests {
    private static let app = "A1B2C3D4E5.app.one"

    private static func warnings(_ json: String) throws -> [String] {
        try AssociationFile(parsing: Data(json.utf8)).warnings.map(\.description)
    }

    private static func rules(_ components: String, _ more: String = "") throws -> [String] {
        try warnings(#"{"applinks": {\#(more)"details": [{"appIDs": ["\#(app)"], "components": [\#(components)]}]}}"#)
    }

    @Test func aSoundFileHasNone() throws {
        #expect(
            try Self.warnings(
                ##"""
                {"applinks": {"apps": [], "defaults": {"caseSensitive": false}, "substitutionVariables": {"f": ["a", "b*"]},
                "details": [{"appIDs": ["A1B2C3D4E5.app.one"], "components": [{"/": "/a/*", "exclude": true, "comment": "c"},
                {"/": "/$(f)/$(lang)-$(region)", "?": {"id": "?*"}}, {"/": "/b/*"}, {"/": "*"}]},
                {"appID": "A1B2C3D4E5.app.two", "paths": ["NOT /a", "/*"], "defaults": {}}]},
                "webcredentials": {"apps": ["A1B2C3D4E5.app.one"]}, "other": {}}
                """##
            ).filter { !$0.contains("paths takes nothing from defaults") } == [])
    }

    private static let single: [(String, [String])] = [
        (
            #"{"/": "/a", "casesensitive": false}"#,
            ["“casesensitive” is not known and is ignored; probably caseSensitive is meant"]
        ),
        (
            #"{"path": "/a"}"#,
            ["“path” is not known and is ignored; probably “/” is meant", "so it matches every address"]
        ),
        (#"{"/": "/a", "excluded": true}"#, ["probably “exclude” is meant"]),
        (#"{"comment": "home"}"#, ["it has nothing but a comment, so it matches every address"]),
        (#"{"exclude": true}"#, ["it names no part of an address that counts, so it excludes every address"]),
        ("{}", ["it is empty, so it matches every address"]),
        (#"{"/": "/$(food)"}"#, ["$(food) is not defined, so “/$(food)” never matches"]),
        (#"{"/": "/café"}"#, ["“/café” never matches: in an address “é” is always percent-encoded"]),
        (#"{"/": "/a b"}"#, ["in an address “ ” is always percent-encoded"]),
        (#"{"/": "/caf%C3%A9", "percentEncoded": false}"#, ["is percent-encoded, but percentEncoded is false"]),
        (#"{"/": "/a", "?": {"x": "*"}}"#, ["“x”: \"*\" in “?” is always true"]),
        (
            #"{"/": "/a", "?": {"x": true}}"#,
            ["“x” in “?” is a Boolean, not a string, so the system ignores all of “?”"]
        ),
        (#"{"/": "/a", "?": 7}"#, ["the value of “?” is a number, not a string or an object, and is ignored"]),
        (
            #"{"/": ["/a"]}"#,
            ["the value of “/” is a list, not a string, and is ignored", "so it matches every address"]
        ),
        (#"{"/": "/a", "exclude": 1}"#, ["exclude is a number and counts as true; write true or false"]),
        (#"{"/": "/a", "caseSensitive": "no"}"#, ["caseSensitive is a string, not true or false, and is ignored"]),
        (#"{"/": "https://example.com/a"}"#, ["is a whole address; only its path is compared"]),
        (#"{"/": "/a?id=7"}"#, ["in a path “?” stands for one character"]),
        (#"7"#, ["it is a number, not an object, and is ignored"]),
        (
            #"{"/": "/UK/a"}, {"/": "/$(region)/b"}"#,
            ["UK is no ISO code of a region, and $(region) does not stand for it; the code is GB"]
        ),
    ]

    @Test(arguments: single) func aRuleIsJudged(_ row: (String, [String])) throws {
        let found = try Self.rules(row.0)
        for words in row.1 { #expect(found.contains { $0.contains(words) }, "\(row.0): \(found)") }
        #expect(found.count == row.1.count, "\(row.0): \(found)")
        #expect(found.allSatisfy { $0.hasPrefix("details[0].components[0]: ") }, "\(found)")
    }

    /// The earlier and the later rule; whether the later one is never reached.
    private static let pairs: [(String, String, Bool)] = [
        (#"{"/": "/a/*"}"#, #"{"/": "/a/b"}"#, true), (#"{"/": "/a/*"}"#, #"{"/": "/a"}"#, true),
        (#"{"/": "/a/*"}"#, #"{"/": "a/b/*/c"}"#, true), (#"{"/": "/a/*"}"#, #"{"/": "/ab"}"#, false),
        (#"{"/": "/a/b"}"#, #"{"/": "/a/*"}"#, false), (#"{"/": "*"}"#, #"{"/": "/a", "exclude": true}"#, true),
        (#"{"/": "/*"}"#, #"{"?": "x"}"#, true), (#"{"/": "/?"}"#, #"{"/": "/a"}"#, true),
        (#"{"/": "/?"}"#, #"{"/": "/$(digit)"}"#, true), (#"{"/": "/$(alnum)"}"#, #"{"/": "/$(digit)"}"#, true),
        (#"{"/": "/$(digit)"}"#, #"{"/": "/$(alnum)"}"#, false), (#"{"/": "/$(lang)"}"#, #"{"/": "/$(lang)"}"#, true),
        (#"{"/": "/$(lang)"}"#, #"{"/": "/?"}"#, false), (#"{"/": "*x*"}"#, #"{"/": "/axb"}"#, true),
        (#"{"/": "/?*"}"#, #"{"/": "/*"}"#, false), (#"{"/": "/a*b"}"#, #"{"/": "/a?*b"}"#, true),
        (#"{"/": "/a", "?": "x"}"#, #"{"/": "/a"}"#, false), (#"{"/": "/a"}"#, #"{"/": "/a", "?": "x"}"#, true),
        (##"{"#": "*"}"##, #"{"/": "/a"}"#, true), (##"{"#": "a*"}"##, ##"{"#": "ab"}"##, true),
        (#"{"?": {"a": "?*"}}"#, #"{"?": {"a": "1", "b": "2"}}"#, true),
        (#"{"?": {"a": "?*", "b": "1"}}"#, #"{"?": {"a": "1"}}"#, false),
        (#"{"?": "a*"}"#, #"{"?": {"a": "1"}}"#, false),
        (#"{"/": "/A", "caseSensitive": false}"#, #"{"/": "/a"}"#, true),
        (#"{"/": "/a"}"#, #"{"/": "/a", "caseSensitive": false}"#, false),
        // ?a=1&A=2 is the later one's alone.
        (#"{"?": {"a": "1"}, "caseSensitive": false}"#, #"{"?": {"a": "1"}}"#, false),
        (#"{"/": "/a", "percentEncoded": false}"#, #"{"/": "/a"}"#, false),
        (#"{"/": "/??", "percentEncoded": false}"#, #"{"/": "/é", "percentEncoded": false}"#, false),
        (#"{"/": "/?", "percentEncoded": false}"#, #"{"/": "/?", "percentEncoded": false}"#, true),
    ]

    @Test(arguments: pairs) func rulesThatAreNeverReachedAreFound(_ pair: (String, String, Bool)) throws {
        let found = try Self.rules("\(pair.0), \(pair.1)").filter { $0.contains("never reached") }
        #expect(found.count == (pair.2 ? 1 : 0), "\(pair.0), \(pair.1): \(found)")
        #expect(found.allSatisfy { $0.hasPrefix("details[0].components[1]: ") })
    }

    /// What is told as never reached is never reached: 3,000 pairs of random rules, on random addresses.
    @Test func whatIsToldAsNeverReachedIsNot() throws {
        var random = SeededGenerator(seed: 8)
        let pieces = ["a", "A", "b", "/", "*", "?", "é", "$(v)", "$(digit)", "$(alpha)", "7", "%C3%A9"]
        let parts = ["a", "A", "b", "/", "7", "%C3%A9", "%41", "x"]
        func pattern() -> String {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(pieces) }.joined()
        }
        func text() -> String { (0..<Int.random(in: 0...4, using: &random)).map { _ in random.pick(parts) }.joined() }
        func rule() -> String {
            var members = [#""/": "/\#(pattern())""#]
            if random.chance(4) { members = [] }
            if random.chance(3) { members.append(#""?": {"\#(random.pick(["a", "A"]))": "\#(pattern())"}"#) }
            if random.chance(8) { members.append(##""#": "\##(pattern())""##) }
            if random.chance(3) { members.append(#""caseSensitive": false"#) }
            if random.chance(4) { members.append(#""percentEncoded": false"#) }
            return "{" + members.joined(separator: ",") + "}"
        }
        var told = 0
        for _ in 0..<3_000 {
            let (first, second) = (rule(), rule())
            let json =
                #"{"applinks": {"substitutionVariables": {"v": ["a*", "b", ""]}, "details": [{"appIDs": ["A"], "#
                + #""components": [\#(first), \#(second)]}]}}"#
            let file = try AssociationFile(parsing: Data(json.utf8))
            guard file.warnings.contains(where: { $0.what.hasPrefix("it is never reached") }) else { continue }
            told += 1
            for _ in 0..<40 {
                let tail = "/\(text())?a=\(text())&\(random.pick(["a", "A", "b"]))=\(text())#\(text())"
                guard let url = LinkURL("https://a.test\(tail)") else { continue }
                if case .opens(let place) = file.decision(for: "A", url), place.path.hasSuffix("[1]") {
                    Issue.record("\(first) \(second) \(tail)")
                }
            }
        }
        #expect(told > 100)
    }

    @Test func unreachableRulesOfLaterEntriesNameTheApp() throws {
        let found = try Self.warnings(
            #"""
            {"applinks": {"details": [{"appIDs": ["A1B2C3D4E5.app.one"], "components": [{"/": "/shop/*"}]},
            {"appIDs": ["A1B2C3D4E5.app.two", "A1B2C3D4E5.app.one"], "components": [{"/": "/shop/x", "exclude": true}]}]}}
            """#)
        #expect(
            found == [
                #"details[1].components[0]: it is never reached for A1B2C3D4E5.app.one, and so excludes nothing: "#
                    + #"details[0].components[0] {"/": "/shop/*"} matches all of {"/": "/shop/x", "exclude": true} first"#
            ])
    }

    /// An entry of details, and words of what is said of it.
    private static let entries: [(String, String)] = [
        (#"{"appIDs": ["TEAMID.app.one"], "paths": ["/a"]}"#, "looks like a placeholder"),
        (#"{"appIDs": ["<TEAM>.app.one"], "components": [{"/": "/a"}]}"#, "looks like a placeholder"),
        (#"{"appIDs": ["$(AppIdentifierPrefix)app.one"], "components": [{"/": "/a"}]}"#, "looks like a placeholder"),
        (#"{"appIDs": ["{{team}}.app.one"], "components": [{"/": "/a"}]}"#, "looks like a placeholder"),
        (#"{"appIDs": ["ABCDE12345.app.one"], "components": [{"/": "/a"}]}"#, "looks like a placeholder"),
        (#"{"appIDs": ["YOUR_TEAM.app.one"], "components": [{"/": "/a"}]}"#, "looks like a placeholder"),
        (#"{"appIDs": ["com.example.app"], "components": [{"/": "/a"}]}"#, "has no ten-character prefix"),
        (#"{"appIDs": ["a1b2c3d4e5.app.one"], "components": [{"/": "/a"}]}"#, "is in small letters"),
        (#"{"appIDs": ["A1B2C3D4E5.*"], "components": [{"/": "/a"}]}"#, "holds a *"),
        (#"{"appIDs": ["A1B2C3D4E5.app.one "], "components": [{"/": "/a"}]}"#, "holds white space"),
        (#"{"appIDs": [7, "A1B2C3D4E5.app.one"], "components": [{"/": "/a"}]}"#, "it is a number, not an app id"),
        (#"{"appIDs": "A1B2C3D4E5.app.one", "components": [{"/": "/a"}]}"#, "not a list of app ids"),
        (
            #"{"appID": "A1B2C3D4E5.app.one", "components": [{"/": "/a"}]}"#,
            "joins the old appID with the new components"
        ),
        (#"{"appIDs": ["A1B2C3D4E5.app.one"], "paths": ["/a"]}"#, "joins the new appIDs with the old paths"),
        (#"{"appID": "A", "appIDs": ["A1B2C3D4E5.app.one"], "components": [{"/": "/a"}]}"#, "appID is ignored"),
        (#"{"appIDs": ["A1B2C3D4E5.app.one"], "components": [{"/": "/a"}], "paths": []}"#, "paths is ignored"),
        (#"{"components": [{"/": "/a"}]}"#, "it names no app and is skipped"),
        (#"{"appIDs": ["A1B2C3D4E5.app.one"]}"#, "it has neither components nor paths"),
        (#"{"appIDs": ["A1B2C3D4E5.app.one"], "components": []}"#, "it is empty, so its apps open nothing"),
        (#"{"appIDs": ["A1B2C3D4E5.app.one"], "components": {}}"#, "it is an object, not a list, and is ignored"),
        (#"{"appIDs": ["A1B2C3D4E5.app.one"], "Components": [{"/": "/a"}]}"#, "probably components is meant"),
        (#"{"appID": "A1B2C3D4E5.app.one", "paths": ["NOT/a", "/b"]}"#, "“NOT/a” excludes nothing"),
        (#"{"appID": "A1B2C3D4E5.app.one", "paths": ["not /a", "/b"]}"#, "“not /a” excludes nothing"),
        (#"{"appID": "A1B2C3D4E5.app.one", "paths": [["/b"]]}"#, "it is a list, not a string, and is ignored"),
        ("7", "it is a number, not an object, and is ignored"),
    ]

    @Test(arguments: entries) func anEntryIsJudged(_ row: (String, String)) throws {
        let found = try Self.warnings(#"{"applinks": {"details": [\#(row.0)]}}"#)
        #expect(found.contains { $0.hasPrefix("details[0]") && $0.contains(row.1) }, "\(row.0): \(found)")
    }

    private static let files: [(String, String)] = [
        ("{}", "it associates nothing"),
        (#"{"appLinks": {}}"#, "the key “appLinks” is not read; probably applinks is meant"),
        (#"{"applinks": 7}"#, "applinks: it is a number"), (#"{"applinks": {}}"#, "it has no details"),
        (#"{"applinks": {"apps": ["A1B2C3D4E5.app.one"], "details": []}}"#, "it must be empty and is ignored"),
        (#"{"applinks": {"details": {}}}"#, "the oldest form"),
        (#"{"applinks": {"details": "x"}}"#, "it is a string, not a list"),
        (
            #"{"applinks": {"detail": [], "details": []}}"#,
            "“detail” is not known and is ignored; probably details is meant"
        ),
        (#"{"applinks": {"substitutionVariables": {"x": ["a"]}, "details": []}}"#, "“x” is used in no pattern"),
        (
            #"{"applinks": {"substitutionVariables": {"x": ["$(lang)"]}, "details": []}}"#,
            "$( is text: values hold no variables"
        ),
        (
            #"{"applinks": {"substitutionVariables": {"lang": ["en"]}, "details": []}}"#,
            "takes the place of the predefined $(lang)"
        ),
        (
            #"{"applinks": {"substitutionVariables": {"c": ["US", "UK"]}, "details": []}}"#,
            "UK is no ISO code of a region; pages for GB"
        ),
        (#"{"applinks": {"substitutionVariables": {"x": [7]}, "details": []}}"#, "1 of its values are no strings"),
        (
            #"{"applinks": {"substitutionVariables": {"x": "a"}, "details": []}}"#,
            "it is a string, not a list of strings"
        ),
        (#"{"applinks": {"substitutionVariables": {"a(b": ["x"]}, "details": []}}"#, "cannot be used in a pattern"),
        (#"{"applinks": {"details": []}, "applinks": {"details": []}}"#, "the last of both counts"),
        (#"{"webcredentials": {"app": []}}"#, "probably apps is meant"),
        (#"{"webcredentials": []}"#, "webcredentials: it is a list, not an object"),
    ]

    @Test(arguments: files) func theFileIsJudged(_ row: (String, String)) throws {
        let found = try Self.warnings(row.0)
        #expect(found.contains { $0.contains(row.1) }, "\(row.0): \(found)")
    }

    @Test func theCasesAreWarnedOf() throws {
        func warnings(_ name: String) throws -> [String] {
            try AssociationFile(parsing: AssociationCase.file(name)).warnings.map(\.description)
        }
        #expect(try warnings("C01.aasa") == [])
        #expect(try warnings("C02.aasa").count { $0.contains("never reached, and so excludes nothing") } == 3)
        #expect(try warnings("C04.aasa").contains { $0.contains("paths is ignored") })
        #expect(try warnings("C05.aasa").count == 2)
        #expect(try warnings("C14.aasa").contains { $0.hasPrefix("applinks.apps: ") })
        #expect(
            try warnings("C16.aasa").contains {
                $0.hasPrefix("activitycontinuation.apps: ") && $0.contains("misspelled")
            })
        #expect(try warnings("C19.aasa").contains { $0.contains("oldest form") })
        #expect(try warnings("C22.aasa").count { $0.contains("placeholder") || $0.contains("prefix") } == 3)
        let three = try ["C23.aasa", "C23-bom.aasa", "C23-crlf.aasa"].map(warnings)
        #expect(three[0].contains { $0.contains("joins the new appIDs with the old paths") })
        #expect(Set(three).count == 1)
    }

    /// Rubbish of 128 KiB is not answered with a megabyte, and not looked through for minutes.
    @Test func warningsHaveAnEnd() throws {
        let rules = String(repeating: #"{"x":0},"#, count: 14_000) + "{}"
        let found = try Self.rules(rules)
        #expect(found.count <= 260)
        #expect(found.contains { $0.contains("further warnings") })
        let distinct = (0..<6_000).map { #"{"/":"/\#($0)"}"# }.joined(separator: ",")
        #expect(try Self.rules(distinct).contains { $0.contains("too long to look for all rules") })
        let long =
            #"{"/":"\#(String(repeating: "*a", count: 15_000))"},{"/":"\#(String(repeating: "?a", count: 15_000))"}"#
        #expect(try Self.rules(long).contains { $0.contains("too long to look for all rules") })
    }
}

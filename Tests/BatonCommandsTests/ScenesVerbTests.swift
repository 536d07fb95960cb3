import BatonCommands
import FoundationEssentials
import TestSupport
import Testing

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct ScenesVerbTests {
        private struct Result {
            let status: Int32
            let output: String
            let error: String
        }

        private static func check(
            _ scenes: String, _ event: String, _ fixture: Fixture, _ words: [String] = ["--json"]
        ) async throws -> Result {
            let files = try [("scenes", scenes), ("event", event)].map { name, text in
                let path = "\(fixture.folder)/\(name).json"
                try Data(text.utf8).write(to: URL(filePath: path))
                return path
            }
            let terminal = TestTerminal()
            let status = await fixture.begin(
                ["scenes", "check", "--scenes", files[0], "--event", files[1]] + words, on: terminal
            ).value
            return Result(
                status: status, output: terminal.output,
                error: terminal.error.replacing(fixture.folder + "/", with: ""))
        }

        private static let scenes = """
            {"style": "reuse",
             "open": [{"id": "W1", "preferring": ["tour"], "allowing": []},
                      {"id": "W2", "preferring": [], "allowing": ["a*", "*"]}, {"id": "W3"}],
             "declarations": [{"id": "G1", "matching": ["x"]}, {"id": "G2", "matching": null}]}
            """

        @Test func theSceneAndTheReason() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let first = try await Self.check(Self.scenes, #"{"targetContentIdentifier": "a TÓUR"}"#, fixture)
                #expect(first.status == 0 && first.error.isEmpty, "\(first.error)")
                #expect(
                    first.output
                        == #"{"scene":"W1","new":false,"why":"it is the first open scene that prefers a matching "#
                        + #"event, by “tour”"}"# + "\n")
                let second = try await Self.check(Self.scenes, #"{"url": "a:b"}"#, fixture, [])
                #expect(
                    second.output
                        == "W2: no open scene prefers it, and this is the first that allows it, by * (any)\n")
                let new = try await Self.check(
                    #"{"style":"new","open":[{"id":"W3"}],"declarations":[{"id":"G1","matching":["x"]}]}"#,
                    #"{"targetContentIdentifier":null,"webpageURL":"https://x.test/"}"#, fixture)
                #expect(
                    new.output
                        == #"{"scene":"G1","new":true,"why":"no open scene takes it, and this is the first "#
                        + #"declaration that matches, by “x”"}"# + "\n")
                let none = try await Self.check(
                    #"{"style":"new","open":[{"id":"W3"}],"declarations":[{"id":"G1","matching":[]}]}"#, "{}", fixture)
                #expect(none.status == 0)
                #expect(
                    none.output
                        == #"{"scene":null,"why":"no open scene takes it, and no declaration opens a scene for it; "#
                        + #"the app itself is asked"}"# + "\n")
                let reused = try await Self.check(
                    #"{"style":"reuse","open":[{"id":"W3"},{"id":"W4"}],"declarations":[]}"#, "{}", fixture, [])
                #expect(reused.output.hasPrefix("W4: no open scene prefers or allows it"))
                let undeclared = try await Self.check(
                    #"{"style":"new","open":[],"declarations":[{"id":"G"}]}"#, "{}", fixture, [])
                #expect(undeclared.output.hasPrefix("a new G: "))
            }
        }

        private struct Case31: Decodable {
            struct Given: Decodable {
                let open: [String: [String: [String]]]
                enum CodingKeys: String, CodingKey { case open = "open scenes in order" }
            }
            struct Step: Decodable {
                let scenes: [String]
                let event: [String: String?]
            }
            let given: Given
            let when: [Step]
            let expect: [String]
        }

        @Test func theCase31() async throws {
            let item = try JSONDecoder().decode(Case31.self, from: try BehaviourCase.data("C31"))
            try await Fixture.run(daemonRuns: false) { fixture in
                for (step, expected) in zip(item.when, item.expect) {
                    let open = try step.scenes.map { name in
                        let sets = try #require(item.given.open[name])
                        let members = sets.map { "\"\($0)\": [\($1.map { "\"\($0)\"" }.joined(separator: ","))]" }
                        return "{\"id\": \"\(name)\", \(members.joined(separator: ", "))}"
                    }
                    let event = String(decoding: try JSONEncoder().encode(step.event), as: UTF8.self)
                    let answer = try await Self.check(
                        """
                        {"style": "reuse", "open": [\(open.joined(separator: ", "))],
                         "declarations": [{"id": "group", "matching": null}]}
                        """, event, fixture)
                    let wanted =
                        expected.hasPrefix("a new scene")
                        ? #"{"scene":"group","new":true,"# : #"{"scene":"\#(expected.prefix(2))","new":false,"#
                    #expect(answer.status == 0 && answer.output.hasPrefix(wanted), "\(expected) \(answer)")
                }
            }
        }

        @Test func predicatesAreAnExtension() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let scenes = #"""
                    {"style":"single","open":[{"id":"a","can":"SELF BEGINSWITH 'x'"},
                     {"id":"b","prefers":"SELF == 'y'"}],"declarations":[]}
                    """#
                let event = #"{"targetContentIdentifier":"y"}"#
                #expect(try await Self.check(scenes, event, fixture).output.hasPrefix(#"{"scene":"a","new":false,"#))
                let several = scenes.replacing("single", with: "new")
                let answer = try await Self.check(several, event, fixture)
                #expect(answer.output.contains(#""scene":"b""#) && answer.output.contains("by its predicate prefers"))
            }
        }

        private static let list = #""open":[],"declarations":[]"#
        private static func open(_ scene: String) -> String { #"{"style":"new","open":[\#(scene)],"declarations":[]}"# }

        private static let wrongScenes: [(String, String)] = [
            ("", "it is no JSON that can be read: line 1, column 1: it is empty"), ("{", "it is no JSON"),
            ("[]", "it must be an object with style, open, declarations, and is a list"),
            (#"{"style":"floating",\#(list)}"#, "style must be one of reuse, new, single, and is “floating”"),
            (#"{"style":7,\#(list)}"#, "style must be one of reuse, new, single, and is a number"),
            (#"{"style":"new","open":{},"declarations":[]}"#, "open must be a list, and is an object"),
            (#"{"style":"new","style":"new",\#(list)}"#, "it is no JSON that can be read: line 1"),
            (open("7"), "open[0] must be an object with id, preferring, allowing, prefers, can, and is a number"),
            (open("{}"), "open[0].id is missing; it must be a string"),
            (open(#"{"id":""}"#), "open[0].id must be a string that is not empty"),
            (open(#"{"id":"a"},{"id":"a"}"#), "open has the id “a” twice"),
            (open(#"{"id":"a","allowing":"*"}"#), "open[0].allowing must be a list, and is a string"),
            (open(#"{"id":"a","allowing":["*",1]}"#), "open[0].allowing[1] must be a string, and is a number"),
            (
                open(#"{"id":"a","can":"SELF MATCHES 'x'"}"#),
                "open[0].can cannot be read at character 6: regular expressions"
            ),
            (open(#"{"id":"a","can":true}"#), "open[0].can must be a predicate such as"),
            (
                open(#"{"id":"a","can":"TRUEPREDICATE","allowing":[]}"#),
                "open[0] has sets (preferring, allowing) and predicates"
            ),
            (
                #"{"style":"new","open":[],"declarations":[{"id":"a","matching":null},{"id":"a"}]}"#,
                "declarations has the id “a” twice"
            ),
            (
                #"{"style":"new","open":[],"declarations":[{"id":"a","matching":{}}]}"#,
                "declarations[0].matching must be a list"
            ),
            (String(repeating: "[", count: 100_000), "it is no JSON"),
        ]
        private static let wrongEvents: [(String, String)] = [
            ("null", "it must be an object with targetContentIdentifier, webpageURL, url, and is null"),
            (#"{"targetContentIdentifier":7}"#, "targetContentIdentifier must be a string, and is a number"),
            ("x", "it is no JSON"),
        ]

        /// What is not there, null, or of another version of the form costs nothing but a word.
        @Test func whatMeansNothingHereIsPassedOver() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                for scenes in [
                    "{}", #"{"style":null,"open":null,"declarations":null,"note":"x"}"#,
                    Self.open(#"{"id":"a","preferring":null,"allowing":null,"title":"A"}"#),
                ] {
                    let result = try await Self.check(scenes, #"{"url":"x:y","type":"t"}"#, fixture, ["--json"])
                    #expect(result.status == 0 && result.output.hasPrefix(#"{"scene":null"#), "\(scenes)")
                    #expect(result.error.contains("“type” is passed over"))
                }
                let long = String(repeating: "a", count: 500_000)
                let result = try await Self.check(
                    #"{"open":[{"id":"w","allowing":["b"]}]}"#, "{\"url\":\"\(long)b\"}", fixture, ["--json"])
                #expect(result.output.hasPrefix(#"{"scene":"w""#))
            }
        }

        @Test func whatIsWrongIsNamed() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                for (scenes, message) in Self.wrongScenes {
                    let result = try await Self.check(scenes, "{}", fixture, [])
                    #expect(result.status == 2 && result.output.isEmpty, "\(message)")
                    #expect(result.error.hasPrefix("baton scenes check: scenes.json: \(message)"), "\(result.error)")
                }
                for (event, message) in Self.wrongEvents {
                    let result = try await Self.check(Self.scenes, event, fixture, [])
                    #expect(result.status == 2 && result.output.isEmpty, "\(message)")
                    #expect(result.error.hasPrefix("baton scenes check: event.json: \(message)"), "\(result.error)")
                }
                let large = try await Self.check(Self.scenes, String(repeating: " ", count: 4_194_305), fixture)
                #expect(large.status == 2 && large.error.hasPrefix(#"{"error":{"code":"TooLarge""#), "\(large.error)")
                for line in [
                    "scenes check", "scenes check --scenes x", "scenes check --event x",
                    "scenes check --scenes - --event -",
                    "scenes check --scenes /nonexistent --event /nonexistent",
                ] { #expect(await fixture.baton(line).status == 2, "\(line)") }
            }
        }

        /// As many conditions as a file holds, none of which is in a long text.
        @Test func aMegabyteIsReadInTime() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let conditions = (0..<40_000).map { #""b\#($0)""# }.joined(separator: ",")
                let event = #"{"targetContentIdentifier":"\#(String(repeating: "a", count: 1000))"}"#
                let answer = try await Self.check(
                    Self.open(#"{"id":"a","preferring":[\#(conditions)],"allowing":[]}"#), event, fixture)
                #expect(answer.status == 0 && answer.output.hasPrefix(#"{"scene":null"#))
            }
        }
    }
}

import BatonCommands
import FoundationEssentials
import TestSupport
import Testing

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct LinksVerbTests {
        private static let app = "AAAAA00008.app.example7.mobile"

        private static func check(
            _ fixture: Fixture, _ words: [String], input: [String] = []
        ) async -> (status: Int32, output: String, error: String) {
            let terminal = TestTerminal(input: input)
            let status = await fixture.begin(["links", "check"] + words, on: terminal).value
            return (status, terminal.output, terminal.error)
        }

        private static func file(_ name: String) -> [String] { ["--file", repositoryPath("Tests/Cases/aasa/\(name)")] }

        @Test func eachAddressHasItsAppRuleAndReason() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let result = await Self.check(
                    fixture,
                    Self.file("C07.aasa") + [
                        "--domain", "Example7.test", "--installed", Self.app, "https://example7.test/",
                        "https://EXAMPLE7.test/c/x",
                        "http://example7.test/about", "https://other.test/c/x", "mailto:a@example7.test",
                        "https://example7.test:8443/c/x",
                    ])
                #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
                #expect(
                    result.output == """
                        https://example7.test/: browser by details[0].components[0] {"/": "/", "exclude": true}: it is the \
                        first rule of \(Self.app) that matches, and it excludes
                        https://EXAMPLE7.test/c/x: \(Self.app) by details[0].components[1] {"/": "/c/*"}: it is the first rule \
                        of \(Self.app) that matches
                        http://example7.test/about: browser: no rule of an installed app matches
                        https://other.test/c/x: browser: the host is other.test, and the file counts for example7.test
                        mailto:a@example7.test: browser: it is no http or https address with a host
                        https://example7.test:8443/c/x: browser: it has the port 8443; addresses with a port are associated in \
                        developer mode alone

                        """)
            }
        }

        @Test func theAnswerAsJSONIsInTheOrderOfTheAddresses() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let result = await Self.check(
                    fixture,
                    Self.file("C07.aasa") + [
                        "--json", "--domain", "example7.test", "--installed", "x,\(Self.app).pr,\(Self.app)",
                        "https://example7.test/u/x", "https://example7.test", "no address",
                    ])
                #expect(result.status == 0)
                #expect(
                    result.output
                        == #"[{"url":"https://example7.test/u/x","opens":"\#(Self.app)","#
                        + #""rule":"details[0].components[3] {\"/\": \"/u/*\"}","#
                        + #""why":"it is the first rule of \#(Self.app) that matches"},"#
                        + #"{"url":"https://example7.test","opens":"browser","#
                        + #""rule":"details[0].components[0] {\"/\": \"/\", \"exclude\": true}","#
                        + #""why":"it is the first rule of \#(Self.app) that matches, and it excludes"},"#
                        + #"{"url":"no address","opens":"browser","rule":null,"why":"it is no http or https address with a host"}]"#
                        + "\n")
                #expect(
                    result.error.hasPrefix(#"{"warning":{"message":""#)
                        && result.error.contains("x is not in applinks.details"))
            }
        }

        private struct Answer: Decodable {
            let url: String
            let opens: String
            let rule: String?
            let why: String
        }

        private struct Case: Decodable {
            struct Check: Decodable {
                let file: String
                let parse: String
                let installed: [String]
                let urls: [Address]
            }
            struct Address: Decodable {
                let url: String
                let opens: String
            }
            let served_from: String
            let checks: [Check]
        }

        /// All cases, through the command line.
        @Test func theCasesAreAnsweredAsTheySay() async throws {
            let folder = repositoryPath("Tests/Cases/aasa")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
            #expect(names.count == 16)
            try await Fixture.run(daemonRuns: false) { fixture in
                for name in names {
                    let given = try JSONDecoder().decode(
                        Case.self, from: Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
                    let domain = given.served_from.split(separator: "/")[1]
                    for check in given.checks {
                        let result = await Self.check(
                            fixture,
                            Self.file(check.file) + ["--json", "--domain", String(domain), "--installed"]
                                + [check.installed.joined(separator: ",")] + check.urls.map(\.url))
                        #expect(result.status == 0, "\(check.file)")
                        let answers = try JSONDecoder().decode([Answer].self, from: Data(result.output.utf8))
                        #expect(answers.map(\.url) == check.urls.map(\.url), "\(check.file)")
                        #expect(answers.map(\.opens) == check.urls.map(\.opens), "\(check.file)")
                        #expect(answers.allSatisfy { !$0.why.isEmpty && ($0.opens == "browser" || $0.rule != nil) })
                        guard check.parse != "ok" else { continue }
                        #expect(
                            answers.allSatisfy { $0.rule == nil && $0.why.contains(/line \d+, column \d+/) },
                            "\(check.file)")
                        #expect(result.error.contains(/line \d+, column \d+/), "\(check.file)")
                    }
                }
            }
        }

        @Test func faultsAreNamedByTheirPlace() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let words = [
                    "--domain", "example11.test", "--installed", "AAAAA00012.com.example11.app",
                    "https://example11.test/app/1",
                ]
                let quote = await Self.check(fixture, Self.file("C11.aasa") + words)
                #expect(quote.output.contains("cannot be read as an association: line 8, column 19: "))
                #expect(quote.error.hasPrefix("baton: warning: ") && quote.error.contains("line 8, column 19: "))
                let outside = await Self.check(fixture, Self.file("C11-not-outside.aasa") + words)
                #expect(
                    outside.error.contains("line 6, column 31: ") && outside.error.contains("NOT"), "\(outside.error)")
            }
        }

        @Test func threeSpellingsOfOneFileAreAlike() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let results = await ["C23.aasa", "C23-bom.aasa", "C23-crlf.aasa"].asyncMap { name in
                    let result = await Self.check(
                        fixture,
                        Self.file(name) + [
                            "--domain", "example23.test", "--installed", "AAAAA00024.com.example23.Scan",
                            "https://example23.test/x",
                        ])
                    return result.output + result.error.replacing(name, with: "FILE")
                }
                #expect(Set(results).count == 1)
                #expect(
                    results[0].contains(
                        "https://example23.test/x: AAAAA00024.com.example23.Scan by details[0].paths[0] \"*\""))
                #expect(results[0].contains("AAAAA00024.com.example23.Scan: also in webcredentials\n"))
                #expect(results[0].contains("joins the new appIDs with the old paths"))
            }
        }

        @Test func aWildcardDomainIsForSubdomains() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let words = ["--domain", "*.example7.test", "--installed", Self.app, "--json"]
                let result = await Self.check(
                    fixture,
                    Self.file("C07.aasa") + words + [
                        "https://a.b.example7.test/c/x", "https://example7.test/c/x", "https://notexample7.test/c/x",
                    ])
                let answers = try JSONDecoder().decode([Answer].self, from: Data(result.output.utf8))
                #expect(answers.map(\.opens) == [Self.app, "browser", "browser"])
                #expect(answers[1].why == "the host is example7.test, and the file counts for *.example7.test")
            }
        }

        @Test func whatIsInstalledDecides() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let url = "https://example22.test/x"
                let words = Self.file("C22.aasa") + ["--domain", "example22.test"]
                let bare = await Self.check(fixture, words + ["--installed", "AAAAA00023.com.example22.app", url])
                #expect(bare.output == "\(url): browser: applinks.details lists none of the installed apps\n")
                #expect(bare.error.contains("AAAAA00023.com.example22.app is not in applinks.details, where “"))
                let none = await Self.check(fixture, words + ["--installed", "", url])
                #expect(none.output == "\(url): browser: no app is installed\n")
                let all = await Self.check(fixture, words + [url])
                #expect(
                    all.output.hasPrefix(
                        "\(url): YOUR_PRODUCTION_TEAM_ID.com.example22.app by details[0].components[0]"))
                let file = await Self.check(fixture, words)
                #expect(file.status == 0 && file.output.isEmpty && file.error.contains("placeholder"))
                #expect(await Self.check(fixture, words + ["--json"]).output == "[]\n")
            }
        }

        @Test func anAppThatIsListedFirstAndExcludesIsNamed() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let json = #"""
                    {"applinks": {"details": [
                    {"appIDs": ["A1B2C3D4E5.app.one"], "components": [{"/": "/shop/*", "exclude": true}]},
                    {"appIDs": ["A1B2C3D4E5.app.two"], "components": [{"/": "/shop/*"}]}]}}
                    """#
                let result = await Self.check(
                    fixture, ["--file", "-", "--domain", "a.test", "https://a.test/shop/1"], input: [json])
                #expect(
                    result.output
                        == "https://a.test/shop/1: A1B2C3D4E5.app.two by details[1].components[0] {\"/\": \"/shop/*\"}: it is the "
                        + "first rule of A1B2C3D4E5.app.two that matches; not A1B2C3D4E5.app.one: details[0].components[0] "
                        + "{\"/\": \"/shop/*\", \"exclude\": true}\n")
            }
        }

        @Test func anythingIsAnAnswerButAFileThatIsNotThere() async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let words = ["--domain", "a.test", "--installed", "A", "--json", "https://a.test/"]
                for input in [
                    "", "[]", "\u{0}", String(repeating: "[", count: 200_000),
                    #"{"a":"\#(String(repeating: "a", count: 140_000))"}"#,
                ] {
                    let result = await Self.check(fixture, ["--file", "-"] + words, input: [input])
                    #expect(result.status == 0)
                    let answers = try JSONDecoder().decode([Answer].self, from: Data(result.output.utf8))
                    #expect(answers.count == 1 && answers[0].opens == "browser" && answers[0].rule == nil)
                    #expect(answers[0].why.hasPrefix("the file cannot be read as an association: "))
                    #expect(result.error.hasPrefix(#"{"warning":"#))
                }
                for file in ["\(fixture.folder)/none", fixture.folder] {
                    let result = await Self.check(fixture, ["--file", file] + words)
                    #expect(result.status == 2 && result.output.isEmpty)
                    #expect(result.error.contains(#""code":"NoSuchFile""#))
                }
            }
        }

        @Test(arguments: [
            ["--domain", "a.test", "https://a.test/"], ["--file", "-", "https://a.test/"],
            ["--file", "-", "--domain", "https://a.test", "https://a.test/"], ["--file", "-", "--domain", "a.test/x"],
            ["--file", "-", "--domain", "*"], ["--file", "-", "--domain", "a..test"],
            ["--file", "-", "--domain", "a.test", "--app", "x"],
        ]) func wrongUsageIsSaid(_ words: [String]) async throws {
            try await Fixture.run(daemonRuns: false) { fixture in
                let result = await Self.check(fixture, words)
                #expect(result.status == 2 && result.output.isEmpty)
                #expect(result.error.hasPrefix("baton links check: "), "\(result.error)")
            }
        }
    }
}

extension Array {
    fileprivate func asyncMap<T>(_ change: (Element) async -> T) async -> [T] {
        var result: [T] = []
        for element in self { result.append(await change(element)) }
        return result
    }
}

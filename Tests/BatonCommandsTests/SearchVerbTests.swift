import ActivityModel
import BatonBus
import FoundationEssentials
import Synchronization
import Testing

private let reader = "org.example.reader"

private func cake() -> SearchResult {
    var result = SearchResult(app: reader, kind: .item, identifier: "r-17", title: "Apple cake")
    result.description = "Flour,\nbutter \u{202E}and \(String(repeating: "apples ", count: 40))"
    var explanation = SearchExplanation(
        place: "start of the title", days: 9510.744, date: Fixture.date, dateIs: "last used")
    explanation.dateDays = 9510.333
    explanation.timesChosen = 3
    explanation.chosenDays = 0.444
    explanation.hintDays = -0.0334
    result.explanation = explanation
    return result
}

private func page() -> SearchResult {
    var result = SearchResult(app: "org.example.other", kind: .activity, identifier: "p1", title: "An apple a day")
    result.type = "org.example.reading"
    return result
}

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct SearchVerbTests {
        private static func found(_ script: inout Script) {
            let manifest = AppManifest(
                id: reader, name: "Reader", team: "T", activityTypes: [], folder: "/a", executable: "/a/b")
            script.apps = [AppInfo(manifest: manifest, switches: AppSwitches(), running: false)]
            script.found = SearchAnswer(results: [cake(), page()])
        }

        @Test func aSearchBoxsListIsPrinted() async throws {
            try await Fixture.run(Self.found) { fixture in
                let terminal = TestTerminal(columns: 60)
                #expect(await fixture.begin(["search", "apple", "ca"], on: terminal).value == 0)
                #expect(
                    terminal.output == """
                        1. Apple cake  Reader  \(Fixture.text)
                           Flour, butter \u{FFFD}and apples apples apples apples apples ap…
                        2. An apple a day  org.example.other

                        """)
                #expect(terminal.error.isEmpty)
                #expect(fixture.daemon.calls == ["Search apple ca"])
                let options = fixture.daemon.script.withLock(\.searched)
                #expect(options.limit == 10 && options.app == nil && options.patient == true)
            }
        }

        @Test func limitAppAndLanguagesAreSent() async throws {
            try await Fixture.run(Self.found) { fixture in
                let environment = ["LANG": "de_AT.UTF-8", "LANGUAGE": "fr:de_AT"]
                _ = await fixture.baton("search a --limit 3 --app \(reader) --json", environment: environment)
                let options = fixture.daemon.script.withLock(\.searched)
                #expect(options.limit == 3 && options.app == reader && options.explain == nil)
                #expect(options.languages == ["fr", "de-AT", "de"])
                _ = await fixture.baton("search a", environment: ["LANG": "C.UTF-8"])
                #expect(fixture.daemon.script.withLock(\.searched).languages == nil)
            }
        }

        @Test func theFormForProgramsIsTheSettledOne() async throws {
            try await Fixture.run(Self.found) { fixture in
                fixture.daemon.script.withLock { $0.found.results[0].description = "d" }
                let result = await fixture.baton("search apple --json")
                #expect(
                    result.output
                        == #"[{"app":"org.example.reader","kind":"item","identifier":"r-17","title":"Apple cake","#
                        + #""description":"d","rank":1},{"app":"org.example.other","kind":"activity","identifier":"p1","#
                        + #""type":"org.example.reading","title":"An apple a day","rank":2}]"# + "\n")
            }
        }

        @Test func whatAQueryFetchesIsPrinted() async throws {
            var attributes = AttributeSet()
            attributes["title"] = .string("Apple cake")
            attributes["keywords"] = .array([.string("a"), .string("b")])
            attributes["dueDate"] = .date(Fixture.date)
            attributes["thumbnailData"] = .data(Data([1, 2]))
            attributes["rating"] = .double(4.5)
            attributes.custom["pages"] = CustomAttribute(.integer(7))
            let data = attributes.canonicalData
            try await Fixture.run {
                Self.found(&$0)
                $0.found.results = [cake()]
                $0.found.results[0].attributes = data
                $0.found.results[0].description = nil
            } _: { fixture in
                let words = ["search", "--query", "title == \"a*\"", "--fetch", "title,keywords", "--fetch", "pages"]
                let text = TestTerminal()
                #expect(await fixture.begin(words, on: text).value == 0)
                #expect(
                    text.output == """
                        1. Apple cake  Reader  \(Fixture.text)
                           dueDate = \(Fixture.json)
                           keywords = a, b
                           pages = 7
                           rating = 4.5
                           thumbnailData = AQI=
                           title = Apple cake

                        """)
                #expect(fixture.daemon.calls == ["Query title == \"a*\""])
                #expect(fixture.daemon.script.withLock(\.searched).fetch == ["title", "keywords", "pages"])
                let json = TestTerminal()
                _ = await fixture.begin(words + ["--json"], on: json).value
                #expect(
                    json.output.hasSuffix(
                        #""rank":1,"attributes":{"dueDate":"2027-01-15T08:00:00Z","keywords":["a","b"],"pages":7,"#
                            + #""rating":4.5,"thumbnailData":"AQI=","title":"Apple cake"}}]"# + "\n"))
                fixture.daemon.script.withLock { $0.found.results[0].attributes = Data("[".utf8) }
                #expect(await fixture.begin(words, on: TestTerminal()).value == 3)
            }
        }

        @Test func thePartsOfARankAddUp() async throws {
            try await Fixture.run(Self.found) { fixture in
                fixture.daemon.script.withLock { $0.found.results[0].description = nil }
                let result = await fixture.baton("search apple --explain")
                let date = "date (last used, \(Fixture.text))"
                func row(_ name: String, _ number: String) -> String {
                    "     \(name)"
                        + String(repeating: " ", count: date.count - name.count + 2 + 7 - number.count) + number
                }
                #expect(
                    result.output == """
                        1. Apple cake  Reader  \(Fixture.text)
                           start of the title
                        \(row(date, "9510.33"))
                        \(row("chosen 3 times", "0.44"))
                        \(row("the app's hint", "-0.03"))
                        \(row("together, in days", "9510.74"))
                        2. An apple a day  org.example.other

                        """)
                let json = await fixture.baton("search apple --explain --json")
                #expect(
                    json.output.contains(
                        #""rank":1,"explain":{"place":"start of the title","days":9510.744,"#
                            + #""date":"2027-01-15T08:00:00Z","dateIs":"last used","dateDays":9510.333,"timesChosen":3,"#
                    ))
                #expect(json.output.hasSuffix(#""rank":2,"explain":null}]"# + "\n"))
            }
        }

        @Test func nothingFoundIsANo() async throws {
            try await Fixture.run { fixture in
                let none = await fixture.baton("search apple")
                #expect(none.status == 1 && none.output.isEmpty)
                #expect(none.error == "baton search: Nothing was found; `baton index stats` says what there is.\n")
                let json = await fixture.baton("search apple --json --app org.example.a")
                #expect(json.status == 1 && json.output == "[]\n")
                #expect(json.error.hasPrefix(#"{"error":{"code":"NoSuchItem","message":"Nothing of org.example.a "#))
                #expect(await fixture.baton("search apple --open").status == 1)
            }
        }

        @Test func moreThanFitsIsSaid() async throws {
            try await Fixture.run {
                Self.found(&$0)
                $0.found.next = "n"
            } _: { fixture in
                #expect(
                    await fixture.baton("search apple").output.hasSuffix(
                        "There are more than these 2; --limit 20 shows more.\n"))
                fixture.daemon.script.withLock {
                    $0.found.next = nil
                    $0.found.mayHaveMore = true
                    $0.found.why = "40 items are still being indexed."
                }
                let unsure = await fixture.baton("search apple")
                #expect(unsure.status == 0)
                #expect(unsure.error == "baton: warning: 40 items are still being indexed.\n")
            }
        }

        @Test func aResultIsOpenedInItsApp() async throws {
            try await Fixture.run(Self.found) { fixture in
                let first = await fixture.baton("search apple --open", environment: ["XDG_ACTIVATION_TOKEN": "t"])
                #expect(first.output == "\(reader) has opened “Apple cake”.\n")
                #expect(fixture.daemon.script.withLock(\.opened)?.typed == "apple")
                let second = await fixture.baton("search --open 2 apple --json")
                #expect(
                    second.output == #"{"opened":"org.example.other","kind":"activity","identifier":"p1","#
                        + #""title":"An apple a day"}"# + "\n")
                #expect(
                    fixture.daemon.calls == [
                        "Search apple", "Open \(reader) item r-17 t", "Search apple",
                        "Open org.example.other activity p1 -",
                    ])
                let third = await fixture.baton("search apple --open 3")
                #expect(third.status == 1 && third.error == "baton search: There is no result 3: 2 were found.\n")
                // As many are asked for as are needed.
                _ = await fixture.baton("search apple --open 30")
                #expect(fixture.daemon.script.withLock(\.searched).limit == 30)
                fixture.daemon.script.withLock {
                    $0.errors["Open"] = BatonError(.refused, "The app did not take it.")
                }
                #expect(await fixture.baton("search apple --open").status == 1)
            }
        }

        @Test func anErrorInAQueryIsPointedAt() async throws {
            try await Fixture.run {
                $0.errors["Query"] = BatonError(.invalidQuery, "A string has no end, \(QueryPlace.words(10)).")
            } _: { fixture in
                let terminal = TestTerminal()
                #expect(await fixture.begin(["search", "--query", "title == \"abc"], on: terminal).value == 2)
                #expect(
                    terminal.error == """
                          title == "abc
                                   ^
                        baton search: A string has no end, at character 10.

                        """)
                // Of a long one what is around the place; wide characters take two columns.
                let long = TestTerminal(columns: 24)
                let query = String(repeating: "x", count: 100) + "\n界" + String(repeating: "y", count: 100)
                fixture.daemon.script.withLock {
                    $0.errors["Query"] = BatonError(.invalidQuery, "Odd, \(QueryPlace.words(103)).")
                }
                _ = await fixture.begin(["search", "--query", query], on: long).value
                #expect(long.error.hasPrefix("  xxxxxxxx 界yyyyyyyyyy\n             ^\n"), "\(long.error)")
                let json = TestTerminal()
                _ = await fixture.begin(["search", "--query", query, "--json"], on: json).value
                #expect(json.error.hasPrefix(#"{"error":{"code":"InvalidQuery","#))
            }
        }

        @Test(arguments: [
            ("search", "Give a text to search for, or --query Q."),
            ("search a --query b", "Give a text to search for, or --query Q."),
            ("search a --fetch title", "--fetch goes with --query."),
            ("search --query b --explain", "--explain goes with a text:"),
            ("search a --limit 0", "--limit cannot be “0”: it must be a number from 1 to 1000."),
            ("search a --limit many", "--limit cannot be “many”"),
            ("search a --open=x", "--open cannot be “x”"),
        ])
        func whatCannotBeMeantIsWrongUsage(line: String, message: String) async throws {
            try await Fixture.run { fixture in
                let result = await fixture.baton(line)
                #expect(result.status == 2 && result.error.hasPrefix("baton search: \(message)"), "\(result.error)")
                #expect(fixture.daemon.calls.isEmpty)
            }
        }
    }
}

@Suite struct QueryPlaceTests {
    @Test(
        arguments: [
            ("Odd, at character 7.", 7), ("Odd at character 12: “in character 3”", 12),
            ("At character x.", nil), ("character 99999999999999999999", nil), ("", nil), ("7 character", nil),
        ] as [(String, Int?)])
    func isTheFirstThatTheMessageNames(message: String, place: Int?) {
        #expect(QueryPlace.character(in: message) == place)
    }
}

import ActivityModel
import BatonBus
import FoundationEssentials
import Synchronization
import Testing

extension VerbTests {
    @Suite(.timeLimit(.minutes(5))) struct IndexVerbTests {
        private static func add(
            _ json: String, _ fixture: Fixture, _ words: [String] = [], isTerminal: Bool = false
        ) async -> (status: Int32, output: String, error: String) {
            let terminal = TestTerminal(isTerminal: isTerminal, input: [json])
            let status = await fixture.begin(["index", "add", "-"] + words, on: terminal).value
            return (status, terminal.output, terminal.error)
        }

        @Test func itemsAreReadByTheKindsOfTheirAttributes() async throws {
            try await Fixture.run { fixture in
                let result = await Self.add(
                    #"""
                    [{"uniqueIdentifier": "r-17", "domainIdentifier": "cakes.fruit",
                      "expirationDate": "2027-01-15T08:00:00Z",
                      "attributes": {"title": "Apple [cake], \"{best}\"", "keywords": ["apple", "cake"],
                        "dueDate": "2027-01-15T08:00:00.5Z", "importantDates": ["2027-01-15T08:00:00Z"],
                        "URL": "https://example.org/a", "thumbnailData": "AQID", "rankingHint": 0.5, "userCreated": true,
                        "displayName": {"de": "Apfelkuchen", "en": "Apple cake"}, "comment": null,
                        "authors": [{"displayName": "Ann"}], "emailHeaders": {"To": ["a"]},
                        "contentURL": {"$url": "file:///a"}, "pages": 7}},
                     {"uniqueIdentifier": "r-18", "domainIdentifier": null, "expirationDate": null}]
                    """#, fixture)
                #expect(result.status == 0, "\(result.error)")
                #expect(result.output == "2 items of baton.user indexed.\n")
                #expect(
                    result.error
                        == "baton: warning: pages is none of Apple's attributes and is kept as one of the app's own.\n")
                let sent = fixture.daemon.script.withLock(\.indexed)
                let items = try #require(sent.first)
                #expect(items.map(\.uniqueIdentifier) == ["r-17", "r-18"])
                #expect(items[0].domainIdentifier == "cakes.fruit" && items[0].expirationDate == Fixture.date)
                #expect(items[1].domainIdentifier == nil && items[1].expirationDate == nil)
                let set = try items[0].attributeSet()
                let names: [PayloadValue: PayloadValue] = [
                    .string("de"): .string("Apfelkuchen"), .string("en"): .string("Apple cake"),
                ]
                let page = try #require(URL(string: "https://example.org/a"))
                let file = try #require(URL(string: "file:///a"))
                let expected: [String: PayloadValue] = [
                    "title": .string("Apple [cake], \"{best}\""),
                    "keywords": .array([.string("apple"), .string("cake")]),
                    "dueDate": .date(Fixture.date.addingTimeInterval(0.5)),
                    "importantDates": .array([.date(Fixture.date)]),
                    "URL": .url(page), "thumbnailData": .data(Data([1, 2, 3])),
                    "rankingHint": .double(0.5), "userCreated": .bool(true), "displayName": .dictionary(names),
                    "authors": .array([.dictionary([.string("displayName"): .string("Ann")])]),
                    "emailHeaders": .dictionary([.string("To"): .array([.string("a")])]),
                    "contentURL": .url(file),
                ]
                #expect(set.values == expected)
                #expect(set.custom == ["pages": CustomAttribute(.integer(7))])
                #expect(fixture.daemon.calls == ["Index 2 baton.user - -", "Settle"])
            }
        }

        @Test func anEmptyArrayIsNoItem() async throws {
            try await Fixture.run { fixture in
                let result = await Self.add("\u{FEFF} [ ] \n", fixture, ["--json"])
                #expect(result.output == #"{"indexed":0,"app":"baton.user"}"# + "\n")
                #expect(fixture.daemon.calls.isEmpty)
            }
        }

        private static let damaged: [(String, String)] = [
            ("", "- must be a JSON array of items"), ("{}", "- must be a JSON array of items"),
            ("[", "- ends within item 1"), ("[{},", "Item 1: uniqueIdentifier is missing"),
            (#"[{"uniqueIdentifier":"1"},"#, "- ends within item 2"),
            (#"[{"uniqueIdentifier":"1"}"#, "- ends within item 1"),
            (#"[{"uniqueIdentifier":"1"},]"#, "Item 2: an object with uniqueIdentifier and attributes is expected"),
            (#"[{"uniqueIdentifier":"1"} {}]"#, "Item 1: it is no JSON that can be read"),
            (#"[{"uniqueIdentifier":"1"}] x"#, "- goes on after the end of its array"),
            ("[,]", "Item 1: an object with"), ("[7]", "Item 1: an object with"), (#"["a"]"#, "Item 1: an object with"),
            ("[]]", "- goes on after"), ("[{]}]", "Item 1: it is no JSON"),
            (#"[{"uniqueIdentifier":""# + "\u{0}" + #""}]"#, "Item 1: it is no JSON"),
            ("[" + String(repeating: "[", count: 100_000), "- ends within item 1"),
            (
                "[" + String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000) + "]",
                "Item 1: it is no JSON"
            ),
        ]
        private static let wrong: [(String, String)] = [
            (#"{"uniqueIdentifier":""}"#, "uniqueIdentifier is missing"),
            (#"{"uniqueIdentifier":7}"#, "uniqueIdentifier is missing"),
            (#"{"uniqueIdentifier":"1","domainIdentifier":7}"#, "domainIdentifier must be a text;"),
            (#"{"uniqueIdentifier":"1","expirationDate":"soon"}"#, "expirationDate must be a date in ISO 8601"),
            (#"{"uniqueIdentifier":"1","title":"a"}"#, "there is no key “title” beside uniqueIdentifier"),
            (#"{"uniqueIdentifier":"1","attributes":[]}"#, "attributes must be an object"),
        ]
        private static let wrongAttributes: [(String, String)] = [
            (#""dueDate":7"#, "dueDate must be a date in ISO 8601, such as"),
            (#""thumbnailData":"?""#, "thumbnailData must be data in base64"),
            (#""keywords":[1]"#, "keywords must be an array of strings"),
            (#""title":1"#, "title must be a string"),
            (#""importantDates":["x"]"#, "importantDates must be an array of dates in ISO 8601"),
            (#""kMDx":1"#, "“kMDx” is no attribute's name"), (#""a b":1"#, "“a b” is no attribute's name"),
        ]
        /// Each item that is wrong comes behind one that is right.
        private static let all =
            damaged + wrong.map { (#"[{"uniqueIdentifier":"0"},\#($0.0)]"#, "Item 2: \($0.1)") }
            + wrongAttributes.map { (#"[{"uniqueIdentifier":"1","attributes":{\#($0.0)}}]"#, "Item 1: \($0.1)") }

        @Test func whatIsWrongIsNamedByItsItemAndKey() async throws {
            try await Fixture.run { fixture in
                for (json, message) in Self.all {
                    let result = await Self.add(json, fixture)
                    #expect(result.status == 2 && result.output.isEmpty, "\(message)")
                    #expect(result.error.hasPrefix("baton index add: \(message)"), "\(result.error)")
                }
                #expect(fixture.daemon.calls.isEmpty)
            }
        }

        @Test func whatTheDaemonWouldRefuseIsNamedByItsNumber() async throws {
            try await Fixture.run { fixture in
                let long = String(repeating: "a", count: 4097)
                let result = await Self.add(#"[{"uniqueIdentifier":"1"},{"uniqueIdentifier":"\#(long)"}]"#, fixture)
                #expect(result.status == 2)
                #expect(result.error.hasPrefix("baton index add: Item 2: An item's uniqueIdentifier must be 1 to 4096"))
            }
        }

        /// A thumbnail that is far too large does not hide its item.
        @Test func whatIsTooLargeIsLeftOutAndSaid() async throws {
            try await Fixture.run { fixture in
                let picture = Data(count: 300_000).base64EncodedString()
                let result = await Self.add(
                    #"[{"uniqueIdentifier":"1","attributes":{"title":"a","thumbnailData":"\#(picture)"}}]"#, fixture)
                #expect(result.status == 0)
                #expect(result.error.hasPrefix("baton: warning: Item 1: thumbnailData is left out: 300000 bytes"))
                let sent = fixture.daemon.script.withLock(\.indexed)
                let item = try #require(sent.first?.first)
                #expect(try item.attributeSet().values == ["title": .string("a")])
            }
        }

        @Test func manyItemsGoInOneBatchOfSeveralMessages() async throws {
            let items = (0..<2500).map { #"{"uniqueIdentifier":"\#($0)","attributes":{"title":"t"}}"# }
            try await Fixture.run {
                $0.clientState = Data([9])
            } _: { fixture in
                let words = ["--app", "org.example.a", "--index", "notes", "--json"]
                let result = await Self.add("[\(items.joined(separator: ",\n"))]", fixture, words)
                #expect(result.output == #"{"indexed":2500,"app":"org.example.a","index":"notes"}"# + "\n")
                #expect(
                    fixture.daemon.calls == [
                        "ClientState org.example.a notes -", "BeginBatch org.example.a notes -",
                        "Index 1000 org.example.a notes b1", "Index 1000 org.example.a notes b1",
                        "Index 500 org.example.a notes b1", "EndBatch b1 org.example.a", "Settle",
                    ])
                // The app's bookmark stays what it was.
                let ended = fixture.daemon.script.withLock(\.batchEnd)
                let end = try #require(ended)
                #expect(end.clientState == Data([9]) && end.expectedState == Data([9]))
                #expect(
                    fixture.daemon.script.withLock(\.indexed).joined().map(\.uniqueIdentifier)
                        == (0..<2500).map(String.init))
                fixture.daemon.script.withLock { $0.errors["EndBatch"] = BatonError(.stateMismatch, "no") }
                let changed = await Self.add("[\(items.joined(separator: ","))]", fixture)
                #expect(changed.status == 1 && changed.error.contains("was changed by the app meanwhile"))
            }
        }

        @Test func aMessageIsNeverTooLargeForTheDaemon() async throws {
            let text = String(repeating: "a", count: 700_000)
            let items = (0..<5).map { #"{"uniqueIdentifier":"\#($0)","attributes":{"textContent":"\#(text)"}}"# }
            try await Fixture.run { fixture in
                let result = await Self.add("[\(items.joined(separator: ","))]", fixture)
                #expect(result.status == 0, "\(result.error)")
                #expect(fixture.daemon.script.withLock(\.indexed).map(\.count) == [2, 2, 1])
            }
        }

        @Test func aFileThatIsBadFarBehindIsNotIndexed() async throws {
            let items = (0..<1500).map { #"{"uniqueIdentifier":"\#($0)"}"# }
            try await Fixture.run { fixture in
                let result = await Self.add("[\(items.joined(separator: ",")), 7]", fixture)
                #expect(result.status == 2 && result.error.contains("Item 1501:"))
                // The batch is dropped with the connection: it was not ended.
                #expect(!fixture.daemon.calls.contains { $0.hasPrefix("EndBatch") })
            }
        }

        @Test func progressIsForTerminals() async throws {
            try await Fixture.run { fixture in
                let result = await Self.add(#"[{"uniqueIdentifier":"1"}]"#, fixture, isTerminal: true)
                #expect(result.error.contains("1 item sent") && result.error.hasSuffix("\r\u{1B}[K"))
                #expect(result.output.contains("1 item of baton.user indexed."))
            }
        }

        @Test func manyOwnNamesAreNotManyWarnings() async throws {
            let names = (0..<50).map { #""own\#($0)":1"# }.joined(separator: ",")
            try await Fixture.run { fixture in
                let result = await Self.add(#"[{"uniqueIdentifier":"1","attributes":{\#(names)}}]"#, fixture)
                #expect(result.error.split(separator: "\n").count == 21)
                #expect(result.error.hasSuffix("30 other names are kept so too.\n"))
            }
        }

        // MARK: Deleting and counting

        @Test func deletesWhatIsNamed() async throws {
            try await Fixture.run { fixture in
                #expect(
                    await fixture.baton("index delete --id a --id b --domain c.d").output
                        == "What there was of it in the index of baton.user is deleted.\n")
                #expect(
                    await fixture.baton("index delete --all --app org.example.a --json").output
                        == #"{"deleted":true,"app":"org.example.a"}"# + "\n")
                _ = await fixture.baton("index delete --all --app org.example.a --index notes")
                #expect(
                    fixture.daemon.calls == [
                        "Delete a,b baton.user - -", "DeleteDomains c.d baton.user - -", "Settle",
                        "Forget items org.example.a", "Settle", "DeleteAll org.example.a notes -", "Settle",
                    ])
                for line in [
                    "index delete", "index delete --all --id a", "index delete --all --index notes --yes",
                    "index delete --all",
                ] { #expect(await fixture.baton(line).status == 2, "\(line)") }
            }
        }

        @Test func itemsOfEveryAppGoAfterAQuestion() async throws {
            try await Fixture.run {
                $0.statistics = [
                    SearchStatistics(app: "org.example.a", items: 2, activities: 0, pending: 0),
                    SearchStatistics(app: "org.example.b", items: 0, activities: 4, pending: 0),
                ]
            } _: { fixture in
                let no = TestTerminal(isTerminal: true, input: [""])
                #expect(await fixture.begin(["index", "delete", "--all"], on: no).value == 1)
                #expect(no.output.contains("This goes, and cannot be brought back: 2 items of 1 app."))
                #expect(fixture.daemon.calls.isEmpty)
                let yes = TestTerminal(isTerminal: true, input: ["y"])
                #expect(await fixture.begin(["index", "delete", "--all"], on: yes).value == 0)
                #expect(
                    await fixture.baton("index delete --all --yes").output == "The items of all apps are deleted.\n")
                #expect(fixture.daemon.calls == ["Forget items -", "Settle", "Forget items -", "Settle"])
            }
        }

        @Test func manyIdentifiersGoInSeveralMessages() async throws {
            try await Fixture.run { fixture in
                let words = (0..<1001).flatMap { ["--id", "i\($0)"] }
                #expect(await fixture.begin(["index", "delete"] + words, on: TestTerminal()).value == 0)
                #expect(
                    fixture.daemon.calls == [
                        "Delete i0,i1,i2,i3 baton.user - -", "Delete i1000 baton.user - -", "Settle",
                    ])
            }
        }

        @Test func statisticsAreByApp() async throws {
            try await Fixture.run {
                $0.statistics = [
                    SearchStatistics(app: "org.example.b", items: 2, activities: 1, pending: 40),
                    SearchStatistics(app: "org.example.a", items: 0, activities: 4, pending: 0),
                ]
            } _: { fixture in
                #expect(
                    await fixture.baton("index stats").output == """
                        APP            ITEMS  ACTIVITIES  PENDING
                        org.example.a  0      4           0
                        org.example.b  2      1           40

                        """)
                #expect(
                    await fixture.baton("index stats --json").output
                        == #"[{"app":"org.example.a","items":0,"activities":4,"pending":0},"#
                        + #"{"app":"org.example.b","items":2,"activities":1,"pending":40}]"# + "\n")
            }
        }
    }
}

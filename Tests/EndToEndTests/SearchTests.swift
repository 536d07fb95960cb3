import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import TestSupport
import Testing

/// The behaviour cases about search, through the real programs: what apps index is found, opened and deleted as a user
/// and an app's author expect, also after the daemon was started again.
@Suite(.serialized, .timeLimit(.minutes(5))) struct SearchTests {
    /// Bytes of a picture of one pixel, filled up to about a kilobyte.
    private static let picture =
        (Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
            ?? Data()) + Data(count: 930)

    // MARK: C40

    @Test func theVisitsOfOneThingAreOneResult() async throws {
        let given = try #require(try CaseFile("C40").json["given"] as? [String: [String: Any]])
        let (item, activity) = (try #require(given["item"]), try #require(given["activity"]))
        let (id, title) = (try #require(item["uniqueIdentifier"] as? String), try #require(item["title"] as? String))
        try await SearchScene.run("org.example.case40") { scene in
            try await scene.add([["uniqueIdentifier": id, "attributes": ["title": title]]])
            try await scene.withApp { app in
                var record = ActivityRecord(id: "1", type: try #require(activity["type"] as? String))
                record.title = activity["title"] as? String
                let info = try #require(activity["userInfo"] as? [String: String])
                record.userInfo =
                    Payload(
                        Dictionary(uniqueKeysWithValues: info.map { (.string($0.key), .string($0.value)) })
                    ).canonicalData
                record.relate(to: try #require(activity["related"] as? String))
                try await app.visit(record)
                #expect(try await scene.found("apple").count == 1)
                for _ in 0..<5 { try await app.visit(record) }
                #expect(try await scene.found("apple").count == 1)
                let opened = try await scene.baton("search", "apple", "--open", "--app", scene.app)
                #expect(opened.status == 0, "\(opened.errors)")
                let payload = try await app.opened.next().payload()
                #expect(
                    payload["id"] == .string(id) || payload[SearchActivity.itemIdentifier] == .string(id),
                    "\(payload)")
                #expect(app.opened.waiting == 0)
            }
        }
    }

    // MARK: C41

    @Test func whatIsDeletedTakesAlongWhatIsTiedToItAndNothingElse() async throws {
        #expect(try CaseFile("C41").steps.count == 5)
        try await SearchScene.run("org.example.case41") { scene in
            func visit(_ name: String, related: String? = nil, persistent: String? = nil) async throws {
                try await scene.withApp { app in
                    var record = ActivityRecord(id: name, type: "org.example.case41.view")
                    record.title = "Quince \(name)"
                    record.persistentIdentifier = persistent
                    if persistent != nil { record.eligibility = [.search, .prediction] }
                    if let related { record.relate(to: related) }
                    try await app.visit(record)
                }
            }
            func item(_ id: String, _ name: String) -> [String: Any] {
                ["uniqueIdentifier": id, "attributes": ["title": "Quince \(name) item"]]
            }
            /// Which of A, B, C is found, under whichever title the one result has.
            func names() async throws -> Set<String> {
                Set(
                    try await scene.found("quince").compactMap { ($0["title"] as? String)?.split(separator: " ")[1] }
                        .map(String.init))
            }
            try await scene.add([item("y", "B")])
            try await visit("A", related: "x")
            try await visit("B", related: "y")
            try await visit("C", persistent: "p")
            #expect(try await names().isSuperset(of: ["B", "C"]))
            try await scene.add([item("x", "A")])
            try await visit("A", related: "x")
            #expect(try await names() == ["A", "B", "C"])
            try await scene.restart()
            #expect(try await names() == ["A", "B", "C"])
            try await scene.does("index", "delete", "--id", "y", "--app", scene.app)
            #expect(try await names() == ["A", "C"])
            try await scene.restart()
            #expect(try await names() == ["A", "C"])
            try await scene.does("activity", "delete", "--persistent-id", "p", "--app", scene.app)
            #expect(try await names() == ["A"])
            try await scene.does("index", "delete", "--id", "z", "--app", scene.app)
            #expect(try await names() == ["A"])
            try await scene.restart()
            #expect(try await names() == ["A"])
        }
    }

    // MARK: C43

    @Test func aDomainGoesWithAllThatIsWithinIt() async throws {
        let file = try CaseFile("C43")
        let given = try #require(file.json["given"] as? [String: [String: String]])
        let domains = try #require(given["items by domain"])
        let expected = try #require(file.json["expect"] as? [[String]])
        try await SearchScene.run("org.example.case43") { scene in
            var left = Set(domains.values)
            try await scene.add(
                domains.map { domain, id in
                    var item: [String: Any] = ["uniqueIdentifier": id, "attributes": ["title": "Quince \(id)"]]
                    if domain != "null" { item["domainIdentifier"] = domain }
                    return item
                })
            #expect(try await scene.identifiers("quince") == left)
            for (step, lines) in zip(file.steps, expected) {
                // What an empty string names, the command line refuses to send.
                let domain = step.contains("empty string") ? "" : step.contains("no items") ? "none" : step.lastWord
                try await scene.withApp { app in
                    try await app.client.call(SearchMethods.deleteDomains, [domain], IndexOptions())
                }
                let words = lines.joined(separator: ", ")
                let gone = words.components(separatedBy: "gone").dropLast().joined()
                left.subtract(gone.matches(of: /i\d/).map { String($0.0) })
                #expect(try await scene.identifiers("quince") == left, "\(step)")
            }
            #expect(left == ["i4", "i5", "i6", "i7", "i9"])
        }
    }

    // MARK: C44

    @Test func identityIsTheWholeIdentifier() async throws {
        let given = try #require(try CaseFile("C44").json["given"] as? [String: Any])
        let named = try #require(given["identifiers"] as? [String])
        let side = String(repeating: "kiwi/44-x", count: 10)
        let alike = (0..<20_000).map { side + String(format: "%020d", $0) + side }
        #expect(alike.allSatisfy { $0.count == 200 })
        let all = named + alike
        try await SearchScene.run("org.example.case44") { scene in
            try await scene.add(all.map { ["uniqueIdentifier": $0, "attributes": ["title": "Kiwi"]] })
            #expect(Set(try await scene.allItems("title == \"kiwi\"c")) == Set(all))
            try await scene.does("index", "delete", "--id", all[0], "--app", scene.app)
            let left = try await scene.allItems("title == \"kiwi\"c")
            #expect(left.count == all.count - 1)
            #expect(Set(left) == Set(all.dropFirst()))
        }
    }

    // MARK: C46

    @Test func theExactTitleComesFirstEveryTime() async throws {
        #expect(try CaseFile("C46").steps.count == 3)
        let episodes = (1...99).map { "Sample Podcast episode \($0)" }
        func items(_ titles: [String]) -> [[String: Any]] {
            titles.map { ["uniqueIdentifier": $0.lowercased(), "attributes": ["title": $0]] }
        }
        try await SearchScene.run("org.example.case46") { scene in
            func page(_ text: String) async throws -> [String] {
                try await scene.found(text, limit: 3).compactMap { $0["title"] as? String }
            }
            var first: [String] = []
            for titles in [episodes + ["Sample Podcast"], ["Sample Podcast"] + episodes.reversed()] {
                try await scene.add(items(titles))
                for _ in 0..<10 {
                    let found = try await page("Sample Podcast")
                    #expect(found.first == "Sample Podcast" && found.count == 3)
                    if first.isEmpty { first = found }
                    #expect(found == first)
                }
                #expect(try await page("sample podcast") == first)
            }
        }
    }

    // MARK: C49

    @Test func whatTheUserTypesIsData() async throws {
        let file = try CaseFile("C49")
        let titles = try #require((file.json["given"] as? [String: [String]])?["titles"])
        let expected = try #require(file.json["expect"] as? [Any])
        try await SearchScene.run("org.example.case49") { scene in
            try await scene.add(
                titles.enumerated().map { ["uniqueIdentifier": "\($0.offset)", "attributes": ["title": $0.element]] })
            for (step, wanted) in zip(file.steps, expected) {
                if let query = step.firstRange(of: "raw query title").map({
                    step[step.index($0.lowerBound, offsetBy: 10)...]
                }) {
                    let answer = try await scene.baton("search", "--query", String(query), "--json")
                    #expect(answer.status == 2 && answer.output.isEmpty)
                    #expect(answer.errors.contains(#""code":"InvalidQuery""#), "\(answer.errors)")
                } else {
                    let text = step.components(separatedBy: "user text ").last ?? ""
                    let found = try await scene.found(text).compactMap { $0["title"] as? String }
                    #expect(found == wanted as? [String], "\(step)")
                }
            }
        }
    }

    // MARK: C50

    @Test func aThumbnailNeverHidesItsItem() async throws {
        #expect(try CaseFile("C50").steps.count == 1)
        try await SearchScene.run("org.example.case50") { scene in
            try await InstalledApp.with(scene.app, scene.programs) { app in
                try await app.add(on: scene.name)
                let file = URL(filePath: app.folder).appending(path: "t2.png")
                try Self.picture.write(to: file)
                func item(_ id: String, _ attributes: [String: String]) -> [String: Any] {
                    let all = attributes.merging(["title": "Quince \(id)"]) { $1 }
                    return ["uniqueIdentifier": id, "attributes": all]
                }
                let added = try await scene.add([
                    item("t1", ["thumbnailData": Self.picture.base64EncodedString()]),
                    item("t2", ["thumbnailURL": file.absoluteString]),
                    item("t3", ["thumbnailURL": "file:///never/there.png"]),
                    item("t4", ["thumbnailData": Data(count: 8 * 1024 * 1024).base64EncodedString()]),
                ])
                #expect(added.errors.contains("Item 4: thumbnailData is left out"))
                try FileManager.default.moveItem(atPath: app.folder, toPath: app.folder + ".moved")
                try await scene.restart()
                #expect(try await scene.identifiers("quince") == ["t1", "t2", "t3", "t4"])
                let answer = try await scene.baton("search", "quince", "--json")
                #expect(answer.output.utf8.count < 4096)
                let results = try await scene.withUser { user in
                    var options = SearchOptions()
                    options.thumbnails = true
                    return try await user.call(SearchMethods.search, "quince", options).results
                }
                let pictures = Dictionary(uniqueKeysWithValues: results.map { ($0.identifier, $0.thumbnail) })
                #expect(pictures["t1"] == Self.picture)
                #expect(pictures["t3"] == .some(nil) && pictures["t4"] == .some(nil))
                try FileManager.default.moveItem(atPath: app.folder + ".moved", toPath: app.folder)
            }
        }
    }

    // MARK: C52

    @Test func everyKeyOfAUserInfoComesBack() async throws {
        let given = try #require(try CaseFile("C52").json["given"] as? [String: Any])
        let info = try #require(given["userInfo"] as? [String: Any])
        let payload = try Payload(canonical: JSONSerialization.data(withJSONObject: info))
        #expect(payload.entries.count == 9)
        let variants: [(name: String, keys: [String]?)] = [
            ("nil", nil), ("one", ["category"]), ("missing", ["category", "missing"]),
        ]
        try await SearchScene.run("org.example.case52") { scene in
            for variant in variants {
                try await scene.withApp { app in
                    var record = ActivityRecord(id: variant.name, type: "org.example.case52.view")
                    record.title = "Quince \(variant.name)"
                    record.persistentIdentifier = variant.name
                    record.userInfo = payload.canonicalData
                    record.requiredKeys = variant.keys
                    try await app.visit(record)
                }
            }
            try await scene.restart()
            for variant in variants {
                try await scene.withApp { app in
                    let opened = try await scene.baton("search", "quince", variant.name, "--open", "--app", scene.app)
                    #expect(opened.status == 0, "\(opened.errors)")
                    let record = try await app.opened.next()
                    #expect(record.type == "org.example.case52.view")
                    let came = try record.payload()
                    if variant.keys == nil {
                        #expect(came == payload)
                        #expect(record.userInfo == payload.canonicalData, "the same types")
                    }
                    #expect(came["category"] == .string("a"))
                }
            }
        }
    }

    // MARK: C53

    @Test func whoSignsOutLeavesNothing() async throws {
        #expect(try CaseFile("C53").steps.count == 3)
        try await SearchScene.run("org.example.case53") { scene in
            func fill() async throws {
                try await scene.add(
                    (1...3).map { ["uniqueIdentifier": "i\($0)", "attributes": ["title": "Quince item \($0)"]] })
                for (name, related) in [("tied", "i1"), ("untied", nil)] {
                    try await scene.withApp { app in
                        var record = ActivityRecord(id: name, type: "org.example.case53.view")
                        record.title = "Quince \(name)"
                        record.persistentIdentifier = name
                        if let related { record.relate(to: related) }
                        try await app.visit(record)
                    }
                }
            }
            func titles() async throws -> Set<String> {
                Set(try await scene.found("quince").compactMap { $0["title"] as? String })
            }
            try await fill()
            #expect(try await titles().isSuperset(of: ["Quince item 2", "Quince item 3", "Quince untied"]))
            try await scene.does("index", "delete", "--all", "--app", scene.app)
            #expect(try await titles() == ["Quince untied"])
            try await scene.does("activity", "delete", "--all", "--app", scene.app)
            #expect(try await titles() == [])
            try await fill()
            try await scene.does("index", "delete", "--all", "--yes")
            try await scene.does("activity", "delete", "--all", "--yes")
            #expect(try await titles() == [])
            try await scene.restart()
            #expect(try await titles() == [])
            #expect(try await scene.baton("activity", "list", "--json").output == "[]\n")
        }
    }
}

/// A case's file as JSON.
private struct CaseFile {
    let json: [String: Any]

    init(_ name: String) throws {
        json = try #require(try JSONSerialization.jsonObject(with: BehaviourCase.data(name)) as? [String: Any])
    }

    var steps: [String] { json["when"] as? [String] ?? [] }
}

extension String {
    fileprivate var lastWord: String { split(separator: " ").last.map(String.init) ?? "" }
}

extension ActivityRecord {
    /// As `relatedUniqueIdentifier` of the `contentAttributeSet` does it.
    fileprivate mutating func relate(to item: String) {
        var attributes = AttributeSet()
        attributes["relatedUniqueIdentifier"] = .string(item)
        facets = ["contentAttributeSet": attributes.canonicalData]
    }
}

import ActivityModel
import FoundationEssentials
import TestSupport
import Testing

@testable import BatonSearch

@Suite struct RankingTests {
    @Test func theClassDecidesBeforeAnyDate() async throws {
        try await SearchFixture.run { f in
            try await f.index([
                f.item(
                    "elsewhere", "Travel notes",
                    ["keywords": .array([.string("paris")]), "lastUsedDate": f.days(ago: 0)]),
                f.item("word", "Hotels in Paris", ["lastUsedDate": f.days(ago: 10)]),
                f.item("start", "Paris guide", ["lastUsedDate": f.days(ago: 400)]),
                f.item("whole", "Paris", ["lastUsedDate": f.days(ago: 3000)]),
            ])
            #expect(try await f.titles("paris") == ["Paris", "Paris guide", "Hotels in Paris", "Travel notes"])
            #expect(try await f.titles("par") == ["Paris guide", "Paris", "Hotels in Paris", "Travel notes"])
        }
    }

    /// Case C46: the series before its episodes, the same each time, whatever came first into the index.
    @Test func exactTitlesComeFirstAndTiesAreFixed() async throws {
        struct Case: Decodable { struct Given: Decodable { let items: [String] }; let given: Given }
        let given = try JSONDecoder().decode(Case.self, from: BehaviourCase.data("C46")).given.items
        try #require(given == ["Sample Podcast (indexed last)", "Sample Podcast episode 1 .. 99"])
        var answers: Set<[String]> = []
        for order in 0..<3 {
            try await SearchFixture.run { f in
                var items = (1...99).map { f.item("e\($0)", "Sample Podcast episode \($0)") }
                items.append(f.item("series", "Sample Podcast"))
                if order == 1 { items.reverse() }
                if order == 2 {
                    var generator = SeededGenerator(seed: 7)
                    items.shuffle(using: &generator)
                }
                for chunk in stride(from: 0, to: 100, by: 10) { try await f.index(Array(items[chunk..<chunk + 10])) }
                for text in Array(repeating: "Sample Podcast", count: 10) + ["sample podcast"] {
                    let page = try await f.titles(text) { $0.limit = 3 }
                    #expect(page.first == "Sample Podcast")
                    #expect(page.count == 3)
                    answers.insert(page)
                }
            }
        }
        #expect(answers.count == 1)
    }

    @Test func withinAClassTheNewerComesFirst() async throws {
        try await SearchFixture.run { f in
            try await f.index([
                f.item("old", "Budget draft", ["contentModificationDate": f.days(ago: 90)]),
                f.item("new", "Budget plan", ["contentModificationDate": f.days(ago: 2)]),
                f.item("middle", "Budget list", ["contentCreationDate": f.days(ago: 40)]),
            ])
            #expect(try await f.titles("budget") == ["Budget plan", "Budget list", "Budget draft"])
        }
    }

    @Test func hintsAndTheUsersOwnWorkMakeYounger() async throws {
        try await SearchFixture.run { f in
            try await f.index([
                f.item("plain", "Report one", ["lastUsedDate": f.days(ago: 5)]),
                f.item("hinted", "Report two", ["lastUsedDate": f.days(ago: 20), "rankingHint": .integer(100)]),
                f.item("created", "Report six", ["lastUsedDate": f.days(ago: 12), "userCreated": .bool(true)]),
                f.item("curated", "Report ten", ["lastUsedDate": f.days(ago: 16), "userCurated": .integer(1)]),
            ])
            // Counted as 5, 20 - 30, 12 - 10 and 16 - 20 days old.
            #expect(try await f.titles("report") == ["Report two", "Report ten", "Report six", "Report one"])
        }
    }

    @Test func whatWasChosenComesFirstForThisTextAndLikeOnes() async throws {
        try await SearchFixture.run { f in
            try await f.index([
                f.item("a", "Alpha report", ["lastUsedDate": f.days(ago: 1)]),
                f.item("b", "Alpha review", ["lastUsedDate": f.days(ago: 60)]),
                f.item("c", "Notes", ["lastUsedDate": f.days(ago: 300), "keywords": .array([.string("alpha")])]),
            ])
            #expect(try await f.titles("alph") == ["Alpha report", "Alpha review", "Notes"])
            func choose(_ identifier: String, _ typed: String) async throws {
                try await f.service.engaged(
                    Engagement(typed: typed, app: nil, kind: .item, identifier: identifier), app: SearchFixture.app)
            }
            // Once: 60 days for this text and 30 in general, within its class.
            try await choose("b", "alph")
            #expect(try await f.titles("alph") == ["Alpha review", "Alpha report", "Notes"])
            // Twice: before all but a whole title, also for what begins like it.
            try await choose("c", "alph")
            try await choose("c", "alph")
            #expect(try await f.titles("alph").first == "Notes")
            for _ in 0..<2 { try await choose("c", "alpha") }
            #expect(try await f.titles("alpha r") == ["Alpha review", "Alpha report"])
            #expect(try await f.titles("al").first == "Notes")
            // Nothing for another text.
            #expect(try await f.titles("note") == ["Notes"])
            // The memory fades.
            await f.clock.advance(by: .seconds(20 * 86_400))
            #expect(try await f.titles("alph").first != nil)
        }
    }

    @Test func engagementWithAThingThatIsNotThereIsAnError() async throws {
        try await SearchFixture.run { f in
            await #expect(throws: BatonError.self) {
                try await f.service.engaged(
                    Engagement(typed: "x", app: nil, kind: .item, identifier: "none"), app: SearchFixture.app)
            }
        }
    }

    @Test func thePartsOfARankAddUp() async throws {
        try await SearchFixture.run { f in
            try await f.index([
                f.item(
                    "a", "Coast walk",
                    [
                        "lastUsedDate": f.days(ago: 3), "rankingHint": .integer(40), "userCreated": .bool(true),
                        "contentDescription": .string("a walk along the coast"),
                    ]), f.item("b", "Other"),
            ])
            try await f.service.engaged(
                Engagement(typed: "coast", app: nil, kind: .item, identifier: "a"), app: SearchFixture.app)
            let result = try #require(try await f.results("coast") { $0.explain = true }.first)
            let why = try #require(result.explanation)
            let sum =
                why.dateDays + why.chosenDays + why.chosenForThisDays + why.hintDays + why.bonusDays + why.wordsDays
            #expect(abs(sum - why.days) < 1e-6)
            #expect(why.place == "start of the title")
            #expect(why.dateIs == "last used")
            #expect(why.timesChosen == 1)
            #expect(why.chosenDays == 30)
            #expect(abs(why.chosenForThisDays - 60) < 1e-6)
            #expect(why.hintDays == 12)
            #expect(why.bonusDays == 10)
            #expect(why.wordsDays > 0)
        }
    }

    @Test func allWordsMustBeThereWholeOrBegun() async throws {
        try await SearchFixture.run { f in
            try await f.index([
                f.item("a", "Sample Podcast"), f.item("b", "Podcast example"), f.item("c", "Sampling theory"),
            ])
            #expect(try await f.titles("sam pod") == ["Sample Podcast"])
            #expect(try await f.titles("pod sam") == ["Sample Podcast"])
            #expect(Set(try await f.titles("sam")) == ["Sample Podcast", "Sampling theory"])
            #expect(try await f.titles("podcasts").isEmpty)
            #expect(try await f.titles("podcast sampler").isEmpty)
        }
    }

    /// Against ranking everything by the same rule.
    @Test func theBestAreFoundWithoutRankingAll() async throws {
        try await SearchFixture.run { f in
            var generator = SeededGenerator(seed: 1)
            let words = (0..<400).map { _ in
                String(
                    (0..<Int.random(in: 2...8, using: &generator)).map { _ in
                        "abcdehilmnorst".randomElement(using: &generator)!
                    })
            }
            func word() -> String {
                // Common words are much commoner than rare ones.
                let x = Double.random(in: 0..<1, using: &generator)
                return words[Int(Double(words.count) * x * x * x)]
            }
            var items: [SearchableItem] = []
            for number in 0..<2400 {
                let title = (0..<Int.random(in: 1...5, using: &generator)).map { _ in word() }.joined(separator: " ")
                let text = (0..<Int.random(in: 5...15, using: &generator)).map { _ in word() }.joined(separator: " ")
                items.append(
                    f.item(
                        "i\(number)", title,
                        [
                            "contentDescription": .string(text),
                            "lastUsedDate": f.days(ago: Double.random(in: 0..<1000, using: &generator)),
                        ]))
            }
            for start in stride(from: 0, to: 2400, by: 400) { try await f.index(Array(items[start..<start + 400])) }
            var right = 0
            var all = 0
            for _ in 0..<40 {
                let typed =
                    (0..<Int.random(in: 0...2, using: &generator)).map { _ in word() } + [
                        String(word().prefix(Int.random(in: 1...4, using: &generator)))
                    ]
                let text = typed.joined(separator: " ")
                let fast = try await f.results(text).map(\.identifier)
                let true10 = try await f.results(text) { $0.limit = 1000 }.map(\.identifier).prefix(10)
                right += Set(fast).intersection(true10).count
                all += true10.count
            }
            try #require(all > 200)
            #expect(Double(right) / Double(all) >= 0.99, "\(right) of \(all)")
        }
    }
}

import ActivityModel
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import BatonSearch

@Suite struct IndexTests {
    @Test func indexingAgainReplaces() async throws {
        try await SearchFixture.run { f in
            try await f.index([f.item("a", "First title")])
            try await f.index([f.item("a", "Second title")])
            #expect(try await f.titles("first").isEmpty)
            #expect(try await f.titles("title") == ["Second title"])
            // Within one call the last one counts.
            try await f.index([f.item("b", "Once"), f.item("b", "Twice")])
            #expect(try await f.titles("once").isEmpty)
            #expect(try await f.titles("twice") == ["Twice"])
            let many = (0..<100).map { f.item("c\($0 % 50)", "Many \($0)") }
            try await f.index(many)
            #expect(try await f.titles("many") { $0.limit = 1000 }.count == 50)
            #expect(Set(try await f.titles("many") { $0.limit = 1000 }) == Set((50..<100).map { "Many \($0)" }))
        }
    }

    @Test func anUpdateMergesAndNullRemoves() async throws {
        try await SearchFixture.run { f in
            try await f.index([
                f.item("a", "Walk", ["keywords": .array([.string("coast")]), "comment": .string("windy")])
            ])
            var update = f.item("a", "Hike", ["comment": .null])
            update.isUpdate = true
            try await f.index([update])
            #expect(try await f.titles("coast") == ["Hike"])
            #expect(try await f.titles("walk").isEmpty)
            #expect(try await f.titles("windy").isEmpty)
            // What an update does not name stays; what it names counts.
            var long = f.item("d", "Dated", domain: "dom.a")
            long.expirationDate = .distantFuture
            try await f.index([long])
            var silent = f.item("d", "Dated anew")
            silent.isUpdate = true
            try await f.index([silent])
            #expect(try await f.results("dated").first?.domainIdentifier == "dom.a")
            #expect(try await f.results("dated").first?.expirationDate == .distantFuture)
            silent.expirationDate = f.clock.now.addingTimeInterval(60)
            try await f.index([silent])
            await f.clock.advance(by: .seconds(61))
            #expect(try await f.titles("dated").isEmpty)
            var new = f.item("b", "New")
            new.isUpdate = true
            try await f.index([new])
            #expect(try await f.titles("new") == ["New"])
        }
    }

    /// Case C43.
    @Test func domainsAreDeletedAlongTheirComponents() async throws {
        struct Case: Decodable {
            struct Given: Decodable {
                let items: [String: String]
                enum CodingKeys: String, CodingKey { case items = "items by domain" }
            }
            let given: Given
        }
        let domains = try JSONDecoder().decode(Case.self, from: BehaviourCase.data("C43")).given.items
        try await SearchFixture.run { f in
            try await f.index(
                domains.map { domain, id in f.item(id, "thing \(id)", domain: domain == "null" ? nil : domain) })
            func left() async throws -> Set<String> {
                Set(try await f.results("thing") { $0.limit = 100 }.map(\.identifier))
            }
            func delete(_ domain: String) async throws {
                try await f.service.delete(domains: [domain], app: SearchFixture.app, index: nil, batch: nil)
            }
            try await delete("cat.food")
            #expect(try await left() == ["i1", "i4", "i5", "i6", "i7", "i8", "i9"])
            try await delete("cat")
            #expect(try await left() == ["i4", "i5", "i6", "i7", "i8", "i9"])
            try await delete("acct.mail")
            #expect(try await left() == ["i4", "i5", "i6", "i7", "i9"])
            try await delete("")
            try await delete("nowhere")
            #expect(try await left() == ["i4", "i5", "i6", "i7", "i9"])
        }
    }

    @Test func anAppDeletesOnlyItsOwn() async throws {
        try await SearchFixture.run { f in
            try await f.index([f.item("a", "Shared name")])
            try await f.index([f.item("a", "Shared name")], app: "org.example.other")
            try await f.service.delete(identifiers: ["a"], app: "org.example.other", index: nil, batch: nil)
            #expect(try await f.results("shared").map(\.app) == [SearchFixture.app])
            try await f.service.deleteAll(app: "org.example.other", index: nil, batch: nil)
            #expect(try await f.results("shared").count == 1)
        }
    }

    @Test func searchIsLimitedToAnAppAndItsIndexes() async throws {
        try await SearchFixture.run { f in
            try await f.index([f.item("a", "Note one")])
            try await f.index([f.item("a", "Note two")], index: "drafts")
            try await f.index([f.item("a", "Note three")], app: "org.example.other")
            #expect(try await f.titles("note").count == 3)
            #expect(Set(try await f.titles("note") { $0.app = SearchFixture.app }) == ["Note one", "Note two"])
            #expect(try await f.titles("note") { $0.indexes = ["drafts"] } == ["Note two"])
            #expect(try await f.titles("note") { $0.app = "org.example.none" }.isEmpty)
            f.host.hidden.withLock { $0 = [SearchFixture.app] }
            #expect(try await f.titles("note") == ["Note three"])
            #expect(try await f.titles("note") { $0.app = SearchFixture.app }.isEmpty)
            f.host.hidden.withLock { $0 = [] }
            #expect(try await f.titles("note").count == 3)
            // Deleting in one index leaves the other.
            try await f.service.delete(identifiers: ["a"], app: SearchFixture.app, index: "drafts", batch: nil)
            #expect(try await f.titles("note") { $0.app = SearchFixture.app } == ["Note one"])
        }
    }

    @Test func whatHasExpiredIsGone() async throws {
        try await SearchFixture.run { f in
            var short = f.item("a", "Short lived")
            short.expirationDate = f.clock.now.addingTimeInterval(60)
            var long = f.item("c", "Long lived")
            long.expirationDate = .distantFuture
            try await f.index([short, f.item("b", "Month lived"), long])
            #expect(try await f.titles("lived").count == 3)
            await f.clock.advance(by: .seconds(61))
            #expect(Set(try await f.titles("lived")) == ["Month lived", "Long lived"])
            // What is chosen lives a month from then.
            await f.clock.advance(by: .seconds(20 * 86_400))
            try await f.service.engaged(
                Engagement(typed: "lived", app: nil, kind: .item, identifier: "b"), app: SearchFixture.app)
            await f.clock.advance(by: .seconds(20 * 86_400))
            #expect(Set(try await f.titles("lived")) == ["Month lived", "Long lived"])
            await f.clock.advance(by: .seconds(11 * 86_400))
            #expect(try await f.titles("lived") == ["Long lived"])
        }
    }

    @Test func badItemsAreRefusedAndChangeNothing() async throws {
        try await SearchFixture.run { f in
            try await f.index([f.item("good", "Good thing")])
            let bad: [SearchableItem] = [
                f.item("", "x"), f.item(String(repeating: "i", count: 5000), "x"),
                f.item("x", "x", ["title": .integer(3)]), f.item("x", "x", ["dueDate": .string("tomorrow")]),
                f.item("x", "x", ["textContent": .string(String(repeating: "a", count: 10 << 20))]),
                f.item("x", "x", ["dueDate": .date(Date(timeIntervalSinceReferenceDate: 1e15))]),
            ]
            for item in bad {
                let error = await #expect(throws: BatonError.self) { try await f.index([f.item("y", "y"), item]) }
                #expect(error?.code == .invalidArgument)
            }
            #expect(try await f.titles("y").isEmpty)
            #expect(try await f.titles("good") == ["Good thing"])
            // Ten megabytes that are shortened first are found.
            let (fitted, remarks) = try bad[4].fitted()
            #expect(remarks.count == 1)
            try await f.index([fitted])
            #expect(try await f.titles("x") == ["x"])
        }
    }

    // MARK: Batches

    @Test func aBatchTakesEffectWhenItEnds() async throws {
        try await SearchFixture.run { f in
            let app = SearchFixture.app
            try await f.index([f.item("old", "Old note")], index: "main")
            let batch = try await f.service.beginBatch(app: app, index: "main", client: 1)
            try await f.service.index([f.item("new", "New note")], app: app, index: "main", batch: batch)
            try await f.service.delete(identifiers: ["old"], app: app, index: "main", batch: batch)
            #expect(try await f.titles("note") == ["Old note"])
            #expect(try await f.service.clientState(app: app, index: "main").isEmpty)
            try await f.service.endBatch(batch, app: app, BatchEnd(clientState: Data("one".utf8)))
            #expect(try await f.titles("note") == ["New note"])
            #expect(try await f.service.clientState(app: app, index: "main") == Data("one".utf8))
            // Ended twice.
            let error = await #expect(throws: BatonError.self) {
                try await f.service.endBatch(batch, app: app, BatchEnd(clientState: Data("two".utf8)))
            }
            #expect(error?.code == .invalidArgument)
            #expect(try await f.service.clientState(app: app, index: "main") == Data("one".utf8))
        }
    }

    @Test func aBatchWithAnotherStateThanExpectedChangesNothing() async throws {
        try await SearchFixture.run { f in
            let app = SearchFixture.app
            let first = try await f.service.beginBatch(app: app, index: nil, client: 1)
            try await f.service.endBatch(
                first, app: app, BatchEnd(clientState: Data("1".utf8), expectedState: Data()))
            let second = try await f.service.beginBatch(app: app, index: nil, client: 1)
            try await f.service.index([f.item("a", "Lost")], app: app, index: nil, batch: second)
            let error = await #expect(throws: BatonError.self) {
                try await f.service.endBatch(
                    second, app: app, BatchEnd(clientState: Data("2".utf8), expectedState: Data("0".utf8)))
            }
            #expect(error?.code == .stateMismatch)
            #expect(try await f.titles("lost").isEmpty)
            #expect(try await f.service.clientState(app: app, index: nil) == Data("1".utf8))
        }
    }

    @Test func whatAClientLeavesUnfinishedIsDropped() async throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let app = SearchFixture.app
        try await SearchFixture.open(folder) { f in
            let batch = try await f.service.beginBatch(app: app, index: nil, client: 7)
            try await f.service.index([f.item("a", "Half done")], app: app, index: nil, batch: batch)
            await f.service.clientLeft(7)
            await #expect(throws: BatonError.self) {
                try await f.service.index([f.item("b", "Half done")], app: app, index: nil, batch: batch)
            }
            // Another app's batch is none of this one's.
            let other = try await f.service.beginBatch(app: "org.example.other", index: nil, client: 8)
            await #expect(throws: BatonError.self) {
                try await f.service.endBatch(other, app: app, BatchEnd(clientState: Data()))
            }
            // Never ended: the daemon stops.
            try await f.service.index([f.item("c", "Half done")], app: "org.example.other", index: nil, batch: other)
        }
        try await SearchFixture.open(folder) { f in
            let left = try await f.titles("half")
            #expect(left.isEmpty)
        }
    }
}

import ActivityModel
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import BatonSearch

/// Items and the activities about them.
@Suite struct RelationTests {
    private let app = SearchFixture.app

    /// Case C40: one result, and opening it always says which thing it is.
    @Test func anItemAndItsActivityAreOneResult() async throws {
        try await SearchFixture.run { f in
            try await f.index([f.item("r-17", "Apple cake")])
            let info = Payload([.string("id"): .string("r-17")])
            for _ in 0..<6 {
                await f.service.saved(f.activity("test.view", title: "Baking apples", related: "r-17", userInfo: info))
                let found = try await f.results("apple")
                #expect(found.map(\.identifier) == ["r-17"])
                #expect(found.map(\.kind) == [.item])
                await f.clock.advance(by: .seconds(3600))
            }
            // The activity's words find it too.
            #expect(try await f.titles("baking") == ["Apple cake"])
            let opened = try await f.service.activity(opening: "r-17", kind: .item, app: app, index: nil, action: "buy")
            #expect(opened.type == "test.view")
            let payload = try opened.payload()
            #expect(payload["id"] == .string("r-17"))
            #expect(payload[Opened.identifierKey] == .string("r-17"))
            #expect(payload[Opened.actionKey] == .string("buy"))
        }
    }

    /// Case C41, the index's side of it.
    @Test func anActivityWaitsForItsItemAndGoesWithIt() async throws {
        try await SearchFixture.run { f in
            let a = f.activity("t.a", title: "Visit A", related: "x")
            let b = f.activity("t.b", title: "Visit B", related: "y")
            try await f.index([f.item("y", "Item y")])
            await f.service.saved(a)
            await f.service.saved(b)
            #expect(try await f.titles("visit").sorted() == ["Item y", "Visit A"])
            try await f.index([f.item("x", "Item x")])
            #expect(try await f.titles("visit").sorted() == ["Item x", "Item y"])
            try await f.service.delete(identifiers: ["y"], app: app, index: nil, batch: nil)
            #expect(try await f.titles("visit") == ["Item x"])
            #expect(f.host.forgotten.withLock { $0 } == [b.key])
            try await f.service.delete(identifiers: ["z"], app: app, index: nil, batch: nil)
            #expect(try await f.titles("visit") == ["Item x"])
            // The activity alone goes: the item stays without its words.
            await f.service.deleted(app: app, keys: [a.key])
            #expect(try await f.titles("visit").isEmpty)
            #expect(try await f.titles("item") == ["Item x"])
        }
    }

    @Test func aWeakRelationOutlivesTheItem() async throws {
        try await SearchFixture.run { f in
            var record = ActivityRecord(id: "a", type: "t")
            record.title = "Visit"
            record.eligibility = [.search]
            var set = AttributeSet()
            set["weakRelatedUniqueIdentifier"] = .string("x")
            record.facets = [ActivityRecord.contentAttributesFacet: set.canonicalData]
            let copy = SavedActivity(
                app: app, key: "k", record: record, savedAt: f.clock.now,
                expiresAt: f.clock.now.addingTimeInterval(1000))
            await f.service.saved(copy)
            try await f.index([f.item("x", "Item x")])
            #expect(try await f.titles("visit") == ["Item x"])
            try await f.service.delete(identifiers: ["x"], app: app, index: nil, batch: nil)
            #expect(try await f.titles("visit") == ["Visit"])
            #expect(f.host.forgotten.withLock { $0 }.isEmpty)
        }
    }

    @Test func itemsAndActivitiesAreTwoStores() async throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let host = SearchFixture.FakeHost()
        try await SearchFixture.open(folder, host: host) { f in
            try await f.index((1...3).map { f.item("i\($0)", "Common item \($0)") })
            let tied = f.activity("t.tied", title: "Common visit", related: "i1")
            let untied = f.activity("t.free", title: "Common walk")
            await f.service.saved(tied)
            await f.service.saved(untied)
            host.saved.withLock { $0 = [untied] }
            #expect(try await f.titles("common").count == 4)
            try await f.service.deleteAll(app: app, index: nil, batch: nil)
            #expect(try await f.titles("common") == ["Common walk"])
            #expect(host.forgotten.withLock { $0 } == [tied.key])
        }
        host.saved.withLock { $0 = [] }
        // What was deleted elsewhere meanwhile does not come back.
        try await SearchFixture.open(folder, host: host) { f in
            let left = try await f.titles("common")
            #expect(left.isEmpty)
        }
    }

    @Test func activitiesAreFoundByAllTheirWords() async throws {
        try await SearchFixture.run { f in
            var record = ActivityRecord(id: "a", type: "t.reading")
            record.title = "Reading the coast"
            record.keywords = ["seaside", "walking"]
            record.eligibility = [.search, .publicIndexing]
            var set = AttributeSet()
            set["contentDescription"] = .string("forty miles of cliffs")
            record.facets = [ActivityRecord.contentAttributesFacet: set.canonicalData]
            await f.service.saved(
                SavedActivity(
                    app: app, key: "k", record: record, savedAt: f.clock.now,
                    expiresAt: f.clock.now.addingTimeInterval(1000)))
            for text in ["coa", "seaside", "walk", "cliffs", "reading coast"] {
                let found = try #require(try await f.results(text).first)
                #expect(found.kind == .activity)
                #expect(found.type == "t.reading")
                #expect(found.description == "forty miles of cliffs")
                #expect(found.isPublic == true)
                #expect(found.identifier == "k")
            }
            // Not eligible any more.
            record.eligibility = [.prediction]
            await f.service.saved(
                SavedActivity(
                    app: app, key: "k", record: record, savedAt: f.clock.now,
                    expiresAt: f.clock.now.addingTimeInterval(1000)))
            #expect(try await f.titles("coast").isEmpty)
        }
    }
}

import ActivityModel
import BatonSpotlight
import BatonTypes
import Foundation
import TestSupport
import Testing

extension SpotlightTests {
    /// An app's items through the real daemon's index, and found again.
    @Suite struct FoundTests {
        private func found(_ query: CSSearchQuery) async throws -> [CSSearchableItem] {
            var items: [CSSearchableItem] = []
            for try await result in query.results { items.append(result.item) }
            return items
        }

        private func identifiers(_ query: String) async throws -> [String] {
            try await found(CSSearchQuery(queryString: query, queryContext: nil)).map(\.uniqueIdentifier).sorted()
        }

        @Test func whatWasIndexedIsFoundWithWhatWasAskedFor() async throws {
            try await RealDaemon.with { daemon in
                let item = Fixture.item("a", domain: "notes.travel", title: "A Walk Along the Coast")
                item.attributeSet.contentDescription = "From the lighthouse to the bay"
                item.attributeSet.rating = 4
                try await CSSearchableIndex.default().indexSearchableItems([item, Fixture.item("b", title: "Other")])
                try await daemon.settle()
                let context = CSSearchQueryContext()
                context.fetchAttributes = ["title", "rating"]
                context.filterQueries = ["rating >= 3"]
                let items = try await found(CSSearchQuery(queryString: "title == \"*coast*\"cd", queryContext: context))
                #expect(items.map(\.uniqueIdentifier) == ["a"])
                #expect(items.first?.attributeSet.title == "A Walk Along the Coast")
                #expect(items.first?.attributeSet.rating as? Int == 4)
                #expect(items.first?.attributeSet.contentDescription == nil, "not asked for")
                #expect(items.first?.domainIdentifier == "notes.travel")
                #expect(try await identifiers("title == \"paris\"") == [])
                #expect(try await identifiers("contentTypeTree == \"public.data\"") == ["a", "b"])
            }
        }

        @Test func everyPageIsFoundOnce() async throws {
            try await RealDaemon.with { daemon in
                let items = (0..<450).map { Fixture.item("i\($0)", title: "numbered \($0)") }
                try await CSSearchableIndex.default().indexSearchableItems(items)
                try await daemon.settle()
                let all = try await identifiers("title == \"numbered*\"")
                #expect(all == items.map(\.uniqueIdentifier).sorted())
            }
        }

        @Test func indexesOfAnAppAreApart() async throws {
            try await RealDaemon.with { daemon in
                let (plain, notes) = (CSSearchableIndex.default(), CSSearchableIndex(name: "notes"))
                try await plain.indexSearchableItems([Fixture.item("a", domain: "d"), Fixture.item("b", domain: "dx")])
                try await notes.indexSearchableItems([Fixture.item("c", domain: "d.e")])
                try await daemon.settle()
                #expect(try await identifiers("title == \"*\"") == ["a", "b", "c"])
                try await plain.deleteSearchableItems(withDomainIdentifiers: ["d"])
                try await daemon.settle()
                #expect(try await identifiers("title == \"*\"") == ["b", "c"])
                try await plain.deleteAllSearchableItems()
                try await daemon.settle()
                #expect(try await identifiers("title == \"*\"") == ["c"])
                try await notes.deleteSearchableItems(withIdentifiers: ["c", "nobody"])
                try await daemon.settle()
                #expect(try await identifiers("title == \"*\"") == [])
            }
        }

        @Test func anUpdateMergesAndRemoves() async throws {
            try await RealDaemon.with { daemon in
                let item = Fixture.item("a", title: "first")
                item.attributeSet.album = "kept"
                item.attributeSet.artist = "removed"
                try await CSSearchableIndex.default().indexSearchableItems([item])
                let update = CSSearchableItem(
                    uniqueIdentifier: "a", domainIdentifier: nil,
                    attributeSet: CSSearchableItemAttributeSet(contentType: .text))
                update.attributeSet.title = "second"
                update.attributeSet.artist = nil
                update.isUpdate = true
                try await CSSearchableIndex.default().indexSearchableItems([update])
                try await daemon.settle()
                let context = CSSearchQueryContext()
                context.fetchAttributes = ["title", "album", "artist"]
                let items = try await found(CSSearchQuery(queryString: "title == \"second\"", queryContext: context))
                #expect(items.map(\.attributeSet.album) == ["kept"])
                #expect(items.map(\.attributeSet.artist) == [nil])
                #expect(try await identifiers("title == \"first\"") == [])
            }
        }

        @Test func aBatchTakesEffectAtItsEndWithItsState() async throws {
            try await RealDaemon.with { daemon in
                let index = CSSearchableIndex(name: "notes")
                #expect(try await index.fetchLastClientState() == Data())
                index.beginBatch()
                try await index.indexSearchableItems([Fixture.item("a")])
                try await daemon.settle()
                #expect(try await identifiers("title == \"a\"") == [])
                try await index.endBatch(withClientState: Data("one".utf8))
                try await daemon.settle()
                #expect(try await identifiers("title == \"a\"") == ["a"])
                #expect(try await index.fetchLastClientState() == Data("one".utf8))
                index.beginBatch()
                try await index.deleteSearchableItems(withIdentifiers: ["a"])
                do {
                    try await index.endIndexBatch(
                        expectedClientState: Data("other".utf8), newClientState: Data("two".utf8))
                    Issue.record("no error")
                } catch CSIndexError.mismatchedClientState {}
                try await daemon.settle()
                #expect(try await identifiers("title == \"a\"") == ["a"], "nothing of the batch took effect")
                #expect(try await index.fetchLastClientState() == Data("one".utf8))
                index.beginBatch()
                try await index.endIndexBatch(expectedClientState: Data("one".utf8), newClientState: Data("two".utf8))
                #expect(try await index.fetchLastClientState() == Data("two".utf8))
            }
        }

        @Test func aLargeCallLeavesTheStateAsItIs() async throws {
            try await RealDaemon.with { daemon in
                let index = CSSearchableIndex(name: "notes")
                index.beginBatch()
                try await index.endBatch(withClientState: Data("mine".utf8))
                let items = (0..<5).map { number in
                    let item = Fixture.item("i\(number)", title: "large")
                    item.attributeSet.textContent = String(repeating: "word ", count: 140 * 1024)
                    return item
                }
                try await index.indexSearchableItems(items)
                try await CSSearchableIndex.default().indexSearchableItems(items)
                try await daemon.settle()
                #expect(try await identifiers("title == \"large\"").count == 10)
                #expect(try await index.fetchLastClientState() == Data("mine".utf8))
            }
        }

        @Test func aStringThatIsNoQueryIsSaid() async throws {
            try await RealDaemon.with { _ in
                for query in ["title ==", "((((", "title == \"open", String(repeating: "(", count: 10_000)] {
                    do {
                        _ = try await identifiers(query)
                        Issue.record("no error for \(query.prefix(20))")
                    } catch CSSearchQueryError.invalidQuery {}
                }
            }
        }

        @Test func whatTheUserTypesFindsTheAppsItems() async throws {
            try await RealDaemon.with { daemon in
                try await CSSearchableIndex.default().indexSearchableItems([
                    Fixture.item("a", title: "A Walk Along the Coast"), Fixture.item("b", title: "Coastal Birds"),
                ])
                try await daemon.settle()
                let query = CSUserQuery(userQueryString: "coa", userQueryContext: nil)
                var items: [CSUserQuery.Item] = []
                for try await response in query.responses { if case .item(let item) = response { items.append(item) } }
                #expect(items.map(\.id) == ["b", "a"], "the start of the title comes first")
                for _ in 0..<3 {
                    query.userEngaged(items[1], visibleItems: items, interaction: .select)
                }
                #expect(items[0].item.compare(byRank: items[1].item) == .orderedAscending)
            }
        }
    }
}

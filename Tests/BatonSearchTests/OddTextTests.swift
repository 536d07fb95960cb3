import ActivityModel
import FoundationEssentials
import Synchronization
import TestSupport
import Testing

@testable import BatonSearch

@Suite struct OddTextTests {
    @Test func oddTextsAreFoundAndCostNobodyElseAnything() async throws {
        try await SearchFixture.run { f in
            try await f.index([
                f.item("n", "Budget n\u{0}x", ["contentDescription": .string("a\u{0}b")]), f.item("g", "Budget good"),
                f.item("q", "say \"hi\" ~* \"\"\""),
                f.item("m", "Budget e" + String(repeating: "\u{301}", count: 400_000)),
            ])
            let found = try await f.results("budget")
            #expect(Set(found.map(\.identifier)) == ["n", "g", "m"])
            for result in found {
                // D-Bus carries no NUL, and a list shows no megabyte.
                #expect(!result.title.utf8.contains(0) && result.title.utf8.count < 4000)
                #expect(result.description?.utf8.contains(0) != true)
            }
            let odd = [
                "\"\"\"", "~\"*", "\"*", "**==\"*\"", "\"'=", "'''", "\u{1}\u{2}", "NOT", "a AND", "(", "*", "\u{0}",
                "\"", "'",
                "`", "\\", "{", "}", "^a", "-a", "a:b", "a NEAR b", "\u{7F}", "\u{F0000}",
            ]
            for text in odd {
                _ = try await f.results(text)
                _ = try await f.service.suggestions(for: text, SearchOptions())
            }
            let greeting = try await f.titles("\"hi\"")
            #expect(greeting == ["say \"hi\" ~* \"\"\""])
        }
    }

    @Test func updatesAreHeldToTheLimitTogether() async throws {
        try await SearchFixture.run { f in
            func update(_ name: String) -> SearchableItem {
                var set = AttributeSet()
                set.custom[name] = CustomAttribute(.string(String(repeating: "x", count: 900_000)))
                var item = SearchableItem(uniqueIdentifier: "a", attributes: set)
                item.isUpdate = true
                return item
            }
            try await f.index([update("one")])
            let error = await #expect(throws: BatonError.self) { try await f.index([update("two")]) }
            #expect(error?.code == .invalidArgument)
        }
    }

    /// A first import: everything counts from the same day.
    @Test func manyThingsOfOneDateFindPlacesNearEachOther() {
        var taken: Set<Int64> = []
        var attempts = 0
        var furthest = 0.0
        for number in 0..<50_000 {
            let salt = identityHash("", "item-\(number)")
            let wanted = Place(days: 9000, length: 17, salt: salt)
            var place = wanted
            var attempt = 0
            while !taken.insert(place.number).inserted {
                place = wanted.next(attempt, salt: salt)
                attempt += 1
            }
            attempts += attempt
            furthest = max(furthest, wanted.days - place.days)
        }
        #expect(attempts < 50_000 * 12)
        #expect(furthest < 0.5)
    }

    @Test func forgettingAllItemsTakesTheirActivitiesAlong() async throws {
        try await SearchFixture.run { f in
            let tied = f.activity("t.tied", title: "Common visit", related: "i1")
            let free = f.activity("t.free", title: "Common walk")
            try await f.index([f.item("i1", "Common item")])
            for copy in [tied, free] { await f.service.saved(copy) }
            f.host.saved.withLock { $0 = [tied, free] }
            try await f.service.forget(app: nil)
            let left = try await f.titles("common")
            #expect(left == ["Common walk"])
        }
    }

    @Test func aQueryDoesNotHoldUpASearch() async throws {
        try await SearchFixture.run { f in
            try await f.index(
                (0..<2000).map { f.item("i\($0)", "thing number \($0)", ["comment": .string("long words here")]) })
            try await f.index([f.item("t", "targetword")])
            try await f.service.settle()
            // Pages of a query that finds nothing, one after another.
            let looking = Task {
                var options = SearchOptions()
                while !Task.isCancelled {
                    let page = try await f.service.query("comment == \"*zzz*\" || title == \"*zzz*\"", options)
                    options.after = page.next
                }
            }
            for _ in 0..<20 {
                let found = try await f.titles("targetword")
                #expect(found == ["targetword"])
            }
            looking.cancel()
            _ = try? await looking.value
        }
    }

    @Test func aDeletionDuringACleaningHasItsOwn() async throws {
        try await SearchFixture.run { f in
            try await f.index((0..<200).map { f.item("a\($0)", "Alpha \($0)") })
            try await f.index((0..<200).map { f.item("b\($0)", "Bravo \($0)") }, app: "org.example.other")
            async let cleaning: Void = f.service.deleteAll(app: "org.example.other", index: nil, batch: nil)
            while await f.service.deletions == 0 { await f.thread.settle() }
            try await f.service.delete(identifiers: ["a1"], app: SearchFixture.app, index: nil, batch: nil)
            try await cleaning
            // Either it came before the cleaning began, or it is still due.
            let isDue = await f.service.eraseIsDue
            let deletions = await f.service.deletions
            #expect(isDue || deletions >= 2)
            await f.clock.advance(by: .seconds(601))
            while await f.service.eraseIsDue { await f.thread.settle() }
            let left = try await f.titles("alpha") { $0.limit = 1000 }
            #expect(left.count == 199)
        }
    }
}

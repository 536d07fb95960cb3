import ActivityModel
import BatonSpotlight
import BatonTypes
import Foundation
import Synchronization
import TestSupport
import Testing
import UserActivity

extension SpotlightTests {
    @Suite struct IndexTests {
        @Test func thereIsOneDefaultIndex() async throws {
            try await Fixture.with { _ in
                #expect(CSSearchableIndex.default() === CSSearchableIndex.default())
                #expect(CSSearchableIndex.isIndexingAvailable())
            }
        }

        @Test func callsTakeEffectInTheirOrder() async throws {
            try await Fixture.with { fixture in
                let index = CSSearchableIndex.default()
                let done = Arrivals<String>("a completion")
                for number in 0..<50 {
                    index.indexSearchableItems([Fixture.item("i\(number)")]) { error in
                        done.put("i\(number) \(error == nil)")
                    }
                    index.deleteSearchableItems(withIdentifiers: ["d\(number)"]) { error in
                        done.put("d\(number) \(error == nil)")
                    }
                }
                index.deleteSearchableItems(withDomainIdentifiers: ["a.b", "c"], completionHandler: nil)
                try await index.deleteAllSearchableItems()
                let expected = (0..<50).flatMap { ["index i\($0)", "delete d\($0)"] } + ["domains a.b,c", "all"]
                #expect(try await fixture.search.next(102) == expected)
                for number in 0..<50 {
                    #expect(try await done.next() == "i\(number) true")
                    #expect(try await done.next() == "d\(number) true")
                }
            }
        }

        @Test func asyncFormsCallTheSame() async throws {
            try await Fixture.with { fixture in
                let index = CSSearchableIndex(name: "notes")
                fixture.search.script.withLock { $0.clientState = Data("s".utf8) }
                try await index.indexSearchableItems([Fixture.item("a"), Fixture.item("b")])
                try await index.deleteSearchableItems(withIdentifiers: ["a"])
                try await index.deleteSearchableItems(withDomainIdentifiers: ["d"])
                try await index.deleteAllSearchableItems()
                #expect(try await index.fetchLastClientState() == Data("s".utf8))
                let words = ["index a,b @notes", "delete a @notes", "domains d @notes", "all @notes", "state @notes"]
                #expect(try await fixture.search.next(5) == words)
            }
        }

        @Test func nothingToDoIsDoneAtOnce() async throws {
            try await Fixture.with { fixture in
                try await CSSearchableIndex.default().indexSearchableItems([])
                try await CSSearchableIndex.default().deleteSearchableItems(withIdentifiers: [])
                #expect(fixture.search.calls.waiting == 0)
            }
        }

        // MARK: Batches

        @Test func aBatchIsToldTheDaemon() async throws {
            try await Fixture.with { fixture in
                let index = CSSearchableIndex(name: "notes")
                let done = Arrivals<String>("a completion")
                index.fetchLastClientState { state, error in done.put("state \(state == nil) \(error == nil)") }
                index.beginBatch()
                index.indexSearchableItems([Fixture.item("a")]) { error in done.put("index \(error == nil)") }
                index.deleteSearchableItems(withIdentifiers: ["b"], completionHandler: nil)
                index.deleteAllSearchableItems(completionHandler: nil)
                index.endBatch(withClientState: Data("one".utf8)) { error in done.put("end \(error == nil)") }
                // Begun before the end of the first is known: they are told in order all the same.
                index.beginBatch()
                index.endIndexBatch(expectedClientState: Data("one".utf8), newClientState: Data("two".utf8)) { error in
                    done.put("end \(error == nil)")
                }
                index.beginBatch()
                try await index.endIndexBatch(expectedClientState: nil, newClientState: Data("three".utf8))
                try await index.indexSearchableItems([Fixture.item("after")])
                #expect(
                    try await fixture.search.next(10) == [
                        "state @notes", "begin @notes", "index a @notes @b1", "delete b @notes @b1", "all @notes @b1",
                        "end b1 one", "begin @notes", "end b2 two after one", "begin @notes", "end b3 three after ",
                    ])
                #expect(try await fixture.search.next(1) == ["index after @notes"])
                #expect(try await done.next() == "state true true")
                #expect(try await done.next() == "index true")
                #expect(try await done.next() == "end true")
                #expect(try await done.next() == "end true")
            }
        }

        @Test func misusesOfBatchesAreSaid() async throws {
            try await Fixture.with { fixture in
                let index = CSSearchableIndex(name: "notes")
                let none = await #expect(throws: CSIndexError.self) {
                    try await index.endBatch(withClientState: Data())
                }
                #expect(none?.code == .unknownError)
                #expect(none?.localizedDescription.contains("beginBatch") == true)
                index.beginBatch()
                let messages = await reports { index.beginBatch() }
                #expect(messages.map(\.level) == [.error])
                for end in [Data(count: 251), Data(count: 10_000)] {
                    let long = await #expect(throws: CSIndexError.self) {
                        try await index.endBatch(withClientState: end)
                    }
                    #expect(long?.code == .invalidClientStateError)
                }
                let expected = await #expect(throws: CSIndexError.self) {
                    try await index.endIndexBatch(expectedClientState: Data(count: 251), newClientState: Data())
                }
                #expect(expected?.code == .invalidClientStateError)
                // Still open, and one alone.
                try await index.endBatch(withClientState: Data(count: 250))
                await #expect(throws: CSIndexError.self) { try await index.endBatch(withClientState: Data()) }
                #expect(try await fixture.search.next(2).first == "begin @notes")
                #expect(fixture.search.calls.waiting == 0)
            }
        }

        @Test func theDefaultIndexTakesNoBatches() async throws {
            try await Fixture.with { fixture in
                let index = CSSearchableIndex.default()
                let messages = await reports { index.beginBatch() }
                #expect(messages.map(\.level) == [.error])
                try await index.indexSearchableItems([Fixture.item("a")])
                let error = await #expect(throws: CSIndexError.self) {
                    try await index.endBatch(withClientState: Data())
                }
                #expect(error?.code == .indexingUnsupported)
                #expect(try await fixture.search.next(1) == ["index a"])
                #expect(fixture.search.calls.waiting == 0)
            }
        }

        @Test func aBatchThatCannotBeginFailsAsAWhole() async throws {
            try await Fixture.with { fixture in
                fixture.search.script.withLock { $0.errors["begin"] = BatonError(.indexUnavailable, "switched off") }
                let index = CSSearchableIndex(name: "notes")
                index.beginBatch()
                for _ in 0..<2 {
                    let error = await #expect(throws: CSIndexError.self) {
                        try await index.indexSearchableItems([Fixture.item("a")])
                    }
                    #expect(error?.code == .indexUnavailableError)
                }
                let error = await #expect(throws: CSIndexError.self) {
                    try await index.endBatch(withClientState: Data())
                }
                #expect(error?.code == .indexUnavailableError && error?.message == "switched off")
                let told = try await fixture.search.next(1)
                #expect(told == ["begin @notes"])
                #expect(fixture.search.calls.waiting == 0)
            }
        }

        @Test func aBatchIsLostWithItsConnection() async throws {
            try await Fixture.with { fixture in
                let index = CSSearchableIndex(name: "notes")
                let delegate = Reindexer { _, done in done() }
                CSSearchableIndex.default().indexDelegate = delegate
                index.beginBatch()
                try await index.indexSearchableItems([Fixture.item("a")])
                #expect(try await Set(fixture.search.next(3)) == ["follow", "begin @notes", "index a @notes @b1"])
                await fixture.search.end.loseConnections()
                // The app connects again by itself, and says so.
                #expect(try await fixture.search.next(1) == ["follow"])
                for _ in 0..<2 {
                    let error = await #expect(throws: CSIndexError.self) {
                        try await index.indexSearchableItems([Fixture.item("b")])
                    }
                    #expect(error?.code == .remoteConnectionError)
                }
                let error = await #expect(throws: CSIndexError.self) {
                    try await index.endBatch(withClientState: Data("x".utf8))
                }
                #expect(error?.code == .remoteConnectionError)
                #expect(error?.message.contains("batch") == true)
                index.beginBatch()
                try await index.endBatch(withClientState: Data("x".utf8))
            }
        }

        // MARK: What is too large

        @Test func aLargeCallGoesAsABatchOfItsOwn() async throws {
            try await Fixture.with { fixture in
                let text = String(repeating: "x", count: 700 * 1024)
                let items = (0..<5).map { number in
                    let item = Fixture.item("i\(number)")
                    item.attributeSet.textContent = text
                    return item
                }
                try await CSSearchableIndex.default().indexSearchableItems(items)
                #expect(
                    try await fixture.search.next(5)
                        == ["begin", "index i0,i1 @b1", "index i2,i3 @b1", "index i4 @b1", "end b1 -"])
                let index = CSSearchableIndex(name: "n")
                index.beginBatch()
                try await index.indexSearchableItems(items)
                try await index.endBatch(withClientState: Data("s".utf8))
                #expect(
                    try await fixture.search.next(5)
                        == ["begin @n", "index i0,i1 @n @b2", "index i2,i3 @n @b2", "index i4 @n @b2", "end b2 s"])
                let names = (0..<1000).map { "\($0)" + String(repeating: "y", count: 4000) }
                try await index.deleteSearchableItems(withIdentifiers: names)
                var deleted: [String] = []
                while true {
                    switch try await fixture.search.calls.next() {
                    case .begin: continue
                    case .delete(let some, let options):
                        #expect(options.batch == "b3")
                        deleted += some
                        continue
                    case .end("b3", let end): #expect(end.clientState == nil)
                    default: Issue.record("another call")
                    }
                    break
                }
                #expect(deleted == names)
            }
        }

        @Test func aMessageHasAThousandItemsAtMost() async throws {
            try await Fixture.with { fixture in
                let names = (0..<2500).map { "i\($0)" }
                try await CSSearchableIndex.default().deleteSearchableItems(withIdentifiers: names)
                var counts: [Int] = []
                for _ in 0..<5 {
                    if case .delete(let some, _) = try await fixture.search.calls.next() { counts.append(some.count) }
                }
                #expect(counts == [1000, 1000, 500])
                try await CSSearchableIndex.default().deleteSearchableItems(withIdentifiers: Array(names.prefix(1000)))
                #expect(fixture.search.calls.waiting == 1, "one message, and no batch")
            }
        }

        @Test func anItemThatIsTooLargeIsNamedAndNothingIsIndexed() async throws {
            try await Fixture.with { fixture in
                let large = Fixture.item("large one")
                let key = try #require(CSCustomAttributeKey(keyName: "k"))
                large.attributeSet.setValue(Data(count: 2 * 1024 * 1024), forCustomKey: key)
                let error = await #expect(throws: CSIndexError.self) {
                    try await CSSearchableIndex.default().indexSearchableItems([Fixture.item("a"), large])
                }
                #expect(error?.code == .invalidItemError)
                #expect(error?.message.contains("large one") == true)
                for identifier in ["", "a\0b", String(repeating: "x", count: 4097)] {
                    let error = await #expect(throws: CSIndexError.self) {
                        try await CSSearchableIndex.default().indexSearchableItems([Fixture.item(identifier)])
                    }
                    #expect(error?.code == .invalidItemError)
                }
                #expect(fixture.search.calls.waiting == 0)
            }
        }

        @Test func whatIsShortenedIsReported() async throws {
            try await Fixture.with { fixture in
                let item = Fixture.item("a", title: "t")
                item.attributeSet.thumbnailData = Data(count: 50 * 1024 * 1024)
                item.attributeSet.textContent = String(repeating: "é", count: 5 * 1024 * 1024)
                let messages = try await reports { try await CSSearchableIndex.default().indexSearchableItems([item]) }
                #expect(messages.count == 2 && messages.allSatisfy { $0.level == .warning })
                guard case .index(let items, _) = try await fixture.search.calls.next() else { return }
                let sent = try items[0].attributeSet()
                #expect(sent["thumbnailData"] == nil && sent.text("title") == "t")
                #expect((sent.text("textContent")?.utf8.count ?? 0) == 1024 * 1024)
            }
        }

        // MARK: Errors

        @Test(
            arguments: [
                (.stateMismatch, -1006), (.indexUnavailable, -1000), (.invalidArgument, -1001),
                (.invalidPayload, -1001),
                (.connectionUnavailable, -1003), (.daemonUnavailable, -1003), (.tooMany, -1004), (.tooLarge, -1004),
                (.internal, -1),
            ] as [(BatonError.Code, Int)])
        func theDaemonsErrorsHaveApplesNumbers(code: BatonError.Code, number: Int) async throws {
            try await Fixture.with { fixture in
                fixture.search.script.withLock { $0.errors["index"] = BatonError(code, "in words") }
                let failed = Arrivals<NSError?>("a completion")
                CSSearchableIndex.default().indexSearchableItems([Fixture.item("a")]) {
                    failed.put($0.map { $0 as NSError })
                }
                let error = try #require(try await failed.next())
                #expect(error.domain == CSIndexErrorDomain && error.code == number)
                #expect(error.localizedDescription == "in words")
            }
        }

        @Test func aStateThatIsRefusedIsAnInvalidState() async throws {
            try await Fixture.with { fixture in
                fixture.search.script.withLock { $0.errors["end"] = BatonError(.invalidArgument, "no") }
                let index = CSSearchableIndex(name: "n")
                index.beginBatch()
                let error = await #expect(throws: CSIndexError.self) {
                    try await index.endBatch(withClientState: Data())
                }
                #expect(error?.code == .invalidClientStateError)
            }
        }

        @Test func aDaemonThatIsNotThereIsARemoteConnectionError() async throws {
            try await Fixture.with { fixture in
                await fixture.search.end.stop()
                do {
                    try await CSSearchableIndex.default().indexSearchableItems([Fixture.item("a")])
                    Issue.record("no error")
                } catch CSIndexError.remoteConnectionError {}
                let messages = await reports {
                    CSSearchableIndex.default().deleteAllSearchableItems(completionHandler: nil)
                    _ = try? await CSSearchableIndex.default().fetchLastClientState()
                }
                #expect(messages.contains { $0.level == .error }, "nobody else would hear of it")
            }
        }

        @Test func errorsAreMatchedByTheirCode() {
            let error: any Error = NSError(domain: CSIndexErrorDomain, code: -1001)
            #expect(CSIndexError.invalidItemError ~= error)
            #expect(!(CSIndexError.quotaExceeded ~= error))
            #expect(!(CSIndexError.invalidItemError ~= NSError(domain: CSSearchQueryErrorDomain, code: -1001)))
            #expect(CSSearchQueryError.cancelled ~= NSError(domain: CSSearchQueryErrorDomain, code: -2003))
            #expect(!(CSSearchQueryError.cancelled ~= NSError(domain: CSIndexErrorDomain, code: -2003)))
        }
    }
}

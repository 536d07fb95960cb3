import ActivityModel
import BatonBus
import BatonSpotlight
import Foundation
import Synchronization
import TestSupport
import Testing

/// Does with a request what the test says.
final class Reindexer: NSObject, CSSearchableIndexDelegate, Sendable {
    let requests = Arrivals<String>("a request to index again")
    let answer: @Sendable (CSSearchableIndex, @escaping @Sendable () -> Void) -> Void

    init(_ answer: @escaping @Sendable (CSSearchableIndex, @escaping @Sendable () -> Void) -> Void) {
        self.answer = answer
    }

    func searchableIndex(
        _ searchableIndex: CSSearchableIndex,
        reindexAllSearchableItemsWithAcknowledgementHandler acknowledgementHandler: @escaping @Sendable () -> Void
    ) {
        requests.put("all")
        answer(searchableIndex, acknowledgementHandler)
    }

    func searchableIndex(
        _ searchableIndex: CSSearchableIndex, reindexSearchableItemsWithIdentifiers identifiers: [String],
        acknowledgementHandler: @escaping @Sendable () -> Void
    ) {
        requests.put(identifiers.joined(separator: ","))
        answer(searchableIndex, acknowledgementHandler)
    }
}

extension SpotlightTests {
    @Suite struct DelegateTests {
        private func code(_ body: () async throws -> Nothing) async -> BatonError.Code? {
            do {
                _ = try await body()
                return nil
            } catch { return (error as? BatonError)?.code }
        }

        @Test func theDaemonsRequestIsAnsweredWhenItIsDone() async throws {
            try await Fixture.with { fixture in
                let delegate = Reindexer { index, done in
                    index.indexSearchableItems([Fixture.item("again")]) { error in
                        if error == nil { done() }
                        done()
                    }
                }
                let index = CSSearchableIndex(name: "notes")
                index.indexDelegate = delegate
                #expect(try await fixture.search.next(1) == ["follow @notes"])
                _ = try await fixture.search.end.ask(AppMethods.reindexAll, "notes")
                _ = try await fixture.search.end.ask(AppMethods.reindex, "notes", ["a", "b"])
                #expect(try await delegate.requests.next() == "all")
                #expect(try await delegate.requests.next() == "a,b")
                #expect(try await fixture.search.next(2) == ["index again @notes", "index again @notes"])
                let other = await code { try await fixture.search.end.ask(AppMethods.reindexAll, "other") }
                #expect(other == .indexUnavailable)
                index.indexDelegate = nil
                #expect(try await fixture.search.next(1) == ["unfollow @notes"])
                let gone = await code { try await fixture.search.end.ask(AppMethods.reindexAll, "notes") }
                #expect(gone == .indexUnavailable)
            }
        }

        @Test func theDefaultIndexHasTheEmptyName() async throws {
            try await Fixture.with { fixture in
                let delegate = Reindexer { _, done in done() }
                CSSearchableIndex.default().indexDelegate = delegate
                #expect(try await fixture.search.next(1) == ["follow"])
                _ = try await fixture.search.end.ask(AppMethods.reindexAll, "")
                #expect(try await delegate.requests.next() == "all")
            }
        }

        @Test func aHandlerThatNobodyCallsIsAFailure() async throws {
            try await Fixture.with { fixture in
                let delegate = Reindexer { _, _ in }
                CSSearchableIndex.default().indexDelegate = delegate
                _ = try await fixture.search.next(1)
                let dropped = await code { try await fixture.search.end.ask(AppMethods.reindexAll, "") }
                #expect(dropped == .indexUnavailable)
            }
        }

        @Test func theNextDaemonIsToldToo() async throws {
            try await Fixture.with { fixture in
                let delegate = Reindexer { _, done in done() }
                let index = CSSearchableIndex(name: "notes")
                index.indexDelegate = delegate
                CSSearchableIndex.default().indexDelegate = delegate
                #expect(try await fixture.search.next(2) == ["follow @notes", "follow"])
                await fixture.search.end.loseConnections()
                #expect(try await fixture.search.next(2) == ["follow", "follow @notes"])
                _ = try await fixture.search.end.ask(AppMethods.reindexAll, "notes")
                withExtendedLifetime(index) {}
            }
        }

        @Test func aDelegateIsHeldWeakly() async throws {
            try await Fixture.with { fixture in
                do {
                    let index = CSSearchableIndex(name: "notes")
                    do {
                        let delegate = Reindexer { _, done in done() }
                        index.indexDelegate = delegate
                        #expect(index.indexDelegate === delegate)
                    }
                    #expect(index.indexDelegate == nil)
                    _ = try await fixture.search.next(1)
                    let gone = await code { try await fixture.search.end.ask(AppMethods.reindexAll, "notes") }
                    #expect(gone == .indexUnavailable)
                }
                #expect(try await fixture.search.next(1) == ["unfollow @notes"], "the index has ended")
            }
        }

        @Test func theLastDelegateOfANameIsAsked() async throws {
            try await Fixture.with { fixture in
                let (first, second) = (Reindexer { _, done in done() }, Reindexer { _, done in done() })
                let kept = CSSearchableIndex(name: "notes")
                do {
                    let ended = CSSearchableIndex(name: "notes")
                    ended.indexDelegate = first
                    kept.indexDelegate = second
                }
                _ = try await fixture.search.next(1)
                _ = try await fixture.search.end.ask(AppMethods.reindexAll, "notes")
                #expect(try await second.requests.next() == "all")
                #expect(first.requests.waiting == 0)
                withExtendedLifetime(kept) {}
            }
        }

        @Test func theOtherQuestionsHaveDefaults() async throws {
            try await Fixture.with { _ in
                let delegate: any CSSearchableIndexDelegate = Reindexer { _, done in done() }
                let index = CSSearchableIndex.default()
                #expect(throws: CocoaError.self) {
                    try delegate.data(for: index, itemIdentifier: "a", typeIdentifier: "public.text")
                }
                #expect(throws: CocoaError.self) {
                    try delegate.fileURL(for: index, itemIdentifier: "a", typeIdentifier: "public.text", inPlace: true)
                }
            }
        }
    }
}

import ActivityModel
import BatonSpotlight
import Foundation
import Synchronization
import TestSupport
import Testing
import UserActivity

extension SpotlightTests {
    @Suite struct QueryTests {
        /// Three pages of two items.
        private func fill(_ fixture: Fixture) {
            fixture.search.script.withLock { script in
                script.pages = [
                    "": .page(["a", "b"], next: "1", title: "t"), "1": .page(["c", "d"], next: "2"),
                    "2": .page(["e", "f"]),
                ]
            }
        }

        /// Runs a query with handlers to its end.
        private func outcome(_ query: CSSearchQuery) async throws -> (batches: [[String]], error: NSError?) {
            let batches = Mutex<[[String]]>([])
            let ends = Arrivals<NSError?>("the completion")
            query.foundItemsHandler = { items in batches.withLock { $0.append(items.map(\.uniqueIdentifier)) } }
            query.completionHandler = { error in ends.put(error.map { $0 as NSError }) }
            query.start()
            let error = try await ends.next()
            #expect(ends.waiting == 0)
            return (batches.withLock { $0 }, error)
        }

        @Test func handlersGetEveryPage() async throws {
            try await Fixture.with { fixture in
                fill(fixture)
                let context = CSSearchQueryContext()
                context.fetchAttributes = ["title", "album"]
                context.filterQueries = ["rating > 3"]
                context.keyboardLanguage = "sv"
                let query = CSSearchQuery(queryString: "title == \"*\"", queryContext: context)
                let (batches, error) = try await outcome(query)
                #expect(batches == [["a", "b"], ["c", "d"], ["e", "f"]] && error == nil)
                #expect(query.foundItemCount == 6 && !query.isCancelled)
                var after: [String?] = []
                for _ in 0..<3 {
                    guard case .query(let text, let options) = try await fixture.search.calls.next() else { break }
                    #expect(text == "title == \"*\"" && options.kind == .item && options.limit == 200)
                    #expect(options.fetch == ["title", "album"] && options.filters == ["rating > 3"])
                    #expect(options.languages?.first == "sv" && options.patient == true && options.app == nil)
                    after.append(options.after)
                }
                #expect(after == [nil, "1", "2"])
                #expect(query.foundItemsHandler == nil && query.completionHandler == nil, "they are let go")
            }
        }

        @Test func resultsAreASequence() async throws {
            try await Fixture.with { fixture in
                fill(fixture)
                let query = CSSearchQuery(queryString: "q", queryContext: nil)
                var items: [CSSearchableItem] = []
                for try await result in query.results { items.append(result.item) }
                #expect(items.map(\.uniqueIdentifier) == ["a", "b", "c", "d", "e", "f"])
                #expect(items.map(\.attributeSet.title) == ["t", "t", nil, nil, nil, nil])
                #expect(
                    items.shuffled().sorted { $0.compare(byRank: $1) == .orderedAscending }.map(\.uniqueIdentifier)
                        == items.map(\.uniqueIdentifier))
                #expect(items[1].compare(byRank: items[0]) == .orderedDescending)
                guard case .query(_, let options) = try await fixture.search.calls.next() else { return }
                #expect(options.fetch == nil && options.filters == nil)
            }
        }

        @Test func whoStopsEarlySavesTheRest() async throws {
            try await Fixture.with { fixture in
                fill(fixture)
                for try await _ in CSSearchQuery(queryString: "q", queryContext: nil).results { break }
                #expect(try await fixture.search.next(1) == ["query q"])
                #expect(fixture.search.calls.waiting == 0)
            }
        }

        @Test func aQueryIsDoneOnce() async throws {
            try await Fixture.with { fixture in
                fill(fixture)
                let query = CSSearchQuery(queryString: "q", queryContext: nil)
                _ = try await outcome(query)
                let messages = await reports { query.start() }
                #expect(messages.map(\.level) == [.error])
                let error = await #expect(throws: CSSearchQueryError.self) { for try await _ in query.results {} }
                #expect(error?.code == .unknown)
                #expect(try await fixture.search.next(3).count == 3)
                #expect(fixture.search.calls.waiting == 0)
            }
        }

        @Test func anAnswerThatGoesInCirclesEnds() async throws {
            try await Fixture.with { fixture in
                fixture.search.script.withLock { script in
                    script.pages = ["": .page([], next: "1"), "1": .page(["a"], next: "1")]
                }
                let (batches, error) = try await outcome(CSSearchQuery(queryString: "q", queryContext: nil))
                #expect(batches == [["a"]] && error == nil)
            }
        }

        // MARK: Cancelling and failing

        @Test func cancellingCompletesOnce() async throws {
            try await Fixture.with { fixture in
                fill(fixture)
                let reached = Arrivals<Void>("the daemon's second page")
                let release = Arrivals<Void>("the release")
                fixture.search.script.withLock { script in
                    script.before = { call in
                        guard case .query(_, let options) = call, options.after != nil else { return }
                        reached.put(())
                        try await release.next()
                    }
                }
                let query = CSSearchQuery(queryString: "q", queryContext: nil)
                let ends = Arrivals<Int?>("the completion")
                let found = Arrivals<Int>("items")
                query.foundItemsHandler = { found.put($0.count) }
                query.completionHandler = { ends.put(($0 as? CSSearchQueryError)?.errorCode) }
                query.start()
                try await reached.next()
                query.cancel()
                #expect(try await ends.next() == -2003)
                query.cancel()
                release.put(())
                #expect(query.isCancelled && query.foundItemCount == 2)
                #expect(found.waiting == 1 && ends.waiting == 0)
            }
        }

        @Test func aQueryCancelledBeforeItsStartAsksNothing() async throws {
            try await Fixture.with { fixture in
                let query = CSSearchQuery(queryString: "q", queryContext: nil)
                query.cancel()
                let (batches, error) = try await outcome(query)
                #expect(batches == [] && error?.code == -2003)
                let other = CSSearchQuery(queryString: "q", queryContext: nil)
                other.cancel()
                let thrown = await #expect(throws: CSSearchQueryError.self) { for try await _ in other.results {} }
                #expect(thrown?.code == .cancelled)
                #expect(fixture.search.calls.waiting == 0)
            }
        }

        @Test func aCancelledTaskEndsItsIteration() async throws {
            try await Fixture.with { fixture in
                let reached = Arrivals<Void>("the daemon")
                let release = Arrivals<Void>("the release")
                fixture.search.script.withLock { script in
                    script.before = { _ in
                        reached.put(())
                        try await release.next()
                    }
                }
                let query = CSSearchQuery(queryString: "q", queryContext: nil)
                let task = Task { for try await _ in query.results {} }
                try await reached.next()
                task.cancel()
                let error = await #expect(throws: CSSearchQueryError.self) { try await task.value }
                #expect(error?.code == .cancelled)
                release.put(())
            }
        }

        @Test(
            arguments: [
                (.invalidQuery, -2002), (.invalidArgument, -2002), (.indexUnavailable, -2001), (.internal, -2000),
            ] as [(BatonError.Code, Int)])
        func theDaemonsErrorsHaveApplesNumbers(code: BatonError.Code, number: Int) async throws {
            try await Fixture.with { fixture in
                fixture.search.script.withLock { $0.errors["query"] = BatonError(code, "at 7") }
                let (batches, error) = try await outcome(CSSearchQuery(queryString: "q", queryContext: nil))
                #expect(batches == [] && error?.domain == CSSearchQueryErrorDomain && error?.code == number)
                #expect(error?.localizedDescription == "at 7")
            }
        }

        @Test func aDaemonThatIsNotThereIsUnreachable() async throws {
            try await Fixture.with { fixture in
                await fixture.search.end.stop()
                let (_, error) = try await outcome(CSSearchQuery(queryString: "q", queryContext: nil))
                #expect(error?.code == -2001)
            }
        }

        @Test func anAnswerThatCannotBeReadIsAnError() async throws {
            try await Fixture.with { fixture in
                fixture.search.script.withLock { script in
                    var page = SearchAnswer.page(["a"])
                    page.results[0].attributes = Data("rubbish".utf8)
                    script.pages = ["": page]
                }
                let (_, error) = try await outcome(CSSearchQuery(queryString: "q", queryContext: nil))
                #expect(error?.code == -2000)
            }
        }

        // MARK: What the user types

        @Test func aUserQueryAnswersWithSuggestionsAndItems() async throws {
            try await Fixture.with { fixture in
                fill(fixture)
                fixture.search.script.withLock { $0.suggestions = ["coast", "coal", "coat"] }
                let context = CSUserQueryContext()
                context.maxResultCount = 3
                context.maxSuggestionCount = 2
                context.maxRankedResultCount = 2
                let query = CSUserQuery(userQueryString: "coa", userQueryContext: context)
                var (items, suggestions) = ([CSSearchableItem](), [CSSuggestion]())
                for try await response in query.responses {
                    switch response {
                    case .item(let item): items.append(item.item)
                    case .suggestion(let suggestion): suggestions.append(suggestion.suggestion)
                    }
                }
                #expect(items.map(\.uniqueIdentifier) == ["a", "b", "c"])
                #expect(items[0].compare(byRank: items[1]) == .orderedAscending)
                #expect(items[1].compare(byRank: items[2]) == .orderedSame, "only two have a rank")
                #expect(suggestions.map(\.localizedAttributedSuggestion.string) == ["coast", "coal"])
                #expect(suggestions[1].compare(byRank: suggestions[0]) == .orderedDescending)
                #expect(suggestions[1].compare(suggestions[0]) == .orderedAscending)
                #expect(suggestions[0].suggestionKind == .default)
                #expect(query.foundSuggestionCount == 2 && query.foundItemCount == 3)
                #expect(try await fixture.search.next(3) == ["suggest coa", "search coa", "search coa"])

                let next = CSUserQueryContext(currentSuggestion: suggestions[0])
                let copy = try #require(next.copy() as? CSUserQueryContext)
                for try await _ in CSUserQuery(userQueryString: nil, userQueryContext: copy).suggestions {}
                #expect(try await fixture.search.next(1) == ["suggest coast"])
            }
        }

        @Test func aUserQueryCallsItsHandlers() async throws {
            try await Fixture.with { fixture in
                fill(fixture)
                fixture.search.script.withLock { $0.suggestions = ["coast"] }
                let query = CSUserQuery(userQueryString: "coa", userQueryContext: nil)
                let suggestions = Arrivals<[String]>("suggestions")
                query.foundSuggestionsHandler = { found in
                    suggestions.put(found.map(\.localizedAttributedSuggestion.string))
                }
                let (batches, error) = try await outcome(query)
                #expect(batches.flatMap { $0 } == ["a", "b", "c", "d", "e", "f"] && error == nil)
                #expect(try await suggestions.next() == ["coast"])
                guard case .suggest = try await fixture.search.calls.next(),
                    case .search(_, let options) = try await fixture.search.calls.next()
                else {
                    Issue.record("not asked")
                    return
                }
                #expect(options.patient == nil && options.kind == .item)
            }
        }

        @Test func choosingAResultIsTold() async throws {
            try await Fixture.with { fixture in
                fixture.search.script.withLock { script in
                    var page = SearchAnswer.page(["a"])
                    page.results[0].index = "notes"
                    script.pages = ["": page]
                }
                let query = CSUserQuery(userQueryString: "coa", userQueryContext: nil)
                var items: [CSUserQuery.Item] = []
                for try await result in query.results { items.append(result) }
                query.userEngaged(items[0], visibleItems: items, interaction: .default)
                #expect(try await fixture.search.next(2) == ["search coa", "engaged coa a notes select"])
                query.userEngaged(items[0], visibleItems: items, interaction: .focus)
                #expect(try await fixture.search.next(1) == ["engaged coa a notes focus"])
            }
        }

        @Test func contextsAndSuggestionsAreCopiedAndArchived() throws {
            let context = CSUserQueryContext(currentSuggestion: nil)
            context.fetchAttributes = ["title"]
            context.filterQueries = ["a == 1"]
            context.keyboardLanguage = "de"
            context.sourceOptions = .allowMail
            context.enableRankedResults = false
            context.disableSemanticSearch = true
            context.maxResultCount = 4
            context.maxSuggestionCount = -5
            let data = try NSKeyedArchiver.archivedData(withRootObject: context, requiringSecureCoding: true)
            let archived = try NSKeyedUnarchiver.unarchivedObject(ofClass: CSUserQueryContext.self, from: data)
            for other in [try #require(context.copy() as? CSUserQueryContext), try #require(archived)] {
                #expect(other.fetchAttributes == ["title"] && other.filterQueries == ["a == 1"])
                #expect(other.keyboardLanguage == "de" && other.sourceOptions == .allowMail)
                #expect(!other.enableRankedResults && other.disableSemanticSearch)
                #expect(other.maxResultCount == 4 && other.maxSuggestionCount == 0 && other.maxRankedResultCount == 0)
                other.maxResultCount = 9
            }
            #expect(context.maxResultCount == 4)
        }
    }
}

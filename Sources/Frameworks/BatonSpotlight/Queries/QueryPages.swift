internal import ActivityModel
internal import Foundation

/// What a query finds, a page at a time, each fetched when it is asked for.
struct QueryPages: AsyncSequence, Sendable {
    let query: CSSearchQuery

    func makeAsyncIterator() -> Iterator { Iterator(query: query) }

    struct Iterator: AsyncIteratorProtocol {
        let query: CSSearchQuery
        private var place = 0
        private var after: String?
        private var isAtEnd = false

        init(query: CSSearchQuery) { self.query = query }

        /// Some items; nil at the end.
        mutating func next() async throws(CSSearchQueryError) -> [CSSearchableItem]? {
            while !isAtEnd {
                let left = query.maximumItems.map { $0 - place } ?? .max
                guard left > 0 else { break }
                let limit = Swift.min(query.pageSize, left)
                let answer = try await query.run.ask { [query, after] () async throws(BatonError) in
                    try await query.answer(after: after, limit: limit)
                }
                isAtEnd = answer.next == nil || answer.next == after
                after = answer.next
                let found = Array(answer.results.prefix(left))
                if found.isEmpty { continue }
                let items = try items(found)
                query.run.count(items: items.count)
                return items
            }
            isAtEnd = true
            return nil
        }

        private mutating func items(_ results: [SearchResult]) throws(CSSearchQueryError) -> [CSSearchableItem] {
            var items: [CSSearchableItem] = []
            for result in results {
                do throws(BatonError) {
                    items.append(try CSSearchableItem(found: result, rank: query.rank(at: place)))
                } catch {
                    throw CSSearchQueryError(error)
                }
                place += 1
            }
            return items
        }
    }
}

/// The same item by item; throws at once where the query could not begin.
struct ItemSequence: AsyncSequence, Sendable {
    let pages: Result<QueryPages, CSSearchQueryError>

    init(_ pages: Result<QueryPages, CSSearchQueryError>) { self.pages = pages }

    func makeAsyncIterator() -> Iterator { Iterator(pages: pages.map { $0.makeAsyncIterator() }) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var pages: Result<QueryPages.Iterator, CSSearchQueryError>
        private var page: ArraySlice<CSSearchableItem> = []

        fileprivate init(pages: Result<QueryPages.Iterator, CSSearchQueryError>) { self.pages = pages }

        mutating func next() async throws -> CSSearchableItem? {
            if let item = page.popFirst() { return item }
            var source = try pages.get()
            page = try await source.next()?[...] ?? []
            pages = .success(source)
            return page.popFirst()
        }
    }
}

internal import ActivityModel
internal import BatonBus
internal import Dispatch
public import Foundation
internal import Synchronization
internal import UserActivity

/// Finds the app's own items by a condition on their attributes.
///
/// ```swift
/// let context = CSSearchQueryContext()
/// context.fetchAttributes = ["title"]
/// let query = CSSearchQuery(queryString: "title == \"*coast*\"cd && rating >= 3", queryContext: context)
/// for try await result in query.results { print(result.item.attributeSet.title ?? "") }
/// ```
///
/// Comparisons are of the whole value, letters as they are, unless the modifiers after the closing quote say otherwise (`c`
/// case, `d` accents, `w` words, `t` several words); `*` stands for any text. docs/queries.md has the whole language. All that
/// matches is found, in all indexes of the app.
///
/// A query is done once, either by `results` or by `start()` and handlers. Handlers run on a background queue, one after
/// another.
open class CSSearchQuery: NSObject, @unchecked Sendable {
    // Proof of @unchecked: every stored property is an immutable Sendable value, or a Mutex. The handlers are declared
    // @Sendable.
    let run: QueryRun
    let queryText: String
    let fields: CSSearchQueryContext.Fields

    /// A found item.
    public struct Item: Sendable, Identifiable {
        /// The item, with the attributes that were to be fetched.
        public let item: CSSearchableItem
        /// The item's identifier.
        public var id: String { item.uniqueIdentifier }

        /// A found item.
        public init(item: CSSearchableItem) { self.item = item }
    }

    /// A query for what matches `queryString`. A string that is no query is found out when the query is done
    /// (`CSSearchQueryError.invalidQuery`).
    public convenience init(queryString: String, queryContext: CSSearchQueryContext?) {
        self.init(text: queryString, queryContext?.fields ?? CSSearchQueryContext.Fields())
    }

    /// A query whose items carry `attributes`.
    @available(*, deprecated, message: "use init(queryString:queryContext:)")
    public convenience init(queryString: String, attributes: [String]?) {
        var fields = CSSearchQueryContext.Fields()
        fields.fetchAttributes = attributes ?? []
        self.init(text: queryString, fields)
    }

    init(text: String, _ fields: CSSearchQueryContext.Fields) {
        queryText = text
        self.fields = fields
        run = QueryRun(connection: SpotlightCenter.active.connection)
        super.init()
    }

    /// Which of the app's indexes are searched, by their protection. No index has one here: it changes nothing, and all of
    /// them are searched.
    open var protectionClasses: [FileProtectionType] {
        get { run.state.withLock { $0.protectionClasses } }
        set { run.state.withLock { $0.protectionClasses = newValue } }
    }

    // MARK: With handlers

    /// Gets the items, in batches as they are found, until the query is completed or cancelled.
    open var foundItemsHandler: (@Sendable ([CSSearchableItem]) -> Void)? {
        get { run.state.withLock { $0.foundItems } }
        set { run.state.withLock { $0.foundItems = newValue } }
    }

    /// Called once, at the end: with nil, or a `CSSearchQueryError`.
    open var completionHandler: (@Sendable ((any Error)?) -> Void)? {
        get { run.state.withLock { $0.completion } }
        set { run.state.withLock { $0.completion = newValue } }
    }

    /// Begins. A query that was begun before is not begun again, which is reported to `UserActivityDiagnostics`; a cancelled
    /// one completes at once.
    open func start() {
        run.start { [self] in
            for try await items in pages() { await run.deliver(items) }
        }
    }

    /// Ends the query. It completes with `CSSearchQueryError.cancelled`, unless it is completed already; an iteration over its
    /// results throws that. No items come afterwards.
    open func cancel() { run.cancel() }

    /// Whether `cancel()` has been called.
    open var isCancelled: Bool { run.state.withLock { $0.isCancelled } }

    /// How many items have been found so far.
    open var foundItemCount: Int { run.state.withLock { $0.itemCount } }

    // MARK: As a sequence

    /// The found items. Asking for it begins the query; that of a query that was begun before throws
    /// `CSSearchQueryError.unknown`.
    ///
    /// Items are fetched as they are iterated over, 200 at a time: whoever stops early saves the rest.
    open var results: Results { Results(base: ItemSequence(run.claim(pages()))) }

    /// The items that a query finds.
    public struct Results: AsyncSequence, Sendable {
        /// A found item.
        public typealias Element = CSSearchQuery.Item
        /// A found item.
        public typealias Item = CSSearchQuery.Item
        let base: ItemSequence

        /// Begins to iterate, at the first item.
        public func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

        /// Gives the items one by one.
        public struct Iterator: AsyncIteratorProtocol {
            var base: ItemSequence.Iterator

            /// The next item; nil at the end.
            /// - Throws: `CSSearchQueryError`.
            public mutating func next() async throws -> CSSearchQuery.Item? {
                try await base.next().map(CSSearchQuery.Item.init)
            }
        }
    }

    // MARK: What the daemon is asked

    /// How many items are asked for at a time.
    var pageSize: Int { 200 }

    func pages() -> QueryPages { QueryPages(query: self) }

    var options: SearchOptions {
        var options = SearchOptions()
        options.limit = pageSize
        options.kind = .item
        options.fetch = fields.fetchAttributes.isEmpty ? nil : fields.fetchAttributes
        options.filters = fields.filterQueries.isEmpty ? nil : fields.filterQueries
        options.languages = (fields.keyboardLanguage.map { [$0] } ?? []) + SpotlightCenter.languages
        // A condition either holds or not: all that match are to be found.
        options.patient = true
        return options
    }

    /// How many items there are to be at most.
    var maximumItems: Int? { nil }

    func answer(after: String?, limit: Int) async throws(BatonError) -> SearchAnswer {
        var options = options
        options.after = after
        options.limit = limit
        return try await run.connection.call(SearchMethods.query, queryText, options, timeout: QueryRun.patience)
    }

    /// The rank of the item at a place among the results.
    func rank(at place: Int) -> Int? { place }
}

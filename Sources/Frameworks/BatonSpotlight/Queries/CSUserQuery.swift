internal import ActivityModel
internal import BatonBus
public import Foundation
internal import Synchronization
internal import UserActivity

/// Finds the app's own items by what a user types, best first, and suggests how to go on.
///
/// ```swift
/// let query = CSUserQuery(userQueryString: "coa", userQueryContext: context)
/// for try await response in query.responses {
///     switch response {
///     case .item(let item): items.append(item)
///     case .suggestion(let suggestion): suggestions.append(suggestion)
///     }
/// }
/// ```
///
/// The last word is found by its beginning, the others whole or by their beginnings, case and accents aside; docs/search.md
/// says what comes first. No character of the text is syntax. Make a new query for each text; waiting about 0.3 s after a
/// keystroke saves work. Everything that `CSSearchQuery` says of handlers and `results` holds.
open class CSUserQuery: CSSearchQuery, @unchecked Sendable {
    // Proof of @unchecked: nothing is stored here.

    /// An item or a suggestion.
    public enum Response: Sendable {
        /// A found item.
        case item(Item)
        /// A way to go on typing.
        case suggestion(Suggestion)
    }

    /// A way to go on typing.
    public struct Suggestion: Sendable {
        /// The suggestion.
        public let suggestion: CSSuggestion

        /// A way to go on typing.
        public init(suggestion: CSSuggestion) { self.suggestion = suggestion }
    }

    /// What the user did.
    public enum UserInteractionKind: Int, Sendable {
        /// Opened it.
        case select = 0
        /// Looked at it, by resting on it for instance.
        case focus = 1

        /// What is usual: `select`.
        public static var `default`: UserInteractionKind { .select }
    }

    /// A search for what was typed; where that is nil, for the suggestion of the context, else for nothing.
    public convenience init(userQueryString: String?, userQueryContext: CSUserQueryContext?) {
        let text = userQueryString ?? userQueryContext?.currentSuggestion?.text ?? ""
        self.init(text: text, userQueryContext?.fields ?? CSSearchQueryContext.Fields())
    }

    /// Makes the first search as fast as the next ones: connects to Baton's daemon, and starts it where needed.
    open class func prepare() { ActivityCenter.active.connect() }

    /// The same: indexes are not protected by class.
    open class func prepareProtectionClasses(_ protectionClasses: [FileProtectionType]) { prepare() }

    // MARK: With handlers

    /// Gets the suggestions, before the items.
    open var foundSuggestionsHandler: (@Sendable ([CSSuggestion]) -> Void)? {
        get { run.state.withLock { $0.foundSuggestions } }
        set { run.state.withLock { $0.foundSuggestions = newValue } }
    }

    /// How many suggestions have been found so far.
    open var foundSuggestionCount: Int { run.state.withLock { $0.suggestionCount } }

    /// Begins, see `CSSearchQuery.start()`.
    open override func start() {
        run.start { [self] in
            let suggestions = try await suggest()
            if !suggestions.isEmpty { await run.deliver(suggestions) }
            for try await items in pages() { await run.deliver(items) }
        }
    }

    // MARK: As a sequence

    /// Suggestions, then items. Asking for it begins the query; that of a query that was begun before throws
    /// `CSSearchQueryError.unknown`.
    open var responses: Responses { Responses(source: run.claim(self)) }

    /// Suggestions alone. Asking for it begins the query, as for `responses`.
    open var suggestions: Suggestions { Suggestions(source: run.claim(self)) }

    /// The items and suggestions of a query.
    public struct Responses: AsyncSequence, Sendable {
        /// An item or a suggestion.
        public typealias Element = CSUserQuery.Response
        let source: Result<CSUserQuery, CSSearchQueryError>

        /// Begins to iterate, at the first suggestion.
        public func makeAsyncIterator() -> Iterator {
            Iterator(
                suggestions: SuggestionIterator(source: source),
                items: ItemSequence(source.map { $0.pages() }).makeAsyncIterator())
        }

        /// Gives suggestions and items one by one.
        public struct Iterator: AsyncIteratorProtocol {
            var suggestions: SuggestionIterator
            var items: ItemSequence.Iterator

            /// The next one; nil at the end.
            /// - Throws: `CSSearchQueryError`.
            public mutating func next() async throws -> CSUserQuery.Response? {
                if let next = try await suggestions.next() { return .suggestion(Suggestion(suggestion: next)) }
                return try await items.next().map { .item(Item(item: $0)) }
            }
        }
    }

    /// The suggestions of a query.
    public struct Suggestions: AsyncSequence, Sendable {
        /// A way to go on typing.
        public typealias Element = CSUserQuery.Suggestion
        let source: Result<CSUserQuery, CSSearchQueryError>

        /// Begins to iterate.
        public func makeAsyncIterator() -> Iterator { Iterator(base: SuggestionIterator(source: source)) }

        /// Gives the suggestions one by one.
        public struct Iterator: AsyncIteratorProtocol {
            var base: SuggestionIterator

            /// The next one; nil at the end.
            /// - Throws: `CSSearchQueryError`.
            public mutating func next() async throws -> CSUserQuery.Suggestion? {
                try await base.next().map(Suggestion.init)
            }
        }
    }

    // MARK: Engagement

    /// Tells that the user chose an item of this query: the next search for the same or a similar text ranks it higher.
    ///
    /// Call it when a result is opened. It returns at once; what cannot be told is reported to `UserActivityDiagnostics`.
    /// `visibleItems`, what was to be seen beside it, is not used.
    open func userEngaged(_ item: Item, visibleItems: [Item], interaction: UserInteractionKind) {
        var engagement = Engagement(typed: queryText, app: nil, kind: .item, identifier: item.item.uniqueIdentifier)
        engagement.index = item.item.indexName
        engagement.interaction = interaction == .focus ? "focus" : "select"
        let connection = run.connection
        Task { [engagement] in
            do throws(BatonError) {
                _ = try await connection.call(SearchMethods.engaged, engagement)
            } catch {
                UserActivityDiagnostics.report(.warning, "Baton could not be told which result was chosen: \(error)")
            }
        }
    }

    /// Tells that the user picked a suggestion. Nothing is learned from it: suggestions come from what is indexed alone.
    open func userEngaged(
        _ suggestion: Suggestion, visibleSuggestions: [Suggestion], interaction: UserInteractionKind
    ) {}

    // MARK: What the daemon is asked

    override var options: SearchOptions {
        var options = super.options
        // For somebody who types: what is found within the deadline is shown.
        options.patient = nil
        return options
    }

    /// One answer holds them all: the best are ranked together.
    override var pageSize: Int { 1000 }

    override var maximumItems: Int? { fields.maxResultCount > 0 ? fields.maxResultCount : nil }

    override func answer(after: String?, limit: Int) async throws(BatonError) -> SearchAnswer {
        var options = options
        options.after = after
        options.limit = limit
        return try await run.connection.call(SearchMethods.search, queryText, options, timeout: QueryRun.patience)
    }

    override func rank(at place: Int) -> Int? {
        guard fields.enableRankedResults else { return nil }
        return fields.maxRankedResultCount == 0 || place < fields.maxRankedResultCount ? place : nil
    }

    func suggest() async throws(CSSearchQueryError) -> [CSSuggestion] {
        var options = options
        options.limit = fields.maxSuggestionCount > 0 ? fields.maxSuggestionCount : nil
        let found = try await run.ask { [options, queryText, connection = run.connection] () async throws(BatonError) in
            try await connection.call(SearchMethods.suggest, queryText, options)
        }
        let shown = found.prefix(fields.maxSuggestionCount > 0 ? fields.maxSuggestionCount : .max)
        run.count(suggestions: shown.count)
        return shown.enumerated().map { CSSuggestion($1.text, rank: $0) }
    }
}

/// Asks for the suggestions when the first one is wanted.
struct SuggestionIterator {
    let source: Result<CSUserQuery, CSSearchQueryError>
    private var found: ArraySlice<CSSuggestion>?

    init(source: Result<CSUserQuery, CSSearchQueryError>) { self.source = source }

    mutating func next() async throws -> CSSuggestion? {
        var left = try await remaining()
        defer { found = left }
        return left.popFirst()
    }

    private func remaining() async throws -> ArraySlice<CSSuggestion> {
        if let found { return found }
        return try await source.get().suggest()[...]
    }
}

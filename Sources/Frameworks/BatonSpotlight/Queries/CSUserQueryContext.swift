public import Foundation

/// How a search for what a user types is done.
open class CSUserQueryContext: CSSearchQueryContext {
    /// The suggestion that the user picked; its text is searched for where the query has none of its own.
    let currentSuggestion: CSSuggestion?

    /// A context with nothing set.
    public override init() {
        currentSuggestion = nil
        super.init()
    }

    /// A context for the search that begins where the user picked a suggestion of an earlier one.
    public init(currentSuggestion: CSSuggestion?) {
        self.currentSuggestion = currentSuggestion
        super.init()
    }

    private init(_ fields: Fields, _ current: CSSuggestion?) {
        currentSuggestion = current
        super.init(fields)
    }

    /// Whether items can be compared by `CSSearchableItem.compare(byRank:)`; true by default. They come best first either way.
    open var enableRankedResults: Bool {
        get { fields.enableRankedResults }
        set { fields.enableRankedResults = newValue }
    }

    /// How many items there are at most; 0, the default, and more than 1,000: 1,000.
    open var maxResultCount: Int {
        get { fields.maxResultCount }
        set { fields.maxResultCount = max(0, newValue) }
    }

    /// How many suggestions there are at most; 0, the default: 5; 50 at most.
    open var maxSuggestionCount: Int {
        get { fields.maxSuggestionCount }
        set { fields.maxSuggestionCount = max(0, newValue) }
    }

    /// How many items have a rank, the best ones; 0, the default: all of them.
    open var maxRankedResultCount: Int {
        get { fields.maxRankedResultCount }
        set { fields.maxRankedResultCount = max(0, newValue) }
    }

    /// Whether to search by words alone, and not by meaning; false by default. Baton searches by words alone, so it changes
    /// nothing.
    open var disableSemanticSearch: Bool {
        get { fields.disableSemanticSearch }
        set { fields.disableSemanticSearch = newValue }
    }

    /// A context of its own that says the same.
    open override func copy(with zone: NSZone? = nil) -> Any { CSUserQueryContext(fields, currentSuggestion) }

    /// Writes what the context says.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(currentSuggestion, forKey: "currentSuggestion")
    }

    /// Reads what `encode(with:)` wrote; nil for anything else.
    public required init?(coder: NSCoder) {
        currentSuggestion = coder.decodeObject(of: CSSuggestion.self, forKey: "currentSuggestion")
        super.init(coder: coder)
    }
}

public import Foundation

/// How a query is done, and what its results carry. The query takes what the context says when it is made.
///
/// As on Apple's systems, a context is for one thread at a time.
open class CSSearchQueryContext: NSObject, NSCopying, NSSecureCoding {
    var fields: Fields

    /// What this class and its subclass hold, so that a copy is one assignment.
    struct Fields: Sendable, Codable {
        var fetchAttributes: [String] = []
        var filterQueries: [String] = []
        var keyboardLanguage: String?
        var sourceOptions = 0
        var enableRankedResults = true
        var disableSemanticSearch = false
        var maxResultCount = 0
        var maxSuggestionCount = 0
        var maxRankedResultCount = 0
    }

    /// A context that fetches no attributes and filters nothing.
    public override init() {
        fields = Fields()
        super.init()
    }

    init(_ fields: Fields) {
        self.fields = fields
        super.init()
    }

    /// The attributes that the items of the result carry, by name; empty by default: identifier, domain and expiration
    /// date alone.
    open var fetchAttributes: [String] {
        get { fields.fetchAttributes }
        set { fields.fetchAttributes = newValue }
    }

    /// Further queries that every result must match, in the language of `CSSearchQuery`; empty by default.
    open var filterQueries: [String] {
        get { fields.filterQueries }
        set { fields.filterQueries = newValue }
    }

    /// The language the user types in, as in `de` or `pt-BR`; of texts in several languages this one is looked at first.
    /// nil, the default: the languages of the process.
    open var keyboardLanguage: String? {
        get { fields.keyboardLanguage }
        set { fields.keyboardLanguage = newValue }
    }

    /// What is searched beyond the app's own items. Nothing is: an app finds its own alone, so it changes nothing.
    open var sourceOptions: SearchQuerySourceOptions {
        get { SearchQuerySourceOptions(rawValue: fields.sourceOptions) }
        set { fields.sourceOptions = newValue.rawValue }
    }

    /// What a query may search.
    public struct SearchQuerySourceOptions: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int
        /// Options from their bits.
        public init(rawValue: Int) { self.rawValue = rawValue }
        /// Mail of the system's mail app. There is none here.
        public static let allowMail = SearchQuerySourceOptions(rawValue: 1)
    }

    /// A context of its own that says the same.
    open func copy(with zone: NSZone? = nil) -> Any { CSSearchQueryContext(fields) }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes what the context says.
    open func encode(with coder: NSCoder) {
        guard let data = try? JSONEncoder().encode(fields) else { return }
        coder.encode(data as NSData, forKey: "fields")
    }

    /// Reads what `encode(with:)` wrote; nil for anything else.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "fields"),
            let fields = try? JSONDecoder().decode(Fields.self, from: data as Data)
        else { return nil }
        self.fields = fields
        super.init()
    }
}

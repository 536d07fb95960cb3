internal import ActivityModel
internal import BatonBus
internal import FoundationEssentials

// What a client gives of items, searches and results.

extension Arguments.Kind {
    static let index = Arguments.Kind(
        name: "an index's name", limit: 128, remedy: "leave it out for the app's default index")
    static let batch = Arguments.Kind(name: "a batch", limit: 255, remedy: "BeginBatch has given it")
    static let identifier = Arguments.Kind(
        name: "an item's identifier or a domain", limit: SearchableItem.maximumIdentifier,
        remedy: "give the one that it was indexed with")
    /// Of an item, or of a saved activity, whose key is made of its texts.
    static let result = Arguments.Kind(
        name: "a result's identifier", limit: 2 * ActivityRecord.maximumText, remedy: "Search has given it")
    static let search = Arguments.Kind(
        name: "a text to search for", limit: 1024 * 1024, remedy: "give what is looked for")
    static let searchInApp = Arguments.Kind(
        name: "the text to search for in the app", limit: 64 * 1024, remedy: "give what is looked for")
    static let action = Arguments.Kind(
        name: "an action's identifier", limit: SearchableItem.maximumIdentifier,
        remedy: "give one of the item's actionIdentifiers")
    static let interaction = Arguments.Kind(
        name: "an interaction", limit: 64, remedy: "there are select, focus and default")
    static let attribute = Arguments.Kind(
        name: "an attribute's name", limit: 128, remedy: "docs/spotlight.md lists them")
    static let language = Arguments.Kind(name: "a language", limit: 64, remedy: "give a code, such as de or pt-BR")
    static let cursor = Arguments.Kind(
        name: "where to go on", limit: 4096, remedy: "give what was next in an earlier answer")
}

extension Arguments {
    /// Items, identifiers or domains of one call.
    static let maximumItems = 1000
    /// Names in a list of a search.
    static let maximumNames = 100
    /// What somebody has typed, as it is remembered with what was chosen for it, in bytes.
    static let maximumTyped = 1024
    static let standardResults = 10
    static let maximumResults = 1000

    static func checked(_ items: [SearchableItem]) throws(BatonError) -> [SearchableItem] {
        try checkCount(items.count, "items")
        return try items.map { item throws(BatonError) in try item.validated() }
    }

    /// Identifiers or domains. One that is empty names nothing.
    static func checked(identifiers: [String]) throws(BatonError) -> [String] {
        try checkCount(identifiers.count, "identifiers or domains")
        return try identifiers.map { text throws(BatonError) in try within(text, .identifier) }
    }

    private static func checkCount(_ count: Int, _ what: String) throws(BatonError) {
        guard count <= maximumItems else {
            throw BatonError(
                .invalidArgument,
                "One call takes \(maximumItems) \(what) at most, and this one has \(count); nothing was changed. Make "
                    + "several calls, in one batch where they belong together.")
        }
    }

    /// - Parameter app: whose index it is.
    static func checked(_ options: IndexOptions, app: String) throws(BatonError) -> IndexName {
        if let batch = options.batch { _ = try checked(batch, .batch) }
        return IndexName(
            app: app, index: try options.index.map { name throws(BatonError) in try checked(name, .index) })
    }

    static func checked(_ end: BatchEnd) throws(BatonError) -> BatchEnd {
        for (name, state) in [("clientState", end.clientState), ("expectedState", end.expectedState)] {
            guard let state, state.count > BatchEnd.maximumState else { continue }
            throw BatonError(
                .invalidArgument,
                "\(name) may have \(BatchEnd.maximumState) bytes at most, and has \(state.count); the batch is still "
                    + "open.")
        }
        return end
    }

    /// - Parameter scope: the app in whose things alone is searched; nil: in all.
    static func checked(_ options: SearchOptions, scope: String?) throws(BatonError) -> SearchOptions {
        var options = options
        options.app = scope
        options.limit = min(max(options.limit ?? standardResults, 1), maximumResults)
        try check(options.indexes, "indexes") { name throws(BatonError) in try checked(name, .index) }
        try check(options.fetch, "fetch") { name throws(BatonError) in try checked(name, .attribute) }
        try check(options.filters, "filters") { query throws(BatonError) in try checked(query, .search) }
        try check(options.languages, "languages") { code throws(BatonError) in try checked(code, .language) }
        if let after = options.after { _ = try checked(after, .cursor) }
        return options
    }

    private static func check(
        _ names: [String]?, _ option: String, _ checked: (String) throws(BatonError) -> String
    ) throws(BatonError) {
        guard let names else { return }
        guard names.count <= maximumNames else {
            throw BatonError(
                .invalidArgument, "\(option) may have \(maximumNames) entries at most, and has \(names.count).")
        }
        for name in names { _ = try checked(name) }
    }

    static func checked(_ engagement: Engagement) throws(BatonError) -> Engagement {
        var engagement = engagement
        engagement.typed = remembered(try within(engagement.typed, .search))
        _ = try checked(engagement.identifier, .result)
        if let index = engagement.index { _ = try checked(index, .index) }
        if let interaction = engagement.interaction { _ = try checked(interaction, .interaction) }
        return engagement
    }

    static func checked(_ result: ResultToOpen) throws(BatonError) -> ResultToOpen {
        guard AppManifest.isValidID(try checked(result.app, .app)) else {
            throw BatonError(.invalidArgument, "app is no app's id; one looks like org.example.reader.")
        }
        _ = try checked(result.identifier, .result)
        if let index = result.index { _ = try checked(index, .index) }
        if let typed = result.typed { _ = try within(typed, .search) }
        if let action = result.action { _ = try checked(action, .action) }
        return result
    }

    /// What is kept of a typed text: of one that nobody types, nothing.
    static func remembered(_ typed: String) -> String { typed.utf8.count <= maximumTyped ? typed : "" }
}

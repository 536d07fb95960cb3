internal import ActivityModel
internal import BatonBus

/// `baton search`: what a search box would show, best first; or the answer to a query in the query language.
enum Search {
    static let verb = Verb(
        "search", operands: [Operand("TEXT", isRequired: false, isRest: true)],
        options: [
            .value("limit", "N", .number(1...1000), standard: "10"), .value("app", "ID", .app),
            .optionalValue("open", "N", .number(1...1000)), .flag("explain"), .value("query", "Q", .name),
            .value("fetch", "NAME,…", .list, repeatable: true),
        ]
    ) { try await run($0) }

    private static let standardLimit = 10
    /// Somebody has pressed Enter: all is looked through, however much it is.
    private static let limit = Duration.seconds(60)

    private static func run(_ session: Session) async throws -> ExitStatus {
        let invocation = session.invocation
        let text = invocation.operand(0)
        let query = invocation.value("query")
        guard (text == nil) != (query == nil) else { throw session.usage(Texts.textOrQuery) }
        guard text?.isEmpty != true else { throw session.usage(Texts.textIsEmpty) }
        guard query != nil || !invocation.has("fetch") else { throw session.usage(Texts.fetchNeedsQuery) }
        guard query == nil || !invocation.has("explain") else { throw session.usage(Texts.explainNeedsText) }
        let number = invocation.has("open") ? invocation.number("open") ?? 1 : nil
        let options = options(session, opens: number)
        let answer =
            if let query {
                try await ask(query, options, session)
            } else {
                try await session.call(SearchMethods.search, text ?? "", options, timeout: limit)
            }
        if let number { return try await open(number, answer, typed: text, session) }
        let list = try ResultList(
            answer.results, names: try await names(for: answer, session),
            width: session.terminal.columns(), explains: invocation.has("explain"))
        session.output.answer(list.json(withAttributes: query != nil), list.lines)
        if answer.mayHaveMore { session.output.warn(answer.why ?? Texts.mayHaveMore) }
        guard !answer.results.isEmpty else {
            throw CommandError.no(.noSuchItem, Texts.nothingFound(invocation.value("app")))
        }
        if answer.next != nil {
            let shown = answer.results.count
            session.output.note(Line(Texts.moreResults(shown, min(1000, shown * 10)), .faint))
        }
        return .done
    }

    private static func options(_ session: Session, opens number: Int?) -> SearchOptions {
        let invocation = session.invocation
        var options = SearchOptions()
        options.app = invocation.value("app")
        options.limit = max(invocation.number("limit") ?? standardLimit, number ?? 1)
        options.fetch = invocation.list("fetch")
        options.patient = true
        let languages = ReaderLanguages.of(session.environment)
        options.languages = languages.isEmpty ? nil : languages
        // The list shows the date that a result's rank counts from.
        if invocation.has("explain") || !session.output.isJSON { options.explain = true }
        return options
    }

    /// An error in the query is shown at its place.
    private static func ask(
        _ query: String, _ options: SearchOptions, _ session: Session
    ) async throws -> SearchAnswer {
        do {
            var answer = try await session.call(SearchMethods.query, query, options, timeout: limit)
            // A page ends when its time is up, too: on to the limit, or to the end.
            let wanted = options.limit ?? standardLimit
            while answer.results.count < wanted, let next = answer.next {
                var further = options
                further.after = next
                further.limit = wanted - answer.results.count
                let page = try await session.call(SearchMethods.query, query, further, timeout: limit)
                answer.results += page.results
                (answer.mayHaveMore, answer.why, answer.next) = (page.mayHaveMore, page.why, page.next)
            }
            // That there are more is said by the list.
            if answer.next != nil { answer.mayHaveMore = false }
            return answer
        } catch let error as BatonError where error.code == .invalidQuery {
            if let character = QueryPlace.character(in: error.message) {
                session.output.point(at: character, of: query)
            }
            throw error
        }
    }

    /// The apps' names, where they are shown.
    private static func names(for answer: SearchAnswer, _ session: Session) async throws -> [String: String] {
        guard !session.output.isJSON, !answer.results.isEmpty else { return [:] }
        let apps = try await session.call(AppsMethods.list).map { ($0.manifest.id, $0.manifest.name) }
        return Dictionary(apps) { first, _ in first }
    }

    private static func open(
        _ number: Int, _ answer: SearchAnswer, typed: String?, _ session: Session
    ) async throws -> ExitStatus {
        guard number <= answer.results.count else {
            if answer.mayHaveMore { session.output.warn(answer.why ?? Texts.mayHaveMore) }
            throw CommandError.no(
                .noSuchItem,
                answer.results.isEmpty
                    ? Texts.nothingFound(session.invocation.value("app"))
                    : Texts.tooFewResults(number, answer.results.count))
        }
        let result = answer.results[number - 1]
        var opening = ResultToOpen(app: result.app, kind: result.kind, identifier: result.identifier)
        opening.index = result.index
        opening.typed = typed
        let platform = PlatformData(environment: session.environment)
        _ = try await session.call(SearchMethods.open, opening, platform, timeout: limit)
        session.output.done(
            [
                "opened": .string(result.app), "kind": .string(result.kind.rawValue),
                "identifier": .string(result.identifier), "title": .string(result.title),
            ], Line(Texts.opened(result.title, result.app)))
        return .done
    }
}

import ActivityModel
import BatonBus
import Foundation
import Synchronization
import TestSupport

/// The daemon's end as far as search goes: it notes what it is told, and answers what the test has it answer.
final class FakeSearch: Sendable {
    enum Call: Sendable {
        case index([SearchableItem], IndexOptions)
        case delete([String], IndexOptions)
        case deleteDomains([String], IndexOptions)
        case deleteAll(IndexOptions)
        case begin(IndexOptions)
        case end(String, BatchEnd)
        case state(IndexOptions)
        case follow(IndexOptions)
        case unfollow(IndexOptions)
        case query(String, SearchOptions)
        case search(String, SearchOptions)
        case suggest(String, SearchOptions)
        case engaged(Engagement)
        case becomeCurrent(ActivityRecord)

        /// One line, for order: what was called, what about, and the batch.
        var words: String {
            switch self {
            case .index(let items, let options):
                Self.words("index", items.map(\.uniqueIdentifier), options)
            case .delete(let names, let options): Self.words("delete", names, options)
            case .deleteDomains(let names, let options): Self.words("domains", names, options)
            case .deleteAll(let options): Self.words("all", [], options)
            case .begin(let options): Self.words("begin", [], options)
            case .end(let batch, let end):
                "end \(batch) \(end.clientState.map { String(decoding: $0, as: UTF8.self) } ?? "-")"
                    + (end.expectedState.map { " after \(String(decoding: $0, as: UTF8.self))" } ?? "")
            case .state(let options): Self.words("state", [], options)
            case .follow(let options): Self.words("follow", [], options)
            case .unfollow(let options): Self.words("unfollow", [], options)
            case .query(let text, _): "query \(text)"
            case .search(let text, _): "search \(text)"
            case .suggest(let text, _): "suggest \(text)"
            case .engaged(let engagement):
                "engaged \(engagement.typed) \(engagement.identifier) \(engagement.index ?? "-")"
                    + " \(engagement.interaction ?? "-")"
            case .becomeCurrent(let record): "current \(record.type)"
            }
        }

        private static func words(_ verb: String, _ names: [String], _ options: IndexOptions) -> String {
            ([verb] + (names.isEmpty ? [] : [names.joined(separator: ",")])
                + [options.index, options.batch].compactMap { $0 }.filter { !$0.isEmpty }.map { "@" + $0 }).joined(
                    separator: " ")
        }
    }

    struct Script: Sendable {
        /// What a method answers instead, by the first word of its call.
        var errors: [String: BatonError] = [:]
        var clientState = Data()
        var batches = 0
        /// Answers to Query and Search, by what they go on after; "" is the first page.
        var pages: [String: SearchAnswer] = [:]
        var suggestions: [String] = []
        /// Run before a call is answered.
        var before: (@Sendable (Call) async throws -> Void)?
    }

    let calls = Arrivals<Call>("a call of the daemon")
    let script = Mutex(Script())
    let end: FakeBusEnd

    init(_ instance: Instance) { end = FakeBusEnd(instance) }

    func start() async throws { try await end.start(router()) }

    /// What was called until there are `count` of them.
    func next(_ count: Int) async throws -> [String] {
        var words: [String] = []
        while words.count < count { words.append(try await calls.next().words) }
        return words
    }

    private func router() -> BusRouter<Void> {
        var router = BusRouter<Void>(log: { _ in })
        router.on(ConnectionMethods.hello) { _, request in
            HelloReply(protocol: 1, version: "test", app: request.app, device: "test", pid: 1)
        }
        router.on(ActivitiesMethods.becomeCurrent) { [self] _, record, _ in try await note(.becomeCurrent(record)) }
        addIndex(&router)
        addFinding(&router)
        return router
    }

    private func addIndex(_ router: inout BusRouter<Void>) {
        router.on(SearchMethods.index) { [self] _, items, options in try await note(.index(items, options)) }
        router.on(SearchMethods.delete) { [self] _, names, options in try await note(.delete(names, options)) }
        router.on(SearchMethods.deleteDomains) { [self] _, names, options in
            try await note(.deleteDomains(names, options))
        }
        router.on(SearchMethods.deleteAll) { [self] _, options in try await note(.deleteAll(options)) }
        router.on(SearchMethods.beginBatch) { [self] _, options in
            try await note(.begin(options))
            return script.withLock { script in
                script.batches += 1
                return "b\(script.batches)"
            }
        }
        router.on(SearchMethods.endBatch) { [self] _, batch, end in try await note(.end(batch, end)) }
        router.on(SearchMethods.clientState) { [self] _, options in
            try await note(.state(options))
            return script.withLock { $0.clientState }
        }
        router.on(SearchMethods.followIndex) { [self] _, options in try await note(.follow(options)) }
        router.on(SearchMethods.unfollowIndex) { [self] _, options in try await note(.unfollow(options)) }
    }

    private func addFinding(_ router: inout BusRouter<Void>) {
        router.on(SearchMethods.query) { [self] _, text, options in
            try await note(.query(text, options))
            return script.withLock { $0.pages[options.after ?? ""] ?? SearchAnswer() }
        }
        router.on(SearchMethods.search) { [self] _, text, options in
            try await note(.search(text, options))
            return script.withLock { $0.pages[options.after ?? ""] ?? SearchAnswer() }
        }
        router.on(SearchMethods.suggest) { [self] _, text, options in
            try await note(.suggest(text, options))
            return script.withLock { $0.suggestions.map(SearchSuggestion.init(text:)) }
        }
        router.on(SearchMethods.engaged) { [self] _, engagement in try await note(.engaged(engagement)) }
    }

    @discardableResult
    private func note(_ call: Call) async throws -> Nothing {
        calls.put(call)
        let (error, before) = script.withLock { script in
            (script.errors[call.words.split(separator: " ").first.map(String.init) ?? ""], script.before)
        }
        if let before { try await before(call) }
        if let error { throw error }
        return Nothing()
    }
}

extension SearchAnswer {
    /// A page with items of these identifiers, and where to go on.
    static func page(_ identifiers: [String], next: String? = nil, title: String? = nil) -> SearchAnswer {
        var answer = SearchAnswer(
            results: identifiers.map { identifier in
                var result = SearchResult(app: "org.example.test", kind: .item, identifier: identifier, title: "")
                if let title {
                    var attributes = AttributeSet()
                    attributes["title"] = .string(title)
                    result.attributes = attributes.canonicalData
                }
                return result
            })
        answer.next = next
        return answer
    }
}

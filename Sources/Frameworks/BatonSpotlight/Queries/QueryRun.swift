internal import ActivityModel
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import UserActivity

/// The one time that a query is done: whether it is, its handlers, and its end.
final class QueryRun: Sendable {
    struct State {
        var foundItems: (@Sendable ([CSSearchableItem]) -> Void)?
        var foundSuggestions: (@Sendable ([CSSuggestion]) -> Void)?
        var completion: (@Sendable ((any Error)?) -> Void)?
        var protectionClasses: [FileProtectionType] = []
        var itemCount = 0
        var suggestionCount = 0
        var isBegun = false
        var isCancelled = false
        /// Whether the completion handler has had its call.
        var isComplete = false
        /// The call that the daemon is answering.
        var call: Task<Void, Never>?
    }
    let state = Mutex(State())
    let connection: DaemonLink
    private let handlers = DispatchQueue(label: "org.baton.spotlight.query")

    /// A patient query of a million items takes its time.
    static let patience = Duration.seconds(120)

    init(connection: DaemonLink) { self.connection = connection }

    // MARK: Beginning

    /// - Returns: whether it had not been begun before.
    private func begin() -> Bool {
        state.withLock { state in
            defer { state.isBegun = true }
            return !state.isBegun
        }
    }

    func start(_ body: @escaping @Sendable () async throws -> Void) {
        guard begin() else {
            return UserActivityDiagnostics.report(
                .error, "A query was begun again, which did nothing; make a new query each time.")
        }
        if state.withLock({ $0.isCancelled }) { return complete(with: .wasCancelled) }
        Task {
            do {
                try await body()
                complete(with: nil)
            } catch {
                complete(with: error as? CSSearchQueryError ?? CSSearchQueryError(.unknown, "\(error)"))
            }
        }
    }

    /// For a sequence: the same source where the query begins now, one that throws where it was begun before.
    func claim<Source>(_ source: Source) -> Result<Source, CSSearchQueryError> {
        guard begin() else {
            return .failure(CSSearchQueryError(.unknown, "A query is done once; make a new query each time."))
        }
        return .success(source)
    }

    // MARK: Handlers

    /// Returns when the handler has; a slow one slows the query down, and no items pile up.
    func deliver(_ items: [CSSearchableItem]) async {
        await onHandlers { state in state.foundItems.map { handler in { handler(items) } } }
    }

    func deliver(_ suggestions: [CSSuggestion]) async {
        await onHandlers { state in state.foundSuggestions.map { handler in { handler(suggestions) } } }
    }

    private func onHandlers(_ choose: @escaping @Sendable (State) -> (() -> Void)?) async {
        await withCheckedContinuation { done in
            handlers.async { [self] in
                let call = state.withLock { $0.isCancelled ? nil : choose($0) }
                call?()
                done.resume()
            }
        }
    }

    private func complete(with error: CSSearchQueryError?) {
        handlers.async { [self] in
            let handler = state.withLock { state -> (@Sendable ((any Error)?) -> Void)? in
                guard !state.isComplete else { return nil }
                state.isComplete = true
                // What they hold is let go: a handler often holds the query.
                defer { (state.foundItems, state.foundSuggestions, state.completion) = (nil, nil, nil) }
                return state.completion
            }
            handler?(error)
        }
    }

    // MARK: Cancelling

    func cancel() {
        let (call, isBegun) = state.withLock { state in
            state.isCancelled = true
            return (state.call, state.isBegun)
        }
        call?.cancel()
        if isBegun { complete(with: .wasCancelled) }
    }

    /// Asks the daemon; ends early where the query, or the task that asks, is cancelled.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable () async throws(BatonError) -> Answer
    ) async throws(CSSearchQueryError) -> Answer {
        let result = Mutex<Result<Answer, BatonError>?>(nil)
        let call = Task {
            let answer: Result<Answer, BatonError>
            do throws(BatonError) { answer = .success(try await question()) } catch { answer = .failure(error) }
            result.withLock { $0 = answer }
        }
        let isCancelled = state.withLock { state in
            state.call = call
            return state.isCancelled
        }
        if isCancelled { call.cancel() }
        await withTaskCancellationHandler {
            await call.value
        } onCancel: {
            call.cancel()
        }
        if state.withLock({ $0.isCancelled }) || Task.isCancelled { throw .wasCancelled }
        switch result.withLock({ $0 }) {
        case .success(let answer)?: return answer
        case .failure(let error)?: throw CSSearchQueryError(error)
        case nil: throw CSSearchQueryError(.unknown, "The query was not answered.")
        }
    }

    // MARK: Counting

    func count(items: Int) { state.withLock { $0.itemCount += items } }
    func count(suggestions: Int) { state.withLock { $0.suggestionCount += suggestions } }
}

import ActivityModel
import BatonApps
import FoundationEssentials
import GLibKit
import Synchronization

/// The history as the fakes write it, and what the door waits for.
final class Journal: Sendable {
    private struct State {
        var history: History
        var calls: [Int: CheckedContinuation<Result<Bool, BatonError>, Never>] = [:]
        var fetches: [Int: CheckedContinuation<Result<ActivityRecord, BatonError>, Never>] = [:]
        var exits: [Int: @Sendable () -> Void] = [:]
        var launchesFail = false
        var launchesTerminals = false
    }
    private let state: Mutex<State>
    private let now: @Sendable () -> Date

    init(installed: Set<String>, now: @escaping @Sendable () -> Date) {
        state = Mutex(State(history: History(installed: installed, now: now())))
        self.now = now
    }

    func write<T: Sendable>(_ body: (inout History) -> T) -> T { locked { body(&$0.history) } }

    /// All that is written down is written down with the present time.
    private func locked<T: Sendable>(_ body: (inout State) -> T) -> T {
        state.withLock { state in
            state.history.now = now()
            return body(&state)
        }
    }

    func setLaunching(fails: Bool, terminals: Bool) {
        locked {
            $0.launchesFail = fails
            $0.launchesTerminals = terminals
        }
    }

    // MARK: What the door does

    /// A call of a process; what it answers comes from `answer`.
    func call(_ connection: Int, _ event: String, _ step: History.Step) async -> Result<Bool, BatonError> {
        await withCheckedContinuation { continuation in
            let isBroken = locked { state in
                let call = state.history.called(connection, Int(event) ?? 0, step)
                if state.history.connections[connection].isBroken {
                    state.history.end(call, .failed(.connectionUnavailable))
                    return true
                }
                state.calls[call] = continuation
                return false
            }
            if isBroken { continuation.resume(returning: .failure(Self.gone)) }
        }
    }

    func fetch(_ event: Int) async throws -> ActivityRecord {
        try await withCheckedContinuation { continuation in
            locked { $0.fetches[event] = continuation }
        }.get()
    }

    // MARK: What the test does

    static let gone = BatonError(.connectionUnavailable, "The process is gone.")

    var unanswered: [Int] { locked { $0.calls.keys.sorted() } }
    var fetching: [Int] { locked { $0.fetches.keys.sorted() } }
    var running: [Int] { locked { $0.exits.keys.sorted() } }

    func answer(_ call: Int, _ result: Result<Bool, BatonError>) {
        let continuation = locked { state in
            switch result {
            case .success(let value): state.history.end(call, .answered(value))
            case .failure(let error): state.history.end(call, .failed(error.code))
            }
            return state.calls.removeValue(forKey: call)
        }
        continuation?.resume(returning: result)
    }

    func finish(_ event: Int, _ result: Result<ActivityRecord, BatonError>) {
        let continuation = locked { state in
            state.history.fetched(event, result.map { _ in true })
            return state.fetches.removeValue(forKey: event)
        }
        continuation?.resume(returning: result)
    }

    /// The process is gone; its calls fail.
    func end(_ connection: Int) {
        let lost = locked { state in
            let lost = state.calls.keys.filter { state.history.calls[$0].connection == connection }.sorted()
            state.history.broke(connection)
            return lost.compactMap { state.calls.removeValue(forKey: $0) }
        }
        for continuation in lost { continuation.resume(returning: .failure(Self.gone)) }
    }

    func exit(_ launch: Int) {
        let handler = locked { state in
            state.history.exit(launch)
            return state.exits.removeValue(forKey: launch)
        }
        handler?()
    }
}

extension Journal: AppLauncher {
    func launch(_ request: LaunchRequest) throws(BatonError) -> LaunchedProcess {
        let result: Result<(Int, Bool), BatonError> = locked { state in
            if state.launchesFail {
                state.history.failUnsent(request.app.id, .launchFailed)
                return .failure(BatonError(.launchFailed, "The test says so."))
            }
            return .success(
                (
                    state.history.launched(request.app.id, isTerminal: state.launchesTerminals), state.launchesTerminals
                ))
        }
        let (launch, isTerminal) = try result.get()
        return LaunchedProcess(pid: Int32(1000 + launch), start: 5, isTerminal: isTerminal, signal: { _ in }) {
            [self] handler in
            locked { $0.exits[launch] = handler }
        }
    }
}

/// One process of an app, as the door sees it.
struct ScriptedConnection: AppConnection {
    let app: String
    let number: Int
    let journal: Journal
    var pid: Int32 { Int32(number) }

    // No extension is started here.
    func reindexAll(index: String) async throws(BatonError) { throw Self.isNone }
    func reindex(index: String, identifiers: [String]) async throws(BatonError) { throw Self.isNone }
    func describeFile(_ path: String, contentType: String) async throws(BatonError) -> Data { throw Self.isNone }
    func close() async {}
    private static var isNone: BatonError { BatonError(.internal, "It is no extension.") }

    func willContinue(
        eventID: String, type: String, subject: AppEvent.Subject, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool { try await journal.call(number, eventID, .begin).get() }

    func continueActivity(
        eventID: String, activity: ActivityRecord, cause: AppEvent.Cause, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool { try await journal.call(number, eventID, .content).get() }

    func didFail(eventID: String, type: String, error: BatonError) async throws(BatonError) {
        _ = try await journal.call(number, eventID, .failure).get()
    }

    func open(
        eventID: String, urls: [String], cause: AppEvent.Cause, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool { try await journal.call(number, eventID, .content).get() }
}

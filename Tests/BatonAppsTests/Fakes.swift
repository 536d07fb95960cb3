import ActivityModel
import BatonApps
import Synchronization

/// A connected process that answers when the test says so, or at once.
final class FakeConnection: AppConnection {
    enum Content: Sendable, Equatable {
        case begin(String)
        case activity(String)
        case fail(String, BatonError.Code)
        case open([String])
    }
    struct Call: Sendable {
        let event: String
        let content: Content
        let reply = AsyncQueue<Result<Bool, BatonError>>()
        func answer(_ handled: Bool) { reply.push(.success(handled)) }
        func fail(_ code: BatonError.Code) { reply.push(.failure(BatonError(code, "The test says so."))) }
    }
    let app: String
    let pid: Int32 = 1
    /// Where the announced activities were said to come from.
    let origins = Mutex<[String]>([])
    let calls = AsyncQueue<Call>()
    private let answers: Bool

    init(_ app: String = "org.example.reader", answers: Bool = true) {
        self.app = app
        self.answers = answers
    }

    private func call(_ event: String, _ content: Content) async throws(BatonError) -> Bool {
        let call = Call(event: event, content: content)
        calls.push(call)
        if answers { return true }
        return try await call.reply.next().get()
    }

    func willContinue(
        eventID: String, type: String, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool {
        origins.withLock { $0.append(origin) }
        return try await call(eventID, .begin(type))
    }

    func continueActivity(
        eventID: String, activity: ActivityRecord, cause: AppEvent.Cause, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool { try await call(eventID, .activity(activity.type)) }

    func didFail(eventID: String, type: String, error: BatonError) async throws(BatonError) {
        _ = try await call(eventID, .fail(type, error.code))
    }

    func open(
        eventID: String, urls: [String], cause: AppEvent.Cause, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool { try await call(eventID, .open(urls)) }
}

final class FakeLauncher: AppLauncher {
    let launches = AsyncQueue<LaunchRequest>()
    private struct State {
        var error: BatonError?
        var isTerminal = false
        var pid: Int32 = 1000
        var exits: [@Sendable () -> Void] = []
    }
    private let state = Mutex(State())

    func fail(with error: BatonError) { state.withLock { $0.error = error } }
    func useTerminal() { state.withLock { $0.isTerminal = true } }

    func launch(_ request: LaunchRequest) throws(BatonError) -> LaunchedProcess {
        let (error, pid, isTerminal) = state.withLock { state in
            state.pid += 1
            return (state.error, state.pid, state.isTerminal)
        }
        if let error { throw error }
        launches.push(request)
        return LaunchedProcess(pid: pid, start: 5, isTerminal: isTerminal) { [self] handler in
            state.withLock { $0.exits.append(handler) }
        }
    }

    /// All launched processes end.
    func exit() {
        for handler in state.withLock({ state in
            defer { state.exits = [] }
            return state.exits
        }) { handler() }
    }
}

final class FakeBrowser: BrowserOpener {
    let pages = AsyncQueue<String>()
    func open(_ page: String, environment: [String: String], activationToken: String?) async throws(BatonError) {
        pages.push(page)
    }
}

final class MemorySwitches: SwitchStore {
    private let saved = Mutex<[String: AppSwitches]>([:])
    func load() async throws(BatonError) -> [String: AppSwitches] { saved.withLock { $0 } }
    func save(_ app: String, _ name: AppSwitches.Name, _ isOn: Bool) async throws(BatonError) {
        saved.withLock { $0[app, default: AppSwitches()][name] = isOn }
    }
}

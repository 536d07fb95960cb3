import ActivityModel
import BatonApps
import FoundationEssentials
import Glibc
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
    let pid: Int32
    /// Where the announced activities were said to come from.
    let origins = Mutex<[String]>([])
    let calls = AsyncQueue<Call>()
    private let answers: Bool

    /// What it is asked as an extension, and what it answers.
    let work = AsyncQueue<Work>()
    let closed = AsyncQueue<Void>()
    struct Work: Sendable {
        let what: String
        let reply = AsyncQueue<Result<Data, BatonError>>()
        func answer(_ text: String = "") { reply.push(.success(Data(text.utf8))) }
        func fail(_ code: BatonError.Code) { reply.push(.failure(BatonError(code, "The test says so."))) }
    }

    init(_ app: String = "org.example.reader", answers: Bool = true, pid: Int32 = 1) {
        self.app = app
        self.pid = pid
        self.answers = answers
    }

    private func call(_ event: String, _ content: Content) async throws(BatonError) -> Bool {
        let call = Call(event: event, content: content)
        calls.push(call)
        if answers { return true }
        return try await call.reply.next().get()
    }

    private func work(_ what: String) async throws(BatonError) -> Data {
        let work = Work(what: what)
        self.work.push(work)
        return try await work.reply.next().get()
    }

    func reindexAll(index: String) async throws(BatonError) { _ = try await work("all of \(index)") }

    func reindex(index: String, identifiers: [String]) async throws(BatonError) {
        _ = try await work("\(identifiers.joined(separator: ",")) of \(index)")
    }

    func describeFile(_ path: String, contentType: String) async throws(BatonError) -> Data {
        try await work("\(path) as \(contentType)")
    }

    func close() async { closed.push(()) }

    func willContinue(
        eventID: String, type: String, subject: AppEvent.Subject, origin: String, activationToken: String?
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
        var exits: [Int32: @Sendable () -> Void] = [:]
        var ignoresTermination = false
    }
    private let state = Mutex(State())

    func fail(with error: BatonError) { state.withLock { $0.error = error } }
    /// The signals that processes were sent. One that is not ignored ends its process.
    let signals = AsyncQueue<Int32>()
    func ignoreTermination() { state.withLock { $0.ignoresTermination = true } }
    func useTerminal() { state.withLock { $0.isTerminal = true } }

    func launch(_ request: LaunchRequest) throws(BatonError) -> LaunchedProcess {
        let (error, pid, isTerminal) = state.withLock { state in
            state.pid += 1
            return (state.error, state.pid, state.isTerminal)
        }
        if let error { throw error }
        launches.push(request)
        return LaunchedProcess(pid: pid, start: 5, isTerminal: isTerminal, signal: { [self] in signal($0, to: pid) }) {
            [self] handler in state.withLock { $0.exits[pid] = handler }
        }
    }

    /// All launched processes end.
    func exit() {
        for handler in state.withLock({ state in
            defer { state.exits = [:] }
            return state.exits.sorted { $0.key < $1.key }.map(\.value)
        }) { handler() }
    }

    private func signal(_ number: Int32, to pid: Int32) {
        signals.push(number)
        let handler = state.withLock { state in
            number == SIGTERM && state.ignoresTermination ? nil : state.exits.removeValue(forKey: pid)
        }
        handler?()
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

import ActivityModel
import BatonActivities
import FoundationEssentials
import Synchronization

/// An app on a connection: answers with the records that the test gives it, at once or when the test says.
final class FakeApp: ActivityOwner {
    typealias Answer = Result<ActivityRecord, BatonError>

    private struct State {
        var records: [String: ActivityRecord] = [:]
        var failure: BatonError?
        var isHolding = false
        var held: [CheckedContinuation<Answer, Never>] = []
        var asked: [String] = []
        var underWay = 0
        var mostUnderWay = 0
        var continued: [String] = []
    }

    let app: String
    private let state = Mutex(State())

    init(_ app: String = "org.example.reader") { self.app = app }

    deinit { answer(.failure(BatonError(.connectionUnavailable, "The test is over."))) }

    func save(activityID: String) async throws(BatonError) -> ActivityRecord {
        let answer: Answer = await withCheckedContinuation { continuation in
            let now: Answer? = state.withLock { state in
                state.asked.append(activityID)
                state.underWay += 1
                state.mostUnderWay = max(state.mostUnderWay, state.underWay)
                if state.isHolding {
                    state.held.append(continuation)
                    return nil
                }
                return Self.answer(state, activityID)
            }
            if let now { continuation.resume(returning: now) }
        }
        state.withLock { $0.underWay -= 1 }
        return try answer.get()
    }

    private static func answer(_ state: State, _ id: String) -> Answer {
        if let failure = state.failure { return .failure(failure) }
        return state.records[id].map { .success($0) }
            ?? .failure(BatonError(.noSuchActivity, "The app has let go of it."))
    }

    func wasContinued(activityID: String, on device: String) async {
        state.withLock { $0.continued.append("\(activityID) on \(device)") }
    }

    // MARK: For the test

    /// What the app answers when it is asked for this activity.
    func have(_ record: ActivityRecord) { state.withLock { $0.records[record.id] = record } }

    /// Answers to `id` with a record of another name.
    func have(_ record: ActivityRecord, as id: String) { state.withLock { $0.records[id] = record } }

    func fail(_ error: BatonError?) { state.withLock { $0.failure = error } }

    /// Questions wait from now on.
    func hold() { state.withLock { $0.isHolding = true } }

    /// Answers the questions that wait, with what the app has, and later ones at once.
    func release() {
        let held = state.withLock { state in
            state.isHolding = false
            return Self.take(&state)
        }
        let records = state.withLock { $0 }
        for (continuation, id) in held { continuation.resume(returning: Self.answer(records, id)) }
    }

    /// Answers the questions that wait; later ones go on waiting.
    func answer(_ answer: Answer) {
        for (continuation, _) in state.withLock({ Self.take(&$0) }) { continuation.resume(returning: answer) }
    }

    private static func take(_ state: inout State) -> [(CheckedContinuation<Answer, Never>, String)] {
        defer { state.held = [] }
        return Array(zip(state.held, state.asked.suffix(state.held.count)))
    }

    /// The questions so far, by activity.
    var asked: [String] { state.withLock(\.asked) }
    var mostUnderWay: Int { state.withLock(\.mostUnderWay) }
    var continued: [String] { state.withLock(\.continued) }
}

extension ActivityRecord {
    static func make(
        _ id: String, title: String? = nil, for uses: [Eligibility] = [.handoff], identifier: String? = nil
    ) -> ActivityRecord {
        var record = ActivityRecord(id: id, type: "org.example.reading")
        record.title = title
        record.eligibility = uses
        record.persistentIdentifier = identifier
        return record
    }
}

import ActivityModel
import FoundationEssentials

/// What a schedule did and what it saw, and what of that breaks the continue door's promises.
///
/// It knows nothing of how the door works. It writes down, for each event, the reasons that there have been for each of
/// its possible ends, from what the documents promise; an end without a reason is a fault, and so is a reason that must
/// end an event and has not.
struct History {
    enum Body { case link, activity, handoff }
    enum Step: String { case begin, content, failure }
    enum End: Equatable { case answered(Bool), failed(BatonError.Code) }

    struct Event {
        let app: String
        let body: Body
        let opener: Int?
        let acceptedAt: Date
        /// Since when it has been waiting for what it is waiting for now.
        var waitingSince: Date
        var firstSentTo: Int?
        var begin: Int?
        var content: Int?
        var failure: Int?
        var fetched: Result<Bool, BatonError>?
        var isSuperseded = false
        /// It is not accepted, and the door never has to do with it.
        var isRefused = false
        var launches = 0
        /// A process that was started before may have been its own: the door may not have known that it had ended.
        var mayHaveBeenLaunched = false
        var outcome: AppEvent.Outcome?
        /// Why it may have been taken, been refused, or have failed with a code.
        var mayBeTaken = false
        var mayBeRefused = false
        var reasons: Set<BatonError.Code> = []

        var isUnsent: Bool { outcome == nil && firstSentTo == nil }
    }

    struct Call {
        let event: Int
        let connection: Int
        let step: Step
        let at: Date
        var end: End?
    }

    struct Connection {
        let app: String
        var activity: Int
        var isReady = false
        var isAttached = true
        /// The other end is gone, and whether the door can know it: a call has failed.
        var isBroken = false
        var brokenSince: Date?
    }

    struct Launch {
        let app: String
        let isTerminal: Bool
        var runs = true
        /// Something of the app has become ready since.
        var isDone = false
        /// The process has gone, but the app may still come out of the terminal.
        var isAwaited: Bool { !isDone && (runs || isTerminal) }
    }

    static let limit = 15.0
    static let slack = 0.01
    static let queue = 64

    let installed: Set<String>
    var now: Date
    var events: [Event] = []
    var calls: [Call] = []
    var connections: [Connection] = []
    var launches: [Launch] = []
    var faults: [String] = []
    var trace: [String] = []
    /// The processes that were the most recently active of their app since the door last had nothing to do.
    var favourites: [String: Set<Int>] = [:]
    /// What has gone since then: the door may have decided before.
    var justGone: Set<Int> = []
    var activities = 0
    var isStopped = false
    /// The door has done all that it can do about what has happened.
    var isQuiet = true

    init(installed: Set<String>, now: Date) {
        self.installed = installed
        self.now = now
    }

    mutating func fault(_ text: String) {
        faults.append(text)
        note("FAULT: \(text)")
    }

    /// What was seen, as far as the first fault.
    mutating func note(_ text: String) {
        guard faults.count < 2 else { return }
        trace.append("\(now.timeIntervalSinceReferenceDate.rounded() - 800_000_000) \(text)")
    }

    // MARK: What is asked about

    /// The door has seen it fail, and must leave it alone: for the second in which it is told that it is gone.
    func isDying(_ connection: Int) -> Bool {
        connections[connection].brokenSince.map { now.timeIntervalSince($0) < 1 - Self.slack } ?? false
    }

    /// Whether the door should send to it.
    func takes(_ connection: Int) -> Bool {
        connections[connection].isAttached && connections[connection].isReady && !isDying(connection)
    }

    func isLate(_ call: Call) -> Bool { now.timeIntervalSince(call.at) >= Self.limit - Self.slack }

    /// Whether the app still has to answer it.
    func isUnderWay(_ call: Call) -> Bool {
        call.end == nil && connections[call.connection].isAttached && !isLate(call)
    }

    func isBusy(_ app: String) -> Bool { calls.contains { events[$0.event].app == app && isUnderWay($0) } }

    func attached(_ app: String) -> [Int] {
        connections.indices.filter { connections[$0].app == app && connections[$0].isAttached }
    }

    func favourite(_ app: String) -> Int? {
        attached(app).filter(takes).max { connections[$0].activity < connections[$1].activity }
    }

    /// Events of the app that the door still has to do with and has no reason to end.
    func surelyOpen(_ app: String) -> Int {
        events.count {
            $0.app == app && $0.outcome == nil && $0.reasons.isEmpty && !$0.mayBeTaken && !$0.mayBeRefused
        }
    }

    /// Events of the app that the door may still have to do with.
    func open(_ app: String) -> Int {
        events.indices.count { index in
            let event = events[index]
            guard event.app == app, !event.isRefused else { return false }
            return event.outcome == nil || owesFailure(event) || event.failure.map { isUnderWay(calls[$0]) } ?? false
        }
    }

    /// The app was told that something comes, nothing came, and it has not been told that nothing will.
    func owesFailure(_ event: Event) -> Bool {
        // A daemon that ends says so by ending.
        guard !isStopped, let begin = event.begin, event.content == nil, event.failure == nil, event.outcome != nil
        else {
            return false
        }
        let connection = connections[calls[begin].connection]
        return connection.isAttached && !connection.isBroken
    }
}

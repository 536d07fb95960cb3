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
    private var favourites: [String: Set<Int>] = [:]
    /// What has gone since then: the door may have decided before.
    private var justGone: Set<Int> = []
    private var activities = 0
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
    private func surelyOpen(_ app: String) -> Int {
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

    // MARK: What the test does

    mutating func accept(_ app: String, _ body: Body, opener: Int?) -> Int {
        var event = Event(app: app, body: body, opener: opener, acceptedAt: now, waitingSince: now)
        if launches.contains(where: { $0.app == app && !$0.isDone && $0.runs }) { event.launches = 1 }
        event.mayHaveBeenLaunched = !isQuiet && launches.contains { $0.app == app && !$0.isDone }
        // One that waits makes room for the Handoff that it is cancelled for.
        let room = events.count { $0.app == app && $0.body == .handoff && $0.isUnsent && body == .handoff }
        let isFull = surelyOpen(app) - room >= Self.queue
        let mayBeFull = open(app) - room >= Self.queue
        if isStopped {
            event.isRefused = true
            event.reasons = [.connectionUnavailable]
        } else if !installed.contains(app), attached(app).isEmpty {
            event.isRefused = true
            event.reasons = [.noSuchApp]
        } else {
            if mayBeFull { event.reasons = [.tooMany] }
            event.isRefused = isFull
            if body == .handoff, !isFull { supersede(surely: !mayBeFull && isQuiet) }
        }
        events.append(event)
        note("event \(events.count - 1): \(body) for \(app)" + (opener.map { " opened by \($0)" } ?? ""))
        return events.count - 1
    }

    private mutating func supersede(surely: Bool) {
        for index in events.indices where events[index].body == .handoff && events[index].outcome == nil {
            guard events[index].content == nil else { continue }
            if surely { events[index].isSuperseded = true }
            events[index].reasons.insert(.cancelled)
        }
    }

    mutating func fetched(_ event: Int, _ result: Result<Bool, BatonError>) {
        note("event \(event) fetched: \(result)")
        guard events[event].fetched == nil else { return }
        events[event].fetched = result
        if case .failure(let error) = result { events[event].reasons.insert(error.code) }
    }

    mutating func attach(_ app: String) -> Int {
        activities += 1
        connections.append(Connection(app: app, activity: activities))
        note("connection \(connections.count - 1) of \(app)")
        return connections.count - 1
    }

    mutating func ready(_ connection: Int) {
        note("connection \(connection) is ready")
        let app = connections[connection].app
        let isFirst = favourite(app) == nil
        connections[connection].isReady = true
        if isFirst { wait(anew: app) }
        for index in launches.indices where launches[index].app == app { launches[index].isDone = true }
        likeNow(app)
    }

    mutating func active(_ connection: Int) {
        note("connection \(connection) is active")
        activities += 1
        connections[connection].activity = activities
        likeNow(connections[connection].app)
    }

    private mutating func likeNow(_ app: String) {
        if let best = favourite(app) { favourites[app, default: []].insert(best) }
    }

    private mutating func wait(anew app: String) {
        for index in events.indices where events[index].app == app && events[index].isUnsent {
            events[index].waitingSince = now
        }
    }

    /// The process is gone: its calls fail, whether or not the door has been told.
    mutating func broke(_ connection: Int) {
        note("connection \(connection) breaks")
        connections[connection].isBroken = true
        for index in calls.indices where calls[index].connection == connection && isUnderWay(calls[index]) {
            end(index, .failed(.connectionUnavailable))
        }
    }

    mutating func detach(_ connection: Int) {
        note("connection \(connection) is detached")
        let app = connections[connection].app
        for index in calls.indices where calls[index].connection == connection { lose(calls[index].event) }
        connections[connection].isAttached = false
        connections[connection].isBroken = true
        justGone.insert(connection)
        for index in events.indices where events[index].app == app && events[index].isUnsent {
            // It may have been sent, although that is seen later.
            if events[index].launches > 0 || events[index].mayHaveBeenLaunched || !isQuiet {
                events[index].reasons.insert(.connectionUnavailable)
            }
            if !installed.contains(app) { events[index].reasons.insert(.noSuchApp) }
        }
        likeNow(app)
    }

    private mutating func lose(_ event: Int) {
        if events[event].outcome == nil { events[event].reasons.insert(.connectionUnavailable) }
    }

    mutating func end(_ call: Int, _ end: End) {
        note("call \(call) ends: \(end)")
        let (event, connection) = (calls[call].event, calls[call].connection)
        guard calls[call].end == nil else { return }
        let counts = isUnderWay(calls[call])
        calls[call].end = end
        guard counts else { return }
        switch (calls[call].step, end) {
        case (_, .failed(.connectionUnavailable)):
            connections[connection].brokenSince = now
            likeNow(connections[connection].app)
            lose(event)
        case (.content, .answered(true)): events[event].mayBeTaken = true
        case (.content, .answered(false)): events[event].mayBeRefused = true
        case (.content, .failed(let code)): events[event].reasons.insert(code)
        case (.begin, .failed(.timedOut)): events[event].reasons.insert(.timedOut)
        case (.begin, _), (.failure, _): break
        }
    }

    mutating func exit(_ launch: Int) {
        note("process \(launch) ends")
        launches[launch].runs = false
        guard !launches[launch].isDone, !launches[launch].isTerminal else { return }
        failUnsent(launches[launch].app, .launchFailed)
    }

    mutating func failUnsent(_ app: String, _ code: BatonError.Code) {
        for index in events.indices where events[index].app == app && events[index].isUnsent {
            events[index].reasons.insert(code)
        }
    }

    mutating func stop() {
        note("stop")
        isStopped = true
        for index in events.indices where events[index].outcome == nil {
            events[index].reasons.insert(.connectionUnavailable)
        }
    }

    /// Nothing is left to do at the present time.
    mutating func settled() {
        isQuiet = true
        justGone = []
        favourites = [:]
        for app in Set(connections.map(\.app)) { likeNow(app) }
    }

    // MARK: What the test sees

    mutating func launched(_ app: String, isTerminal: Bool) -> Int {
        note("process \(launches.count) of \(app) started")
        if !attached(app).isEmpty { fault("\(app) was started although it is connected") }
        if launches.contains(where: { $0.app == app && !$0.isDone && $0.runs }) {
            fault("\(app) was started although it is starting")
        }
        if !events.contains(where: { $0.app == app && $0.isUnsent }) { fault("\(app) was started for nothing") }
        if isStopped { fault("\(app) was started after the end") }
        for index in launches.indices where launches[index].app == app { launches[index].isDone = true }
        for index in events.indices where events[index].app == app && events[index].isUnsent {
            events[index].launches += 1
        }
        wait(anew: app)
        launches.append(Launch(app: app, isTerminal: isTerminal))
        return launches.count - 1
    }

    mutating func called(_ connection: Int, _ event: Int, _ step: Step) -> Int {
        note("call \(calls.count): \(step) of event \(event) to connection \(connection)")
        let (target, app) = (connections[connection], events[event].app)
        if target.app != app { fault("event \(event) went to \(target.app)") }
        if !target.isAttached, !justGone.contains(connection) {
            fault("event \(event) went to a connection that was gone")
        }
        if !target.isReady { fault("event \(event) went to a process that was not ready") }
        if isBusy(app) { fault("event \(event) was sent while \(app) had another to answer") }
        if let first = events[event].firstSentTo, first != connection { fault("event \(event) went to two processes") }
        if events[event].firstSentTo == nil { sentFirst(connection, event) }
        var problem: String?
        switch step {
        case .begin:
            if events[event].body != .handoff || events[event].begin != nil || events[event].outcome != nil {
                problem = "wrong"
            }
            events[event].begin = calls.count
        case .content:
            if events[event].content != nil { problem = "repeated" }
            if events[event].outcome != nil { problem = "sent after its end" }
            if events[event].body == .handoff {
                if events[event].begin.map({ calls[$0].end == nil }) ?? true { problem = "sent before its beginning" }
                if (try? events[event].fetched?.get()) != true { problem = "sent without having been fetched" }
            }
            events[event].content = calls.count
        case .failure:
            if events[event].begin == nil || events[event].content != nil || events[event].failure != nil {
                problem = "wrong"
            }
            events[event].failure = calls.count
        }
        if let problem { fault("the \(step) of event \(event) was \(problem)") }
        calls.append(Call(event: event, connection: connection, step: step, at: now))
        return calls.count - 1
    }

    private mutating func sentFirst(_ connection: Int, _ event: Int) {
        // What has begun there ends there, and hears that the process is gone.
        if isDying(connection) {
            fault("event \(event) went to a connection that was known to be broken")
        }
        events[event].firstSentTo = connection
        let (app, opener) = (events[event].app, events[event].opener)
        let openerLives = opener.map { connections[$0].isAttached && !isDying($0) } ?? false
        if let opener, openerLives, connections[opener].app == app {
            if opener != connection { fault("event \(event) did not go to the process that opened it") }
        } else if opener == nil {
            if !(favourites[app]?.contains(connection) ?? false) {
                fault("event \(event) did not go to the most recently active process")
            }
            // What has a reason to have ended may have, although that is heard of later.
            let overtaken = events.indices.first {
                let earlier = events[$0]
                return $0 < event && earlier.app == app && earlier.opener == nil && earlier.isUnsent
                    && earlier.reasons.isEmpty && !hasRunOutOfTime(earlier)
            }
            if let overtaken { fault("event \(event) came before event \(overtaken)") }
        }
    }

    mutating func ended(_ event: Int, _ outcome: AppEvent.Outcome) {
        note("event \(event): \(outcome)")
        if events[event].outcome != nil { fault("event \(event) ended twice") }
        let found = events[event]
        let isAllowed: Bool
        switch outcome {
        case .taken: isAllowed = found.mayBeTaken
        case .refused: isAllowed = found.mayBeRefused
        case .failed(let error):
            isAllowed = found.reasons.contains(error.code) || error.code == .timedOut && hasRunOutOfTime(found)
            if error.message.isEmpty { fault("event \(event) ended without words") }
        }
        if !isAllowed { fault("event \(event) ended for no reason: \(outcome)") }
        events[event].outcome = outcome
    }

    private func hasRunOutOfTime(_ event: Event) -> Bool {
        if event.firstSentTo == nil { return now.timeIntervalSince(event.waitingSince) >= Self.limit - Self.slack }
        return [event.begin, event.content].compactMap(\.self).contains { calls[$0].end == nil && isLate(calls[$0]) }
    }
}

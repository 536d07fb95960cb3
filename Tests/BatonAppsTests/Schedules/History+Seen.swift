import ActivityModel
import FoundationEssentials

// What the test sees, and whether it may be.

extension History {
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
        // What was decided before the process went is seen after it, and reaches nobody.
        let isOver = events[event].outcome != nil && !justGone.contains(connection)
        var problem: String?
        switch step {
        case .begin:
            if events[event].body != .handoff || events[event].begin != nil || isOver && isQuiet {
                problem = "wrong"
            }
            events[event].begin = calls.count
        case .content:
            if events[event].content != nil { problem = "repeated" }
            if isOver { problem = "sent after its end" }
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
        // Time alone makes those favourites again that seemed to die; of several in one moment, either.
        let age = connections[connection].brokenSince.map { now.timeIntervalSince($0) } ?? 0
        if abs(age - 1) <= Self.slack { favourites[events[event].app, default: []].insert(connection) }
        likeNow(events[event].app)
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
        case .undelivered(let error), .failed(let error):
            if case .undelivered = outcome, found.firstSentTo != nil {
                fault("event \(event) was sent, and ended as undelivered")
            }
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

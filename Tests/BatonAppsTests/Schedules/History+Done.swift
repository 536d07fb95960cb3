import ActivityModel
import FoundationEssentials

// What the test does, and the reasons that it makes.

extension History {
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

    mutating func likeNow(_ app: String) {
        if let best = favourite(app) { favourites[app, default: []].insert(best) }
    }

    mutating func wait(anew app: String) {
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
}

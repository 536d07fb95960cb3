import ActivityModel
import FoundationEssentials

// What must hold whenever the door has nothing left to do: nothing is stuck, and nobody waits in vain.

extension History {
    mutating func checkSettled() {
        for index in events.indices {
            if let reason = mustHaveEnded(events[index]) { fault("event \(index) has not ended: \(reason)") }
            if let reason = mustHaveMoved(events[index]) { fault("event \(index) is stuck: \(reason)") }
            if events[index].outcome == nil, events[index].launches > 1 {
                fault("event \(index) had its app started twice")
            }
        }
        for app in Set(events.map(\.app)) where open(app) > Self.queue { fault("\(app) has \(open(app)) events") }
        settled()
    }

    private func mustHaveEnded(_ event: Event) -> String? {
        guard event.outcome == nil else { return nil }
        if event.mayBeTaken || event.mayBeRefused { return "the app has answered" }
        if event.isSuperseded { return "another activity was chosen" }
        if case .failure = event.fetched { return "it could not be fetched" }
        if event.isRefused { return "it was not accepted" }
        if isStopped { return "the door is closed" }
        guard let sent = event.firstSentTo else {
            return now.timeIntervalSince(event.waitingSince) > Self.limit + Self.slack ? "its wait is over" : nil
        }
        if !connections[sent].isAttached { return "its process is gone" }
        for call in [event.begin, event.content].compactMap(\.self) {
            if calls[call].end == .failed(.connectionUnavailable) { return "its process does not live" }
            if calls[call].end == nil, now.timeIntervalSince(calls[call].at) > Self.limit + Self.slack {
                return "the app has not answered in time"
            }
        }
        if let content = event.content, calls[content].end != nil { return "the app has failed" }
        return nil
    }

    private func mustHaveMoved(_ event: Event) -> String? {
        if event.outcome != nil { return owesFailure(event) && !isBusy(event.app) ? "the app was not told" : nil }
        if isBusy(event.app) { return nil }
        guard event.isUnsent else {
            guard event.content == nil, let begin = event.begin, calls[begin].end != nil else { return nil }
            return (try? event.fetched?.get()) == true ? "it was fetched, and not sent" : nil
        }
        if let opener = event.opener, connections[opener].isAttached, !isDying(opener) {
            return connections[opener].isReady ? "the process that opened it is ready" : nil
        }
        if favourite(event.app) != nil { return "a process is ready" }
        let comes = !attached(event.app).isEmpty || launches.contains { $0.app == event.app && $0.isAwaited }
        return comes ? nil : "no process comes"
    }

    /// After all processes have gone and all time has passed.
    mutating func checkEnded() {
        for index in events.indices where events[index].outcome == nil { fault("event \(index) never ended") }
    }
}

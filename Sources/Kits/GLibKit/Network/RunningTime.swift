internal import FoundationEssentials

extension TimeSource {
    /// Time that counts while this process runs: a sleep that ended late, since the machine or the thread was too busy, goes
    /// on for as long as it was late, at most once as long again. What has come meanwhile is read before it is called late.
    package var whileRunning: TimeSource {
        TimeSource(now: now) { [self] limit in
            let start = now()
            try await sleep(limit)
            let late = Duration.seconds(now().timeIntervalSince(start)) - limit
            if late > .milliseconds(100) { try await sleep(min(late, limit)) }
        }
    }
}

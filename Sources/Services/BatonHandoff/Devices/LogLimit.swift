internal import FoundationEssentials

/// Keeps equal lines from filling the log: ten a minute are written, the others are counted.
struct LogLimit {
    static let maximum = 10
    static let period: TimeInterval = 60
    /// Different lines that are remembered.
    static let maximumKinds = 64

    private struct Count {
        let since: Date
        var written = 0
        var dropped = 0
    }
    private var counts: [String: Count] = [:]

    /// What to write when `line` is to be written now.
    mutating func lines(for line: String, at now: Date) -> [String] {
        var count = counts[line] ?? Count(since: now)
        var result: [String] = []
        if !(0..<Self.period).contains(now.timeIntervalSince(count.since)) {
            if count.dropped > 0 { result.append("\(line) (\(count.dropped) times more within a minute)") }
            count = Count(since: now)
        }
        if count.written < Self.maximum {
            count.written += 1
            result.append(line)
        } else {
            count.dropped += 1
        }
        if counts.count >= Self.maximumKinds, counts[line] == nil { counts = [:] }
        counts[line] = count
        return result
    }
}

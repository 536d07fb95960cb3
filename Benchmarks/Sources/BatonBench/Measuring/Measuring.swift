import FoundationEssentials
import Glibc
import Synchronization

/// The monotonic clock, the same in all processes of a machine.
enum Clock {
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// How the process ends.
final class Outcome: Sendable {
    private let failed = Mutex(false)
    func fail() { failed.withLock { $0 = true } }
    var status: Int32 { failed.withLock { $0 } ? 1 : 0 }
}

/// Something that does not work. The bench ends with it: a figure of what is broken means nothing.
struct BenchError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// Seconds that something took, by round.
struct Series: Sendable {
    private(set) var rounds: [[Double]] = []

    mutating func beginRound() { rounds.append([]) }
    mutating func add(_ seconds: Double) { rounds[rounds.count - 1].append(seconds) }

    var samples: [Double] { rounds.flatMap { $0 } }
    var count: Int { samples.count }
    var p50: Double { Self.percentile(50, of: samples) }
    var p95: Double { Self.percentile(95, of: samples) }

    static func percentile(_ percent: Double, of samples: [Double]) -> Double {
        guard !samples.isEmpty else { return .nan }
        let sorted = samples.sorted()
        return sorted[Int((percent / 100 * Double(sorted.count - 1)).rounded())]
    }

    /// How many times as long as `other`: by the medians of all samples, and by those of each round.
    func ratio(to other: Series) -> Ratio {
        let each = zip(rounds, other.rounds).map {
            Self.percentile(50, of: $0) / Self.percentile(50, of: $1)
        }
        return Ratio(median: p50 / other.p50, lowest: each.min() ?? .nan, highest: each.max() ?? .nan)
    }
}

/// A ratio of medians, and its spread over the rounds.
struct Ratio: Sendable {
    let median: Double
    let lowest: Double
    let highest: Double
}

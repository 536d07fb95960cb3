/// How long to wait before the next attempt at a device that did not answer: 0.5 s, doubled each time up to 60 s, less up
/// to a quarter of it by chance, so that devices that woke together do not dial together.
package struct Backoff: Sendable {
    private var attempt = 0

    package init() {}

    static let first = 0.5
    static let last = 60.0

    /// - Parameter fraction: from 0 up to, not including, 1.
    package mutating func next(fraction: Double) -> Duration {
        let whole = min(Self.last, Self.first * Double(1 << min(attempt, 7)))
        attempt += 1
        return .milliseconds(Int((whole * (1 - fraction / 4) * 1000).rounded()))
    }
}

/// What one decision may cost. A stranger's site writes the patterns, and another stranger the address.
final class MatchWork {
    /// Steps of 64 positions each: tens of milliseconds at the most. A file of 128 KiB whose patterns are all tried on
    /// a path of 2,000 characters takes a tenth of it.
    static let maximumSteps = 50_000_000
    /// Words of 64 bits that are kept for the length of a decision: 32 MiB.
    static let maximumKept = 4 * 1024 * 1024

    private let limit: Int
    private(set) var steps = 0
    private var kept = 0

    init(limit: Int = maximumSteps) { self.limit = limit }

    /// The decision would cost more than it may.
    struct Spent: Error {}

    func spend(_ count: Int) throws(Spent) {
        steps += count
        if steps > limit { throw Spent() }
    }

    func keep(_ words: Int) throws(Spent) {
        kept += words
        if kept > Self.maximumKept { throw Spent() }
        try spend(words)
    }
}

internal import FoundationEssentials

/// When an activity that says `needsSave` again and again is asked for its state: 300 ms after the last word, but at
/// most every 2 s, and at the latest 2 s after the first word that was not answered (decisions: when the daemon asks).
///
/// A pure rule over times; the service holds the timer.
struct SaveSchedule: Sendable, Equatable {
    static let quiet: TimeInterval = 0.3
    static let interval: TimeInterval = 2

    private(set) var lastSave: Date?
    private(set) var firstWord: Date?
    private(set) var lastWord: Date?

    /// The app has said `needsSave`.
    mutating func needsSave(at now: Date) {
        if firstWord == nil { firstWord = now }
        lastWord = now
    }

    /// The app is being asked: words before this are answered by what it says.
    mutating func asked(at now: Date) {
        lastSave = now
        firstWord = nil
        lastWord = nil
    }

    /// When to ask next; nil while nothing was said.
    var due: Date? {
        guard let firstWord, let lastWord else { return nil }
        let wanted = min(lastWord.addingTimeInterval(Self.quiet), firstWord.addingTimeInterval(Self.interval))
        guard let lastSave else { return wanted }
        return max(wanted, lastSave.addingTimeInterval(Self.interval))
    }
}

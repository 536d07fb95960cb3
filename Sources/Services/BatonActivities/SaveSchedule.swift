internal import FoundationEssentials

/// When an activity that says `needsSave` again and again is asked for its state (decisions: when the daemon asks):
/// 300 ms after the last word, but never within 2 s of the last question; and while words keep coming, exactly then.
///
/// A pure rule over times; the service holds the timer.
struct SaveSchedule: Sendable, Equatable {
    static let quiet: TimeInterval = 0.3
    static let interval: TimeInterval = 2

    private(set) var lastQuestion: Date?
    private(set) var firstWord: Date?
    private(set) var lastWord: Date?

    /// The app has said `needsSave`.
    mutating func needsSave(at now: Date) {
        // A wall clock that was set back must not put the next question off by hours.
        if let lastQuestion, lastQuestion > now { self.lastQuestion = now }
        if let lastWord, lastWord > now { firstWord = now }
        firstWord = firstWord ?? now
        lastWord = now
    }

    /// The app is being asked: words before this are answered by what it says.
    mutating func asked(at now: Date) {
        lastQuestion = now
        firstWord = nil
        lastWord = nil
    }

    /// When to ask next; nil while nothing was said. More words only ever put it off, up to a limit: a timer that runs
    /// for an earlier answer of this property is never too late.
    var due: Date? {
        guard let firstWord, let lastWord else { return nil }
        let wanted = lastWord.addingTimeInterval(Self.quiet)
        guard let lastQuestion else { return min(wanted, firstWord.addingTimeInterval(Self.interval)) }
        // Words that go on right after a question belong to the stream before it, which counts from the question.
        let isSameStream = firstWord.timeIntervalSince(lastQuestion) <= Self.quiet
        let latest = (isSameStream ? lastQuestion : firstWord).addingTimeInterval(Self.interval)
        return max(min(wanted, latest), lastQuestion.addingTimeInterval(Self.interval))
    }
}

internal import FoundationEssentials

/// Which indexes are to be filled again: what was lost, and what has been filled since. A value without I/O.
///
/// Losses are numbered, not dated: a clock that is set back changes nothing.
struct ReindexLedger: Sendable, Hashable {
    /// The number of the last loss of each app's items; "" stands for every app's.
    var losses: [String: Int] = [:]
    var entries: [IndexName: Entry] = [:]

    struct Entry: Sendable, Hashable {
        /// The last loss for which it was filled again.
        var doneFor = 0
        /// How often the app's extension has failed to since that loss.
        var attempts = 0
        /// The extension is not started before.
        var notBefore: Date?
    }

    /// Indexes that are remembered. Of more it could not be said that they were filled, so they are not asked for.
    static let maximumEntries = 4096
    /// How long the extension is left alone after its first failure, its second, and so on. After one more it is not
    /// started any more for this loss: the app is asked when it runs.
    static let pauses: [TimeInterval] = [10 * 60, 60 * 60, 6 * 60 * 60, 24 * 60 * 60]
    static let maximumAttempts = pauses.count + 1

    /// The number of the loss that an app's indexes are to be filled for; 0 for none.
    func loss(of app: String) -> Int { max(losses[""] ?? 0, losses[app] ?? 0) }

    func isDue(_ index: IndexName) -> Bool {
        guard let entry = entries[index] else {
            return loss(of: index.app) > 0 && entries.count < Self.maximumEntries
        }
        return loss(of: index.app) > entry.doneFor
    }

    /// Whether the app's extension may be started for it: not before then; nil: not at all.
    func extensionTime(_ index: IndexName, now: Date) -> Date? {
        guard isDue(index) else { return nil }
        let entry = entries[index] ?? Entry()
        guard entry.attempts < Self.maximumAttempts else { return nil }
        guard let notBefore = entry.notBefore else { return now }
        // Longer than any pause: the clock was set back.
        return notBefore.timeIntervalSince(now) > Self.pauses[Self.pauses.count - 1] ? now : max(now, notBefore)
    }

    /// The items of these apps are lost; of all where there are none named. Everything about them begins anew.
    mutating func lose(_ apps: [String]?) {
        let number = (losses.values.max() ?? 0) + 1
        for app in apps ?? [""] { losses[app] = number }
        for index in entries.keys where apps?.contains(index.app) ?? true {
            entries[index]?.attempts = 0
            entries[index]?.notBefore = nil
        }
    }

    /// - Parameter loss: the one that it was filled for: what was lost meanwhile is due still.
    mutating func fill(_ index: IndexName, for loss: Int) {
        change(index) { $0 = Entry(doneFor: max(loss, $0.doneFor)) }
    }

    /// The extension has failed.
    mutating func fail(_ index: IndexName, now: Date) {
        change(index) { entry in
            entry.attempts += 1
            let pause = Self.pauses.count >= entry.attempts ? Self.pauses[entry.attempts - 1] : nil
            entry.notBefore = pause.map { now.addingTimeInterval($0) }
        }
    }

    /// The extension could not be tried: that is none of its failures.
    mutating func wait(_ index: IndexName, until date: Date) { change(index) { $0.notBefore = date } }

    private mutating func change(_ index: IndexName, _ body: (inout Entry) -> Void) {
        guard entries[index] != nil || entries.count < Self.maximumEntries else { return }
        body(&entries[index, default: Entry()])
    }
}

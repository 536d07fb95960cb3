/// Which copies of one app are newer than an ended activity's last state. That state comes late, when the app has
/// answered; by then the app may have shown the same thing again, and what it said then counts.
///
/// Kept only while an ended activity has work under way. Numbers count up in the order in which things happen; the
/// clock, which may be set back, is not asked.
struct SaveOrder: Sendable {
    /// The number at which a copy of each key was last given to the database.
    private var saved: [String: Int] = [:]
    /// The ended periods that have work under way, by public id, and the numbers of their ends.
    private var ended: [String: Int] = [:]

    /// Keys at which those that matter to no ended period are dropped.
    private static let roomy = 1024
    private var room = roomy

    var isNeeded: Bool { !ended.isEmpty }

    mutating func hasEnded(_ id: String, at number: Int) { ended[id] = number }

    mutating func isDone(_ id: String) {
        ended[id] = nil
        if ended.isEmpty { self = SaveOrder() }
    }

    /// Whether the period may save a copy with this key; false where a newer one has been saved since its end.
    func allows(_ id: String, _ key: String) -> Bool {
        guard let end = ended[id], let last = saved[key] else { return true }
        return last < end
    }

    mutating func hasSaved(_ id: String, _ key: String, at number: Int) {
        // A late copy is as old as the end of its period, and must not keep another that ended later from its own.
        saved[key] = max(saved[key] ?? 0, ended[id] ?? number)
        guard saved.count > room, let oldest = ended.values.min() else { return }
        saved = saved.filter { $0.value >= oldest }
        room = max(Self.roomy, 2 * saved.count)
    }
}

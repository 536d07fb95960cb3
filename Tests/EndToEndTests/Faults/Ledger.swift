/// What one writer has been told is done, and the one thing of which it has not heard.
struct Ledger: Sendable {
    private(set) var known: [String: String] = [:]
    private var pending: [String: String?] = [:]

    /// A change is about to be asked for; nil means that the thing goes away.
    mutating func begin(_ key: String, _ value: String?) { pending = [key: value] }

    mutating func beginRemovingAll() { pending = known.mapValues { _ in nil } }

    /// The change was acknowledged.
    mutating func acknowledge() {
        for (key, value) in pending { known[key] = value }
        pending = [:]
    }

    /// The change was refused, and has not happened.
    mutating func drop() { pending = [:] }

    /// What is wrong with what is there after a crash. What was asked and not acknowledged may have happened or not,
    /// all of it or nothing.
    func faults(in found: [String: String]) -> [String] {
        let withPending = known.merging(pending.compactMapValues { $0 }) { $1 }
            .filter { pending[$0.key] != .some(nil) }
        if found == known || found == withPending { return [] }
        return Set(found.keys).union(known.keys).sorted().compactMap { key in
            found[key] == known[key]
                ? nil
                : "\(key) is \(short(found[key])), was acknowledged as \(short(known[key]))"
                    + (pending[key].map { ", and asked to be \(short($0))" } ?? "")
        }
    }

    private func short(_ value: String?) -> String { value.map { String($0.prefix(24)) } ?? "gone" }

    /// From here on, what is there is what counts.
    mutating func settle(on found: [String: String]) {
        known = found
        pending = [:]
    }
}

internal import ActivityModel
package import FoundationEssentials

/// Which devices are the user's: a value with a version, that any of them may change and all of them hold.
///
/// Removals are kept as well as members, so that of two changes made at the same time neither is lost.
package struct DeviceList: Codable, Sendable, Hashable {
    /// Random, 32 hexadecimal digits.
    package var group: String
    /// Rises by one with each change.
    package var version: Int
    /// The epoch keys as hashes, the newest first: what a key that comes with the list is checked against.
    package var epochs: [Epoch]
    package var members: [Member]
    /// The newest 64.
    package var removed: [Removal]

    package struct Epoch: Codable, Sendable, Hashable {
        package var number: Int
        /// SHA-256 of label and key.
        package var hash: Data
    }

    package struct Member: Codable, Sendable, Hashable {
        package var key: Data
        package var name: String
        package var joinedAt: Date
        /// The list's version when it joined.
        package var since: Int

        package var id: String { DeviceIdentity.id(of: key) }
    }

    package struct Removal: Codable, Sendable, Hashable {
        package var id: String
        /// The list's version when it went.
        package var at: Int
    }

    package static let maximumMembers = 32
    static let maximumEpochs = 4
    static let maximumRemovals = 64
    /// JSON numbers up to here are exact for every reader, and one more never overflows.
    static let maximumVersion = 1 << 53
    /// How far a list may be ahead of the one it replaces: by changes, never by a number that somebody made up. A list at
    /// the end of the numbers could never be changed again.
    static let maximumStep = 1 << 20
    /// Bytes of the JSON form; the largest list that there can be has less.
    static let maximumSize = 64 * 1024
    /// Bytes of a member's name.
    static let maximumName = 1024

    package func member(_ id: String) -> Member? { members.first { $0.id == id } }
    package func member(withKey key: Data) -> Member? { members.first { $0.key == key } }

    /// Whether a list that a peer sent keeps to the form.
    package var isWellFormed: Bool {
        let numbers = epochs.map(\.number)
        let versions = [version] + members.map(\.since) + removed.map(\.at) + numbers
        return group.utf8.count == 32 && (1...Self.maximumMembers).contains(members.count)
            && (1...Self.maximumEpochs).contains(epochs.count) && removed.count <= Self.maximumRemovals
            && versions.allSatisfy { (1..<Self.maximumVersion).contains($0) }
            && members.allSatisfy { $0.since <= version } && removed.allSatisfy { $0.at <= version }
            && Set(members.map(\.key)).count == members.count
            && members.allSatisfy { $0.key.count == DeviceIdentity.keyLength && $0.name.utf8.count <= Self.maximumName }
            && members.allSatisfy { abs($0.joinedAt.timeIntervalSinceReferenceDate) <= ActivityRecord.maximumDate }
            // Nobody is a member and removed, or removed twice: which of the two counts would be each device's own guess.
            && Set(members.map(\.id) + removed.map(\.id)).count == members.count + removed.count
            && removed.allSatisfy { $0.id.utf8.count == 64 } && epochs.allSatisfy { $0.hash.count == 32 }
            && numbers == numbers.sorted(by: >) && Set(numbers).count == numbers.count
            // Each new key comes with a new version.
            && numbers.allSatisfy { $0 <= version }
    }
}

extension DeviceList {
    /// The version at which a device was removed, if this list knows it.
    func removal(of id: String) -> Int? { removed.first { $0.id == id }?.at }

    /// The oldest removal that is sure to be kept here: older ones may have given way.
    private var oldestCertainRemoval: Int {
        removed.count < Self.maximumRemovals ? 0 : removed.map(\.at).min() ?? 0
    }

    /// Whether everything that happened in `other` has happened here too: then this list can replace it.
    package func covers(_ other: DeviceList) -> Bool {
        other.members.allSatisfy { theirs in
            if let ours = member(theirs.id), ours.since >= theirs.since { return true }
            return removal(of: theirs.id).map { $0 >= theirs.since } ?? false
        }
            && other.removed.allSatisfy { theirs in
                if let ours = member(theirs.id) { return ours.since > theirs.at }
                return removal(of: theirs.id).map { $0 >= theirs.at } ?? (theirs.at <= oldestCertainRemoval)
            }
    }

    /// Members and removals of both. Where the two know a member alike, the word of this list counts.
    package func united(with other: DeviceList) -> DeviceList {
        var result = self
        var removals = Dictionary(removed.map { ($0.id, $0.at) }, uniquingKeysWith: max)
        for removal in other.removed { removals[removal.id] = max(removals[removal.id] ?? 0, removal.at) }
        var all = Dictionary(members.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for theirs in other.members where theirs.since > all[theirs.id]?.since ?? 0 { all[theirs.id] = theirs }
        result.members = all.values.filter { $0.since > removals[$0.id] ?? 0 }.sorted {
            ($0.since, $0.id) < ($1.since, $1.id)
        }
        let present = Set(result.members.map(\.id))
        result.removed = Self.newest(
            removals.filter { !present.contains($0.key) }.map { Removal(id: $0.key, at: $0.value) })
        result.version = max(version, other.version) + 1
        return result
    }

    static func newest(_ removals: [Removal]) -> [Removal] {
        Array(removals.sorted { ($0.at, $0.id) > ($1.at, $1.id) }.prefix(maximumRemovals))
    }
}

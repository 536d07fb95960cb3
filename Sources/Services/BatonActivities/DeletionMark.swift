internal import ActivityModel

/// Which saved copies an activity's automatic saves must not bring back, since the app has deleted them meanwhile.
/// Lifted when the app says that the activity is current or needs saving again.
enum DeletionMark: Sendable, Equatable {
    case nothing
    case identifiers(Set<String>)
    case everything

    /// Identifiers remembered one by one; beyond it nothing is saved automatically, which errs on the side of privacy.
    static let maximumIdentifiers = 1024

    /// - Parameter deleted: persistent identifiers; nil: all copies.
    mutating func add(_ deleted: [String]?) {
        guard let deleted, self != .everything else { return self = .everything }
        var all = Set(deleted)
        if case .identifiers(let before) = self { all.formUnion(before) }
        self = all.count > Self.maximumIdentifiers ? .everything : .identifiers(all)
    }

    func covers(_ record: ActivityRecord) -> Bool {
        switch self {
        case .nothing: false
        case .identifiers(let identifiers): record.persistentIdentifier.map(identifiers.contains) ?? false
        case .everything: true
        }
    }
}

internal import Synchronization

/// The dynamic types that were made last: the shared MIME database takes up to a millisecond for one, and an app that
/// indexes its files asks for the same few again and again.
final class MadeTypes: Sendable {
    static let most = 256
    private let types = Mutex<[String: TypeRecord]>([:])

    var count: Int { types.withLock { $0.count } }

    func type(_ identifier: String, make: () -> TypeRecord) -> TypeRecord {
        if let known = types.withLock({ $0[identifier] }) { return known }
        let made = make()
        types.withLock { types in
            // All at once: which of them will be asked for again is not known, and this costs nothing in between.
            if types.count >= Self.most { types.removeAll(keepingCapacity: true) }
            types[identifier] = made
        }
        return made
    }
}

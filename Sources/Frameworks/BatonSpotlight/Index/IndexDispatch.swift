internal import ActivityModel
internal import BatonBus
internal import Foundation
internal import Synchronization
internal import UserActivity

/// Sends what one index object is told, in messages that the daemon takes.
struct IndexDispatch: Sendable {
    let connection: DaemonLink
    /// nil: the default index.
    let index: String?

    /// Bytes of one message's items or identifiers: the daemon takes 2 MiB in all (docs/dbus.md).
    static let maximumMessage = 1792 * 1024
    /// Items or identifiers of one message, likewise.
    static let maximumParts = 1000
    /// What a message needs for an item beyond its texts.
    static let itemOverhead = 512
    static let textOverhead = 16
    /// The daemon writes to the disk before it answers, and a large batch takes its time.
    static let patience = Duration.seconds(60)

    func index(_ snapshots: [CSSearchableItem.Snapshot], _ batch: OpenBatch?) async throws(BatonError) {
        var items: [SearchableItem] = []
        items.reserveCapacity(snapshots.count)
        var types = TypeTrees()
        for snapshot in snapshots {
            let (item, remarks) = try snapshot.sendable(&types)
            for remark in remarks {
                UserActivityDiagnostics.report(.warning, "An item's attribute was shortened: \(remark).")
            }
            items.append(item)
        }
        try await send(Self.parcels(items) { $0.size }, batch) { items, options throws(BatonError) in
            _ = try await connection.call(SearchMethods.index, items, options, timeout: Self.patience)
        }
    }

    func delete(_ identifiers: [String], _ batch: OpenBatch?) async throws(BatonError) {
        let parcels = Self.parcels(identifiers) { $0.utf8.count + Self.textOverhead }
        try await send(parcels, batch) { identifiers, options throws(BatonError) in
            _ = try await connection.call(SearchMethods.delete, identifiers, options, timeout: Self.patience)
        }
    }

    func delete(domains: [String], _ batch: OpenBatch?) async throws(BatonError) {
        let parcels = Self.parcels(domains) { $0.utf8.count + Self.textOverhead }
        try await send(parcels, batch) { domains, options throws(BatonError) in
            _ = try await connection.call(SearchMethods.deleteDomains, domains, options, timeout: Self.patience)
        }
    }

    func deleteAll(_ batch: OpenBatch?) async throws(BatonError) {
        let options = IndexOptions(index: index, batch: try batch?.identifier(connection))
        _ = try await connection.call(SearchMethods.deleteAll, options, timeout: Self.patience)
    }

    func begin(_ batch: OpenBatch) async {
        do throws(BatonError) {
            let identifier = try await connection.call(SearchMethods.beginBatch, IndexOptions(index: index))
            batch.began(.success(identifier), on: connection.center?.connectionNumber)
        } catch {
            batch.began(.failure(error), on: nil)
        }
    }

    func end(_ batch: OpenBatch, _ end: BatchEnd) async throws(BatonError) {
        _ = try await connection.call(
            SearchMethods.endBatch, try batch.identifier(connection), end, timeout: Self.patience)
    }

    /// Empty where there is none.
    func clientState() async throws(BatonError) -> Data {
        try await connection.call(SearchMethods.clientState, IndexOptions(index: index))
    }

    /// All or nothing: what needs several messages and is in no batch goes as a batch of its own, which leaves the client
    /// state as it is.
    private func send<Part>(
        _ parcels: [[Part]], _ batch: OpenBatch?,
        _ call: ([Part], IndexOptions) async throws(BatonError) -> Void
    ) async throws(BatonError) {
        let own = batch == nil && parcels.count > 1 ? OpenBatch() : nil
        if let own { await begin(own) }
        for parcel in parcels {
            try await call(parcel, IndexOptions(index: index, batch: try (batch ?? own)?.identifier(connection)))
        }
        if let own { try await end(own, BatchEnd(clientState: nil)) }
    }

    /// Cuts a list so that each piece fits one message. A part that alone is too large is a piece of its own.
    static func parcels<Part>(_ parts: [Part], size: (Part) -> Int) -> [[Part]] {
        var parcels: [[Part]] = []
        var parcel: [Part] = []
        var filled = 0
        for part in parts {
            let needed = size(part)
            if parcel.count == maximumParts || !parcel.isEmpty && filled + needed > maximumMessage {
                parcels.append(parcel)
                parcel = []
                filled = 0
            }
            parcel.append(part)
            filled += needed
        }
        if !parcel.isEmpty { parcels.append(parcel) }
        return parcels
    }
}

extension SearchableItem {
    fileprivate var size: Int {
        attributes.count + uniqueIdentifier.utf8.count + (domainIdentifier?.utf8.count ?? 0)
            + IndexDispatch.itemOverhead
    }
}

/// A batch that the app has begun: known to it at once, and to the daemon when it has answered.
final class OpenBatch: Sendable {
    private let answer = Mutex<(result: Result<String, BatonError>, connection: Int?)?>(nil)

    /// - Parameter connection: the number of the connection that the batch belongs to, and ends with.
    func began(_ result: Result<String, BatonError>, on connection: Int?) {
        answer.withLock { $0 = (result, connection) }
    }

    /// By which the daemon knows it; its calls come after that of its beginning.
    /// - Throws: why the daemon has not begun it, or that it has dropped it.
    func identifier(_ link: DaemonLink) throws(BatonError) -> String {
        guard let answer = answer.withLock({ $0 }) else {
            throw BatonError(.internal, "The batch was used before it was begun.")
        }
        let identifier = try answer.result.get()
        guard answer.connection == link.center?.connectionNumber else {
            throw BatonError(
                .connectionUnavailable,
                "The batch was lost together with the connection to Baton, nothing of it was stored; begin it again.")
        }
        return identifier
    }
}

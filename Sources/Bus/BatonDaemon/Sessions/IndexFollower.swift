internal import ActivityModel
internal import BatonBus
internal import GLibKit

/// One index of an app.
struct IndexName: Sendable, Hashable {
    let app: String
    /// nil: the default one.
    let index: String?
}

/// A client that fills an index again when it is asked to.
struct IndexFollower: Sendable {
    let session: ClientSession
    let index: IndexName

    /// How long it may take to acknowledge; it goes on indexing meanwhile.
    static let limit = Duration.seconds(30)

    /// Has it index everything again; returns when it says that it has.
    /// - Throws: `timedOut`, `connectionUnavailable`, or what the app answers.
    func reindexAll() async throws(BatonError) {
        _ = try await session.call(AppMethods.reindexAll, index.index ?? "", timeout: Self.limit)
    }

    /// The same for these identifiers alone.
    func reindex(_ identifiers: [String]) async throws(BatonError) {
        _ = try await session.call(AppMethods.reindex, index.index ?? "", identifiers, timeout: Self.limit)
    }
}

extension SessionRegistry {
    /// Who follows an index now, the longest connected first.
    func followers(app: String, index: String?) async -> [IndexFollower] {
        let name = IndexName(app: app, index: index)
        var found: [IndexFollower] = []
        for session in allSessions where await session.follows(name) {
            found.append(IndexFollower(session: session, index: name))
        }
        return found.sorted { $0.session.number < $1.session.number }
    }
}

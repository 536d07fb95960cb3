internal import ActivityModel
internal import BatonApps

// Who can index an app's items again, as the coordinator sees them.

/// The processes that follow indexes.
protocol IndexFollowers: Sendable {
    /// The longest connected first.
    func fillers(of index: IndexName) async -> [any IndexFiller]
}

/// A process that follows an index.
protocol IndexFiller: Sendable {
    /// Grows with each connection.
    var number: Int { get }
    /// Returns when the app says that it is done.
    func reindexAll() async throws(BatonError)
    func reindex(_ identifiers: [String]) async throws(BatonError)
}

/// The index extensions of the installed apps.
protocol IndexExtensions: Sendable {
    /// The apps that have one.
    func apps() async -> [String]
    /// Whether the user lets the app be found.
    func isAllowed(_ app: String) async -> Bool
    /// - Parameter identifiers: nil: everything.
    func fill(_ index: IndexName, _ identifiers: [String]?) async throws(BatonError)
}

extension IndexFollower: IndexFiller {
    var number: Int { session.number }
}

extension SessionRegistry: IndexFollowers {
    func fillers(of index: IndexName) async -> [any IndexFiller] {
        var fillers: [IndexFollower] = []
        for follower in await followers(app: index.app, index: index.index) {
            // An extension has its own way of being asked, and may be ending.
            if let door = await follower.session.door, await apps.isExtension(door) { continue }
            fillers.append(follower)
        }
        return fillers
    }
}

/// The coordinator's way to the Apps service.
struct AppIndexExtensions: IndexExtensions {
    let apps: AppsService

    func apps() async -> [String] { await apps.manifests().filter { $0.indexExtension != nil }.map(\.id) }
    func isAllowed(_ app: String) async -> Bool { await apps.switches(for: app).search }

    func fill(_ index: IndexName, _ identifiers: [String]?) async throws(BatonError) {
        let name = index.index ?? ""
        let work: ExtensionRequest.Work =
            identifiers.map { .reindex(index: name, identifiers: $0) } ?? .reindexAll(index: name)
        _ = try await apps.runExtension(ExtensionRequest(app: index.app, work))
    }
}

extension IndexName: Comparable {
    static func < (one: IndexName, other: IndexName) -> Bool {
        (one.app, one.index ?? "") < (other.app, other.index ?? "")
    }
}

internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonSearch
internal import GLibKit
internal import Synchronization

// The search service's place in the daemon.

/// What search asks of the rest of the daemon.
final class DaemonSearchHost: SearchHost {
    private let apps: AppsService
    private let activities: ActivitiesService
    /// Who has lost indexes filled again; made after the service, which it is told of.
    private let lost = Mutex<(@Sendable ([String]?) async -> Void)?>(nil)

    init(apps: AppsService, activities: ActivitiesService) {
        self.apps = apps
        self.activities = activities
    }

    func whenLost(_ handler: @escaping @Sendable ([String]?) async -> Void) { lost.withLock { $0 = handler } }

    func hiddenApps() async -> Set<String> { await apps.apps(without: .search) }

    func forget(app: String, copies: [String]) async {
        do throws(BatonError) {
            try await activities.deleteCopies(app: app, keys: copies)
        } catch {
            Log.error(error.description)
        }
    }

    func forgetTied() async {
        let tied = await savedActivities().filter { $0.record.relatedItem != nil }
        for (app, copies) in Dictionary(grouping: tied, by: \.app) { await forget(app: app, copies: copies.map(\.key)) }
    }

    func savedActivities() async -> [SavedActivity] {
        do throws(BatonError) {
            return try await activities.allSaved()
        } catch {
            Log.error(error.description)
            return []
        }
    }

    func reindex(apps: [String]?) async { await lost.withLock { $0 }?(apps) }
}

/// Tells search of the saved copies, in the order in which they were saved and deleted: what was deleted must not come back
/// because the two overtook each other.
final class SavedFollower: Sendable {
    private enum Step {
        case saved(SavedActivity)
        case deleted(String, [String])
        case reached(CheckedContinuation<Void, Never>)
    }

    private let search: SearchService
    private let apps: AppsService
    private let thread: GLibThread
    private let steps = Mutex<(waiting: [Step], isRunning: Bool)>(([], false))

    init(search: SearchService, apps: AppsService, thread: GLibThread) {
        self.search = search
        self.apps = apps
        self.thread = thread
    }

    func saved(_ copy: SavedActivity) { add(.saved(copy)) }
    func deleted(_ app: String, _ keys: [String]) { add(.deleted(app, keys)) }

    /// Returns when search has been told of all that was saved and deleted before.
    func followed() async { await withCheckedContinuation { add(.reached($0)) } }

    /// Returns when no file of the index holds a word of what was deleted before.
    /// - Parameter late: whether a large index may follow within the hour.
    /// - Throws: `storage`, also where the index cannot be used: its file may hold them.
    func erase(late: Bool = false) async throws(BatonError) {
        await followed()
        do throws(BatonError) {
            if late { try await search.eraseIfQuick() } else { try await search.erase() }
        } catch {
            guard error.code == .indexUnavailable else { throw error }
            throw BatonError(
                .storage,
                "The saved activities are deleted, but their words may be in the index, which cannot be used: "
                    + "`baton index delete --all` removes its file.", cause: error.message)
        }
    }

    private func add(_ step: Step) {
        let starts = steps.withLock { steps in
            steps.waiting.append(step)
            defer { steps.isRunning = true }
            return !steps.isRunning
        }
        if starts { thread.task { await self.run() } }
    }

    private func run() async {
        while let step = next() {
            switch step {
            case .saved(let copy):
                // One that was eligible before, and is kept for another use now, is found no more.
                if await apps.switches(for: copy.app).search {
                    await search.saved(copy)
                } else {
                    await search.deleted(app: copy.app, keys: [copy.key])
                }
            case .deleted(let app, let keys): await search.deleted(app: app, keys: keys)
            case .reached(let continuation): continuation.resume()
            }
        }
    }

    private func next() -> Step? {
        steps.withLock { steps in
            if steps.waiting.isEmpty {
                steps.isRunning = false
                return nil
            }
            return steps.waiting.removeFirst()
        }
    }
}

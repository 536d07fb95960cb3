package import ActivityModel
internal import FoundationEssentials
internal import GLibKit

// The saved copies.
//
// Invariant: what was deleted does not come back by itself. A copy goes to the database in the same stretch in which
// the deletion marks are read, a deletion in the same stretch in which they are set; and the database works in the
// order in which it is called. So a copy is either deleted with the others, or finds the mark. In the same way the last
// copy of an activity that has ended does not replace a newer one: see `SaveOrder`.

extension ActivitiesService {
    /// Saves the copy of an activity, if it is to have one.
    /// - Parameter evenIfSame: otherwise a copy that holds the same as the last one is not written again.
    /// - Throws: `storage`.
    func keepCopy(_ id: String, evenIfSame: Bool) async throws(BatonError) {
        guard let period = periods[id], period.kept != nil else { return }
        begin(id)
        defer { finish(id) }
        let search = await isAllowed(period.activity.app, .search)
        let prediction = await isAllowed(period.activity.app, .prediction)
        // Read again, so that the newest record is written whichever of two calls comes here first.
        guard let copy = periods[id]?.copy(at: time.now(), search: search, prediction: prediction) else { return }
        if !evenIfSame, let last = periods[id]?.lastCopy, last.record == copy.record { return }
        guard saveOrders[copy.app]?.allows(id, copy.key) ?? true else { return }
        saveOrders[copy.app]?.hasSaved(id, copy.key, at: nextNumber())
        periods[id]?.lastCopy = copy
        do throws(BatonError) {
            try await store.save(copy, counting: isCountDue(copy.app))
        } catch {
            if periods[id]?.lastCopy == copy { periods[id]?.lastCopy = nil }
            throw error
        }
        events.saved(copy)
    }

    /// For copies that nobody waits for.
    func saveCopy(_ id: String, evenIfSame: Bool) async {
        do throws(BatonError) { try await keepCopy(id, evenIfSame: evenIfSame) } catch { log(error.description) }
    }

    func keepCopySoon(_ id: String, evenIfSame: Bool = false) {
        begin(id)
        thread.task { [self] in
            await saveCopy(id, evenIfSame: evenIfSame)
            await finish(id)
        }
    }

    /// A copy's month begins when the activity was last current, and the list of copies goes by that: at the end of a
    /// period one that says the same is written again, unless it is so young that nobody sees the difference. Who
    /// switches from one thing to the next would otherwise wait for two transactions each time.
    func isCopyOld(_ id: String) -> Bool {
        guard let period = periods[id], let last = period.lastCopy else { return true }
        return (period.endedAt ?? time.now()).timeIntervalSince(last.savedAt) > Self.youngCopy
    }

    /// A copy's month begins when the activity was last current: written again at the end of a period of more than a
    /// day.
    func renewCopy(_ id: String) {
        guard let last = periods[id]?.lastCopy, time.now().timeIntervalSince(last.savedAt) > 86_400 else { return }
        keepCopySoon(id, evenIfSame: true)
    }

    /// Counting an app's copies takes time with their number: done at its first save, and then at each 256th.
    private func isCountDue(_ app: String) -> Bool {
        let saves = savesSinceCount[app] ?? 0
        savesSinceCount[app] = (saves + 1) % 256
        return saves == 0
    }

    /// An app's saved copies, newest first; expired ones are not there.
    package func saved(app: String) async throws(BatonError) -> [SavedActivity] {
        try await store.list(app: app, at: time.now())
    }

    package func allSaved() async throws(BatonError) -> [SavedActivity] {
        try await store.list(app: nil, at: time.now())
    }

    package func savedCount() async throws(BatonError) -> Int { try await store.count(at: time.now()) }

    /// Removes what has expired; run when the daemon starts. Later, each save does it: no timer wakes the daemon.
    package func purge() async throws(BatonError) { try await store.purge(at: time.now()) }

    /// Deletes the copies with these persistent identifiers, and says how many there were. Afterwards no byte of them
    /// is in the database's files. A current activity with one of them is not saved again by itself, but when the app
    /// says that it is current or needs saving.
    /// - Throws: `storage`; the copies may be deleted then, but not yet overwritten.
    package func deleteSaved(app: String, persistentIdentifiers: [String]) async throws(BatonError) -> Int {
        try await delete(app, persistentIdentifiers)
    }

    /// Deletes all of the app's copies: what an app calls when its user logs out. None of its current activities is
    /// saved again by itself.
    package func deleteAllSaved(app: String) async throws(BatonError) -> Int { try await delete(app, nil) }

    /// Deletes the copies of all apps, as `deleteAllSaved` does those of one.
    package func deleteSavedOfAllApps() async throws(BatonError) -> Int { try await delete(nil, nil) }

    /// Deletes copies by their keys, as what they were about is gone. Nobody is told: the caller knows.
    /// - Throws: `storage`.
    package func deleteCopies(app: String, keys: [String]) async throws(BatonError) {
        let gone = Set(keys)
        for id in periods.keys where periods[id]?.activity.app == app {
            guard let copy = periods[id]?.lastCopy, gone.contains(copy.key) else { continue }
            periods[id]?.deletion.add(nil)
            periods[id]?.lastCopy = nil
        }
        try await store.delete(app: app, keys: keys)
        try await store.erase()
    }

    /// - Parameter app: nil: every app's.
    private func delete(_ app: String?, _ identifiers: [String]?) async throws(BatonError) -> Int {
        for id in periods.keys where app == nil || periods[id]?.activity.app == app {
            periods[id]?.deletion.add(identifiers)
            periods[id]?.lastCopy = nil
        }
        let keys: [(app: String, key: String)]
        if let app {
            keys = try await store.delete(app: app, persistentIdentifiers: identifiers).map { (app, $0) }
        } else {
            keys = try await store.deleteAll()
        }
        for (app, keys) in Dictionary(grouping: keys, by: \.app) { events.deleted(app, keys.map(\.key)) }
        // Even when there was nothing: an earlier attempt may have failed here.
        try await store.erase()
        return keys.count
    }
}

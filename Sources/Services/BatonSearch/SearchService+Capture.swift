package import ActivityModel
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

// What apps put in, and take out.

/// What a write has changed, for what follows from it.
struct Change: Sendable {
    var written = 0
    var deleted = 0
    /// Whether the lists have been told.
    var isListed = false
    /// Saved copies that go with their items.
    var copies: [String] = []
    var refusal: BatonError.Code?
}

extension SearchService {
    /// Indexes items; returns when they are stored. All of them or none.
    /// - Throws: `invalidArgument`, `invalidPayload` for an item that cannot be indexed; `storage`, `indexUnavailable`.
    package func index(
        _ items: [SearchableItem], app: String, index: String?, batch: String?
    ) async throws(BatonError) {
        var sets: [AttributeSet] = []
        for item in items { sets.append(try item.checkedAttributes()) }
        try await perform(.index(items), sets, app: app, box: index ?? "", batch: batch)
    }

    /// Deletes items, and the activities that go with them; an identifier that is not there changes nothing.
    package func delete(
        identifiers: [String], app: String, index: String?, batch: String?
    ) async throws(BatonError) {
        try await perform(.delete(.identifiers(identifiers)), app: app, box: index, batch: batch)
    }

    /// Deletes the items of these domains and of those inside them (`DomainIdentifier`).
    package func delete(
        domains: [String], app: String, index: String?, batch: String?
    ) async throws(BatonError) {
        try await perform(.delete(.domains(domains)), app: app, box: index, batch: batch)
    }

    /// Deletes all items of an app and its client state; without an index, of all of its indexes.
    package func deleteAll(app: String, index: String?, batch: String?) async throws(BatonError) {
        let before = deletions
        try await perform(.delete(.all), app: app, box: index, batch: batch)
        // For "forget everything" the app waits until nothing is left in the files; where there was nothing, nothing is.
        if batch == nil, deletions != before || eraseIsDue { try await erase() }
    }

    private func perform(
        _ step: BatchStep, _ sets: [AttributeSet] = [], app: String, box: String?, batch: String?
    ) async throws(BatonError) {
        guard let batch else { return try await performNow(step, sets, app: app, box: box) }
        guard let open = batches[batch], open.app == app else {
            throw BatonError(
                .invalidArgument,
                "No batch of \(app) is open under that name: it has ended, or was dropped when its connection was lost."
            )
        }
        guard box == nil || box == "" || box == open.box else {
            throw BatonError(.invalidArgument, "The batch is one of another index of \(app).")
        }
        let size = step.size
        guard open.size + size <= OpenBatch.maximumSize else {
            throw BatonError(
                .tooLarge, "A batch of \(app) is over \(OpenBatch.maximumSize >> 20) MB; end it and begin another.")
        }
        batches[batch]?.size += size
        try await write("A batch of \(app) could not be stored") { try step.store(batch, $0) }
    }

    /// Large calls are listed in the same transaction: nothing is then read twice.
    private func performNow(
        _ step: BatchStep, _ sets: [AttributeSet], app: String, box: String?
    ) async throws(BatonError) {
        let now = time.now()
        let vocabulary = vocabulary
        // Each thing once: what this transaction has put into the lists it cannot take out of them again.
        let isLarge = sets.count >= Self.largeCall && step.namesAreUnique
        let (change, after) = try await write("The index of \(app) could not be changed") { connection in
            var change = Change()
            var vocabulary = vocabulary
            var memory = CallMemory(listsAtOnce: isLarge)
            try Self.apply(step, sets, app: app, box: box, now: now, to: &change, &memory, connection)
            if let rows = memory.rows {
                try Placing.tell(rows, &vocabulary, connection)
                change.isListed = true
            }
            return (change, vocabulary)
        }
        if isLarge { self.vocabulary = after }
        await self.after(change, app: app)
    }

    static func apply(
        _ step: BatchStep, _ sets: [AttributeSet] = [], app: String, box: String?, now: Date, to change: inout Change,
        _ memory: inout CallMemory, _ connection: borrowing SQLiteConnection
    ) throws {
        switch step {
        case .index(let items):
            for (offset, item) in items.enumerated() {
                try Writing.put(
                    NewThing(item, app: app, box: box ?? "", now: now), known: offset < sets.count ? sets[offset] : nil,
                    now: now, &memory, connection)
            }
            change.written += items.count
        case .delete(let deletion):
            let gone = try Writing.delete(deletion, app: app, box: box, now: now, connection)
            change.deleted += gone.count
            change.copies += gone.copies
        }
    }

    // MARK: Saved activities

    /// A copy was saved: a result, if it is eligible for search.
    package func saved(_ copy: SavedActivity) async {
        do throws(BatonError) {
            guard copy.record.isEligible(for: .search) else {
                return await deleted(app: copy.app, keys: [copy.key])
            }
            let now = time.now()
            let change = try await write("An activity of \(copy.app) could not be indexed") { connection in
                var memory = CallMemory()
                try Writing.put(NewThing(copy), now: now, &memory, connection)
                return Change(written: 1)
            }
            await after(change, app: copy.app)
        } catch {
            log(error.description)
        }
    }

    /// Saved copies were deleted.
    package func deleted(app: String, keys: [String]) async {
        do throws(BatonError) {
            let now = time.now()
            let change = try await write("Activities of \(app) could not be taken out of the index") { connection in
                Change(deleted: try Writing.deleteActivities(app: app, keys: keys, now: now, connection))
            }
            await after(change, app: app)
        } catch {
            log(error.description)
        }
    }

    /// Holds what is indexed against what is saved, after a time in which this did not follow it.
    package func reconcile(with copies: [SavedActivity]) async {
        do throws(BatonError) {
            let wanted = copies.filter { $0.record.isEligible(for: .search) }
            let now = time.now()
            let change = try await write("The saved activities could not be indexed") { connection in
                var change = Change()
                var known: [String: Date] = [:]
                var stale: [String: [String]] = [:]
                try connection.forEach(
                    """
                    SELECT a.id AS app, t.identifier AS key, t.shown_at AS shown_at FROM thing AS t
                    JOIN app AS a ON a.number = t.app WHERE t.kind = 1
                    """
                ) { row in
                    known["\(try row.string("app"))\n\(try row.string("key"))"] = try row.date("shown_at")
                }
                var memory = CallMemory()
                for copy in wanted {
                    let name = "\(copy.app)\n\(copy.key)"
                    if known.removeValue(forKey: name) == copy.savedAt { continue }
                    try Writing.put(NewThing(copy), now: now, &memory, connection)
                    change.written += 1
                }
                for name in known.keys {
                    let parts = name.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
                    stale[String(parts[0]), default: []].append(String(parts[1]))
                }
                for (app, keys) in stale {
                    change.deleted += try Writing.deleteActivities(app: app, keys: keys, now: now, connection)
                }
                return change
            }
            await after(change, app: nil)
        } catch {
            log(error.description)
        }
    }

    // MARK: What follows

    func after(_ change: Change, app: String?) async {
        if !change.copies.isEmpty, let app { await host.forget(app: app, copies: change.copies) }
        if change.deleted > 0 { scheduleErasing() }
        guard change.written + change.deleted > 0 else { return }
        // A round follows in any case: it also removes what has expired, and estimates how common words are.
        waiting += change.isListed ? 1 : change.written + change.deleted
        if waiting >= Self.placingSize {
            placeSoon(now: true)
        } else {
            placeSoon(now: false)
        }
    }
}

extension BatchStep {
    var namesAreUnique: Bool {
        guard case .index(let items) = self else { return true }
        return Set(items.map(\.uniqueIdentifier)).count == items.count
    }

    /// Bytes, about.
    var size: Int {
        switch self {
        case .index(let items): items.reduce(0) { $0 + $1.attributes.count + $1.uniqueIdentifier.utf8.count + 64 }
        case .delete(.identifiers(let names)), .delete(.domains(let names)):
            names.reduce(0) { $0 + $1.utf8.count + 16 }
        case .delete(.all): 16
        }
    }
}

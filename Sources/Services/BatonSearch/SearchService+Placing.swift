package import ActivityModel
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

// The lists follow what is stored. One round at a time; what comes meanwhile is in the next.

extension SearchService {
    func placeSoon(now: Bool) {
        guard files != nil, !isPlacing else { return }
        if now {
            settleTimer?.cancel()
            settleTimer = nil
            startPlacing()
        } else if settleTimer == nil {
            let time = time
            settleTimer = thread.task { [weak self] in
                do { try await time.sleep(Self.settleDelay) } catch { return }
                await self?.timerRang()
            }
        }
    }

    private func timerRang() {
        settleTimer = nil
        startPlacing()
    }

    private func startPlacing() {
        guard !isPlacing, files != nil else { return }
        isPlacing = true
        thread.task { [self] in await placeInTurn() }
    }

    private func placeInTurn() async {
        await placeAll()
        isPlacing = false
        let waiters = placingWaiters
        placingWaiters = []
        for waiter in waiters { waiter.resume() }
        if waiting > 0 { placeSoon(now: false) }
    }

    /// Until nothing waits, or it fails; it is tried again when something else is written.
    private func placeAll() async {
        while files != nil {
            waiting = 0
            do throws(BatonError) {
                let count = try await placeSome(Self.placingSize)
                placingFailure = nil
                if count < Self.placingSize { break }
            } catch {
                placingFailure = error
                log(error.description)
                break
            }
        }
        await refreshFrequenciesIfDue()
        // A large import has filled the writer's pages, and the next one may be far away.
        if let files, waiting == 0 { try? await files.writer.shrink() }
    }

    /// One transaction.
    private func placeSome(_ limit: Int) async throws(BatonError) -> Int {
        let now = time.now()
        let vocabulary = vocabulary
        do throws(BatonError) {
            let (count, expired, after) = try await write("The index could not be brought up to date") { connection in
                let expired = try Writing.purge(at: now, limit: limit, connection)
                let cut = try Self.cutSome(limit, now: now, connection)
                var vocabulary = vocabulary
                let count = try Placing.list(limit: limit, &vocabulary, connection)
                return (max(count, cut), expired, vocabulary)
            }
            self.vocabulary = after
            if expired > 0 { scheduleErasing() }
            return max(count, expired)
        } catch {
            // What it holds may have been undone.
            self.vocabulary.forget()
            throw error
        }
    }

    /// After the rule of words has changed, every thing's row is made anew, so many in a round.
    private static func cutSome(_ limit: Int, now: Date, _ connection: borrowing SQLiteConnection) throws -> Int {
        guard let row = try connection.row("SELECT value FROM meta WHERE name = 'cut to'") else { return 0 }
        let last = try Writing.describeAgain(
            "id > ?", [try row.int("value")], limit: limit, now: now, connection)
        guard let last else {
            try connection.execute("DELETE FROM meta WHERE name = 'cut to'")
            return 0
        }
        try connection.execute("UPDATE meta SET value = ? WHERE name = 'cut to'", [last])
        return limit
    }

    /// Returns when everything that was stored before is in the lists.
    /// - Throws: `indexUnavailable`, `storage` where it could not be put there.
    package func settle() async throws(BatonError) {
        _ = try opened()
        // One round may be under way that began before.
        for _ in 0..<2 {
            guard waiting > 0 || isPlacing else { return }
            settleTimer?.cancel()
            settleTimer = nil
            await withCheckedContinuation { continuation in
                placingWaiters.append(continuation)
                startPlacing()
            }
            if let placingFailure { throw placingFailure }
        }
    }

    /// What a search does first: little is placed at once, much is left for its own round.
    /// - Returns: whether something still waits.
    func placeQuickly() async -> Bool {
        if isPlacing { return true }
        guard waiting > 0 else { return false }
        guard waiting <= Self.quickPlacing else {
            placeSoon(now: true)
            return true
        }
        do throws(BatonError) { try await settle() } catch { return true }
        return waiting > 0
    }

    // MARK: Frequencies

    /// After the index has grown by half since they were estimated, or lost half.
    private func refreshFrequenciesIfDue() async {
        guard files != nil else { return }
        do throws(BatonError) {
            let count = try await read("Things could not be counted") { connection in
                // An estimate that costs nothing: the highest number of a thing.
                Double(try connection.row("SELECT count(*) AS n FROM (SELECT 1 FROM entry LIMIT 4000)")?.int("n") ?? 0)
            }
            let highest = try await read("Things could not be counted") { connection in
                Double(try connection.row("SELECT max(id) AS n FROM thing")?.optionalInt("n") ?? 0)
            }
            let size = count < 4000 ? count : max(count, highest)
            guard size > estimatedCount * 1.5 || size < estimatedCount / 2 else {
                frequencies.count = max(frequencies.count, count < 4000 ? count : frequencies.count)
                return
            }
            try await estimateFrequencies()
            estimatedCount = size
        } catch {
            log(error.description)
        }
    }

    func estimateFrequencies() async throws(BatonError) {
        frequencies = try await write("The frequencies of words could not be estimated") { connection in
            let fresh = try Frequencies.estimate(connection)
            try fresh.store(connection)
            return fresh
        }
    }
}

package import ActivityModel
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

// The file: opened, set aside when it cannot be used, made anew, closed.

extension SearchService {
    /// Opens the index, or makes one. A damaged one is set aside, and what can be is indexed again: the saved activities
    /// by this, items by their apps, which are asked.
    /// - Throws: `indexUnavailable`: the daemon goes on without search, and says why.
    /// - Parameter mayHaveLost: whether apps had indexed something before: a file that is not there then was removed, which a
    ///   cache may be at any time, and they are asked to index again.
    package func start(mayHaveLost: Bool = false) async throws(BatonError) {
        let isLost = mayHaveLost && !FileManager.default.fileExists(atPath: path)
        do {
            try await open()
        } catch let error as SQLiteError where error.code.isMendable {
            try await replace(because: error)
        } catch {
            let failure = unavailable(error)
            trouble = failure
            throw failure
        }
        if isLost {
            log("the index is not there and is made anew")
            await host.reindex(apps: nil)
        }
        await reconcile(with: host.savedActivities())
        await purgeAtStart()
        // What a crash has left waiting.
        waiting += 1
        placeSoon(now: true)
    }

    /// What has expired while no daemon ran goes now, and what an earlier one left to be overwritten.
    private func purgeAtStart() async {
        let now = time.now()
        do throws(BatonError) {
            var isDue = eraseIsDue
            while true {
                let gone = try await write("Expired things could not be removed") { connection in
                    try Writing.purge(at: now, limit: Self.placingSize, connection)
                }
                if gone > 0 { isDue = true }
                if gone < Self.placingSize { break }
            }
            if isDue { try await eraseIfQuick() }
        } catch {
            log(error.description)
        }
    }

    package func stop() async {
        settleTimer?.cancel()
        settleTimer = nil
        eraseTimer?.cancel()
        eraseTimer = nil
        let files = files
        self.files = nil
        for waiter in placingWaiters { waiter.resume() }
        placingWaiters = []
        guard let files else { return }
        do {
            try await files.close()
        } catch {
            log("closing the index: \(error)")
        }
    }

    /// What is wrong with the index and can be mended, for `doctor`.
    package func findings() async -> [(what: String, remedy: String)] {
        if let trouble { return [(trouble.message, "see the file and its folder; start the daemon again afterwards")] }
        guard let files else { return [] }
        guard let trouble = await files.writer.trouble else { return [] }
        return [("The index cannot be written: \(trouble.description)", "nothing new is found until it can")]
    }

    private func open() async throws {
        let writer = try await SQLiteDatabase.open(
            path: path, durability: .normal, migrations: SearchSchema.migrations,
            applicationID: SearchSchema.applicationID, checksContent: false, cache: 8000, checkpointPages: 4000)
        do {
            let reader = try await SQLiteDatabase.open(
                path: path, durability: .normal, migrations: SearchSchema.migrations,
                applicationID: SearchSchema.applicationID, checksContent: false, cache: 4000)
            let slowReader = try await SQLiteDatabase.open(
                path: path, durability: .normal, migrations: SearchSchema.migrations,
                applicationID: SearchSchema.applicationID, checksContent: false, cache: 1000)
            let version = WordCutter.version
            let (frequencies, isOld, eraseIsDue) = try await writer.write { connection in
                let old = try connection.row("SELECT value FROM meta WHERE name = 'words'")?.optionalString("value")
                try connection.execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('words', ?)", [version])
                // Batches of clients that are gone.
                try connection.execute("DELETE FROM batch_step")
                let due = try connection.row("SELECT value FROM meta WHERE name = 'erase'") != nil
                return (try Frequencies.load(connection), old != nil && old != version, due)
            }
            files = Files(writer: writer, reader: reader, slowReader: slowReader)
            self.frequencies = frequencies
            estimatedCount = frequencies.count
            vocabulary.forget()
            trouble = nil
            if isOld { try await cutAgain() }
            if eraseIsDue { scheduleErasing() }
        } catch {
            files = nil
            try? await writer.close()
            throw error
        }
    }

    /// The words of an older Baton or ICU are not those that a search looks for now.
    private func cutAgain() async throws {
        guard let files else { return }
        log("words are cut in a new way: everything is put into the lists again")
        try await files.writer.write { connection in
            for list in SearchSchema.lists {
                try connection.execute("INSERT INTO \(list) (\(list)) VALUES ('delete-all')")
            }
            try connection.execute("DELETE FROM entry")
            try connection.execute("DELETE FROM unlisted")
            try connection.execute("DELETE FROM vocab")
            try connection.execute("DELETE FROM frequency")
            try connection.execute("UPDATE thing SET place = NULL")
            try connection.execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('cut to', 0)")
        }
        frequencies = Frequencies()
        estimatedCount = 0
    }

    /// Sets a damaged index aside and starts a new one.
    private func replace(because error: SQLiteError) async throws(BatonError) {
        do {
            let copy = try SQLiteDatabase.setAside(path: path, now: time.now())
            log("the index was damaged and is made anew; the old one is \(copy)")
            try await open()
        } catch {
            let failure = unavailable(error)
            trouble = failure
            throw failure
        }
        await host.reindex(apps: nil)
    }

    /// Something has met damage: the index is made anew, once.
    func mend(_ error: SQLiteError) {
        guard !isReplacing, let files else { return }
        isReplacing = true
        self.files = nil
        trouble = BatonError(
            .indexUnavailable, "The index is damaged and is being made anew. Try again in a moment.",
            cause: error.description)
        log("the index is damaged: \(error)")
        thread.task { [self] in await makeAnew(files, error) }
    }

    private func makeAnew(_ files: Files, _ error: SQLiteError) async {
        try? await files.close()
        batches = [:]
        do throws(BatonError) {
            try await replace(because: error)
            await reconcile(with: host.savedActivities())
        } catch {
            trouble = error
            log(error.description)
        }
        isReplacing = false
    }

    private func unavailable(_ error: any Error) -> BatonError {
        BatonError(
            .indexUnavailable,
            "The index \(path) cannot be used: \((error as? SQLiteError)?.description ?? "\(error)"). Search finds nothing "
                + "until that is mended and the daemon started again; everything else goes on.")
    }

    // MARK: Reading and writing

    func opened() throws(BatonError) -> Files {
        guard let files else {
            throw trouble
                ?? BatonError(.indexUnavailable, "The index is not open: the daemon is starting, or ending. Try again.")
        }
        return files
    }

    @discardableResult
    func write<T: Sendable>(
        _ attempt: String, _ body: @Sendable (borrowing SQLiteConnection) throws -> T
    ) async throws(BatonError) -> T {
        let files = try opened()
        do { return try await files.writer.write(body) } catch { throw failure(attempt, error) }
    }

    func read<T: Sendable>(
        _ attempt: String, slowly: Bool = false, _ body: @Sendable (borrowing SQLiteConnection) throws -> T
    ) async throws(BatonError) -> T {
        let files = try opened()
        do { return try await (slowly ? files.slowReader : files.reader).read(body) } catch {
            throw failure(attempt, error)
        }
    }

    /// Damage is mended; the caller gets an error all the same, since what it asked for may be gone.
    private func failure(_ attempt: String, _ error: any Error) -> BatonError {
        switch error {
        case let error as BatonError: return error
        case let error as SQLiteError where error.code == .interrupted:
            return BatonError(.cancelled, "\(attempt): it was called off.")
        case let error as SQLiteError where error.code.isMendable:
            mend(error)
            return BatonError(
                .indexUnavailable, "\(attempt): the index is damaged and is being made anew. Try again in a moment.")
        case let error as SQLiteError: return BatonError(.storage, "\(attempt): \(error.description)")
        default: return BatonError(.storage, "\(attempt): what is stored cannot be read; report this.")
        }
    }
}

extension SQLiteError.Code {
    /// Whether a file that failed so is given up, since what it held can be made again.
    fileprivate var isMendable: Bool { self == .corrupt || self == .notADatabase }
}

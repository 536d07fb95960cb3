package import ActivityModel
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

// Making deletions final. What is deleted is not found from that moment on; its words leave the files here. FTS5 only marks
// rows as deleted, so its lists are merged until the marks have met what they delete; the tables that remember words are
// made anew; then the file is written anew.

extension SearchService {
    /// How long after a deletion the files are cleaned.
    static let erasingDelay = Duration.seconds(600)

    /// A deletion is made final later, once for many: in ten minutes, also by a daemon started after this one.
    func scheduleErasing() {
        deletions += 1
        guard files != nil, eraseTimer == nil else { return }
        eraseIsDue = true
        let time = time
        eraseTimer = thread.task { [weak self] in
            await self?.noteErasing()
            do { try await time.sleep(Self.erasingDelay) } catch { return }
            await self?.eraseNow()
        }
    }

    private func noteErasing() async {
        do throws(BatonError) {
            try await write("That deleted words are to be overwritten could not be noted") {
                try $0.execute("INSERT OR REPLACE INTO meta (name, value) VALUES ('erase', 1)")
            }
        } catch {
            log(error.description)
        }
    }

    private func eraseNow() async {
        eraseTimer = nil
        do throws(BatonError) {
            try await erase()
        } catch {
            log(error.description)
            // Once more after the next deletion, or at the next start.
        }
    }

    /// As `erase`, where that is quick; a large index is cleaned later, as after any deletion.
    package func eraseIfQuick() async throws(BatonError) {
        let size = try await read("The size of the index could not be read") { connection in
            try connection.row("PRAGMA page_count")?.int("page_count") ?? 0
        }
        if size <= Self.quickPages { try await erase() } else { scheduleErasing() }
    }

    /// 8 MiB.
    private static let quickPages = 2048

    /// Afterwards no file of the index holds a word of what was deleted before.
    /// - Throws: `storage`; it is tried again later.
    package func erase() async throws(BatonError) {
        eraseTimer?.cancel()
        eraseTimer = nil
        let before = deletions
        try await settleDeletions()
        for list in SearchSchema.lists { try await merge(list) }
        try await write("Deleted words could not be overwritten") { connection in
            try Self.rebuildVocabulary(connection)
        }
        vocabulary.forget()
        try await estimateFrequencies()
        let files = try opened()
        do {
            try await files.writer.checkpointAndErase()
        } catch {
            eraseIsDue = true
            await noteErasing()
            throw BatonError(
                .storage,
                "Deleted words could not be overwritten on the disk; they are not found any more, and it is tried again "
                    + "at the next deletion: \((error as? SQLiteError)?.description ?? "\(error)")")
        }
        // What was deleted while this ran has its own turn, and its own note.
        guard deletions == before else { return }
        eraseIsDue = false
        try await write("That deleted words are overwritten could not be noted") {
            try $0.execute("DELETE FROM meta WHERE name = 'erase'")
        }
    }

    /// Takes the words of what is gone out of the lists.
    private func settleDeletions() async throws(BatonError) {
        waiting += 1
        try await settle()
        while true {
            let left = try await write("Deleted words could not be taken out of the index") { connection in
                var vocabulary = VocabularyCache()
                return try Placing.list(limit: Self.placingSize, &vocabulary, connection)
            }
            if left < Self.placingSize { return }
        }
    }

    /// In steps, so that nothing waits long for the file: what one step adds is some hundred pages.
    private func merge(_ list: String) async throws(BatonError) {
        // A negative number begins to merge everything into one; the positive ones go on with it.
        var pages = -100
        for _ in 0..<100_000 {
            let step = pages
            let done = try await write("Deleted words could not be overwritten") { connection in
                let before = connection.totalChanges
                try connection.execute("INSERT INTO \(list) (\(list), rank) VALUES ('merge', ?)", [step])
                return connection.totalChanges - before < 2
            }
            if done { return }
            pages = 100
        }
    }

    /// From the words that rows hold now.
    private static func rebuildVocabulary(_ connection: borrowing SQLiteConnection) throws {
        try connection.execute("DELETE FROM vocab")
        try connection.forEach("SELECT head, names, body FROM entry") { row in
            for column in ["head", "names", "body"] {
                for word in ThingText.words(try row.string(column))
                where word.unicodeScalars.count > SearchSchema.longestPrefix {
                    try connection.execute("INSERT OR IGNORE INTO vocab (term) VALUES (?)", [word])
                }
            }
        }
    }

    /// Deletes all items in all indexes, for good; of every app where `app` is nil. Saved activities stay: they are not
    /// the index's.
    package func forget(app: String?) async throws(BatonError) {
        guard let app else { return try await forgetEverything() }
        try await deleteAll(app: app, index: nil, batch: nil)
    }

    /// Everything of all apps goes, at once and for good: the files are removed and made anew, with what is saved.
    func forgetEverything() async throws(BatonError) {
        // One that cannot be used is removed, too.
        let files = files
        guard files != nil || trouble != nil else { _ = try opened(); return }
        self.files = nil
        batches = [:]
        eraseTimer?.cancel()
        eraseTimer = nil
        // What it could not write back is to go anyway.
        try? await files?.close()
        var failure: (any Error)?
        do {
            for file in try SQLiteDatabase.keptCopies(path: path) + ["", "-wal", "-shm"].map({ path + $0 }) {
                if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(atPath: file) }
            }
            eraseIsDue = false
        } catch {
            failure = error
        }
        // Activities that go with their items do so here too.
        if failure == nil { await host.forgetTied() }
        // Also where something is left: an index that is not there helps nobody.
        try await start()
        if let failure {
            throw BatonError(
                .storage, "The index \(path) could not be removed: \(failure). Stop the daemon and delete the file.")
        }
    }
}

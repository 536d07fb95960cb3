package import ActivityModel
internal import FoundationEssentials
internal import GLibKit
internal import SQLiteKit

// Making deletions final. What is deleted is not found from that moment on; its words leave the files here. FTS5 only marks
// rows as deleted, so its lists are merged until the marks have met what they delete; the tables that remember words are
// made anew; then the file is written anew.

extension SearchService {
    /// How long after the last deletion the files are cleaned, and how long after the first at most.
    static let erasingDelay = Duration.seconds(600)
    static let erasingLimit = 3600.0

    /// A deletion is made final later, once for many: in ten minutes, also by a daemon started after this one.
    func scheduleErasing() {
        guard files != nil, eraseTimer == nil else { return }
        let isNew = !eraseIsDue
        eraseIsDue = true
        let time = time
        eraseTimer = thread.task { [weak self] in
            if isNew { await self?.noteErasing() }
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
        try await settleDeletions()
        for list in SearchSchema.lists { try await merge(list) }
        try await write("Deleted words could not be overwritten") { connection in
            try Self.rebuildVocabulary(connection)
            try connection.execute("DELETE FROM meta WHERE name = 'erase'")
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
        eraseIsDue = false
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
        let files = try opened()
        self.files = nil
        batches = [:]
        do {
            try await files.reader.close()
            try await files.writer.close()
            for file in try SQLiteDatabase.keptCopies(path: path) + ["", "-wal", "-shm"].map({ path + $0 }) {
                if FileManager.default.fileExists(atPath: file) { try FileManager.default.removeItem(atPath: file) }
            }
        } catch {
            throw BatonError(
                .storage, "The index \(path) could not be removed: \(error). Stop the daemon and delete it.")
        }
        try await start()
    }
}

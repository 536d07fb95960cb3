import FoundationEssentials
import SQLiteKit
import Testing

@Suite(.usual) struct ClosingTests {
    @Test func closingLeavesNoDescriptorAndNoLogBehind() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            try await database.write { db in try db.execute("INSERT INTO note (text) VALUES ('a')") }
            #expect(try !scratch.descriptors.isEmpty)
            try await database.close()
            #expect(try scratch.descriptors.isEmpty)
            #expect(try scratch.names == ["test.db"])
        }
    }

    @Test func aClosedDatabaseRefusesWorkAndMayBeClosedAgain() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            try await database.close()
            try await database.close()
            #expect(try await sqliteError { try await database.read { _ in } }.code == .misuse)
            #expect(try await sqliteError { try await database.write { _ in } }.code == .misuse)
            #expect(try await sqliteError { try await database.checkpointAndErase() }.code == .misuse)
        }
    }

    @Test func aRefusedFileIsNotKeptOpen() async throws {
        try await withScratch { scratch in
            try await scratch.open(id: 99).close()
            _ = try await sqliteError { _ = try await scratch.open() }
            #expect(try scratch.descriptors.isEmpty)
        }
    }

    @Test func aForgottenDatabaseIsClosedOnItsOwnThread() async throws {
        try await withScratch { scratch in
            var database: SQLiteDatabase? = try await scratch.open()
            try await database?.write { db in try db.execute("INSERT INTO note (text) VALUES ('a')") }
            weak let forgotten = database
            database = nil
            // The close runs behind the last reference; a moment of its own thread's.
            while try !scratch.descriptors.isEmpty { await Task.yield() }
            #expect(forgotten == nil)
            let again = try await scratch.open()
            #expect(try await again.read { db in try db.rows("SELECT * FROM note").count } == 1)
            try await again.close()
        }
    }

    @Test func erasedContentIsInNoFileAnyMore() async throws {
        try await withScratch { scratch in
            let marker = "a title that nobody is to find"
            func holders() throws -> [String] {
                try scratch.names.filter { try scratch.bytes($0).contains(Array(marker.utf8)) }
            }
            let database = try await scratch.open()
            try await database.write { db in
                try db.execute("CREATE INDEX texts ON note (text)")
                for number in 0..<300 {
                    try db.execute("INSERT INTO note (text, value) VALUES (?, ?)", [marker, "\(number) \(marker)"])
                }
                // One value longer than a page, which goes to pages of its own.
                let long = String(repeating: marker, count: 1_000)
                try db.execute("INSERT INTO note (text) VALUES (?)", [long])
            }
            try await database.checkpointAndErase()
            #expect(try holders() == ["test.db"])
            try await database.write { db in try db.execute("DELETE FROM note WHERE id % 3 > 0") }
            try await database.write { db in try db.execute("DELETE FROM note") }
            #expect(try !holders().isEmpty)
            try await database.checkpointAndErase()
            #expect(try holders() == [])
            try await database.close()
            #expect(try holders() == [])
        }
    }

    /// Rows grow and shrink, so that SQLite spreads them over other pages: what it moved stays in the free space of the
    /// page where it was, `secure_delete` or not. The rows of another kind keep those pages in use.
    @Test(arguments: 0..<6) func whatWasMovedIsErasedToo(_ seed: UInt64) async throws {
        try await withScratch { scratch in
            let marker = "a title that nobody is to find"
            func holders() throws -> [String] {
                try scratch.names.filter { try scratch.bytes($0).contains(Array(marker.utf8)) }
            }
            let schema = "CREATE TABLE note (id INTEGER PRIMARY KEY, kind, key, text, UNIQUE (kind, key))"
            let database = try await scratch.open([Migration(1, schema)], durability: .normal)
            try await database.write { db in
                var state = seed
                func next(_ limit: Int) -> Int {
                    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return Int(state >> 33) % limit
                }
                for number in 0..<1500 {
                    let isDeleted = next(2) == 0
                    let text = String(repeating: isDeleted ? marker : "kept", count: [1, 3, 10, 30, 100, 500][next(6)])
                    let key = "\(isDeleted ? marker : "kept") \(next(300))"
                    try db.execute(
                        """
                        INSERT INTO note (kind, key, text) VALUES (?, ?, ?)
                            ON CONFLICT DO UPDATE SET text = excluded.text
                        """, [isDeleted ? 1 : 2, key, "\(number) \(text)"])
                    if next(10) == 0 { try db.execute("DELETE FROM note WHERE key = ?", [key]) }
                }
            }
            try await database.write { db in try db.execute("DELETE FROM note WHERE kind = 1") }
            try await database.checkpointAndErase()
            #expect(try holders() == [])
            #expect(try await database.read { db in try db.rows("SELECT * FROM note").count } > 50)
            // Nothing has changed: nothing to do, and no harm.
            try await database.checkpointAndErase()
            try await database.close()
            #expect(try holders() == [])
        }
    }

    @Test func keptCopiesGoWithWhatIsErasedUnlessTheyAreToStay() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            for name in [
                "test.db.before-v2", "test.db.damaged-20260101T000000Z", "test.db.damaged-20260101T000000Z-wal",
            ] {
                try Data("x".utf8).write(to: URL(filePath: "\(scratch.folder)/\(name)"))
            }
            try Data("x".utf8).write(to: URL(filePath: scratch.folder + "/test.db.notes"))
            #expect(try await database.checkpointAndErase(copies: false) == [])
            #expect(try SQLiteDatabase.keptCopies(path: scratch.path).count == 3)
            #expect(try await database.checkpointAndErase().count == 3)
            #expect(try SQLiteDatabase.keptCopies(path: scratch.path) == [])
            try await database.close()
            #expect(try scratch.names == ["test.db", "test.db.notes"])
        }
    }

    @Test func copiesAreRemovedByTheirAge() async throws {
        try await withScratch { scratch in
            let now = Date(timeIntervalSince1970: 1_800_000_000)
            for (name, age) in [("before-v2", 40.0), ("before-v3", 20)] {
                let path = "\(scratch.path).\(name)"
                try Data("x".utf8).write(to: URL(filePath: path))
                try FileManager.default.setAttributes(
                    [.modificationDate: now.addingTimeInterval(-age * 86_400)], ofItemAtPath: path)
            }
            // Written long ago, set aside a little ago; and one of which nobody knows when.
            for (name, age) in [("old", 40.0), ("new", 20)] {
                try Data(name.utf8).write(to: URL(filePath: scratch.path))
                try FileManager.default.setAttributes(
                    [.modificationDate: now.addingTimeInterval(-400 * 86_400)], ofItemAtPath: scratch.path)
                _ = try SQLiteDatabase.setAside(path: scratch.path, now: now.addingTimeInterval(-age * 86_400))
            }
            try Data("x".utf8).write(to: URL(filePath: scratch.path + ".damaged-by-hand"))
            let limit = now.addingTimeInterval(-30 * 86_400)
            #expect(try SQLiteDatabase.removeKeptCopies(path: scratch.path, before: limit).count == 2)
            let left = try SQLiteDatabase.keptCopies(path: scratch.path)
            #expect(left.count == 3 && left.contains(scratch.path + ".before-v3"))
            #expect(left.contains(scratch.path + ".damaged-by-hand"))
        }
    }
}

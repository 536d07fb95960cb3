import Dispatch
import FoundationEssentials
import Glibc
import Testing

@testable import SQLiteKit

@Suite(.usual) struct TransactionTests {
    struct Mistake: Error {}

    @Test func aReadStopsAtItsDeadlineAndGoesOnAfterIt() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let count = try await database.read { db in
                db.stop(at: .now + .milliseconds(5))
                let error = #expect(throws: SQLiteError.self) {
                    // Without an end.
                    try db.execute(
                        "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n")
                }
                #expect(error?.code == .interrupted)
                db.stop(at: nil)
                return try db.rows("SELECT * FROM note").count
            }
            #expect(count == 0)
            // The next transaction has none.
            #expect(try await database.read { db in try db.row("SELECT 7 AS n")?.int("n") } == 7)
            try await database.close()
        }
    }

    @Test func aLargeDatabaseIsWrittenAnewWithoutAFileElsewhere() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            try await database.write { db in
                for _ in 0..<40 { try db.execute("INSERT INTO note (value) VALUES (randomblob(1048576))") }
                try db.execute("INSERT INTO note (text) VALUES ('a marker of its own')")
            }
            try await database.write { db in try db.execute("DELETE FROM note WHERE id % 2 = 1") }
            try await database.checkpointAndErase()
            let size = try scratch.bytes().count
            #expect(size > 20 << 20 && size < 24 << 20)
            #expect(try scratch.names.allSatisfy { $0.hasPrefix("test.db") })
            #expect(try scratch.bytes("test.db-wal").isEmpty)
            #expect(try await database.read { db in try db.rows("SELECT id FROM note").count } == 20)
            try await database.close()
        }
    }

    @Test func aWriteThatThrowsLeavesNothingBehind() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            await #expect(throws: Mistake.self) {
                try await database.write { db in
                    try db.execute("INSERT INTO note (text) VALUES ('a')")
                    throw Mistake()
                }
            }
            #expect(try await database.read { db in try db.rows("SELECT * FROM note").count } == 0)
            // And the next one works.
            try await database.write { db in try db.execute("INSERT INTO note (text) VALUES ('b')") }
            #expect(try await database.read { db in try db.row("SELECT text FROM note")?.string("text") } == "b")
            try await database.close()
        }
    }

    @Test func aReadCannotWrite() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let error = try await sqliteError {
                try await database.read { db in try db.execute("INSERT INTO note (text) VALUES ('a')") }
            }
            #expect(error.code == .misuse)
            try await database.close()
        }
    }

    @Test func changesAndLastInsertedRowTellWhatTheLastStatementDid() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            try await database.write { db in
                try db.execute("INSERT INTO note (id, text) VALUES (7, 'a'), (9, 'b')")
                #expect(db.changes == 2)
                #expect(db.lastInsertedRow == 9)
                try db.execute("DELETE FROM note WHERE id = ?", [7])
                #expect(db.changes == 1)
            }
            try await database.close()
        }
    }

    @Test func aTransactionThatItsClosureEndedIsReported() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let error = try await sqliteError { try await database.write { db in try db.execute("COMMIT") } }
            #expect(error.code == .aborted)
            try await database.write { db in try db.execute("INSERT INTO note (text) VALUES ('b')") }
            try await database.close()
        }
    }

    @Test func foreignKeysAreEnforcedAlsoWhenDeferredToTheCommit() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open([
                Migration(
                    1,
                    """
                    CREATE TABLE a (id INTEGER PRIMARY KEY);
                    CREATE TABLE b (a INTEGER REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED);
                    """)
            ])
            let error = try await sqliteError {
                try await database.write { db in try db.execute("INSERT INTO b VALUES (1)") }
            }
            #expect(error.code == .constraint)
            #expect(try await database.read { db in try db.rows("SELECT * FROM b").isEmpty })
            try await database.close()
        }
    }

    @Test func tasksThatReadAndThenWriteDoNotLoseEachOthersWrites() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            try await database.write { db in try db.execute("INSERT INTO note (id, value) VALUES (1, 0)") }
            try await withThrowingTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<50 {
                            try await database.write { db in
                                let value = try db.row("SELECT value FROM note WHERE id = 1")?.int("value") ?? 0
                                try db.execute("UPDATE note SET value = ? WHERE id = 1", [value + 1])
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.read { db in try db.row("SELECT value FROM note")?.int("value") } == 200)
            try await database.close()
        }
    }

    @Test func aSecondConnectionIsToldThatTheDatabaseIsBusy() async throws {
        try await withScratch { scratch in
            let first = try await scratch.open()
            let second = try await scratch.open(busyTimeout: .milliseconds(10))
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let release = DispatchSemaphore(value: 0)
            async let held: Void = first.write { db in
                try db.execute("INSERT INTO note (text) VALUES ('first')")
                start.yield()
                // Blocks the first database's own thread only.
                release.wait()
            }
            for await _ in started { break }
            let error = try await sqliteError {
                // Already the lock, before anything is read that could be out of date.
                try await second.write { _ in _ = Issue.record("two writers at once") }
            }
            #expect(error.code == .busy)
            // Readers are not held up, and see the state before.
            #expect(try await second.read { db in try db.rows("SELECT * FROM note").isEmpty })
            release.signal()
            try await held
            try await second.write { db in try db.execute("INSERT INTO note (text) VALUES ('second')") }
            #expect(try await first.read { db in try db.rows("SELECT * FROM note").count } == 2)
            try await first.close()
            try await second.close()
        }
    }

    @Test func aCancelledReadStops() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let endless = Task {
                try await database.read { db in
                    try db.forEach("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n") {
                        if $0[0] == .integer(1) { start.yield() }
                    }
                }
            }
            for await _ in started { break }
            endless.cancel()
            let error = try await sqliteError { try await endless.value }
            #expect(error.code == .interrupted)
            #expect(try await database.read { db in try db.row("SELECT 1 AS one")?.int("one") } == 1)
            try await database.close()
        }
    }

    @Test func aCancelledWriteIsFinished() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            let release = DispatchSemaphore(value: 0)
            let write = Task {
                try await database.write { db in
                    start.yield()
                    release.wait()
                    for _ in 0..<200 { try db.execute("INSERT INTO note (text) VALUES ('a')") }
                }
            }
            for await _ in started { break }
            write.cancel()
            release.signal()
            try await write.value
            #expect(try await database.read { db in try db.rows("SELECT * FROM note").count } == 200)
            try await database.close()
        }
    }

    @Test func everythingOfOneDatabaseRunsOnOneThread() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let found = try await withThrowingTaskGroup(of: pthread_t.self) { group in
                for _ in 0..<8 { group.addTask { try await database.read { _ in pthread_self() } } }
                return try await group.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(found.count == 1)
            try await database.close()
        }
    }
}

import FoundationEssentials
import Glibc
import SQLiteKit
import Testing

@Suite(.usual) struct MigrationTests {
    static let all = [
        Migration(1, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)"),
        Migration(2, "ALTER TABLE note ADD COLUMN colour TEXT DEFAULT 'red'; CREATE INDEX colours ON note (colour)"),
        Migration(3, "UPDATE note SET text = text || '!'"),
    ]

    private func text(_ database: SQLiteDatabase) async throws -> String? {
        try await database.read { db in try db.row("SELECT text FROM note")?.string("text") }
    }

    private func version(_ database: SQLiteDatabase) async throws -> Int? {
        try await database.read { db in try db.row("PRAGMA user_version")?.int("user_version") }
    }

    private func makeFile(_ scratch: Scratch, version: Int) async throws {
        let database = try await scratch.open(Array(Self.all.prefix(version)))
        try await database.write { db in try db.execute("INSERT INTO note (text) VALUES ('kept')") }
        try await database.close()
    }

    @Test(arguments: [1, 2]) func aPastVersionIsMigratedAfterKeepingACopy(_ past: Int) async throws {
        try await withScratch { scratch in
            try await makeFile(scratch, version: past)
            let database = try await scratch.open(Self.all)
            #expect(try await version(database) == 3)
            #expect(try await text(database) == "kept!")
            try await database.close()

            let copy = "\(scratch.path).before-v\(past + 1)"
            #expect(try scratch.names == ["test.db", "test.db.before-v\(past + 1)"])
            #expect(try SQLiteDatabase.keptCopies(path: scratch.path) == [copy])
            #expect(scratch.mode(copy) == 0o600)
            let kept = try await SQLiteDatabase.open(
                path: copy, durability: .full, migrations: Array(Self.all.prefix(past)),
                applicationID: Scratch.applicationID)
            #expect(try await version(kept) == past)
            #expect(try await text(kept) == "kept")
            try await kept.close()
        }
    }

    @Test func theCopyHoldsWhatIsStillInTheWriteAheadLog() async throws {
        try await withScratch { scratch in
            // Still open, so that nothing has been written back.
            let old = try await scratch.open(Array(Self.all.prefix(1)))
            try await old.write { db in try db.execute("INSERT INTO note (text) VALUES ('in the log')") }
            try await scratch.open(Self.all).close()
            try await old.close()
            let copy = try #require(SQLiteDatabase.keptCopies(path: scratch.path).first)
            let kept = try await SQLiteDatabase.open(
                path: copy, durability: .full, migrations: Array(Self.all.prefix(1)),
                applicationID: Scratch.applicationID)
            #expect(try await text(kept) == "in the log")
            try await kept.close()
        }
    }

    @Test func aNewOrCurrentFileNeedsNoCopy() async throws {
        try await withScratch { scratch in
            try await scratch.open(Self.all).close()
            try await scratch.open(Self.all).close()
            #expect(try scratch.names == ["test.db"])
        }
    }

    @Test func aMigrationThatFailsIsUndoneAndThoseBeforeItStay() async throws {
        try await withScratch { scratch in
            try await makeFile(scratch, version: 1)
            let broken = [Self.all[0], Self.all[1], Migration(3, "DELETE FROM note; SELECT * FROM nothing")]
            #expect(try await sqliteError { _ = try await scratch.open(broken) }.code == .logic)
            let database = try await scratch.open(Array(Self.all.prefix(2)))
            #expect(try await version(database) == 2)
            #expect(try await text(database) == "kept")
            try await database.close()
        }
    }

    @Test func aMigrationMayMakeATableAnewButNotBreakReferences() async throws {
        try await withScratch { scratch in
            let first = Migration(
                1,
                """
                CREATE TABLE a (id INTEGER PRIMARY KEY);
                CREATE TABLE b (a INTEGER REFERENCES a (id) ON DELETE CASCADE);
                INSERT INTO a VALUES (1);
                INSERT INTO b VALUES (1);
                """)
            try await scratch.open([first]).close()
            let breaking = Migration(2, "DELETE FROM a")
            #expect(try await sqliteError { _ = try await scratch.open([first, breaking]) }.code == .constraint)
            let anew = Migration(
                2,
                """
                CREATE TABLE a2 (id INTEGER PRIMARY KEY, more TEXT);
                INSERT INTO a2 (id) SELECT id FROM a;
                DROP TABLE a;
                ALTER TABLE a2 RENAME TO a;
                """)
            let database = try await scratch.open([first, anew])
            #expect(try await database.read { db in try db.rows("SELECT * FROM b").count } == 1)
            try await database.close()
        }
    }

    @Test func aNewerFileIsRefusedNamingFileAndVersionsAndLeftAlone() async throws {
        try await withScratch { scratch in
            try await makeFile(scratch, version: 3)
            let before = try scratch.bytes()
            let error = try await sqliteError { _ = try await scratch.open(Array(Self.all.prefix(2))) }
            #expect(error.code == .newerVersion)
            #expect(error.description.contains(scratch.path))
            #expect(error.description.contains("version 3"))
            #expect(error.description.contains("up to 2"))
            #expect(try scratch.bytes() == before)
        }
    }

    @Test func aCopyThatCannotBeKeptStopsTheMigration() async throws {
        try await withScratch { scratch in
            try await makeFile(scratch, version: 1)
            // A folder in the place of the copy.
            #expect(mkdir(scratch.path + ".before-v2", 0o700) == 0)
            let error = try await sqliteError { _ = try await scratch.open(Self.all) }
            #expect(error.description.contains("before-v2"))
            #expect(try scratch.names == ["test.db", "test.db.before-v2"])
            let database = try await scratch.open(Array(Self.all.prefix(1)))
            #expect(try await version(database) == 1)
            try await database.close()
        }
    }

    @Test func numbersWithAGapStopTheProgram() async {
        await #expect(processExitsWith: .failure) {
            // `try?`: an error must not be taken for the stop.
            _ = try? await SQLiteDatabase.open(
                path: "/tmp/never-made.db", durability: .full,
                migrations: [Migration(1, "SELECT 1"), Migration(3, "SELECT 1")], applicationID: 1)
        }
    }
}

import FoundationEssentials
import Glibc
import SQLiteKit
import Testing

@Suite(.usual) struct OpeningTests {
    @Test(arguments: [(SQLiteDatabase.Durability.full, 2), (.normal, 1)])
    func theFileIsUsedAsAsked(_ durability: SQLiteDatabase.Durability, _ synchronous: Int) async throws {
        try await withScratch { scratch in
            let database = try await scratch.open(durability: durability)
            let found = try await database.read { db in
                try [
                    "synchronous", "foreign_keys", "secure_delete", "trusted_schema", "application_id", "user_version",
                ]
                .map { try db.row("PRAGMA \($0)")?.int($0) }
            }
            #expect(found == [synchronous, 1, 1, 0, Int(Scratch.applicationID), 1])
            let mode = try await database.write { db in try db.row("PRAGMA journal_mode")?.string("journal_mode") }
            #expect(mode == "wal")
            #expect(try scratch.names == ["test.db", "test.db-shm", "test.db-wal"])
            try await database.close()
            #expect(try scratch.names == ["test.db"])
        }
    }

    @Test func defensiveModeKeepsSqlFromChangingTheSchemaTable() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            _ = try await sqliteError {
                try await database.write { db in
                    try db.execute("PRAGMA writable_schema = ON")
                    try db.execute("DELETE FROM sqlite_schema")
                }
            }
            try await database.close()
        }
    }

    @Test func missingFoldersAreMadeAndNobodyElseCanReadThem() async throws {
        try await withScratch { scratch in
            let path = scratch.folder + "/a/b/test.db"
            let database = try await SQLiteDatabase.open(
                path: path, durability: .full, migrations: [Scratch.note], applicationID: 1)
            #expect(scratch.mode(scratch.folder + "/a") == 0o700)
            #expect(scratch.mode(scratch.folder + "/a/b") == 0o700)
            for suffix in ["", "-wal", "-shm"] { #expect(scratch.mode(path + suffix) == 0o600) }
            try await database.close()
        }
    }

    @Test func anExistingFileIsMadePrivate() async throws {
        try await withScratch { scratch in
            try await scratch.open().close()
            #expect(chmod(scratch.path, 0o644) == 0)
            try await scratch.open().close()
            #expect(scratch.mode(scratch.path) == 0o600)
        }
    }

    @Test func aFolderThatCannotBeWrittenIsAnError() async throws {
        try await withScratch { scratch in
            // To root no mode is read-only; the kernel's own file system is.
            let folder = getuid() == 0 ? "/sys" : scratch.folder
            if getuid() != 0 { #expect(chmod(folder, 0o500) == 0) }
            defer { if getuid() != 0 { chmod(folder, 0o700) } }
            let path = folder + "/test.db"
            let error = try await sqliteError {
                _ = try await SQLiteDatabase.open(path: path, durability: .full, migrations: [], applicationID: 1)
            }
            #expect([.cannotOpen, .readOnly].contains(error.code))
            #expect(error.description.contains(path))
        }
    }

    @Test(arguments: ["test.db", ":memory:", "file:test.db", "", "/tmp/"])
    func onlyAnAbsolutePathOfAFileIsTaken(_ path: String) async throws {
        let error = try await sqliteError {
            _ = try await SQLiteDatabase.open(path: path, durability: .full, migrations: [], applicationID: 1)
        }
        #expect(error.code == .misuse)
    }

    @Test func aDatabaseOfAnotherApplicationIsRefusedAndLeftAlone() async throws {
        try await withScratch { scratch in
            try await scratch.open(id: 99).close()
            #expect(chmod(scratch.path, 0o640) == 0)
            let before = try scratch.bytes()
            let error = try await sqliteError { _ = try await scratch.open() }
            #expect(error.code == .notADatabase)
            #expect(error.description.contains("application id 99"))
            #expect(try scratch.bytes() == before)
            #expect(scratch.mode(scratch.path) == 0o640)
        }
    }

    @Test func aRefusedDatabaseKeepsItsWriteAheadLog() async throws {
        try await withScratch { scratch in
            let crashed = scratch.folder + "/crashed.db"
            let database = try await scratch.open(id: 99)
            try await database.write { db in try db.execute("INSERT INTO note (text) VALUES ('in the log')") }
            // As a crash leaves it: the database and its log, which nobody has written back.
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: scratch.path + suffix, toPath: crashed + suffix)
            }
            try await database.close()
            let before = try scratch.bytes("crashed.db-wal")
            #expect(!before.isEmpty)
            _ = try await sqliteError {
                _ = try await SQLiteDatabase.open(
                    path: crashed, durability: .full, migrations: [Scratch.note],
                    applicationID: Scratch.applicationID)
            }
            #expect(try scratch.bytes("crashed.db-wal") == before)
        }
    }

    @Test func aDatabaseWithTablesButWithoutAnyIdIsRefusedToo() async throws {
        try await withScratch { scratch in
            try await scratch.open(id: 0).close()
            #expect(try await sqliteError { _ = try await scratch.open() }.code == .notADatabase)
        }
    }

    @Test func aFileThatIsNoDatabaseIsRefusedAndLeftAlone() async throws {
        try await withScratch { scratch in
            let text = Array(String(repeating: "This is a letter, not a database. ", count: 100).utf8)
            try scratch.overwrite(text)
            let error = try await sqliteError { _ = try await scratch.open() }
            #expect(error.code == .notADatabase)
            #expect(error.path == scratch.path)
            #expect(try scratch.bytes() == Data(text))
        }
    }

    @Test func damagedContentIsFoundWhenOpening() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            try await database.write { db in
                for number in 0..<500 { try db.execute("INSERT INTO note (text) VALUES (?)", ["text \(number)"]) }
            }
            try await database.close()
            try scratch.overwrite(Array(repeating: 0xa5, count: 4096), at: 2 * 4096)
            #expect(try await sqliteError { _ = try await scratch.open() }.code == .corrupt)
            // Without the check it opens, and the statement that meets the damage says so.
            let unchecked = try await SQLiteDatabase.open(
                path: scratch.path, durability: .full, migrations: [Scratch.note],
                applicationID: Scratch.applicationID, checksContent: false)
            let error = try await sqliteError {
                _ = try await unchecked.read { db in try db.rows("SELECT * FROM note") }
            }
            #expect(error.code == .corrupt)
            try await unchecked.close()
        }
    }

    @Test func aDamagedDatabaseCanBeSetAsideAndANewOneStarted() async throws {
        try await withScratch { scratch in
            let now = Date(timeIntervalSince1970: 1_700_000_000)
            for round in 1...2 {
                try scratch.overwrite(Array(repeating: 0xa5, count: 4096))
                for suffix in ["-wal", "-shm"] {
                    #expect(FileManager.default.createFile(atPath: scratch.path + suffix, contents: Data([1])))
                }
                let name = try SQLiteDatabase.setAside(path: scratch.path, now: now)
                #expect(name == scratch.path + ".damaged-20231114T221320Z" + (round == 2 ? "-2" : ""))
                for suffix in ["", "-wal", "-shm"] { #expect(access(name + suffix, F_OK) == 0) }
                try await scratch.open().close()
                #expect(unlink(scratch.path) == 0)
            }
            #expect(try SQLiteDatabase.keptCopies(path: scratch.path).count == 6)
            #expect(throws: SQLiteError.self) { try SQLiteDatabase.setAside(path: scratch.path, now: now) }
        }
    }
}

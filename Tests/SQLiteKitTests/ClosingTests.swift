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
}

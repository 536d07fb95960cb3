import FoundationEssentials
import Testing

@testable import SQLiteKit

@Suite(.usual) struct ValueTests {
    static let values: [SQLiteValue] = [
        .null, .integer(0), .integer(.max), .integer(.min), .real(0.1), .real(.infinity),
        .real(-.greatestFiniteMagnitude),
        .text(""), .text("a\0b\0"), .text("héllo 👋🏽"), .blob(Data()), .blob(Data([0, 1, 0xff])),
    ]

    @Test func everyValueComesBackAsItWas() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let found = try await database.write { db in
                for value in Self.values { try db.execute("INSERT INTO note (value) VALUES (?)", [value]) }
                return try db.rows("SELECT value FROM note ORDER BY id").map { $0["value"] }
            }
            #expect(found == Self.values)
            try await database.close()
        }
    }

    @Test func swiftTypesComeBackThroughTheTypedAccessors() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let date = Date(timeIntervalSinceReferenceDate: 775_123_456.123456)
            let absent: Int? = nil
            let row = try await database.read { db in
                try db.row(
                    "SELECT ? AS int, ? AS big, ? AS double, ? AS yes, ? AS text, ? AS data, ? AS date, ? AS absent",
                    [42, Int64.max, 2.5, true, "t", Data([7]), date, absent])
            }
            let found = try #require(row)
            #expect(try found.int("int") == 42)
            #expect(try found.optionalInt("big") == .max)
            #expect(try found.double("double") == 2.5)
            #expect(try found.double("int") == 42)
            #expect(try found.bool("yes"))
            #expect(try found.string("text") == "t")
            #expect(try found.data("data") == Data([7]))
            #expect(try found.date("date") == date)
            #expect(try found.optionalDate("absent") == nil)
            #expect(try found.optionalString("absent") == nil)
            #expect(try found.optionalData("absent") == nil)
            #expect(try found.optionalInt("absent") == nil)
            #expect(found.columns.first == "int")
            #expect(found[0] == .integer(42))
            try await database.close()
        }
    }

    @Test func notANumberIsRefusedInsteadOfBecomingNull() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let error = try await sqliteError {
                try await database.write { db in try db.execute("INSERT INTO note (value) VALUES (?)", [Double.nan]) }
            }
            #expect(error.code == .mismatch)
            #expect(try await database.read { db in try db.rows("SELECT * FROM note").isEmpty })
            try await database.close()
        }
    }

    @Test func aWrongTypeIsAnErrorThatNamesTheColumnButNotTheValue() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let row = try #require(await database.read { db in try db.row("SELECT ? AS title, 2 AS two", ["secret"]) })
            let error = try await sqliteError { _ = try row.int("title") }
            #expect(error.code == .mismatch)
            #expect(error.description.contains("\"title\" holds TEXT, not INTEGER"))
            #expect(!error.description.contains("secret"))
            #expect(throws: SQLiteError.self) { try row.bool("two") }
            #expect(throws: SQLiteError.self) { try row.string("two") }
            #expect(throws: SQLiteError.self) { try row.int("three") }
            try await database.close()
        }
    }

    @Test func aNullWhereAValueIsRequiredIsAnError() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let row = try #require(await database.read { db in try db.row("SELECT NULL AS absent") })
            #expect(throws: SQLiteError.self) { try row.string("absent") }
            #expect(throws: SQLiteError.self) { try row.date("absent") }
            #expect(row["absent"] == .null)
            try await database.close()
        }
    }

    @Test func namesOfColumnsFollowAChangedTable() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let names = try await database.write { db in
                try db.execute("INSERT INTO note (text) VALUES ('a')")
                let before = try db.row("SELECT * FROM note")?.columns
                try db.execute("ALTER TABLE note ADD COLUMN extra")
                return [before, try db.row("SELECT * FROM note")?.columns]
            }
            #expect(names == [["id", "text", "value"], ["id", "text", "value", "extra"]])
            try await database.close()
        }
    }

    @Test func aColumnThatIsNotInTheResultStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let row = SQLiteRow(layout: SQLiteRow.Layout(names: ["one"], path: ""), values: [.integer(1)])
            _ = row["two"]
        }
    }
}

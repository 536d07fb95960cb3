import FoundationEssentials
import Testing

@testable import SQLiteKit

@Suite(.usual) struct StatementTests {
    @Test func theCacheKeepsTheStatementsUsedLastAndNoMore() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            try await database.read { db in
                for number in 0..<200 {
                    try db.execute("SELECT \(number)")
                    try db.execute("SELECT 'often'")
                }
                #expect(db.connection.statements.count == 64)
                #expect(db.connection.statements.take("SELECT 'often'") != nil)
                #expect(db.connection.statements.take("SELECT 199") != nil)
                #expect(db.connection.statements.take("SELECT 0") == nil)
            }
            try await database.close()
        }
    }

    @Test func aStatementMayRunInsideItsOwnLoop() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let pairs = try await database.write { db in
                try db.execute("INSERT INTO note (id) VALUES (1), (2), (3)")
                var pairs: [[Int]] = []
                try db.forEach("SELECT id FROM note ORDER BY id") { outer in
                    try db.forEach("SELECT id FROM note ORDER BY id") { inner in
                        pairs.append([try outer.int("id"), try inner.int("id")])
                    }
                }
                return pairs
            }
            #expect(pairs == [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3], [3, 1], [3, 2], [3, 3]])
            try await database.close()
        }
    }

    @Test func aLoopMayBeLeftEarly() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let seen = try await database.read { db in
                var seen = 0
                try db.scan(
                    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
                    while: { _ in
                        seen += 1
                        return seen < 3
                    })
                return seen
            }
            #expect(seen == 3)
            try await database.close()
        }
    }

    @Test(arguments: [
        ("SELECT 1; SELECT 2", SQLiteError.Code.misuse), ("SELECT 1; nonsense", .misuse), ("  -- nothing", .misuse),
        ("SELEC", .logic), ("SELECT ?", .misuse), ("SELECT nothing", .logic),
    ])
    func sqlThatIsNotOneWholeStatementIsRefused(_ sql: String, _ code: SQLiteError.Code) async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            let error = try await sqliteError { try await database.read { db in try db.execute(sql) } }
            #expect(error.code == code)
            #expect(error.path == scratch.path)
            #expect(error.description.contains(sql))
            try await database.close()
        }
    }

    @Test func whiteSpaceAndCommentsMayFollowAStatement() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open()
            #expect(try await database.read { db in try db.row("SELECT 1 AS one; -- one\n")?.int("one") } == 1)
            try await database.close()
        }
    }

    @Test func errorsDoNotShowWhatTheUserTyped() async throws {
        try await withScratch { scratch in
            let database = try await scratch.open([
                Migration(1, "CREATE VIRTUAL TABLE words USING fts5 (text); CREATE TABLE t (a UNIQUE)")
            ])
            let query = try await sqliteError {
                _ = try await database.read { db in
                    try db.rows("SELECT * FROM words WHERE words MATCH ?", ["secret AND ("])
                }
            }
            #expect(query.code == .logic)
            #expect(!query.description.contains("secret"))
            let double = try await sqliteError {
                try await database.write { db in
                    for _ in 0..<2 { try db.execute("INSERT INTO t VALUES (?)", ["secret"]) }
                }
            }
            #expect(double.code == .constraint)
            #expect(double.extendedCode == 2067)
            #expect(double.description.contains("UNIQUE constraint failed: t.a"))
            #expect(!double.description.contains("secret"))
            try await database.close()
        }
    }

    @Test func codesThatAreNotInTheTableKeepTheirNumber() {
        #expect(SQLiteError.Code(resultCode: 5 | 2 << 8) == .busy)
        #expect(SQLiteError.Code(resultCode: 200) == .unknown(200))
        #expect("\(SQLiteError.Code.unknown(200))" == "unknown(200)")
        #expect("\(SQLiteError.Code.readOnly)" == "readOnly")
        #expect(SQLiteError.Code(errno: 28) == .full)
    }
}

import FoundationEssentials
import SQLiteKit

/// One row as long as a saved activity, synced, in a database of its own: what being durable costs on this disk.
struct BareCommit: Sendable {
    private let database: SQLiteDatabase

    init(_ bench: Bench) async throws {
        database = try await SQLiteDatabase.open(
            path: "\(bench.scratch)/bare.db", durability: .full,
            migrations: [Migration(1, "CREATE TABLE row (id INTEGER PRIMARY KEY, record BLOB NOT NULL)")],
            applicationID: 1)
    }

    func write() async throws -> Double {
        let record = Data(repeating: 1, count: 400)
        let start = Clock.now
        try await database.write { try $0.execute("INSERT INTO row (record) VALUES (?)", [record]) }
        return Clock.now - start
    }

    func close() async throws { try await database.close() }
}

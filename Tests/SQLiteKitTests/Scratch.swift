import FoundationEssentials
import Glibc
import SQLiteKit
import Testing

/// A folder of its own for one test, removed after it.
struct Scratch: Sendable {
    let folder: String

    var path: String { folder + "/test.db" }

    static let applicationID: Int32 = 0x4241_544e

    static let note = Migration(1, "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT, value)")

    func open(
        _ migrations: [Migration] = [note], durability: SQLiteDatabase.Durability = .full, id: Int32 = applicationID,
        busyTimeout: Duration = .seconds(5)
    ) async throws -> SQLiteDatabase {
        try await .open(
            path: path, durability: durability, migrations: migrations, applicationID: id, busyTimeout: busyTimeout)
    }

    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
    }

    func bytes(_ name: String = "test.db") throws -> Data { try Data(contentsOf: URL(filePath: "\(folder)/\(name)")) }

    func overwrite(_ bytes: [UInt8], at offset: UInt64 = 0) throws {
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT, 0o600)
        defer { Glibc.close(descriptor) }
        #expect(pwrite(descriptor, bytes, bytes.count, Int(offset)) == bytes.count)
    }

    func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    /// What this process has open in the folder.
    var descriptors: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
                .filter { $0.hasPrefix(folder) }
        }
    }
}

/// Gives `body` a scratch folder, and checks afterwards that nothing in it is still open.
func withScratch(_ body: (Scratch) async throws -> Void) async throws {
    var template = Array("/tmp/baton-sqlite-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let scratch = Scratch(folder: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await body(scratch)
    #expect(try scratch.descriptors.isEmpty)
}

/// The error that `body` throws, which must be SQLiteKit's.
func sqliteError(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async throws -> SQLiteError {
    try #require(
        await #expect(throws: SQLiteError.self, sourceLocation: sourceLocation) { try await body() },
        sourceLocation: sourceLocation)
}

extension Trait where Self == TimeLimitTrait {
    /// One limit for every test of this target; `BATON_TEST_MINUTES` raises it on a slow machine.
    static var usual: Self {
        .timeLimit(.minutes(getenv("BATON_TEST_MINUTES").flatMap { Int(String(cString: $0)) } ?? 5))
    }
}

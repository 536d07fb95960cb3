import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import SQLiteKit
import TestSupport
import Testing

/// Nothing is left of what was deleted, and nothing at all after a reset: looked for in the raw bytes of every file.
@Suite(.serialized, .timeLimit(.minutes(5))) struct NoTraceTests {
    private static let deleted = "org.example.deleted"
    private static let kept = "org.example.kept"

    /// What no byte of may be left: as UTF-8, UTF-16 in both orders, escaped as JSON may escape it, and as base64, in which
    /// a record holds its payload, at each of the three places that it can have in a group.
    private struct Mark {
        let text: String
        var forms: [Data] {
            let utf16 = text.utf16.map { $0 }
            return [
                Data(text.utf8), Data(utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }),
                Data(utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }),
                Data(utf16.map { String(format: "\\u%04x", $0) }.joined().utf8),
            ] + (0..<3).map(base64)
        }

        private func base64(_ offset: Int) -> Data {
            let bytes = Data(repeating: 0, count: offset) + Data(text.utf8)
            let whole = Data(bytes.base64EncodedString().utf8.prefix(bytes.count * 8 / 6))
            return whole.dropFirst((offset * 8 + 5) / 6)
        }
    }

    /// The names of the files that hold a mark.
    private static func holders(_ folder: String, _ marks: [String]) throws -> [String] {
        let forms = marks.flatMap { Mark(text: $0).forms }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().filter { name in
            // The socket has no bytes.
            guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return false }
            return forms.contains { bytes.range(of: $0) != nil }
        }
    }

    private func withClient(
        of folder: String, _ programs: Programs, _ body: (DaemonConnection) async throws -> Void
    ) async throws {
        ProcessState.prepare()
        let thread = GLibThread(name: "client")
        let instance = try Instance(folder: folder, environment: [:], userID: ProcessIdentity.user)
        let client = DaemonConnection(
            thread: thread, instance: instance, identity: ClientIdentity(program: "tests"),
            starter: DaemonStarter(executable: programs.daemon, environment: ["PATH": "/usr/bin:/bin"]),
            time: .system(on: thread))
        do { try await body(client) } catch { Issue.record(error) }
        await client.close()
        thread.stop()
    }

    /// One state of an activity; `size` bytes of payload, each with the mark in it again and again.
    private static func record(_ mark: String, _ number: Int, size: Int) -> ActivityRecord {
        var record = ActivityRecord(id: "1", type: "org.example.reading")
        record.title = "\(mark) title \(number)"
        record.webpageURL = "https://example.org/\(mark)/\(number)"
        record.persistentIdentifier = "\(mark)-\(number)"
        record.keywords = ["\(mark) keyword"]
        record.eligibility = [.search, .handoff]
        let text = String(repeating: "\(mark) text \(number) ", count: max(1, size / (mark.utf8.count + 12)))
        record.userInfo = Payload([.string("text"): .string(text)]).canonicalData
        return record
    }

    private static let mark = "Zebrafink"

    /// Many activities of two apps, large and small, replaced and deleted again and again: rows that grow, pages that are
    /// split and joined, in the table and its indexes.
    private func fill(_ client: DaemonConnection, rounds: Int = 300) async throws {
        var generator = Steps(state: 7)
        for _ in 0..<rounds {
            let isDeleted = generator.next() % 2 == 0
            let app = isDeleted ? Self.deleted : Self.kept
            let size = [5, 60, 300, 900, 3000, 20_000][Int(generator.next() % 6)]
            let number = Int(generator.next() % 80)
            let record = Self.record(isDeleted ? Self.mark : "Amsel", number, size: size)
            try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions(app: app))
        }
    }

    private struct Steps {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }

    @Test func deletingAllLeavesNoByteOfIt() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("deleted")
            try await withClient(of: folder, programs) { client in
                try await fill(client)
                #expect(try Self.holders(folder, [Self.mark]).isEmpty == false)
            }
            let answer = try await programs.baton(
                ["activity", "delete", "--all", "--app", Self.deleted, "--json"], on: "deleted")
            #expect(answer.status == 0, "\(answer.errors)")
            #expect(try Self.holders(folder, [Self.mark]) == [])
            // The other app's are all there.
            let left = try await programs.baton(["activity", "list", "--app", Self.kept, "--json"], on: "deleted")
            #expect(left.output.contains("Amsel title"), "\(left)")
            #expect(try Self.holders(folder, ["Amsel"]).isEmpty == false)
        }
    }

    @Test func deletingSomeLeavesNoByteOfThem() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("some")
            try await withClient(of: folder, programs) { client in
                try await fill(client, rounds: 200)
                let all = try await client.call(ActivitiesMethods.listSaved, AppOptions(app: Self.deleted))
                let names = all.compactMap(\.record.persistentIdentifier)
                let gone = try await client.call(ActivitiesMethods.deleteSaved, names, AppOptions(app: Self.deleted))
                #expect(Int(gone) == names.count)
            }
            #expect(try Self.holders(folder, [Self.mark]) == [])
        }
    }

    /// The daemon is killed in the moment in which the deletion is answered.
    @Test func whatWasAnsweredIsGoneAlsoWhenTheDaemonIsKilledThen() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("killed")
            try await withClient(of: folder, programs) { client in
                try await fill(client, rounds: 100)
                let hello = try await client.connect()
                let process = try #require(ProcessHandle(pid: Int32(hello.pid)))
                _ = try await client.call(ActivitiesMethods.deleteAllSaved, AppOptions(app: Self.deleted))
                #expect(process.signal(SIGKILL))
                #expect(try Self.holders(folder, [Self.mark]) == [])
            }
        }
    }

    /// Another program reads the file meanwhile (a backup, say): that it could not be done is said, and can be done later.
    @Test func aReaderInTheWayIsSaidAndDeletingAgainErases() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("read")
            try await withClient(of: folder, programs) { client in try await fill(client, rounds: 50) }
            let file = try await SQLiteDatabase.open(
                path: folder + "/state.db", durability: .normal, migrations: (1...3).map { Migration($0, "") },
                applicationID: 0x4241_544E)
            let (reads, isDone) = (Arrivals<Void>("a transaction"), DispatchSemaphore(value: 0))
            async let reading: Void = file.read { connection in
                _ = try connection.rows("SELECT count(*) FROM saved_activity")
                reads.put(())
                // On the file's own thread.
                isDone.wait()
            }
            try await reads.next()
            let refused = try await programs.baton(
                ["activity", "delete", "--all", "--app", Self.deleted], on: "read")
            isDone.signal()
            try await reading
            try await file.close()
            #expect(refused.status == 3)
            #expect(refused.errors.contains("could not be overwritten on the disk; delete them again"), "\(refused)")
            #expect(!refused.errors.contains(Self.mark))
            let answer = try await programs.baton(["activity", "delete", "--all", "--app", Self.deleted], on: "read")
            #expect(answer.status == 0, "\(answer.errors)")
            #expect(try Self.holders(folder, [Self.mark]) == [])
        }
    }

    /// Copies that were kept of the file hold what is deleted now.
    @Test func keptCopiesOfTheStateGoWithWhatIsDeleted() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("copies")
            try await withClient(of: folder, programs) { client in try await fill(client, rounds: 20) }
            _ = try await programs.baton(["stop"], on: "copies")
            for name in [
                "state.db.before-v2", "state.db.damaged-20991231T000000Z", "state.db.damaged-20991231T000000Z-wal",
            ] {
                try FileManager.default.copyItem(atPath: folder + "/state.db", toPath: "\(folder)/\(name)")
            }
            // A file of that name beside it that is somebody else's.
            try "Amsel".write(toFile: folder + "/state.db-notes", atomically: true, encoding: .utf8)
            #expect(try await programs.baton(["status"], on: "copies").status == 0)
            let holders = try Self.holders(folder, [Self.mark])
            #expect(holders.filter { $0.contains("state.db") }.count == 4, "\(holders)")
            let answer = try await programs.baton(["activity", "delete", "--all", "--app", Self.deleted], on: "copies")
            #expect(answer.status == 0, "\(answer.errors)")
            #expect(try Self.holders(folder, [Self.mark]) == [])
            #expect(FileManager.default.fileExists(atPath: folder + "/state.db-notes"))
            #expect(try String(contentsOfFile: folder + "/log", encoding: .utf8).contains("3 kept copies"))
        }
    }

    /// Two days are left for a clock that was wrong (docs/storage.md).
    @Test(.enabled(if: FakeTime.isPossible, "libfaketime is not installed"))
    func whatHasExpiredForTwoDaysIsGoneAfterTheNextStart() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("expired")
            try await withClient(of: folder, programs) { client in
                var record = Self.record(Self.mark, 1, size: 3000)
                record.expirationDate = Date().addingTimeInterval(60)
                try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions(app: Self.deleted))
            }
            #expect(try await programs.baton(["stop"], on: "expired").status == 0)
            #expect(try !Self.holders(folder, [Self.mark]).isEmpty)
            let clock = try FakeTime(in: programs.folder.path)
            try clock.set("+\(2 * 86_400 + 120)")
            let daemon = try await programs.daemon(on: "expired", environment: clock.wallClockOnly)
            #expect(try Self.holders(folder, [Self.mark]) == [])
            daemon.signal(SIGTERM)
            #expect(try await daemon.end() == 0)
        }
    }
}

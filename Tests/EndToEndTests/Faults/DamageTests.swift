import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import TestSupport
import Testing

/// State that is damaged on the disk: set aside and said, and the rest goes on.
@Suite(.serialized, .timeLimit(.minutes(5))) struct DamageTests {
    enum Damage: String, CaseIterable {
        case noise, header, truncated, page, foreign, emptyFile, wal

        /// Whether the whole of the file can still be read.
        var isHarmless: Bool { self == .wal || self == .emptyFile }

        func happen(to file: String, _ random: inout SeededGenerator) throws {
            var data = try Data(contentsOf: URL(filePath: file))
            func noise(_ count: Int, _ random: inout SeededGenerator) -> Data {
                Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
            }
            switch self {
            case .noise: data = noise(data.count, &random)
            case .header: data.replaceSubrange(0..<100, with: noise(100, &random))
            case .truncated: data = data.prefix(data.count / 2)
            case .page:
                // Pages have 4096 bytes; the first holds the schema, the later ones tables and indexes.
                for page in 1..<data.count / 4096 {
                    data.replaceSubrange(page * 4096..<page * 4096 + 512, with: noise(512, &random))
                }
            case .foreign: data.replaceSubrange(68..<72, with: [1, 2, 3, 4])
            case .emptyFile: data = Data()
            case .wal: return try noise(10_000, &random).write(to: URL(filePath: file + "-wal"))
            }
            try data.write(to: URL(filePath: file))
        }
    }

    @Test(arguments: Damage.allCases) func damagedStateIsSetAside(_ damage: Damage) async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("damaged")
            let thread = GLibThread(name: "clients")
            defer { thread.stop() }
            let first = try await programs.daemon(on: "damaged")
            let app = try programs.client("org.example.app", on: "damaged", thread: thread)
            for number in 0..<20 {
                var record = ActivityRecord(id: "\(number)", type: "org.example.reading")
                record.title = String(repeating: "title ", count: 200)
                record.eligibility = [.search]
                record.persistentIdentifier = "\(number)"
                try await app.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            }
            await app.close()
            // Out of the log and into the file.
            first.signal(SIGTERM)
            #expect(try await first.end() == 0)
            let file = "\(folder)/state.db"
            var random = SeededGenerator(seed: 7)
            try damage.happen(to: file, &random)
            let damagedFile = try Data(contentsOf: URL(filePath: file))

            let status = try await programs.baton(["status"], on: "damaged")
            #expect(status.status == 0, "\(status)")
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.hasPrefix("state.db.damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
            }
            let doctor = try await programs.baton(["doctor"], on: "damaged")
            if damage.isHarmless {
                #expect(kept.isEmpty && doctor.output.isEmpty, "\(kept) \(doctor)")
            } else {
                let name = try #require(kept.first)
                #expect(try Data(contentsOf: URL(filePath: "\(folder)/\(name)")) == damagedFile)
                #expect(doctor.status == 1 && doctor.output.contains(name), "\(doctor)")
            }
            // The rest goes on: what is new is kept.
            let again = try programs.client("org.example.app", on: "damaged", thread: thread)
            var record = ActivityRecord(id: "new", type: "org.example.reading")
            record.eligibility = [.search]
            record.persistentIdentifier = "new"
            try await again.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            #expect(try await again.call(ActivitiesMethods.listSaved, AppOptions()).contains { $0.record.id == "new" })
            await again.close()
            #expect(try await programs.baton(["stop"], on: "damaged").status == 0)
        }
    }
}

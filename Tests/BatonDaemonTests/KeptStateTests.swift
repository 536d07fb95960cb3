import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

@testable import BatonDaemon

/// `state.db` as each version of it was written by the Baton of its time (`Tests/Fixtures/state/state-vN.db`), opened by
/// today's daemon: everything is there.
@Suite(.serialized) struct KeptStateTests {
    private static let folder = repositoryPath("Tests/Fixtures/state")
    private static func path(_ version: Int) -> String { "\(folder)/state-v\(version).db" }
    private static var current: Int { Daemon.migrations.count }

    /// What every kept file holds.
    private static let book = "org.example.book"
    private static let music = "org.example.music"
    private static let longAfter = Date(timeIntervalSinceReferenceDate: 3_155_760_000)

    private static func record(_ number: Int) -> ActivityRecord {
        var record = ActivityRecord(id: "\(number)", type: "org.example.reading")
        record.title = "Kept, number \(number) — ünïcödé"
        record.persistentIdentifier = "kept-\(number)"
        record.keywords = ["one", "two"]
        record.userInfo = Payload([.string("page"): .integer(Int64(number))]).canonicalData
        record.eligibility = [.search, .prediction]
        record.expirationDate = longAfter
        return record
    }

    /// Run once for a version, with `BATON_WRITE_FIXTURES`: before the first Baton with it is released.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["BATON_WRITE_FIXTURES"] != nil))
    func recordTheStateOfToday() async throws {
        try #require(!FileManager.default.fileExists(atPath: Self.path(Self.current)), "what was kept is never changed")
        try await withTwoDaemons { pair in
            try await pair.join()
            for number in 1...3 {
                for app in [Self.book, Self.music] {
                    try await pair.user.call(
                        ActivitiesMethods.becomeCurrent, Self.record(number), AppOptions(app: app))
                }
            }
            try pair.here.scratch.write("Music.app/Info.plist", plist(id: Self.music, executable: "run"))
            try pair.here.scratch.write("Music.app/run", "#!/bin/sh\n", mode: 0o755)
            _ = try await pair.user.call(AppsMethods.add, pair.here.scratch.file("Music.app"))
            try await pair.user.call(AppsMethods.setSwitch, Self.music, "handoff", false)
            try await pair.user.call(AppsMethods.setSwitch, Self.music, "search", true)
            await pair.here.stop()
            try FileManager.default.copyItem(
                atPath: pair.here.scratch.file("instance/state.db"), toPath: Self.path(Self.current))
        }
    }

    /// Fails when a migration is added and no file of its version is kept.
    @Test func thereIsAFileOfEveryVersion() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted()
        #expect(Set(names) == Set((1...Self.current).map { "state-v\($0).db" }))
        for version in 1...Self.current {
            let bytes = try Data(contentsOf: URL(filePath: Self.path(version)))
            // SQLite's user_version and application_id, big-endian (file format, 1.3).
            #expect(bytes[60..<64].elementsEqual([0, 0, 0, UInt8(version)]))
            #expect(bytes[68..<72].elementsEqual(Array("BATN".utf8)))
        }
    }

    @Test(arguments: 1...KeptStateTests.current) func allOfItIsThereToday(_ version: Int) async throws {
        try await withDaemon { daemon in
            let plist = plist(id: Self.music, executable: "run")
            await daemon.stop()
            let state = daemon.scratch.file("instance/state.db")
            try FileManager.default.removeItem(atPath: state)
            try FileManager.default.copyItem(atPath: Self.path(version), toPath: state)
            try daemon.scratch.write("apps/Music.app/Info.plist", plist)
            try daemon.scratch.write("apps/Music.app/run", "#!/bin/sh\n", mode: 0o755)
            try await daemon.start()
            let user = try await daemon.client()
            for app in [Self.book, Self.music] {
                let saved = try await user.call(ActivitiesMethods.listSaved, AppOptions(app: app))
                #expect(saved.map(\.record.title) == [3, 2, 1].map { Self.record($0).title })
                for copy in saved {
                    let number = try #require(Int(copy.key.dropFirst("kept-".count)))
                    #expect(copy.app == app && copy.expiresAt == Self.longAfter)
                    #expect(copy.record.userInfo == Self.record(number).userInfo)
                    #expect(copy.record.keywords == ["one", "two"])
                }
            }
            let switches = try await user.call(AppsMethods.show, Self.music).switches
            #expect(switches.handoff == false && switches.search == true)
            // Who it was and whom it knew.
            let devices = try await user.call(DevicesMethods.list)
            #expect(Set(devices.map(\.name)).contains("There"))
            #expect(devices.count == 2)
            let id = try #require(devices.first { $0.isSelf }?.id)
            #expect(try await user.call(SystemMethods.status).deviceID == id)
            #expect(try await user.call(SystemMethods.diagnose).filter { $0.what.contains("damaged") }.isEmpty)
            let copies = try FileManager.default.contentsOfDirectory(atPath: daemon.scratch.file("instance"))
                .filter { $0.contains(".before-v") }
            #expect(copies == (version < Self.current ? ["state.db.before-v\(version + 1)"] : []))
        }
    }
}

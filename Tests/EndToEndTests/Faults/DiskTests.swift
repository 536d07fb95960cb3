import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import TestSupport
import Testing

/// A disk that takes nothing more: what was acknowledged stays, what cannot be kept is said, and the rest goes on.
@Suite(
    .serialized, .timeLimit(.minutes(5)),
    .enabled(if: SmallDisk.isPossible, "mounting a file system takes root and a loop device"))
struct DiskTests {
    private func record(_ id: String, keeps: Bool) -> ActivityRecord {
        var record = ActivityRecord(id: id, type: "org.example.reading")
        record.title = id + String(repeating: "·", count: 4_000)
        record.persistentIdentifier = id
        record.eligibility = keeps ? [.search, .handoff] : [.handoff]
        return record
    }

    private func save(_ id: String, _ app: DaemonConnection, keeps: Bool = true) async -> BatonError? {
        do throws(BatonError) {
            try await app.call(ActivitiesMethods.becomeCurrent, record(id, keeps: keeps), AppOptions())
            return nil
        } catch {
            return error
        }
    }

    private func withDisk(
        _ body: (Programs, SmallDisk, GLibThread) async throws -> Void
    ) async throws {
        try await Programs.run { programs in
            let disk = try SmallDisk(in: programs.folder.path, as: "disk")
            let thread = GLibThread(name: "clients")
            defer {
                thread.stop()
                disk.remove()
            }
            try await body(programs, disk, thread)
        }
    }

    @Test func aFullDiskIsSaidAndNothingElseSuffers() async throws {
        try await withDisk { programs, disk, thread in
            var daemon = try await programs.daemon(on: "disk")
            let app = try programs.client("org.example.app", on: "disk", thread: thread)
            let other = try programs.client("org.example.other", on: "disk", thread: thread)
            let user = try programs.client(on: "disk", thread: thread)
            #expect(await save("before", app) == nil)
            #expect(try await user.call(SystemMethods.diagnose).isEmpty)
            try disk.fill()

            let full = try #require(await save("lost", app))
            #expect(full.code == .storage && full.message.contains("space"), "\(full)")
            let unset = await refusal { try await user.call(SystemMethods.setConfig, "device-name", "unset") }
            #expect(
                unset?.code == .storage && unset?.message.contains("No space") == true, "\(String(describing: unset))")
            // What needs no disk goes on, for this app and others.
            #expect(await save("unkept", other, keeps: false) == nil)
            #expect(try await user.call(ActivitiesMethods.listCurrent).count == 2)
            #expect(try await user.call(ActivitiesMethods.listSaved, AppOptions()).map(\.record.id) == ["before"])
            #expect(try await user.call(SystemMethods.getConfig, "device-name") != "unset")
            let finding = try #require(try await user.call(SystemMethods.diagnose).first)
            #expect(finding.what.contains("full") && finding.remedy.contains("room"), "\(finding)")
            let doctor = try await programs.baton(["doctor"], on: "disk")
            #expect(doctor.status == 1 && doctor.output.contains("full"), "\(doctor)")
            #expect(try await user.call(SystemMethods.status).problems > 0)

            disk.makeRoom()
            #expect(await save("after", app) == nil)
            let well = try await programs.baton(["doctor"], on: "disk")
            #expect(well.status == 0 && well.output.isEmpty, "\(well)")
            try await daemon.kill()
            daemon = try await programs.daemon(on: "disk")
            let again = try programs.client(on: "disk", thread: thread)
            let kept = try await again.call(ActivitiesMethods.listSaved, AppOptions()).map(\.record.id)
            // "lost" was current all the same, and was saved when it resigned.
            #expect(Set(kept) == ["after", "before", "lost"])
            await again.close()
            daemon.signal(SIGTERM)
            #expect(try await daemon.end() == 0)
            for client in [app, other, user] { await client.close() }
        }
    }

    @Test func aDaemonThatCannotStartOnAFullDiskSaysWhy() async throws {
        try await withDisk { programs, disk, _ in
            try disk.fill()
            let status = try await programs.baton(["status"], on: "disk")
            #expect(status.status == 3)
            #expect(status.errors.contains("space") || status.errors.contains("full"), "\(status.errors)")
            let doctor = try await programs.baton(["doctor"], on: "disk")
            #expect(doctor.status == 1, "\(doctor)")
            #expect(doctor.output.contains("space") || doctor.output.contains("full"), "\(doctor)")
            disk.makeRoom()
            #expect(try await programs.baton(["status"], on: "disk").status == 0)
            #expect(try await programs.baton(["doctor"], on: "disk").output == "")
            #expect(try await programs.baton(["stop"], on: "disk").status == 0)
        }
    }

    @Test func aDiskThatBecomesReadOnlyIsSaidAndNothingElseSuffers() async throws {
        try await withDisk { programs, disk, thread in
            let daemon = try await programs.daemon(on: "disk")
            let app = try programs.client("org.example.app", on: "disk", thread: thread)
            let user = try programs.client(on: "disk", thread: thread)
            #expect(await save("before", app) == nil)
            try disk.abort()
            #expect(await save("lost", app)?.code == .storage)
            #expect(await save("unkept", app, keeps: false) == nil)
            #expect(try await user.call(ActivitiesMethods.listSaved, AppOptions()).map(\.record.id) == ["before"])
            let findings = try await user.call(SystemMethods.diagnose)
            #expect(findings.contains { $0.what.contains("state.db") }, "\(findings)")
            #expect(findings.allSatisfy { !$0.remedy.isEmpty })
            for client in [app, user] { await client.close() }
            daemon.signal(SIGTERM)
            #expect(try await daemon.end() == 0)
            // The next one cannot start at all.
            let status = try await programs.baton(["status"], on: "disk")
            #expect(status.status == 3 && status.errors.contains("Read-only"), "\(status)")
            let doctor = try await programs.baton(["doctor"], on: "disk")
            #expect(doctor.status == 1 && doctor.output.contains("Read-only"), "\(doctor)")
        }
    }

    @Test func aFolderOnAReadOnlyFileSystemIsSaid() async throws {
        try await withDisk { programs, disk, _ in
            try disk.protect()
            let status = try await programs.baton(["status"], on: "disk")
            #expect(status.status == 3 && status.errors.contains("Read-only"), "\(status)")
            let doctor = try await programs.baton(["doctor"], on: "disk")
            #expect(doctor.status == 1 && doctor.output.contains("read-only"), "\(doctor)")
        }
    }
}

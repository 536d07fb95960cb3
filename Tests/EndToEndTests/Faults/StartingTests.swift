import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import Glibc
import TestSupport
import Testing

/// What is in the way when a daemon starts, and what becomes of a daemon whose folder goes.
@Suite(.serialized, .timeLimit(.minutes(5))) struct StartingTests {
    @Test func aSocketThatAKilledDaemonLeftIsReplaced() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("stale")
            let first = try await programs.daemon(on: "stale")
            try await first.kill()
            #expect(FileManager.default.fileExists(atPath: "\(folder)/bus"))
            #expect(try await programs.daemonPID(on: "stale") != first.pid)
            #expect(try await programs.baton(["doctor"], on: "stale").output == "")
        }
    }

    @Test func ofDaemonsThatStartAtOnceOneServesAndTheOthersSayReady() async throws {
        try await Programs.run { programs in
            for round in 0..<5 {
                let name = "many\(round)"
                _ = try programs.instance(name)
                let daemons = try (0..<4).map { _ in try DaemonProcess(programs, on: name) }
                for daemon in daemons { #expect(try await daemon.word() == "ready") }
                // Ready is true: whoever was told so can connect at once.
                let thread = GLibThread(name: "clients")
                let client = try programs.client(on: name, thread: thread)
                let serving = try await client.call(SystemMethods.status).pid
                await client.close()
                thread.stop()
                #expect(daemons.map { Int($0.pid) }.contains(serving))
                for daemon in daemons where Int(daemon.pid) != serving { #expect(try await daemon.end() == 0) }
                let one = try #require(daemons.first { Int($0.pid) == serving })
                one.signal(SIGTERM)
                #expect(try await one.end() == 0)
            }
        }
    }

    /// Ready means that one can connect, also from the daemon that only found another.
    @Test func whoeverIsToldReadyCanConnect() async throws {
        try await Programs.run { programs in
            let thread = GLibThread(name: "clients")
            for round in 0..<10 {
                let name = "two\(round)"
                _ = try programs.instance(name)
                let daemons = try (0..<2).map { _ in try DaemonProcess(programs, on: name) }
                // Each has a client of its own that waits for its word.
                await withTaskGroup(of: Void.self) { group in
                    for daemon in daemons {
                        group.addTask {
                            do {
                                #expect(try await daemon.word() == "ready")
                                let client = try programs.client(on: name, thread: thread)
                                try await client.connect()
                                await client.close()
                            } catch {
                                Issue.record(error)
                            }
                        }
                    }
                }
                for daemon in daemons { daemon.signal(SIGTERM) }
                for daemon in daemons { try await daemon.end() }
            }
            thread.stop()
        }
    }

    @Test(arguments: ["bus", "run.lock", "state.db", "config.json"])
    func aFolderInTheWayOfAFileIsNamed(_ file: String) async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("blocked")
            try FileManager.default.createDirectory(atPath: "\(folder)/\(file)", withIntermediateDirectories: true)
            let status = try await programs.baton(["status"], on: "blocked")
            #expect(status.status == 3 && status.errors.contains("\(folder)/\(file)"), "\(status)")
            let doctor = try await programs.baton(["doctor"], on: "blocked")
            #expect(doctor.status == 1 && doctor.output.contains("\(folder)/\(file)"), "\(doctor)")
            rmdir("\(folder)/\(file)")
            #expect(try await programs.baton(["status"], on: "blocked").status == 0)
            #expect(try await programs.baton(["doctor"], on: "blocked").output == "")
        }
    }

    @Test(arguments: ["{", "[]", "{\"port\": 1}", "{\"port\": \"70000\"}", "", "\u{0}\u{1}"])
    func settingsThatCannotBeReadAreNamedAndKept(_ text: String) async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("settings")
            let file = "\(folder)/config.json"
            try text.write(toFile: file, atomically: true, encoding: .utf8)
            let status = try await programs.baton(["status"], on: "settings")
            #expect(status.status == 3 && status.errors.contains(file), "\(status)")
            #expect(try await programs.baton(["doctor"], on: "settings").output.contains(file))
            #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
        }
    }

    @Test func aDaemonWhoseFolderVanishesEndsAndTheNextOneStarts() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("vanishing")
            let daemon = try await programs.daemon(on: "vanishing")
            try FileManager.default.removeItem(atPath: folder)
            #expect(try await daemon.end() == 0)
            // It has not made the folder again to say good-bye.
            #expect(!FileManager.default.fileExists(atPath: folder))
            let next = try await programs.daemonPID(on: "vanishing")
            #expect(next != daemon.pid)
            #expect(try await programs.baton(["doctor"], on: "vanishing").output == "")
        }
    }
}

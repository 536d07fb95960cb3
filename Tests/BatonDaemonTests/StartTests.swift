import ActivityModel
import BatonBus
import BatonClient
import BatonDaemon
import FoundationEssentials
import GLibKit
import TestSupport
import Testing

@Suite struct StartTests {
    @Test func settingsAreCheckedAndSurviveARestart() async throws {
        try await withDaemon { daemon in
            var user = try await daemon.client()
            let unknown = await refusal {
                try await user.call(SystemMethods.setConfig, "colour", "red")
            }
            #expect(unknown?.code == .invalidArgument)
            #expect(unknown?.message.contains("colour") == true)
            for (key, value) in [("port", "65536"), ("port", "x"), ("bind", "example.org"), ("device-name", "a\u{7}b")]
            {
                let bad = await refusal {
                    try await user.call(SystemMethods.setConfig, key, value)
                }
                #expect(bad?.code == .invalidArgument, "\(key) = \(value)")
            }
            try await user.call(SystemMethods.setConfig, "device-name", "Kitchen")
            try await user.call(SystemMethods.setConfig, "browser", "firefox --new-tab")
            try await daemon.restart()
            user = try await daemon.client()
            #expect(try await user.call(SystemMethods.getConfig, "device-name") == "Kitchen")
            #expect(try await user.call(SystemMethods.listConfig)["browser"] == "firefox --new-tab")
            #expect(try await user.call(SystemMethods.status).device == "Kitchen")
            #expect(daemon.scratch.mode("instance/config.json") == 0o600)
        }
    }

    @Test func aSecondDaemonOfTheSameFolderSaysThatOneRuns() async throws {
        try await withDaemon { daemon in
            let error = await refusal { try await daemon.makeDaemon().start() }
            #expect(error?.code == .alreadyDone)
            // The first one is not harmed.
            _ = try await daemon.client().call(SystemMethods.status)
        }
    }

    @Test func socketAndFolderArePrivate() async throws {
        try await withDaemon { daemon in
            #expect(daemon.scratch.mode("instance") == 0o700)
            #expect(daemon.scratch.mode("instance/bus") == 0o600)
            await daemon.stop()
            #expect(!daemon.scratch.exists("instance/bus"))
        }
    }

    @Test func aDamagedStateFileIsSetAsideAndSaid() async throws {
        try await withDaemon { daemon in
            await daemon.stop()
            try daemon.scratch.write("instance/state.db", String(repeating: "damage ", count: 4096))
            try await daemon.start()
            let user = try await daemon.client()
            let finding = try #require(try await user.call(SystemMethods.diagnose).first)
            #expect(finding.what.contains("damaged"))
            let names = try FileManager.default.contentsOfDirectory(atPath: daemon.scratch.file("instance"))
            let kept = try #require(
                names.first { $0.hasPrefix("state.db.") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") })
            #expect(finding.what.contains(kept))
            #expect(daemon.scratch.text("instance/\(kept)").hasPrefix("damage "))
            #expect(try await user.call(SystemMethods.status).problems >= 1)
        }
    }

    @Test func aStateFileOfANewerVersionIsRefused() async throws {
        try await withDaemon { daemon in
            await daemon.stop()
            var bytes = try Data(contentsOf: URL(filePath: daemon.scratch.file("instance/state.db")))
            // SQLite's user_version, big-endian (file format, 1.3).
            bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
            try daemon.scratch.write("instance/state.db", bytes)
            let error = await refusal { try await daemon.start() }
            #expect(error?.code == .storage)
            #expect(error?.message.contains("99") == true, "\(error?.message ?? "")")
            // Refused, not replaced.
            let after = try Data(contentsOf: URL(filePath: daemon.scratch.file("instance/state.db")))
            #expect(after == bytes)
            #expect(!daemon.scratch.exists("instance/bus"))
        }
    }

    /// Often: the answer to Stop was lost about once in ten, when the connections were closed before it was written.
    @Test(arguments: 1...20) func stopIsAnsweredTellsTheClientsAndEnds(_ time: Int) async throws {
        try await withDaemon { daemon in
            let user = try await daemon.client()
            let signals = Arrivals<Void>("Stopping")
            await user.onSignal(SystemMethods.interface, SystemMethods.stopping) { _ in signals.put(()) }
            try await user.call(SystemMethods.stop)
            try await signals.next()
            #expect(await user.daemonWasStopped)
        }
    }
}

import Foundation
import TestSupport
import Testing

/// `ActivityApplication.run()`, which needs a process's initial thread and ends the process.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ApplicationRunTests {
    @Test func itRunsUntilItIsTerminatedAndEndsWithItsStatus() async throws {
        try await Programs.run { programs in
            _ = try programs.instance("one")
            try await InstalledApp.with("org.example.runner", programs) { app in
                try app.behave(["current": "yes", "save": "quit"])
                let process = try app.start(on: "one")
                #expect(try await app.hearsLaunch() == process.pid)
                // The daemon, which it has started, asks it for its state.
                try await app.hears("saved")
                #expect(try await process.end() == 3)
                let list = try await programs.baton(["activity", "list", "--json"], on: "one")
                #expect(list.status == 0 && !list.output.contains("org.example.runner"), "\(list.output)")
            }
        }
    }

    @Test func withoutBatonItRunsAllTheSame() async throws {
        try await Programs.run { programs in
            try await InstalledApp.with("org.example.runner", programs) { app in
                try app.behave(["current": "yes", "launch": "quit"])
                // A file in the place of the instance's folder: no daemon can be there.
                try "".write(toFile: programs.folder.appending(path: "none").path, atomically: true, encoding: .utf8)
                let process = try app.start(on: "none")
                #expect(try await app.hearsLaunch() == process.pid)
                #expect(try await process.end() == 3)
            }
        }
    }

    /// A daemon that hangs keeps no app from ending: it is told what there is to tell for a second.
    @Test func itEndsInTimeAlthoughTheDaemonHangs() async throws {
        try await Programs.run { programs in
            _ = try programs.instance("one")
            try await InstalledApp.with("org.example.runner", programs) { app in
                try app.behave(["current": "yes"])
                let process = try app.start(on: "one")
                try await app.hears("saved")
                let status = try await programs.baton(["status", "--json"], on: "one")
                let daemon = try #require(
                    status.output.firstMatch(of: #/"pid" ?: ?(\d+)/#).flatMap { pid_t($0.1) })
                try await ProcessFacts.freeze(daemon)
                defer { kill(daemon, SIGCONT) }
                let begun = ContinuousClock.now
                process.signal(SIGTERM)
                #expect(try await process.end() == 4)
                #expect(ContinuousClock.now - begun < .seconds(5))
            }
        }
    }
}

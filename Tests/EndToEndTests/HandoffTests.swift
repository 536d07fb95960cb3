import Foundation
import TestSupport
import Testing

/// The whole of it, as a user sees it: real processes, real sockets, real TLS over loopback.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HandoffTests {
    @Test func anActivityGoesFromOneDeviceToTheOther() async throws {
        try await Programs.run { programs in
            try await programs.pair()
            let published = try programs.start(
                [
                    "activity", "publish", "--type", "org.example.reading", "--app", "org.example.reader", "--title",
                    "A book", "--url", "https://example.org/a?q=ü b", "--info", "page=5",
                ], on: "desk")
            #expect(try await published.lines.first(with: "current") != nil)
            // The offer is pushed; the other device may need a moment to have it.
            var state = Programs.Answer(status: 1, output: "", errors: "")
            for _ in 0..<50 where state.status != 0 {
                state = try await programs.baton(
                    ["handoff", "continue", "--latest", "--print", "--json"], on: "laptop")
            }
            let object = try #require(try JSONSerialization.jsonObject(with: Data(state.output.utf8)) as? [String: Any])
            #expect(object["type"] as? String == "org.example.reading")
            #expect((object["userInfo"] as? [String: Any])?["page"] as? String == "5")
            #expect(object["webpageURL"] as? String == "https://example.org/a?q=%C3%BC%20b")
            let opened = programs.folder.appending(path: "page").path
            _ = try await programs.baton(
                ["config", "set", "browser", "/bin/sh -c 'printf %s \"$1\" > \"$0\"' \(opened)"], on: "laptop")
            let continued = try await programs.baton(["handoff", "continue", "--latest"], on: "laptop")
            #expect(continued.status == 0, "\(continued.errors)")
            #expect(try await published.lines.first(with: "continued on laptop") != nil)
            published.signal(SIGINT)
        }
    }

    @Test func theDaemonStartsOnceForManyAndEndsWhenAsked() async throws {
        try await Programs.run { programs in
            _ = try programs.instance("many")
            let pids = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        let status = try await programs.baton(["status", "--json"], on: "many")
                        return status.output.firstMatch(of: #/"pid" ?: ?(\d+)/#).map { String($0.1) }
                    }
                }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }
            #expect(pids.count == 1 && pids.first != .some(nil))
            #expect(try await programs.baton(["stop"], on: "many").status == 0)
            #expect(try await programs.baton(["stop"], on: "many").status == 1)
        }
    }

    @Test func everythingIsForgottenByReset() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("gone")
            _ = try await programs.baton(["config", "set", "device-name", "temporary"], on: "gone")
            #expect(try await programs.baton(["reset"], on: "gone").status == 2)
            #expect(try await programs.baton(["reset", "--yes"], on: "gone").status == 0)
            _ = try await programs.baton(["stop"], on: "gone")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!left.contains("config.json"), "\(left)")
        }
    }
}

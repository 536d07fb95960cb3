import Foundation
import GLibKit
import TestSupport
import Testing

/// `baton reset`: no file, no link, no lock, no folder of Baton's own and no process is left.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ResetTests {
    private static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    private static func pid(_ json: String) -> Int32? {
        json.firstMatch(of: #/"pid" ?: ?(\d+)/#).flatMap { Int32($0.1) }
    }

    /// An app's folder outside of the instance, for `apps add`.
    private func makeApp(_ programs: Programs) throws -> String {
        let app = programs.folder.appending(path: "Reader.app")
        try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: repositoryPath("docs/examples/Info.plist"), toPath: app.appending(path: "Info.plist").path)
        try Data("#!/bin/sh\n".utf8).write(to: app.appending(path: "reader.py"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: app.appending(path: "reader.py").path)
        return app.path
    }

    @Test(arguments: [false, true]) func nothingIsLeftOfAnInstance(_ isLong: Bool) async throws {
        try await Programs.run { programs in
            // Too long for a socket's name: it is elsewhere then, and the folder says where.
            let name = isLong ? String(repeating: "long-", count: 20) : "short"
            let folder = try programs.instance(name)
            let app = try makeApp(programs)
            _ = try await programs.baton(["config", "set", "device-name", "temporary"], on: name)
            #expect(try await programs.baton(["apps", "add", app], on: name).status == 0)
            let status = try await programs.baton(["status", "--json"], on: name)
            let process = try #require(Self.pid(status.output).flatMap { ProcessHandle(pid: $0) })
            let socket = try #require(status.output.firstMatch(of: #/"socket" ?: ?"([^"]+)"/#)).1
            for copy in ["state.db.before-v2", "state.db.damaged-20260101T000000Z", "log.1", "config.json.new"] {
                try Data("x".utf8).write(to: URL(filePath: "\(folder)/\(copy)"))
            }
            #expect(try Self.names(folder).contains("socket-path") == isLong)
            let reset = try await programs.baton(["reset", "--yes", "--json"], on: name)
            #expect(reset.status == 0, "\(reset.errors)")
            #expect(try Self.names(folder) == [])
            // A process that nobody has waited for yet has no program any more.
            #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process.pid)/exe")) == nil)
            #expect(!FileManager.default.fileExists(atPath: String(socket)))
            #expect(!FileManager.default.fileExists(atPath: String(socket.dropLast("/bus".count))) || !isLong)
            // The app itself is nobody's but its user's.
            #expect(FileManager.default.fileExists(atPath: app + "/Info.plist"))
            // Again, where there is nothing: a daemon is started for it, and nothing is left of that.
            #expect(try await programs.baton(["reset", "--yes"], on: name).status == 0)
            #expect(try Self.names(folder) == [])
        }
    }

    /// In the places of the base directory specification, beside files of others.
    @Test func nothingIsLeftOfTheUsersOwn() async throws {
        try await Programs.run { programs in
            let home = programs.folder.appending(path: "home").path
            let app = try makeApp(programs)
            for folder in [".local/share/baton/apps/Own.app", ".local/state", ".config", ".cache", "run"] {
                try FileManager.default.createDirectory(atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
            }
            chmod("\(home)/run", 0o700)
            try Data().write(to: URL(filePath: "\(home)/.local/state/other"))
            func tree() -> [String] { FileManager.default.subpaths(atPath: home)?.sorted() ?? [] }
            let before = tree()
            let environment = ["HOME": home, "XDG_RUNTIME_DIR": "\(home)/run"]
            #expect(try await programs.baton(["apps", "add", app], environment).status == 0)
            #expect(try await programs.baton(["config", "set", "device-name", "own"], environment).status == 0)
            #expect(tree().count >= before.count + 10, "\(tree())")
            let reset = try await programs.baton(["reset", "--yes"], environment)
            #expect(reset.status == 0, "\(reset.errors)")
            // The folder of an app that the user copied there is the user's.
            #expect(tree() == before)
        }
    }

    enum Damage: CaseIterable { case newerState, noState, config, foreignState }

    /// What no daemon starts with, or what it sets aside: reset is the remedy.
    @Test(arguments: Damage.allCases) func resetWorksWhereADaemonDoesNot(_ damage: Damage) async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("damaged")
            _ = try await programs.baton(["config", "set", "device-name", "x"], on: "damaged")
            _ = try await programs.baton(["stop"], on: "damaged")
            let state = URL(filePath: folder + "/state.db")
            var bytes = try Data(contentsOf: state)
            switch damage {
            // SQLite's user_version and application_id, big-endian (file format, 1.3).
            case .newerState: bytes.replaceSubrange(60..<64, with: [0, 0, 0, 99])
            case .foreignState: bytes.replaceSubrange(68..<72, with: [1, 2, 3, 4])
            case .noState: bytes = Data(repeating: 0x20, count: 9000)
            case .config: try Data("{".utf8).write(to: URL(filePath: folder + "/config.json"))
            }
            try bytes.write(to: state)
            let reset = try await programs.baton(["reset", "--yes"], on: "damaged")
            #expect(reset.status == 0, "\(reset.errors)")
            #expect(try Self.names(folder) == [])
            #expect(try await programs.baton(["status"], on: "damaged").status == 0)
        }
    }

    @Test func aHungDaemonHoldsNobodyForEver() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("hung")
            let status = try await programs.baton(["status", "--json"], on: "hung")
            let process = try #require(Self.pid(status.output).flatMap { ProcessHandle(pid: $0) })
            try await ProcessFacts.freeze(process.pid)
            for verb in [["reset", "--yes"], ["stop"]] {
                let answer = try await programs.baton(verb, on: "hung")
                #expect(answer.status == 3)
                #expect(answer.errors.contains("`kill -KILL \(process.pid)` ends it"), "\(answer.errors)")
            }
            #expect(try Self.names(folder).contains("state.db"))
            // As it says.
            #expect(process.signal(SIGKILL))
            #expect(try await programs.baton(["reset", "--yes"], on: "hung").status == 0)
            #expect(try Self.names(folder) == [])
        }
    }

    @Test func whatCannotBeRemovedIsNamed() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("stuck")
            _ = try await programs.baton(["status"], on: "stuck")
            // A folder cannot be unlinked, whoever asks.
            try FileManager.default.createDirectory(atPath: folder + "/log.2/inner", withIntermediateDirectories: true)
            let reset = try await programs.baton(["reset", "--yes"], on: "stuck")
            #expect(reset.status == 3)
            #expect(reset.errors.contains("\(folder)/log.2 (Is a directory)"), "\(reset.errors)")
            #expect(try Self.names(folder) == ["log.2"])
        }
    }

    /// Programs that come meanwhile get a daemon, the old one or the next; none is refused and none finds a half of it.
    @Test func programsThatComeMeanwhileAreServed() async throws {
        try await Programs.run { programs in
            let folder = try programs.instance("busy")
            for verb in [["reset", "--yes"], ["stop"]] + Array(repeating: ["stop"], count: 8) {
                _ = try await programs.baton(["status"], on: "busy")
                async let ending = programs.baton(verb, on: "busy")
                let answers = try await withThrowingTaskGroup(of: Programs.Answer.self) { group in
                    for _ in 0..<4 { group.addTask { try await programs.baton(["status", "--json"], on: "busy") } }
                    return try await group.reduce(into: [Programs.Answer]()) { $0.append($1) }
                }
                _ = try await ending
                for answer in answers where answer.status != 0 {
                    // The call itself was under way: whether it was carried out is not known, and it is not repeated.
                    #expect(answer.errors.contains("the connection is gone"), "\(answer.errors)")
                }
            }
            _ = try await programs.baton(["stop"], on: "busy")
            #expect(try await programs.baton(["reset", "--yes"], on: "busy").status == 0)
            #expect(try Self.names(folder) == [])
        }
    }
}

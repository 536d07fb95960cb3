import Foundation
import TestSupport
import Testing

/// Who is calling: real programs, the real daemon, the kernel's word (docs/dbus.md, Identity).
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: Machine.hasPythonBus, "there is no python3 with GObject"))
struct IdentityEndToEndTests {
    private static let reader = "org.example.reader"

    /// A daemon with the app Reader, whose program is the caller.
    private func withApp(_ body: (Programs, _ executable: String) async throws -> Void) async throws {
        try await Programs.run { programs in
            _ = try programs.instance("one")
            let app = try await programs.app()
            let added = try await programs.baton(["apps", "add", app], on: "one")
            #expect(added.status == 0, "\(added.errors)")
            try await body(programs, "\(app)/run")
        }
    }

    private func expect(
        _ caller: Caller, _ lines: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for line in lines {
            let said = try await caller.line()
            #expect(said == line, sourceLocation: sourceLocation)
        }
    }

    @Test func anAppIsKnownByItsScriptAndOthersAreTheUsers() async throws {
        try await withApp { programs, executable in
            try await programs.call([executable, "who"], on: "one") {
                try await expect($0, "app \(Self.reader)", "app \(Self.reader)")
            }
            try await programs.call([Caller.script, "who", Self.reader], on: "one") {
                try await expect($0, "NotAllowed", "user")
            }
            try await programs.call([Caller.script, "who", "org.example.free"], on: "one") {
                try await expect($0, "app org.example.free", "user")
            }
        }
    }

    @Test func oddIdsAndTokensAreRefusedInFewWords() async throws {
        try await withApp { programs, _ in
            try await programs.call([Caller.script, "claims"], on: "one") { caller in
                for _ in 0..<8 { try await expect(caller, "InvalidArgument True True") }
                // 255 bytes are an id.
                try await expect(caller, "app \(String(repeating: "o.", count: 127))o True True")
                for _ in 0..<3 { try await expect(caller, "NotAllowed user") }
                try await expect(caller, "NotAllowed True")
            }
        }
    }

    @Test func aConnectionKeepsItsIdentityWhenTheFileIsReplaced() async throws {
        try await withApp { programs, executable in
            try await programs.call([executable, "replaced"], on: "one") { caller in
                try await expect(caller, "app \(Self.reader)")
                try await Programs.copyProgram(executable, to: executable + ".new")
                #expect(rename(executable + ".new", executable) == 0)
                caller.goOn()
                // A new connection is judged anew: by the script of that name, which is the app's still.
                try await expect(
                    caller, "ready app \(Self.reader) none", "app \(Self.reader) app \(Self.reader)")
            }
        }
    }

    @Test(arguments: Machine.hasSessionBus ? [false, true] : [false])
    func aFreeIdIsNotKeptWhenItsAppIsInstalled(_ onSessionBus: Bool) async throws {
        try await Programs.run { programs in
            _ = try programs.instance("one")
            _ = try await programs.baton(["status"], on: "one")
            let app = try await programs.app()
            let words =
                onSessionBus
                ? [Caller.script, "session", "registered"]
                : [Caller.script, "registered"]
            try await programs.call(words, on: "one") { caller in
                try await expect(caller, "app \(Self.reader) published")
                if onSessionBus {
                    // The daemon of the session looks for apps where the user's are.
                    let apps = programs.folder.appending(path: "data/baton/apps")
                    try FileManager.default.createDirectory(at: apps, withIntermediateDirectories: true)
                    try FileManager.default.createSymbolicLink(
                        atPath: apps.appending(path: "Reader.app").path, withDestinationPath: app)
                } else {
                    #expect(try await programs.baton(["apps", "add", app], on: "one").status == 0)
                }
                caller.goOn()
                if onSessionBus {
                    let line = try await caller.line()
                    #expect(line.hasPrefix("NotAllowed") && line.contains(Self.reader), "\(line)")
                } else {
                    try await expect(caller, "closed ")
                    let status = try await programs.baton(["status", "--json"], on: "one").output
                    #expect(status.contains(#/"currentActivities" ?: ?0/#), "\(status)")
                }
                try await expect(caller, "NotAllowed", "app org.example.other")
            }
        }
    }

    @Test func aGreetingComesFirstOrChangesNothing() async throws {
        try await withApp { programs, _ in
            try await programs.call([Caller.script, "first_call"], on: "one") {
                try await expect($0, "user NotAllowed user", "app org.example.a NotAllowed app org.example.a")
            }
            for _ in 0..<5 {
                try await programs.call([Caller.script, "pipelined"], on: "one") {
                    try await expect($0, "org.example.quick org.baton.Error.NotAllowed ()")
                }
            }
        }
    }

    @Test func aSocketWhoseCallerHasEndedIsNobodys() async throws {
        try await withApp { programs, executable in
            for program in [Caller.script, executable] {
                try await programs.call([program, "inherited"], on: "one") { caller in
                    for _ in 0..<2 {
                        try await expect(
                            caller, "ConnectionUnavailable ConnectionUnavailable ConnectionUnavailable")
                    }
                }
            }
        }
    }

    @Test func aSocketThatIsPassedOnStaysTheCallers() async throws {
        try await withApp { programs, executable in
            try await programs.call([Caller.script, "passed"], on: "one") { try await expect($0, "user") }
            try await programs.call([Caller.script, "passed", executable], on: "one") {
                try await expect($0, "app \(Self.reader)")
            }
        }
    }

    @Test(.enabled(if: Machine.canCountProcesses, "process id namespaces are not allowed here"))
    func aProcessThatGetsTheNumberOfACallerIsNotTheCaller() async throws {
        try await Programs.run { programs in
            let instance = try programs.instance("one")
            let app = try await programs.app()
            try FileManager.default.createDirectory(atPath: "\(instance)/apps", withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: "\(instance)/apps/Reader.app", withDestinationPath: app)
            let words = ["/usr/bin/unshare", "--pid", "--fork", "--kill-child", "--mount-proc", Caller.script, "reuse"]
            try await programs.call(words, on: "one", ["APP": "\(app)/run"]) { caller in
                try await expect(caller, "user")
                for _ in 0..<2 {
                    try await expect(caller, "reused", "ConnectionUnavailable ConnectionUnavailable")
                }
            }
        }
    }

    @Test(.enabled(if: Machine.canMount, "mount namespaces are not allowed here"))
    func aSandboxIsTheAppThatItsInformationFileNames() async throws {
        try await withApp { programs, executable in
            let root = try programs.instance("root")
            let info = "printf '[Application]\\nname=org.example.evil\\n' > \"$root/.flatpak-info\""
            let evil = SandboxRoot.words(root, info: info, [])
            // Also where it runs the executable of another app: it loses that, and has what the file says.
            for program in [executable, "\(programs.folder.path)/caller.py"] {
                try? await Programs.copyProgram(Caller.script, to: program)
                try await programs.call(evil + [program, "who"], on: "one") {
                    try await expect($0, "app org.example.evil", "app org.example.evil")
                }
                for claim in [Self.reader, "org.example.free"] {
                    try await programs.call(evil + [program, "who", claim], on: "one") {
                        try await expect($0, "NotAllowed", "app org.example.evil")
                    }
                }
                try await programs.call(evil + [program, "zombie"], on: "one") {
                    try await expect($0, "app org.example.evil", "ConnectionUnavailable ConnectionUnavailable")
                }
            }
            // A pipe that nobody writes into: refused, and the daemon answers others.
            let pipe = SandboxRoot.words(root, info: "mkfifo \"$root/.flatpak-info\"", [])
            try await programs.call(pipe + ["\(programs.folder.path)/caller.py", "who"], on: "one") {
                try await expect($0, "NotAllowed", "NotAllowed")
            }
            #expect(try await programs.baton(["status"], on: "one").status == 0)
        }
    }

    @Test(.enabled(if: Machine.hasSessionBus, "there is no dbus-daemon"))
    func onTheSessionBusAnAppIsAUniqueName() async throws {
        try await Programs.run { programs in
            let app = try await programs.app()
            let apps = programs.folder.appending(path: "data/baton/apps")
            try FileManager.default.createDirectory(at: apps, withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: apps.appending(path: "Reader.app").path, withDestinationPath: app)
            try await programs.call([Caller.script, "session", "bus"], on: "none") { caller in
                try await expect(
                    caller, "app org.example.one app org.example.two user", "published published",
                    "org.example.one | org.example.two | org.example.one org.example.two",
                    "app org.example.one app org.example.two NotAllowed", "NotAllowed NotAllowed", "org.example.one",
                    "gone")
            }
            try await programs.call([Caller.script, "session", "first_call"], on: "none") { caller in
                try await expect(caller, "user NotAllowed user", "app org.example.a NotAllowed app org.example.a")
            }
        }
    }
}

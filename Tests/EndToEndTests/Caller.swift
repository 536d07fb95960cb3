import Foundation
import TestSupport
import Testing

/// A program of the test's that calls the daemon, `Tests/Cases/identity/caller.py`, and the lines that it prints.
final class Caller: Sendable {
    private let program: RunningProgram

    static let script = repositoryPath("Tests/Cases/identity/caller.py")

    init(_ words: [String], _ environment: [String: String]) throws {
        program = try RunningProgram(
            words, in: "/",
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"]
                .merging(environment) { $1 },
            takesInput: true)
    }

    func line() async throws -> String { try #require(try await program.lines.next(), "the caller has ended") }

    /// Lets a caller that waits for a line go on.
    func goOn() { program.write("\n") }

    /// Closes its input, and waits until it has ended by itself.
    func finish() async throws {
        program.closeInput()
        #expect(try await program.end() == 0)
    }

    func end() { program.signal(SIGTERM) }
}

extension Programs {
    /// Runs `words` beside the daemon of instance `name`, to their end. `environment`: what the program needs to know besides.
    func call(
        _ words: [String], on name: String, _ environment: [String: String] = [:],
        _ body: (Caller) async throws -> Void
    ) async throws {
        let instance = folder.appending(path: name).path
        let caller = try Caller(
            words,
            [
                "BATON_BUS": "\(instance)/bus", "INSTANCE": instance, "BATOND": bin.appending(path: "batond").path,
                "FOLDER": folder.path, "HOME": folder.path, "XDG_DATA_DIRS": "\(folder.path)/none",
            ].merging(environment) { $1 })
        defer { caller.end() }
        try await body(caller)
        try await caller.finish()
    }

    /// The folder of an app whose program is the caller.
    func app(_ name: String = "Reader", id: String = "org.example.reader") async throws -> String {
        let app = folder.appending(path: "apps/\(name).app")
        try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
        try """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(id)</string><key>CFBundleName</key><string>\(name)</string>
        <key>CFBundleExecutable</key><string>run</string>
        <key>NSUserActivityTypes</key><array><string>\(id).reading</string></array></dict></plist>
        """.write(to: app.appending(path: "Info.plist"), atomically: true, encoding: .utf8)
        try await Self.copyProgram(Caller.script, to: app.appending(path: "run").path)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: app.appending(path: "run").path)
        return app.path
    }
}

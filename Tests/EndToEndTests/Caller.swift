import Foundation
import TestSupport
import Testing

/// A program of the test's that calls the daemon, `Tests/Cases/identity/caller.py`, and the lines that it prints.
final class Caller: Sendable {
    private let process: Process
    private let input = Pipe()
    private let lines = Arrivals<String>("a line of the caller")
    private let ended = Arrivals<Int32>("the end of the caller")

    static let script = repositoryPath("Tests/Cases/identity/caller.py")

    init(_ words: [String], _ environment: [String: String]) throws {
        process = Process()
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.currentDirectoryURL = URL(filePath: "/")
        process.environment = ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C.UTF-8"]
            .merging(environment) { $1 }
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        let (lines, ended) = (lines, ended)
        process.terminationHandler = { ended.put($0.terminationStatus) }
        try withSignals { try process.run() }
        let handle = output.fileHandleForReading
        Thread.detachNewThread {
            var rest = Data()
            while case let data = handle.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    lines.put(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
        }
    }

    func line() async throws -> String { try await lines.next() }

    /// Lets a caller that waits for a line go on.
    func goOn() { input.fileHandleForWriting.write(Data("\n".utf8)) }

    /// Closes its input, and waits until it has ended by itself.
    func finish() async throws {
        try input.fileHandleForWriting.close()
        #expect(try await ended.next() == 0)
    }

    func end() { if process.isRunning { process.terminate() } }
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
    func app(_ name: String = "Reader", id: String = "org.example.reader") throws -> String {
        let app = folder.appending(path: "apps/\(name).app")
        try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
        try """
        <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
        <key>CFBundleIdentifier</key><string>\(id)</string><key>CFBundleName</key><string>\(name)</string>
        <key>CFBundleExecutable</key><string>run</string>
        <key>NSUserActivityTypes</key><array><string>\(id).reading</string></array></dict></plist>
        """.write(to: app.appending(path: "Info.plist"), atomically: true, encoding: .utf8)
        try Self.copyProgram(Caller.script, to: app.appending(path: "run").path)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: app.appending(path: "run").path)
        return app.path
    }
}

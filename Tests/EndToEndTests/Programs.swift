import Foundation
import TestSupport

/// The real programs, run as a user runs them, in a folder of the test's own.
struct Programs {
    let folder: URL
    let bin: URL

    /// The program `batond`.
    var daemon: String { bin.appending(path: "batond").path }

    struct Answer: Sendable {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs `body` with a scratch folder; ends the daemons of the instances in it afterwards.
    static func run(_ body: (Programs) async throws -> Void) async throws {
        let folder = URL(filePath: "/tmp/baton-end-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The test bundle lies beside the programs.
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        let bin = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
        let programs = Programs(folder: folder, bin: bin)
        do {
            try await body(programs)
        } catch {
            await programs.clear()
            throw error
        }
        await programs.clear()
    }

    private func clear() async {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] {
            _ = try? await baton(["stop"], on: name)
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// Copies a program that is to be run at once. By a process of its own: a program that another test starts meanwhile
    /// would have our descriptor open for writing for a moment, and until then this one could not be run (ETXTBSY).
    static func copyProgram(_ source: String, to target: String) throws {
        let copy = Process()
        copy.executableURL = URL(filePath: "/bin/cp")
        copy.arguments = ["-p", source, target]
        try copy.run()
        copy.waitUntilExit()
        guard copy.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func instance(_ name: String) throws -> String {
        let path = folder.appending(path: name).path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// What the programs are given of the environment.
    var environment: [String: String] {
        [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8",
            "XDG_DATA_DIRS": folder.appending(path: "none").path, "BATON_DAEMON": daemon,
        ]
    }

    private func process(
        _ arguments: [String], on name: String?, _ extra: [String: String] = [:]
    ) -> Process {
        let process = Process()
        process.executableURL = bin.appending(path: "baton")
        process.arguments = (name.map { ["--instance", folder.appending(path: $0).path] } ?? []) + arguments
        process.environment = environment.merging(extra) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }

    /// Runs `baton` to its end.
    func baton(_ arguments: [String], on name: String) async throws -> Answer {
        try await Self.end(of: process(arguments, on: name))
    }

    /// Runs `baton` without an instance: on the user's own Baton of this environment.
    func baton(_ arguments: [String], _ environment: [String: String]) async throws -> Answer {
        try await Self.end(of: process(arguments, on: nil, environment))
    }

    private static func end(of process: Process) async throws -> Answer {
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        async let text = Self.all(output)
        async let complaints = Self.all(errors)
        let answer = await (text, complaints)
        process.waitUntilExit()
        return Answer(status: process.terminationStatus, output: answer.0, errors: answer.1)
    }

    /// On a thread of its own: a read that waits would hold one of the few that all tests share.
    private static func all(_ pipe: Pipe) async -> String {
        let handle = pipe.fileHandleForReading
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: String(decoding: (try? handle.readToEnd()) ?? Data(), as: UTF8.self))
            }
        }
    }

    /// A `baton` that goes on running, and its lines as they come.
    struct Running: @unchecked Sendable {
        // Proof: the process is started before this exists; only `interrupt` is called on it.
        let process: Process
        let lines: AsyncLines
        func interrupt() { process.interrupt() }
    }

    func start(_ arguments: [String], on name: String) throws -> Running {
        let process = process(arguments, on: name)
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return Running(process: process, lines: AsyncLines(output))
    }
}

/// Lines of a pipe, waited for one by one.
final class AsyncLines: Sendable {
    private let stream: AsyncStream<String>

    convenience init(_ pipe: Pipe) { self.init(pipe.fileHandleForReading) }

    init(_ handle: FileHandle) {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        self.stream = stream
        Thread.detachNewThread {
            var (rest, buffer) = (Data(), [UInt8](repeating: 0, count: 4096))
            while true {
                // Not `availableData`, which ends the process when a signal comes meanwhile.
                let count = read(handle.fileDescriptor, &buffer, buffer.count)
                if count < 0, errno == EINTR { continue }
                if count <= 0 { break }
                rest += buffer[..<count]
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
                    rest = Data(rest[rest.index(after: end)...])
                }
            }
            continuation.finish()
        }
    }

    /// The next line; nil when the program has ended.
    func next() async -> String? {
        for await line in stream { return line }
        return nil
    }

    /// The next line that holds `text`; nil when the program has ended.
    func first(with text: String) async -> String? {
        for await line in stream where line.contains(text) { return line }
        return nil
    }
}

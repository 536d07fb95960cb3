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
    static func copyProgram(_ source: String, to target: String) async throws {
        let copy = try RunningProgram(["/bin/cp", "-p", source, target], environment: [:])
        guard try await copy.end() == 0 else { throw CocoaError(.fileWriteUnknown) }
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

    private func words(_ arguments: [String], on name: String?) -> [String] {
        [bin.appending(path: "baton").path]
            + (name.map { ["--instance", folder.appending(path: $0).path] } ?? []) + arguments
    }

    /// Runs `baton` to its end.
    func baton(_ arguments: [String], on name: String) async throws -> Answer {
        try await answer(words(arguments, on: name), environment)
    }

    /// Runs `baton` without an instance: on the user's own Baton of this environment.
    func baton(_ arguments: [String], _ environment: [String: String]) async throws -> Answer {
        try await answer(words(arguments, on: nil), self.environment.merging(environment) { $1 })
    }

    private func answer(_ words: [String], _ environment: [String: String]) async throws -> Answer {
        // Files: they are whole when the program has ended, whoever else has them open still.
        let said = folder.appending(path: "said-\(UUID().uuidString)").path
        let names = ["\(said).out", "\(said).err"]
        let input = Descriptors.open("/dev/null")
        let outputs = names.map { Descriptors.open($0, writing: true) }
        defer { for name in names { unlink(name) } }
        let run: ProgramRun
        do {
            defer { for descriptor in [input] + outputs { Descriptors.close(descriptor) } }
            run = try ProgramRun(
                words[0], words.dropFirst().map { Array($0.utf8) },
                environment: environment.map { "\($0.key)=\($0.value)" }, descriptors: [input] + outputs)
        }
        let status = try await run.end()
        let texts = names.map { String(decoding: FileManager.default.contents(atPath: $0) ?? Data(), as: UTF8.self) }
        return Answer(status: status, output: texts[0], errors: texts[1])
    }

    /// Starts a `baton` that goes on running.
    func start(_ arguments: [String], on name: String) throws -> RunningProgram {
        try RunningProgram(words(arguments, on: name), environment: environment, errors: .dropped)
    }
}

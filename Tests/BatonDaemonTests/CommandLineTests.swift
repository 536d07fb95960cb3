import Foundation
import TestSupport
import Testing

/// The program `baton` as a shell runs it: any bytes as arguments, any streams.
@Suite(.timeLimit(.minutes(5))) struct CommandLineTests {
    /// `baton` alone in a folder: no daemon lies beside it that it could start.
    private static func withBaton(_ body: (ScratchFolder, String) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            let bundle =
                Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
            let bin = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
            // A copy that another test's child has open for writing cannot be run; a link is never open so.
            let program = bin.appending(path: "baton").path
            if !ScratchFolder.hardLink(program, as: folder.file("baton")) {
                try FileManager.default.copyItem(atPath: program, toPath: folder.file("baton"))
            }
            try FileManager.default.createDirectory(atPath: folder.file("i"), withIntermediateDirectories: true)
            try await body(folder, folder.file("baton"))
        }
    }

    private static func environment(_ folder: ScratchFolder) -> [String] {
        ["PATH=", "HOME=\(folder.path)", "LC_ALL=C.UTF-8", "BATON_INSTANCE=\(folder.file("i"))"]
    }

    private static func run(
        _ baton: String, _ words: [[UInt8]], in folder: ScratchFolder, output: Int32?? = .none
    ) async throws -> (status: Int32, output: String, error: String) {
        let input = Descriptors.open("/dev/null")
        let out = Descriptors.open(folder.file("out"), writing: true)
        let error = Descriptors.open(folder.file("err"), writing: true)
        defer { for descriptor in [input, out, error] { Descriptors.close(descriptor) } }
        let chosen: Int32? = if let output { output } else { out }
        let status = try await ProgramRun(
            baton, words, environment: environment(folder), descriptors: [input, chosen, error]
        ).end()
        return (status, folder.text("out"), folder.text("err"))
    }

    private static func words(_ line: String) -> [[UInt8]] { line.split(separator: " ").map { Array($0.utf8) } }

    /// xorshift64, so that a failure comes again.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }
    }

    private static func vector(_ generator: inout Generator) -> [[UInt8]] {
        let verbs = [
            "", "status", "doctor", "stop", "log", "config", "config get port", "config set port 1", "reset",
            "apps list",
            "apps add /", "apps remove a.b", "apps show a.b", "apps set a.b search on", "activity publish --type a.b",
            "activity list", "activity delete --all", "handoff list", "handoff continue", "devices list",
            "devices invite",
            "devices confirm 123456", "devices join x", "devices rename x", "devices remove x", "devices leave", "demo",
            "hand off", "devces", "config gte",
        ]
        let options = [
            "--json", "--quiet", "--help", "-h", "--version", "--all", "--app", "--app=a.b", "--latest", "--print",
            "--yes",
            "--title", "--info", "--info=a=b", "--info-json", "--expires", "--search", "--persistent-id", "--address",
            "--wait", "--no-wait", "--instance", "--instance=", "--", "-", "---", "--=", "-x", "--json=1", "--nothing",
        ]
        var vector = words(verbs.randomElement(using: &generator)!)
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
            let word: [UInt8] =
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<5: Array(options.randomElement(using: &generator)!.utf8)
                case 5: []
                case 6:
                    (0..<Int.random(in: 1...20, using: &generator)).map { _ in
                        UInt8.random(in: 1...255, using: &generator)
                    }
                case 7: [0xFF, 0xFE, 0x80]
                case 8: [UInt8](repeating: UInt8.random(in: 1...255, using: &generator), count: 100_000)
                default: Array("a\n\u{1B}[31m\u{202E}".utf8)
                }
            vector.insert(word, at: Int.random(in: 0...vector.count, using: &generator))
        }
        return vector
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func anyCommandLineEndsInOrder(_ seed: UInt64) async throws {
        try await Self.withBaton { folder, baton in
            var generator = Generator(state: seed &* 0x9E37_79B9_7F4A_7C15)
            for number in 0..<60 {
                let vector = Self.vector(&generator)
                let result = try await Self.run(baton, vector, in: folder)
                let shown = vector.map { String(decoding: $0.prefix(40), as: UTF8.self) }
                #expect((0...3).contains(result.status), "seed \(seed), \(number): \(shown)")
                if result.status > 1 {
                    #expect(
                        result.error.contains("baton") || result.error.contains("error"),
                        "seed \(seed), \(number): \(shown)")
                }
                // One line at the most, and nothing that a terminal acts on.
                #expect(result.error.filter(\.isNewline).count <= 2, "seed \(seed), \(number): \(shown)")
                #expect(
                    !result.error.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" }, "seed \(seed), \(number)")
            }
        }
    }

    @Test(arguments: ["--version", "--help", "activity publish --help", "--version --json", "log"])
    func outputThatCannotBeWrittenIsAFailure(_ line: String) async throws {
        try await Self.withBaton { folder, baton in
            try folder.write("i/log", "one\ntwo\n")
            let full = Descriptors.open("/dev/full", writing: true)
            defer { Descriptors.close(full) }
            let result = try await Self.run(baton, Self.words(line), in: folder, output: .some(full))
            #expect(result.status == 3, "\(line)")
            #expect(result.error.contains("No space left on device"), "\(line): \(result.error)")
            let closed = try await Self.run(baton, Self.words(line), in: folder, output: .some(nil))
            #expect(closed.status == 3, "\(line)")
            #expect(closed.error.contains("Bad file descriptor"), "\(line): \(closed.error)")
        }
    }

    /// `baton log --follow | head -1`: nothing more is logged, and it ends all the same.
    @Test func aReaderThatGoesAwayEndsAFollowedLog() async throws {
        try await Self.withBaton { folder, baton in
            try folder.write("i/log", "one\n")
            let run = try await blocking { () -> ProgramRun in
                let (read, write) = Descriptors.pipe()
                let input = Descriptors.open("/dev/null")
                let run = try ProgramRun(
                    baton, Self.words("log --follow"), environment: Self.environment(folder),
                    descriptors: [input, write, input])
                for descriptor in [write, input] { Descriptors.close(descriptor) }
                #expect(Descriptors.line(read) == "one")
                Descriptors.close(read)
                return run
            }
            #expect(try await run.end() == 0)
        }
    }

    /// Whatever the demo is in the midst of: it says that it was interrupted, and nothing of it is left.
    @Test func anInterruptedDemoSaysSo() async throws {
        try await withScratchFolder { folder in
            let bundle =
                Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
            let bin = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
            let baton = bin.appending(path: "baton").path
            // An app that never does what the demo waits for.
            let app = folder.file("Reader.app")
            try folder.write("Reader.app/Info.plist", repositoryFile("docs/examples/Info.plist"))
            for name in ["Reader", "reader.py"] {
                try ProgramFile.write("\(app)/\(name)", Data("#!/bin/sh\nexec sleep 600\n".utf8))
            }
            for line in 1...5 {
                let demo = try RunningProgram(
                    [baton, "demo", "--app", app],
                    environment: [
                        "PATH": "/usr/bin:/bin", "HOME": folder.path, "TMPDIR": folder.path, "LC_ALL": "C.UTF-8",
                    ], errors: .lines)
                for _ in 0..<line { _ = try await demo.lines.next() }
                demo.signal(SIGINT)
                let interrupted = "baton demo: The demo was interrupted; everything that it had started was ended."
                var said: [String] = []
                while let line = try await demo.lines.next() { said.append(line) }
                #expect(said.filter { $0.contains("demo:") } == [interrupted], "\(said)")
                #expect(try await demo.end() == 1)
                let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
                    $0.contains("demo")
                }
                #expect(left.isEmpty)
            }
        }
    }

    @Test func aFolderThatCannotBeAnInstancesIsNamed() async throws {
        try await Self.withBaton { folder, baton in
            try folder.write("file", "")
            let cases: [(path: String, words: String)] = [
                (folder.file("file"), "\(folder.file("file")) is a file, not a folder"),
                (folder.file("file/x/y"), "\(folder.file("file")) is a file, not a folder"),
                (folder.file("a\nb"), "control character"),
                (folder.file(String(repeating: "x", count: 256)), "too long a name"),
                (String(repeating: "/a", count: 2100), "too long a name"),
                ("", "it must not be empty"),
            ]
            for (path, words) in cases {
                for verb in ["status", "stop", "log", "activity list"] {
                    let result = try await Self.run(
                        baton, [Array("--instance".utf8), Array(path.utf8)] + Self.words(verb), in: folder)
                    #expect(result.status == 2, "\(words), \(verb)")
                    #expect(result.error.contains(words), "\(verb): \(result.error)")
                }
            }
        }
    }
}

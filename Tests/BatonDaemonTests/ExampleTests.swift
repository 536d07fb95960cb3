import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import Synchronization
import TestSupport
import Testing

/// A program of the documentation, and the lines that it prints.
private final class Program: Sendable {
    let lines = Arrivals<String>("a line of the program")
    let ended = Arrivals<Int32>("the end of the program")
    private let process: Process
    private let partial = Mutex("")

    init(_ executable: String, _ arguments: [String], _ environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"].merging(environment) { $1 }
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardInput = FileHandle.nullDevice
        let (lines, ended) = (lines, ended)
        self.process = process
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty {
                handle.readabilityHandler = nil
                return
            }
            guard let self else { return }
            for line in self.cut(String(decoding: data, as: UTF8.self)) { lines.put(line) }
        }
        process.terminationHandler = { ended.put($0.terminationStatus) }
        try process.run()
    }

    private func cut(_ text: String) -> [String] {
        partial.withLock { partial in
            var parts = (partial + text).components(separatedBy: "\n")
            partial = parts.removeLast()
            return parts
        }
    }

    /// Reads on until this line comes.
    func line(_ wanted: String) async throws {
        while try await lines.next() != wanted {}
    }

    func terminate() { if process.isRunning { process.terminate() } }
}

@Suite struct ExampleTests {
    @Test func theDocumentationShowsThemVerbatim() throws {
        let page = try repositoryFile("docs/dbus.md")
        #expect(page.contains(try repositoryFile("docs/examples/reader.py")))
        #expect(page.contains(try repositoryFile("docs/examples/Info.plist")))
        #expect(page.contains("--object-path /org/baton/Baton1 --method org.baton.System1.Status"))
    }

    @Test func gdbusAsksForTheStatus() async throws {
        try await withDaemon { daemon in
            let program = try Program(
                "/usr/bin/gdbus",
                [
                    "call", "--address", daemon.instance.address, "--dest", "org.baton.Baton1", "--object-path",
                    "/org/baton/Baton1", "--method", "org.baton.System1.Status",
                ])
            let line = try await program.lines.next()
            #expect(line.contains("'version': <'\(BusProtocol.release)'>"))
            #expect(try await program.ended.next() == 0)
        }
    }

    @Test func theShellIndexesAnItemAndFindsIt() async throws {
        let blocks = try repositoryFile("docs/dbus.md").components(separatedBy: "```")
        let script = try #require(blocks.first { $0.contains("search Index") }).dropFirst(3)
        try await withDaemon { daemon in
            let here = String(script).replacing("$XDG_RUNTIME_DIR/baton/bus", with: daemon.instance.socket)
            let program = try Program("/bin/sh", ["-euc", here])
            // Nothing, twice, and the answer.
            #expect(try await program.lines.next() == "()")
            #expect(try await program.lines.next() == "()")
            let answer = try await program.lines.next()
            #expect(
                answer.contains("'identifier': <'r-17'>") && answer.contains("'title': <'Apple cake'>"), "\(answer)")
            #expect(try await program.ended.next() == 0)
        }
    }

    @Test func thePythonProgramHoldsAnActivityAndContinuesOne() async throws {
        try await withTwoDaemons { pair in
            try await pair.join()
            // The app of the documentation, as it is installed.
            let script = try repositoryFile("docs/examples/reader.py")
            try pair.there.scratch.write("Reader.app/Info.plist", repositoryFile("docs/examples/Info.plist"))
            try pair.there.scratch.write("Reader.app/reader.py", script, mode: 0o755)
            _ = try await pair.otherUser.call(AppsMethods.add, pair.there.scratch.file("Reader.app"))
            let program = try Program(
                pair.there.scratch.file("Reader.app/reader.py"), ["5"],
                [
                    "BATON_ADDRESS": pair.there.instance.address,
                    "BATON_APP_XML": repositoryPath("data/dbus/org.baton.App1.xml"),
                ])
            defer { program.terminate() }
            #expect(try await program.lines.next() == "is org.example.reader on There")
            try await program.line("ready")
            try await program.line("SaveActivity")
            let current = try await pair.otherUser.call(ActivitiesMethods.listCurrent)
            #expect(current.map(\.app) == ["org.example.reader"])
            #expect(current.first?.record.title == "Page 5")
            #expect(current.first?.record.userInfo == Payload([.string("page"): .integer(5)]).canonicalData)
            // Here sees it, and takes it; then it goes back at another page.
            let fetched = try await pair.fetchHere()
            #expect(try fetched.payload()["page"] == .integer(5))
            let source = FakeApp()
            let client = try await pair.here.client("org.example.reader", source)
            var record = reading(title: "Page 9")
            record.userInfo = Payload([.string("page"): .integer(9)]).canonicalData
            source.answer(with: record)
            try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            let offer = try await pair.offer()
            let outcome = try await pair.otherUser.call(HandoffMethods.continue, offer.offer, PlatformData())
            #expect(outcome.opened == "org.example.reader")
            try await program.line("WillContinueActivity")
            try await program.line("ContinueActivity")
            try await program.line("continues at page 9 from Here")
            #expect(try await source.continued.next().device == "There")
            // The daemon is gone, and so is the program.
            await pair.there.stop()
            #expect(try await program.ended.next() == 0)
        }
    }
}

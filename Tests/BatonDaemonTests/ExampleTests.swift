import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import Synchronization
import TestSupport
import Testing

extension RunningProgram {
    /// A program of the documentation.
    fileprivate convenience init(
        _ executable: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) throws {
        try self.init(
            [executable] + arguments,
            environment: ["PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"].merging(environment) { $1 })
    }

    fileprivate func line() async throws -> String { try #require(await lines.next(), "the program has ended") }

    /// Reads on until this line comes.
    fileprivate func line(_ wanted: String) async throws {
        while try await line() != wanted {}
    }
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
            let program = try RunningProgram(
                "/usr/bin/gdbus",
                [
                    "call", "--address", daemon.instance.address, "--dest", "org.baton.Baton1", "--object-path",
                    "/org/baton/Baton1", "--method", "org.baton.System1.Status",
                ])
            let line = try await program.line()
            #expect(line.contains("'version': <'\(BusProtocol.release)'>"))
            #expect(try await program.end() == 0)
        }
    }

    @Test func theShellIndexesAnItemAndFindsIt() async throws {
        let blocks = try repositoryFile("docs/dbus.md").components(separatedBy: "```")
        let script = try #require(blocks.first { $0.contains("search Index") }).dropFirst(3)
        try await withDaemon { daemon in
            let here = String(script).replacing("$XDG_RUNTIME_DIR/baton/bus", with: daemon.instance.socket)
            let program = try RunningProgram("/bin/sh", ["-euc", here])
            // Nothing, twice, and the answer.
            #expect(try await program.line() == "()")
            #expect(try await program.line() == "()")
            let answer = try await program.line()
            #expect(
                answer.contains("'identifier': <'r-17'>") && answer.contains("'title': <'Apple cake'>"), "\(answer)")
            #expect(try await program.end() == 0)
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
            let program = try RunningProgram(
                pair.there.scratch.file("Reader.app/reader.py"), ["5"],
                [
                    "BATON_ADDRESS": pair.there.instance.address,
                    "BATON_APP_XML": repositoryPath("data/dbus/org.baton.App1.xml"),
                ])
            defer { program.signal(SIGTERM) }
            #expect(try await program.line() == "is org.example.reader on There")
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
            #expect(try await program.end() == 0)
        }
    }
}

import BatonCommands
import FoundationEssentials
import GLibKit
import Glibc
import Testing

/// An instance in a scratch folder, with a fake daemon unless the test is about there being none.
struct Fixture: Sendable {
    static let date = Date(timeIntervalSince1970: 1_800_000_000)
    static let json = "2027-01-15T08:00:00Z"
    static var text: String { LocaleDate.text(date) }

    let folder: String
    let thread: GLibThread
    let daemon: FakeDaemon

    static func run(
        _ change: (inout Script) -> Void = { _ in }, daemonRuns: Bool = true,
        _ body: (Fixture) async throws -> Void
    ) async throws {
        var template = Array("/tmp/baton-commands-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        let folder = String(cString: made)
        var script = Script()
        change(&script)
        let thread = GLibThread(name: "test")
        let fixture = Fixture(folder: folder, thread: thread, daemon: FakeDaemon(script: script, on: thread))
        var failure: (any Error)?
        do {
            if daemonRuns { try await fixture.daemon.start(at: "\(folder)/bus") }
            try await body(fixture)
        } catch {
            failure = error
        }
        await fixture.daemon.stop()
        thread.stop()
        try FileManager.default.removeItem(atPath: folder)
        if let failure { throw failure }
    }

    struct Result {
        let status: Int32
        let output: String
        let error: String
    }

    /// Runs a command line to its end.
    func baton(_ line: String, environment: [String: String] = [:], on terminal: TestTerminal = TestTerminal()) async
        -> Result
    {
        let status = await begin(line.split(separator: " ").map(String.init), environment: environment, on: terminal)
            .value
        // Commands are suggested for the fixture's instance; the tests are about the rest.
        return Result(status: status, output: plain(terminal.output), error: plain(terminal.error))
    }

    private func plain(_ text: String) -> String {
        text.replacing("baton --instance \(folder) ", with: "baton ")
    }

    /// Starts a command line.
    func begin(
        _ words: [String], environment: [String: String] = [:], on terminal: TestTerminal
    ) -> Task<Int32, Never> {
        let environment = ["HOME": folder, "PATH": ""].merging(environment) { $1 }
        let terminal = terminal.terminal
        return Task(executorPreference: thread) {
            await BatonCommandLine.run(
                arguments: ["--instance", folder] + words, environment: environment, terminal: terminal,
                ownExecutable: nil, on: thread)
        }
    }
}

import ActivityModel
import BatonApps
import FoundationEssentials
import GLibKit
import Glibc
import Synchronization
import TestSupport
import Testing

/// The second half of case C29, and the choice behind it: an app's own URL goes to the process that opened it.
@Suite(.timeLimit(.minutes(5)))
struct OwnAddressTests {
    private struct Case: Decodable {
        let when: [String]
        let expect: [String: String]
    }

    private static let step = "app asks the system to open example29://settings, which it owns"

    /// The address that the app of the case opens.
    private func address() throws -> String {
        let given = try JSONDecoder().decode(Case.self, from: BehaviourCase.data("C29"))
        let index = try #require(given.when.firstIndex(of: Self.step))
        #expect(given.expect["\(index + 1)"] == "the running process gets it; process count stays 1")
        return try #require(Self.step.split(separator: " ").first { $0.contains("://") }?.split(separator: ",").first)
            .description
    }

    /// With a real process: started once by the door, and the only one afterwards.
    @Test func theRunningProcessGetsItAndThereIsNoSecond() async throws {
        let address = try address()
        try await withScratch { scratch in
            // Says who it is, and waits without a child of its own, which would outlive it.
            scratch.app(
                "apps/App29.app", id: Fixture.reader,
                script: """
                    #!/bin/sh
                    echo $$ >> "$BATON_APP/processes"
                    mkfifo "$BATON_APP/pipe"
                    read line < "$BATON_APP/pipe"
                    """)
            let thread = GLibThread(name: "own-address-test")
            defer { thread.stop() }
            let launcher = CountingLauncher(
                launcher: ProcessLauncher(
                    thread: thread, environment: LaunchEnvironment(daemon: ["PATH": "/usr/bin:/bin"], baton: [:])))
            let service = AppsService(
                thread: thread, time: TestClock().source, folders: ["\(scratch.path)/apps"], store: MemorySwitches(),
                launcher: launcher, browser: FakeBrowser(), log: { _ in },
                randomness: { [UInt8](repeating: 7, count: $0) })
            try await service.start()
            let first = Task { await service.deliver(.open(id: "1")) }
            let process = await launcher.launched.next()
            let app = FakeConnection()
            let token = try await service.attach(app)
            await service.ready(token)
            #expect(await first.value == .taken)
            let outcome = await service.deliver(.open([address], id: "2"), openedBy: token)
            #expect(outcome == .taken)
            #expect(app.calls.waiting.map(\.content) == [.open(["app:1"]), .open([address])])
            #expect(launcher.launched.waiting.isEmpty)
            #expect(running("\(scratch.path)/apps/App29.app/run") == [process.pid])
            await service.stop()
            #expect(ProcessHandle(pid: process.pid)?.signal(SIGKILL) == true)
        }
    }

    /// The processes of the machine that run this script.
    private func running(_ script: String) -> [Int32] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap(Int32.init).filter { pid in
            let arguments = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline") ?? Data()
            return arguments.split(separator: 0).contains { $0.elementsEqual(script.utf8) }
        }
    }

    @Test func ofSeveralProcessesTheOneThatOpenedItGetsIt() async throws {
        let address = try address()
        try await Fixture.run { f in
            let (opener, other) = (FakeConnection(), FakeConnection())
            let token = try await f.connect(opener)
            let active = try await f.connect(other)
            await f.service.active(active)
            #expect(await f.service.deliver(.open([address], id: "1"), openedBy: token) == .taken)
            #expect(await f.service.deliver(.open([address], id: "2")) == .taken)
            #expect(opener.calls.waiting.map(\.event) == ["1"])
            #expect(other.calls.waiting.map(\.event) == ["2"])
            #expect(f.launcher.launches.waiting.isEmpty)
        }
    }

    /// An app that opens one while it still starts has it when it is ready, although another process is.
    @Test func itWaitsForTheProcessThatOpenedIt() async throws {
        try await Fixture.run { f in
            let (opener, other) = (FakeConnection(), FakeConnection())
            let token = try await f.connect(opener, ready: false)
            _ = try await f.connect(other)
            let own = Task(executorPreference: f.thread) {
                await f.service.deliver(.open(id: "1"), openedBy: token)
            }
            await f.drain()
            #expect(await f.service.deliver(.open(id: "2")) == .taken)
            await f.service.ready(token)
            #expect(await own.value == .taken)
            #expect(opener.calls.waiting.map(\.event) == ["1"])
            #expect(other.calls.waiting.map(\.event) == ["2"])
        }
    }

    @Test func whereTheProcessThatOpenedItIsGoneAnotherGetsIt() async throws {
        try await Fixture.run { f in
            let other = FakeConnection()
            let token = try await f.connect(FakeConnection(), ready: false)
            _ = try await f.connect(other)
            let own = Task(executorPreference: f.thread) {
                await f.service.deliver(.open(id: "1"), openedBy: token)
            }
            await f.drain()
            await f.service.detach(token)
            #expect(await own.value == .taken)
            #expect(other.calls.waiting.map(\.event) == ["1"])
        }
    }

    /// A process of another app is no process of this one.
    @Test func whoOpensTheAddressOfAnotherAppDoesNotGetIt() async throws {
        try await Fixture.run { f in
            let (stranger, app) = (FakeConnection("org.example.stranger"), FakeConnection())
            let token = try await f.connect(stranger)
            _ = try await f.connect(app)
            #expect(await f.service.deliver(.open(id: "1"), openedBy: token) == .taken)
            #expect(stranger.calls.waiting.isEmpty)
            #expect(app.calls.waiting.map(\.event) == ["1"])
        }
    }
}

private struct CountingLauncher: AppLauncher {
    let launcher: ProcessLauncher
    let launched = AsyncQueue<LaunchedProcess>()

    func launch(_ request: LaunchRequest) throws(BatonError) -> LaunchedProcess {
        let process = try launcher.launch(request)
        launched.push(process)
        return process
    }
}

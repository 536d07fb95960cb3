import ActivityModel
import BatonApps
import Foundation
import GLibKit
import Glibc
import TestSupport
import Testing

/// Starts apps for real, and says what it has started.
private final class RealLauncher: AppLauncher {
    let launched = AsyncQueue<(request: LaunchRequest, process: LaunchedProcess)>()
    private let launcher: ProcessLauncher

    init(thread: GLibThread) {
        launcher = ProcessLauncher(
            thread: thread, environment: LaunchEnvironment(daemon: ["PATH": "/usr/bin:/bin"], baton: [:]))
    }

    func launch(_ request: LaunchRequest) throws(BatonError) -> LaunchedProcess {
        let process = try launcher.launch(request)
        launched.push((request, process))
        return process
    }
}

/// Launch tokens of processes that really run: the app, a child of its, and others.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Machine.hasPython, "there is no /usr/bin/python3"))
struct LaunchedProcessTests {
    /// Says its number, its child's and its token.
    private static let script = """
        #!/usr/bin/python3
        import os, subprocess
        child = subprocess.Popen(["/bin/sleep", "600"])
        with open(os.environ["BATON_APP"] + "/said", "w") as said:
            said.write(f"{os.getpid()} {child.pid} {os.environ['BATON_LAUNCH_TOKEN']}\\n")
        child.wait()
        """

    private struct Launch {
        let fixture: Fixture
        let process: LaunchedProcess
        let app: Int32
        let child: Int32
        let token: String
    }

    private func withLaunch(_ body: (Launch) async throws -> Void) async throws {
        let launchers = AsyncQueue<RealLauncher>()
        try await Fixture.run(
            proc: "/proc",
            launcher: { thread in
                let launcher = RealLauncher(thread: thread)
                launchers.push(launcher)
                return launcher
            },
            apps: { $0.app("apps/Reader.app", script: Self.script) }
        ) { f in
            let launcher = await launchers.next()
            let pipe = try LinePipe("\(f.scratch.path)/apps/Reader.app/said", "what the app says")
            defer { pipe.end() }
            _ = await f.accepted(.open())
            let (request, process) = await launcher.launched.next()
            let words = try await pipe.lines.next().split(separator: " ").map(String.init)
            let (app, child) = (try #require(Int32(words[0])), try #require(Int32(words[1])))
            defer { for pid in [child, app] { kill(pid, SIGKILL) } }
            #expect(app == process.pid)
            #expect(words[2] == request.token)
            try await body(Launch(fixture: f, process: process, app: app, child: child, token: words[2]))
        }
    }

    @Test func aChildOfTheAppMayUseTheTokenOnceForIt() async throws {
        try await withLaunch { launch in
            let f = launch.fixture
            #expect(await f.identify(launch.child, claims: Fixture.reader).code == .notAllowed)
            #expect(await f.identify(launch.child, token: launch.token) == .success(.app(Fixture.reader)))
            let again = await f.identify(launch.child, token: launch.token, claims: Fixture.reader)
            #expect(again.code == .notAllowed)
            #expect(again.message.contains("used already"))
            // The app itself is known by what it runs.
            #expect(await f.identify(launch.app, token: launch.token) == .success(.app(Fixture.reader)))
        }
    }

    @Test func aProcessFromElsewhereMayNotUseTheToken() async throws {
        try await withLaunch { launch in
            let f = launch.fixture
            try await RealProcess.run(["/bin/cat"]) { other in
                for claims in [nil, Fixture.reader] {
                    let found = await f.identify(other.pid, token: launch.token, claims: claims)
                    #expect(found.code == .notAllowed)
                    #expect(!found.message.contains(launch.token))
                }
                // To claim what is free is no use of it.
                let free = await f.identify(other.pid, token: launch.token, claims: "org.example.free")
                #expect(free == .success(.claimed("org.example.free")))
            }
            // It is not used up by that.
            #expect(await f.identify(launch.child, token: launch.token) == .success(.app(Fixture.reader)))
        }
    }

    @Test func aTokenDiesWithTheApp() async throws {
        try await withLaunch { launch in
            let f = launch.fixture
            let ended = AsyncQueue<Void>()
            launch.process.onExit { ended.push(()) }
            kill(launch.app, SIGKILL)
            await ended.next()
            await f.drain()
            #expect(await f.identify(launch.child, token: launch.token, claims: Fixture.reader).code == .notAllowed)
            #expect(await f.identify(launch.app, token: launch.token).code == .connectionUnavailable)
        }
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 32), String(repeating: "x", count: 4_000_000), "\u{0}"])
    func aGuessedTokenIsNoToken(_ token: String) async throws {
        try await withLaunch { launch in
            let f = launch.fixture
            let guesses = [token, launch.token + token, String(launch.token.dropLast()), launch.token.uppercased()]
            for guess in guesses where guess != launch.token {
                #expect(await f.identify(launch.child, token: guess, claims: Fixture.reader).code == .notAllowed)
                #expect(await f.identify(launch.child, token: guess) == .success(.user))
            }
            #expect(await f.identify(launch.child, token: launch.token) == .success(.app(Fixture.reader)))
        }
    }
}

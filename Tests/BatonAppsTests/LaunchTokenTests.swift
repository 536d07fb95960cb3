import ActivityModel
import BatonApps
import FoundationEssentials
import GLibKit
import Glibc
import Testing

/// The tokens of launched processes. The launched process has the pid 1001 and started at 5; this process calls.
@Suite(.timeLimit(.minutes(5)))
struct LaunchTokenTests {
    private static let me = getpid()

    private func identify(_ f: Fixture, _ token: String?, claims: String? = Fixture.reader) async -> BatonError.Code? {
        do throws(BatonError) {
            let identity = try await f.service.identify(
                PeerCredentials(pid: Self.me, uid: getuid()), launchToken: token, claimedID: claims)
            #expect(identity == .app(Fixture.reader))
            return nil
        } catch {
            return error.code
        }
    }

    /// Starts the app, and gives its token.
    private func launch(_ f: Fixture) async -> String {
        _ = await f.accepted(.open())
        return await f.launcher.launches.next().token
    }

    @Test func aDescendantOfTheLaunchedProcessIsTheAppOnce() async throws {
        try await Fixture.run { f in
            let token = await launch(f)
            #expect(token.utf8.count == 32)
            _ = FakeProcess(f.scratch, pid: 1001, start: 5)
            _ = FakeProcess(f.scratch, pid: 1002, parent: 1001, start: 6)
            _ = FakeProcess(f.scratch, pid: Self.me, parent: 1002, start: 7)
            #expect(await identify(f, token) == nil)
            #expect(await identify(f, token) == .notAllowed)
            #expect(await identify(f, token, claims: nil) == .notAllowed)
        }
    }

    @Test func theTokenAloneSaysWhichAppItIs() async throws {
        try await Fixture.run { f in
            let token = await launch(f)
            _ = FakeProcess(f.scratch, pid: 1001, start: 5)
            _ = FakeProcess(f.scratch, pid: Self.me, parent: 1001, start: 7)
            #expect(await identify(f, token, claims: nil) == nil)
        }
    }

    @Test func anotherProcessIsRefused() async throws {
        try await Fixture.run { f in
            let token = await launch(f)
            _ = FakeProcess(f.scratch, pid: 1001, start: 5)
            _ = FakeProcess(f.scratch, pid: Self.me, parent: 1, start: 7)
            #expect(await identify(f, token) == .notAllowed)
        }
    }

    @Test func aProcessThatHasTakenOverThePidIsRefused() async throws {
        try await Fixture.run { f in
            let token = await launch(f)
            _ = FakeProcess(f.scratch, pid: 1001, start: 6)
            _ = FakeProcess(f.scratch, pid: Self.me, parent: 1001, start: 7)
            #expect(await identify(f, token) == .notAllowed)
        }
    }

    @Test func parentsThatGoRoundEnd() async throws {
        try await Fixture.run { f in
            let token = await launch(f)
            _ = FakeProcess(f.scratch, pid: 1002, parent: Self.me, start: 7)
            _ = FakeProcess(f.scratch, pid: Self.me, parent: 1002, start: 7)
            #expect(await identify(f, token) == .notAllowed)
        }
    }

    /// A terminal's server runs the app: no chain of parents leads to what was launched, but it runs the executable.
    @Test func theAppItselfMayUseItsTokenFromElsewhere() async throws {
        try await Fixture.run { f in
            let token = await launch(f)
            let script = "\(f.scratch.path)/apps/Reader.app/run"
            FakeProcess(f.scratch, pid: Self.me, executable: "/bin/sh").arguments(["/bin/sh", script])
            #expect(await identify(f, token) == nil)
        }
    }

    @Test func aTokenOfAnotherAppProvesNothingAndStaysGood() async throws {
        try await Fixture.run(apps: { scratch in
            scratch.app("apps/Reader.app")
            scratch.app("apps/Writer.app", id: "org.example.writer")
        }) { f in
            let token = await launch(f)
            _ = FakeProcess(f.scratch, pid: 1001, start: 5)
            _ = FakeProcess(f.scratch, pid: Self.me, parent: 1001, start: 7)
            #expect(await identify(f, token, claims: "org.example.writer") == .notAllowed)
            #expect(await identify(f, token) == nil)
        }
    }

    @Test func anAppThatAnotherAppStartsIsKnownInSpiteOfTheInheritedToken() async throws {
        try await Fixture.run(apps: { scratch in
            scratch.app("apps/Reader.app")
            scratch.app("apps/Writer.app", id: "org.example.writer")
        }) { f in
            let token = await launch(f)
            _ = FakeProcess(f.scratch, pid: 1001, start: 5)
            _ = FakeProcess(f.scratch, pid: Self.me, parent: 1001, start: 7)
            #expect(await identify(f, token) == nil)
            let writer = "\(f.scratch.path)/apps/Writer.app/run"
            FakeProcess(f.scratch, pid: Self.me, parent: 1001, start: 7, executable: "/bin/sh")
                .arguments(["/bin/sh", writer])
            let identity = try await f.service.identify(
                PeerCredentials(pid: Self.me, uid: getuid()), launchToken: token, claimedID: "org.example.writer")
            #expect(identity == .app("org.example.writer"))
        }
    }

    @Test func aTokenThatWasNeverIssuedIsPassedOver() async throws {
        try await Fixture.run { f in
            _ = FakeProcess(f.scratch, pid: Self.me)
            #expect(await identify(f, "nonsense") == .notAllowed)
            FakeProcess(f.scratch, pid: Self.me).cgroup("0::/app-org.example.reader-1.scope")
            #expect(await identify(f, "nonsense") == nil)
        }
    }

    @Test func theTokenOfAProcessThatHasEndedIsWorthNothing() async throws {
        try await Fixture.run { f in
            let token = await launch(f)
            f.launcher.exit()
            await f.drain()
            _ = FakeProcess(f.scratch, pid: 1001, start: 5)
            _ = FakeProcess(f.scratch, pid: Self.me, parent: 1001, start: 7)
            #expect(await identify(f, token) == .notAllowed)
        }
    }
}

import ActivityModel
import BatonApps
import FoundationEssentials
import GLibKit
import Glibc
import Testing

/// Who is calling, from a folder that looks like `/proc`. The process itself is this one: it has to be alive.
@Suite(.timeLimit(.minutes(1)))
struct IdentityTests {
    private static let me = getpid()

    private func identify(
        _ f: Fixture, pid: Int32 = me, token: String? = nil, claims: String? = nil
    ) async -> Result<CallerIdentity, BatonError> {
        do throws(BatonError) {
            // The handle is always this process's, so that it is alive; the folder is that of `pid`.
            let credentials = PeerCredentials(pid: pid, uid: getuid())
            return .success(try await f.service.identify(credentials, launchToken: token, claimedID: claims))
        } catch {
            return .failure(error)
        }
    }

    private func code(_ result: Result<CallerIdentity, BatonError>) -> BatonError.Code? {
        if case .failure(let error) = result { error.code } else { nil }
    }

    @Test func theUsersProgramsClaimNothing() async throws {
        try await Fixture.run { f in
            _ = FakeProcess(f.scratch, pid: Self.me)
            #expect(await identify(f) == .success(.user))
        }
    }

    @Test func anIDThatNoManifestHasMayBeClaimed() async throws {
        try await Fixture.run { f in
            _ = FakeProcess(f.scratch, pid: Self.me)
            #expect(await identify(f, claims: "org.example.mine") == .success(.app("org.example.mine")))
            let refused = await identify(f, claims: Fixture.reader)
            #expect(code(refused) == .notAllowed)
            if case .failure(let error) = refused { #expect(error.message.contains("/apps/Reader.app/run")) }
            #expect(code(await identify(f, claims: "no id")) == .invalidArgument)
        }
    }

    @Test func aFlatpakAppIsWhatItsSandboxSays() async throws {
        try await Fixture.run { f in
            let process = FakeProcess(f.scratch, pid: Self.me)
            process.flatpak("[Application]\nname=org.example.boxed\nruntime=x\n[Instance]\ninstance-id=1\n")
            #expect(await identify(f) == .success(.app("org.example.boxed")))
            #expect(await identify(f, claims: "org.example.boxed") == .success(.app("org.example.boxed")))
            #expect(code(await identify(f, claims: "org.example.other")) == .notAllowed)
            #expect(code(await identify(f, claims: Fixture.reader)) == .notAllowed)
        }
    }

    @Test(arguments: ["", "nonsense", "[Runtime]\nname=org.example.runtime\n", "[Application]\nname=no id\n"])
    func aSandboxThatCannotBeReadIsNotTheUser(_ text: String) async throws {
        try await Fixture.run { f in
            FakeProcess(f.scratch, pid: Self.me).flatpak(text)
            #expect(code(await identify(f)) == .notAllowed)
        }
    }

    @Test func aProcessThatHasEndedIsNobody() async throws {
        try await Fixture.run { f in
            // Above the largest pid there can be.
            let gone: Int32 = 4_194_305
            _ = FakeProcess(f.scratch, pid: gone)
            #expect(code(await identify(f, pid: gone)) == .connectionUnavailable)
        }
    }

    @Test func theExecutableProvesTheApp() async throws {
        try await Fixture.run { f in
            let app = "\(f.scratch.path)/apps/Reader.app"
            f.scratch.file("apps/Reader.app/run", "\u{7F}ELF", mode: 0o755)
            // By device and inode: another name of the same file.
            link("\(app)/run", "\(f.scratch.path)/renamed")
            let process = FakeProcess(f.scratch, pid: Self.me, executable: "\(f.scratch.path)/renamed")
            #expect(await identify(f, claims: Fixture.reader) == .success(.app(Fixture.reader)))
            #expect(await identify(f) == .success(.app(Fixture.reader)))
            // Replaced by an update while it runs.
            process.link("exe", "\(app)/run (deleted)")
            #expect(await identify(f, claims: Fixture.reader) == .success(.app(Fixture.reader)))
            process.link("exe", "\(app)/other (deleted)")
            #expect(code(await identify(f, claims: Fixture.reader)) == .notAllowed)
        }
    }

    @Test func theScriptOfAnInterpreterProvesTheApp() async throws {
        try await Fixture.run { f in
            let script = "\(f.scratch.path)/apps/Reader.app/run"
            let process = FakeProcess(f.scratch, pid: Self.me, executable: "/bin/sh")
            for arguments in [["/bin/sh", script], ["sh", "-e", script, "file"]] {
                process.arguments(arguments)
                #expect(await identify(f, claims: Fixture.reader) == .success(.app(Fixture.reader)))
            }
            process.link("cwd", "\(f.scratch.path)/apps")
            process.arguments(["/bin/sh", "Reader.app/run"])
            #expect(await identify(f, claims: Fixture.reader) == .success(.app(Fixture.reader)))
            process.arguments(["/bin/sh", "-c", "something", script])
            #expect(code(await identify(f, claims: Fixture.reader)) == .notAllowed)
            // A program that only reads the script is not the app.
            process.link("exe", "/bin/cat")
            process.arguments(["/bin/cat", script])
            #expect(code(await identify(f, claims: Fixture.reader)) == .notAllowed)
            #expect(await identify(f) == .success(.user))
        }
    }

    @Test func anInterpreterIsFoundThroughEnv() async throws {
        try await Fixture.run(apps: { $0.app("apps/Reader.app", script: "#!/usr/bin/env -S sh -e\n") }) { f in
            let script = "\(f.scratch.path)/apps/Reader.app/run"
            FakeProcess(f.scratch, pid: Self.me, executable: "/bin/sh").arguments(["sh", "-e", script])
            #expect(await identify(f, claims: Fixture.reader) == .success(.app(Fixture.reader)))
        }
    }

    @Test(arguments: [
        ("0::/user.slice/app.slice/app-gnome-org.example.reader-77.scope", true),
        ("0::/user.slice/app.slice/app-org.example.reader-77.scope", true),
        ("0::/user.slice/app.slice/app-gnome-org.example.reader@1a2b.service", true),
        ("0::/user.slice/app.slice/app-org.example.reader.service", true),
        ("1:name=systemd:/user.slice/app-baton-org.example.reader-0f.scope\n0::/", true),
        ("0::/user.slice/app.slice/app-org.example.reader2-77.scope", false),
        ("0::/user.slice/app.slice/app-gnome-org.example.other-77.scope", false),
        ("0::/user.slice/app-org.example.reader-77.scope/below", false),
        ("0::/user.slice/session-2.scope", false),
        ("nonsense", false),
    ])
    func theScopeProvesTheApp(_ cgroup: String, _ isProof: Bool) async throws {
        try await Fixture.run { f in
            FakeProcess(f.scratch, pid: Self.me).cgroup(cgroup)
            let found = await identify(f, claims: Fixture.reader)
            if isProof { #expect(found == .success(.app(Fixture.reader))) } else { #expect(code(found) == .notAllowed) }
            // A shell in a scope of the app's is not the app because of that.
            #expect(await identify(f) == .success(.user))
        }
    }

    @Test func aDashOfAnIDIsEscapedInItsScope() async throws {
        try await Fixture.run(apps: { $0.app("apps/A.app", id: "org.example-site.reader") }) { f in
            let name = SystemdScope.name(app: "org.example-site.reader", random: "0f")
            #expect(name == "app-baton-org.example\\x2dsite.reader-0f.scope")
            FakeProcess(f.scratch, pid: Self.me).cgroup("0::/user.slice/\(name)")
            let found = await identify(f, claims: "org.example-site.reader")
            #expect(found == .success(.app("org.example-site.reader")))
        }
    }
}

import ActivityModel
import BatonApps
import FoundationEssentials
import GLibKit
import Glibc
import Testing

/// Who is calling, from a folder that looks like `/proc`. The process itself is this one: it has to be alive.
@Suite(.timeLimit(.minutes(5)))
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
            #expect(await identify(f, claims: "org.example.mine") == .success(.claimed("org.example.mine")))
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
            for arguments in [
                ["sh", "-eo", "pipefail", script], ["sh", "+o", "posix", "--", script], ["sh", "--norc", script],
                ["sh", "--rcfile", "/dev/null", script],
            ] {
                process.arguments(arguments)
                #expect(await identify(f, claims: Fixture.reader) == .success(.app(Fixture.reader)), "\(arguments)")
            }
            for arguments in [
                ["/bin/sh", "-c", "something", script], ["/bin/sh", "-c", script], ["/bin/sh", "-ec", script],
                ["/bin/sh", "-s", script], ["/bin/sh", "-", script], ["/bin/sh", "-o", script, "other"],
                ["/bin/sh", "--rcfile", script], ["/bin/sh", "other", script], ["/bin/sh", "", script], ["/bin/sh"],
                ["/bin/sh", "-e"], [], [""], [script],
            ] {
                process.arguments(arguments)
                #expect(code(await identify(f, claims: Fixture.reader)) == .notAllowed, "\(arguments)")
                #expect(await identify(f) == .success(.user), "\(arguments)")
            }
            // A program that only reads the script is not the app.
            process.link("exe", "/bin/cat")
            process.arguments(["/bin/cat", script])
            #expect(code(await identify(f, claims: Fixture.reader)) == .notAllowed)
            #expect(await identify(f) == .success(.user))
        }
    }

    /// Of an interpreter that is not known, the script is what stands where the kernel puts it.
    @Test func anUnknownInterpretersOptionsAreNotGuessed() async throws {
        try await Fixture.run(apps: { scratch in
            scratch.file("odd", "\u{7F}ELF", mode: 0o755)
            scratch.app("apps/Reader.app", script: "#!\(scratch.path)/odd  -m --now \n")
        }) { f in
            let script = "\(f.scratch.path)/apps/Reader.app/run"
            let process = FakeProcess(f.scratch, pid: Self.me, executable: "\(f.scratch.path)/odd")
            for arguments in [["odd", "-m --now", script], ["odd", script, "-m"]] {
                process.arguments(arguments)
                #expect(await identify(f) == .success(.app(Fixture.reader)), "\(arguments)")
            }
            for arguments in [["odd", "-m", script], ["odd", "-m --now", "other", script], ["odd", "-m --now"]] {
                process.arguments(arguments)
                #expect(await identify(f) == .success(.user), "\(arguments)")
            }
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
        // As a desktop has it; and a group that the app has made below its scope.
        ("0::/user.slice/user-7.slice/user@7.service/app.slice/app-gnome-org.example.reader-77.scope", true),
        ("0::/user.slice/app-org.example.reader-77.scope/below", true),
        ("0::/user.slice/user-7.slice/user@7.service/app.slice/app-a.slice/app-org.example.reader.service", true),
        ("9:name=systemd:/user.slice/user-7.slice/session-2.scope\n0::/", false),
        ("9:pids:/app-org.example.reader-77.scope\n0::/user.slice/session-2.scope", false),
        ("0::/user.slice/session-2.scope", false),
        // A group of that name below somebody else's unit: whoever owns the unit may make it.
        ("0::/user.slice/podman-1.scope/app-org.example.reader-77.scope", false),
        ("0::/user.slice/user@7.service/session.slice/x.service/app-org.example.reader-77.scope", false),
        ("0::/system.slice/user@7.service.d/app-org.example.reader-77.scope", false),
        ("0::/app-org.example.reader-77.scope.slice/session-2.scope", false),
        ("0::/app-org.example.reader-77.scope.slice", false),
        ("0::/../app-org.example.reader-77.scope", false),
        ("0::/user.slice/xapp-org.example.reader-77.scope", false),
        ("0::/user.slice/app-x-gnome-org.example.reader-77.scope", false),
        ("0::/user.slice/app-org.example.reader.scope", false),
        ("0::/user.slice/app-org.example.other-org.example.reader.scope", false),
        ("0::/user.slice/app-org.example.other@org.example.reader.service", false),
        ("0::/user.slice/app-org.example.reader@77.timer", false),
        ("0::/user.slice/app-org.example\\x2ereader-77.scope", false),
        ("nonsense", false),
        ("0::", false),
        ("0::/", false),
        (":::::\n\n0::/\u{0}", false),
        (String(repeating: "0::/x.slice\n", count: 10_000), false),
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

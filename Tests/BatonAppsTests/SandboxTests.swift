import ActivityModel
import BatonApps
import Foundation
import GLibKit
import Glibc
import TestSupport
import Testing

/// Real processes in mount namespaces of their own, with a Flatpak information file made by hand.
@Suite(.timeLimit(.minutes(5)), .enabled(if: Machine.canMount, "mount namespaces are not allowed here"))
struct SandboxTests {
    private static let evil = "org.example.evil"
    private static let good = "printf '[Application]\\nname=\(evil)\\n' > \"$root/.flatpak-info\""
    private static let waiting = ["/bin/sh", "-c", "echo $$; read line"]

    private func inSandbox(
        info: String, _ words: [String] = waiting, _ body: (Fixture, RealProcess, Int32) async throws -> Void
    ) async throws {
        try await Fixture.run(proc: "/proc") { f in
            try await RealProcess.run(SandboxRoot.words(f.scratch.folder("sandbox"), info: info, words)) { process in
                try await body(f, process, try await process.announced())
            }
        }
    }

    @Test func theSandboxSaysWhichAppItIs() async throws {
        try await inSandbox(info: Self.good) { f, _, pid in
            #expect(await f.identify(pid) == .success(.app(Self.evil)))
            #expect(await f.identify(pid, claims: Self.evil) == .success(.app(Self.evil)))
            #expect(await f.identify(pid, claims: Fixture.reader).code == .notAllowed)
            #expect(await f.identify(pid, claims: "org.example.free").code == .notAllowed)
        }
    }

    /// Nobody who is in doubt has the rights of the user's own programs, and nothing of it keeps the daemon waiting.
    @Test(arguments: [
        "mkfifo \"$root/.flatpak-info\"",
        "touch \"$root/.flatpak-info\"; mount --bind /dev/zero \"$root/.flatpak-info\"",
        "mkdir \"$root/.flatpak-info\"",
        "ln -s /etc/passwd \"$root/.flatpak-info\"",
        "ln -s ../../../../etc/passwd \"$root/.flatpak-info\"",
        "printf '[Application]\\nname=\(evil)\\n' > \"$root/info\"; ln -s info \"$root/.flatpak-info\"",
        "ln -s nowhere \"$root/.flatpak-info\"",
        "touch \"$root/.flatpak-info\"",
        "truncate -s 8G \"$root/.flatpak-info\"",
        "{ printf '[Application]\\nname=\(evil)\\n'; head -c 70000 /dev/zero | tr '\\0' '#'; } > \"$root/.flatpak-info\"",
        "head -c 4096 /dev/urandom > \"$root/.flatpak-info\"",
        "printf '[Application]\\n' > \"$root/.flatpak-info\"",
        "printf '[Application]\\nname=\\n' > \"$root/.flatpak-info\"",
        "printf '[Application]\\nname=../evil\\n' > \"$root/.flatpak-info\"",
        "printf '[Application]\\nname=org.example.e\\033vil\\n' > \"$root/.flatpak-info\"",
        "printf '[Application]\\nname=org.example.\\377\\n' > \"$root/.flatpak-info\"",
        "touch \"$root/.flatpak-info\"; mount --bind /proc/self/mem \"$root/.flatpak-info\"",
    ])
    func aDamagedInformationFileIsRefused(_ info: String) async throws {
        try await inSandbox(info: info) { f, _, pid in
            for claims in [nil, Self.evil, Fixture.reader] {
                let found = await f.identify(pid, claims: claims)
                #expect(found.code == .notAllowed)
                #expect(found.message.contains("sandbox"), "\(found)")
            }
        }
    }

    /// A program that has ended, and that its parent has not waited for, has no root any more that could say so.
    @Test func aZombieOfASandboxIsNobody() async throws {
        let code = """
            import os, sys
            child = os.fork()
            if child == 0: os._exit(0)
            os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
            print(child, flush=True)
            sys.stdin.read()
            """
        try await inSandbox(info: Self.good, ["/usr/bin/python3", "-c", code]) { f, _, pid in
            #expect(await f.identify(pid).code == .connectionUnavailable)
            #expect(await f.identify(pid, claims: "org.example.free").code == .connectionUnavailable)
        }
    }

    /// The process lives on in its other threads; what /proc says about the first one is empty.
    @Test func aSandboxedProgramWhoseFirstThreadHasEndedIsNotTheUser() async throws {
        let code = """
            import ctypes, os, sys, threading
            def rest():
                while " Z " not in open("/proc/self/stat").read(): pass
                print(os.getpid(), flush=True)
                sys.stdin.read()
            threading.Thread(target=rest).start()
            ctypes.CDLL(None).syscall(60, 0)
            """
        try await inSandbox(info: Self.good, ["/usr/bin/python3", "-c", code]) { f, _, pid in
            for claims in [nil, "org.example.free"] {
                #expect(await f.identify(pid, claims: claims).code == .notAllowed)
            }
        }
    }

    /// Names mean other files there: an argument or a path of the process's proves nothing.
    @Test func aPathInAnotherRootProvesNothing() async throws {
        // The app's script as the sandbox has it is another file, and the interpreter the same.
        let cover = "mount -t tmpfs none \"$root/tmp\""
        try await Fixture.run(proc: "/proc") { f in
            let script = "\(f.scratch.path)/apps/Reader.app/run"
            let info = """
                \(cover); mkdir -p "$root\(f.scratch.path)/apps/Reader.app"
                echo 'echo $$; read line' > "$root\(script)"
                """
            let words = SandboxRoot.words(f.scratch.folder("sandbox"), info: info, ["/bin/sh", script])
            try await RealProcess.run(words) { process in
                let pid = try await process.announced()
                #expect(await f.identify(pid, claims: Fixture.reader).code == .notAllowed)
                #expect(await f.identify(pid) == .success(.user))
            }
        }
    }
}

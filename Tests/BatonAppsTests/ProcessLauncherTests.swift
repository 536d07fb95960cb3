import ActivityModel
import BatonApps
import FoundationEssentials
import GLibKit
import Glibc
import Testing

/// Real processes: small scripts that write down how they were started.
@Suite(.timeLimit(.minutes(5)))
struct ProcessLauncherTests {
    /// Launches the app in `folder`, and waits until it has ended. It ends when it is told to, on its pipe: a script of one
    /// line can be over before anybody has looked at it.
    private func run(
        _ folder: String, daemon: [String: String] = ["PATH": "/usr/bin:/bin"], requester: [String: String] = [:],
        terminal: String? = nil
    ) async throws -> LaunchedProcess {
        let manifest = try AppManifestReader.read(folder)
        let thread = GLibThread(name: "launch-test")
        defer { thread.stop() }
        let launcher = ProcessLauncher(
            thread: thread, environment: LaunchEnvironment(daemon: daemon, baton: ["BATON_INSTANCE": "/instance"]))
        mkfifo("\(folder)/go", 0o600)
        // For both, so that neither end waits for the other.
        let pipe = open("\(folder)/go", O_RDWR | O_CLOEXEC)
        defer { close(pipe) }
        let process = try launcher.launch(
            LaunchRequest(
                app: manifest, token: "token", environment: requester, activationToken: nil, terminal: terminal))
        let ended = AsyncQueue<Void>()
        process.onExit { ended.push(()) }
        #expect(write(pipe, "\n", 1) == 1)
        await ended.next()
        return process
    }

    private func lines(_ path: String) throws -> [String] {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    private static let report = """
        #!/bin/sh
        { echo "pid=$$"; echo "cwd=$(pwd)"; echo "token=$BATON_LAUNCH_TOKEN"; echo "instance=$BATON_INSTANCE";
        echo "display=$DISPLAY"; echo "stdin=$(readlink /proc/$$/fd/0)"; ls /proc/$$/fd > "$BATON_APP/fds";
        grep -E '^Sig(Blk|Ign)' /proc/self/status; echo "args=$0 $*"; } > "$BATON_APP/out"
        read line < "$BATON_APP/go"
        """

    @Test func anAppIsStartedClean() async throws {
        try await withScratch { scratch in
            let home = scratch.folder("home")
            let folder = scratch.app("Reader.app", script: Self.report)
            let process = try await run(
                folder, daemon: ["PATH": "/usr/bin:/bin", "HOME": home], requester: ["DISPLAY": ":5"])
            let out = try lines("\(folder)/out")
            #expect(process.start != nil)
            #expect(!process.isTerminal)
            #expect(out.contains("pid=\(process.pid)"))
            for line in ["cwd=\(home)", "token=token", "instance=/instance", "display=:5", "stdin=/dev/null"] {
                #expect(out.contains(line), "\(line) in \(out)")
            }
            // Standard input, output, error; the shell's own copies are at 10 or above.
            let descriptors = try lines("\(folder)/fds").compactMap { Int($0) }
            #expect(descriptors.filter { $0 < 10 }.sorted() == [0, 1, 2])
            #expect(out.contains("SigBlk:\t0000000000000000"))
            // Signals 1 to 31; 32 is the C library's own.
            let ignored = out.first { $0.hasPrefix("SigIgn:\t") }.flatMap { UInt64($0.dropFirst(8), radix: 16) }
            #expect(ignored.map { $0 & 0x7FFF_FFFF } == 0)
        }
    }

    @Test func anAppOfTheTerminalIsOpenedInOne() async throws {
        try await withScratch { scratch in
            let folder = scratch.app("Reader.app", keys: ["BatonTerminal": "<true/>"], script: Self.report)
            let terminal = "#!/bin/sh\necho \"$0 $*\" > '\(scratch.path)/terminal'\nshift\nexec \"$@\"\n"
            for name in ["x-terminal-emulator", "own terminal"] { scratch.file("bin/\(name)", terminal, mode: 0o755) }
            let daemon = ["PATH": "\(scratch.path)/bin:/usr/bin:/bin"]
            var process = try await run(folder, daemon: daemon, requester: ["DISPLAY": ":5"])
            #expect(process.isTerminal)
            #expect(
                try lines("\(scratch.path)/terminal") == ["\(scratch.path)/bin/x-terminal-emulator -e \(folder)/run"])
            #expect(try lines("\(folder)/out").contains("token=token"))
            process = try await run(
                folder, daemon: daemon, requester: ["WAYLAND_DISPLAY": "w"], terminal: "'own terminal' --")
            #expect(try lines("\(scratch.path)/terminal") == ["\(scratch.path)/bin/own terminal -- \(folder)/run"])
            // Without a display there is no window to open.
            process = try await run(folder, daemon: daemon)
            #expect(!process.isTerminal)
        }
    }

    @Test func whyAnAppCannotBeStartedIsSaid() async throws {
        await withScratch { scratch in
            let missing = scratch.app("A.app", script: "#!/usr/bin/no-such-interpreter\n")
            var error = await #expect(throws: BatonError.self) { try await run(missing) }
            #expect(error?.code == .launchFailed)
            #expect(
                error?.message.contains("is a script for /usr/bin/no-such-interpreter, which is not installed") == true)
            let searched = scratch.app("B.app", script: "#!/usr/bin/env no-such-interpreter\n")
            error = await #expect(throws: BatonError.self) { try await run(searched) }
            #expect(error?.message.contains("for no-such-interpreter") == true)
        }
    }

    @Test func anExecutableThatWentSinceIsSaid() async throws {
        try await withScratch { scratch in
            let folder = scratch.app("A.app")
            let manifest = try AppManifestReader.read(folder)
            let thread = GLibThread(name: "launch-test")
            defer { thread.stop() }
            let launcher = ProcessLauncher(thread: thread, environment: LaunchEnvironment(daemon: [:], baton: [:]))
            func attempt() -> BatonError? {
                #expect(throws: BatonError.self) {
                    try launcher.launch(
                        LaunchRequest(app: manifest, token: "t", environment: [:], activationToken: nil))
                }
            }
            chmod("\(folder)/run", 0o600)
            #expect(attempt()?.message.contains("\(folder)/run may not be executed") == true)
            unlink("\(folder)/run")
            #expect(attempt()?.message.contains("\(folder)/run is missing") == true)
        }
    }

    /// The whole road with a real process: started, known by its token, ended by its pid.
    @Test func aLaunchedProcessIsKnownByItsTokenAndByItsScript() async throws {
        try await withScratch { scratch in
            scratch.file("made", "")
            // Waits without a child of its own, which would outlive it.
            scratch.app(
                "apps/Reader.app", script: "#!/bin/sh\nmkfifo \"$BATON_APP/pipe\"\nread line < \"$BATON_APP/pipe\"\n")
            let thread = GLibThread(name: "launch-test")
            defer { thread.stop() }
            let environment = LaunchEnvironment(daemon: ["PATH": "/usr/bin:/bin"], baton: [:])
            let launcher = RecordingLauncher(launcher: ProcessLauncher(thread: thread, environment: environment))
            let service = AppsService(
                thread: thread, time: TestClock().source, folders: ["\(scratch.path)/apps"], store: MemorySwitches(),
                launcher: launcher, browser: FakeBrowser(), log: { _ in },
                randomness: { [UInt8](repeating: 7, count: $0) })
            try await service.start()
            let outcome = Task { await service.deliver(.open()) }
            let (token, process) = await launcher.launched.next()
            let credentials = PeerCredentials(pid: process.pid, uid: getuid())
            let stranger = await #expect(throws: BatonError.self) {
                try await service.identify(
                    PeerCredentials(pid: getpid(), uid: getuid()), launchToken: token, claimedID: Fixture.reader)
            }
            #expect(stranger?.code == .notAllowed)
            for token in [token, nil] {
                let identity = try await service.identify(credentials, launchToken: token, claimedID: Fixture.reader)
                #expect(identity == .app(Fixture.reader))
            }
            #expect(credentials.process?.signal(SIGKILL) == true)
            #expect(await outcome.value.code == .launchFailed)
            await service.stop()
        }
    }
}

/// Tells what a launcher has started.
private struct RecordingLauncher: AppLauncher {
    let launcher: ProcessLauncher
    let launched = AsyncQueue<(String, LaunchedProcess)>()

    func launch(_ request: LaunchRequest) throws(BatonError) -> LaunchedProcess {
        let process = try launcher.launch(request)
        launched.push((request.token, process))
        return process
    }
}

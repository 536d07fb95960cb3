import BatonBus
import BatonClient
import Foundation
import GLibKit
import TestSupport
import Testing

/// The daemon as a process of its own: what it holds of memory and descriptors is then its alone.
final class DaemonProgram: Sendable {
    let folder: ScratchFolder
    let instance: Instance
    let pid: Int32
    /// A client that does nothing wrong.
    let innocent: DaemonConnection
    private let thread: GLibThread
    /// Where the test has started the daemon, and not the first client.
    private let run: ProgramRun?

    private init(folder: ScratchFolder, thread: GLibThread, descriptorLimit: Int?) async throws {
        self.folder = folder
        self.thread = thread
        instance = try Instance(folder: folder.file("i"), environment: [:], userID: ProcessIdentity.user)
        // The test bundle lies beside the programs.
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL ?? Bundle.main.bundleURL
        let bin = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
        let executable = bin.appending(path: "batond").path
        let environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_DATA_DIRS": folder.file("none")]
        var starter: DaemonStarter?
        if let descriptorLimit {
            run = try await Self.start(executable, folder.file("i"), environment, descriptorLimit)
        } else {
            run = nil
            starter = DaemonStarter(executable: executable, environment: environment)
        }
        innocent = DaemonConnection(
            thread: thread, instance: instance, identity: ClientIdentity(program: "tests"), starter: starter,
            time: .system(on: thread))
        pid = Int32(try await innocent.connect().pid)
    }

    /// Starts a daemon that may have a few descriptors alone, and waits until it listens.
    private static func start(
        _ executable: String, _ instance: String, _ environment: [String: String], _ limit: Int
    ) async throws -> ProgramRun {
        try await blocking {
            let (read, write) = Descriptors.pipe()
            let null = Descriptors.open("/dev/null")
            defer { for descriptor in [read, null] { Descriptors.close(descriptor) } }
            let script = "ulimit -n \(limit); exec \"$0\" --instance \"$1\" --ready-fd 3"
            let run = try ProgramRun(
                "/bin/sh", ["-c", script, executable, instance].map { Array($0.utf8) },
                environment: environment.map { "\($0.key)=\($0.value)" }, descriptors: [null, null, null, write])
            Descriptors.close(write)
            guard Descriptors.line(read) == "ready" else { throw LimitReached("the daemon's start") }
            return run
        }
    }

    static func run(descriptorLimit: Int? = nil, _ body: (DaemonProgram) async throws -> Void) async throws {
        ProcessState.prepare()
        let (folder, thread) = (ScratchFolder(), GLibThread(name: "innocent"))
        let program = try await DaemonProgram(folder: folder, thread: thread, descriptorLimit: descriptorLimit)
        let process = try #require(ProcessHandle(pid: program.pid))
        let ended = Arrivals<Void>("the daemon's end")
        process.onExit(on: thread) { ended.put(()) }
        var failure: (any Error)?
        do { try await body(program) } catch { failure = error }
        if (try? await program.innocent.call(SystemMethods.stop)) == nil { _ = process.signal(SIGKILL) }
        await program.innocent.close()
        try await ended.next()
        if let run = program.run { try await run.end() }
        thread.stop()
        folder.remove()
        if let failure { throw failure }
    }

    func raw() throws -> RawBusClient { try RawBusClient(instance.socket) }

    var memory: Int { ProcessFacts.memory(of: pid) }
    var descriptors: Int { ProcessFacts.descriptors(of: pid) }

    /// That the innocent client is served, by the same process.
    func serves(_ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let status = try await innocent.call(SystemMethods.status, timeout: TestSupport.Limits.wait)
        #expect(status.pid == Int(pid), comment, sourceLocation: sourceLocation)
    }

    /// Waits until the daemon has let go of what it held more than `count` descriptors for.
    func settles(at count: Int) async throws -> Int {
        for _ in 0..<200 where descriptors > count {
            try await serves()
            try await blocking { _ = usleep(10_000) }
        }
        return descriptors
    }
}

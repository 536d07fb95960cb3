import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit
import Synchronization

/// One instance of Baton with its daemon, as a program of the user's sees it.
final class Device: Sendable {
    let name: String
    let folder: String
    let daemon: DaemonConnection
    /// Answers the daemon's questions about what this program has made current.
    let app: CurrentApp
    private let bench: Bench

    init(_ name: String, _ bench: Bench) throws {
        self.name = name
        self.bench = bench
        folder = "\(bench.scratch)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let instance = try Instance(folder: folder, environment: bench.programEnvironment, userID: ProcessIdentity.user)
        daemon = DaemonConnection(
            thread: bench.thread, instance: instance, identity: ClientIdentity(program: "bench"),
            starter: DaemonStarter(executable: "\(bench.bin)/batond", environment: bench.programEnvironment),
            time: bench.time)
        app = CurrentApp()
    }

    func start(asApp: Bool) async throws {
        if asApp { await daemon.setAppHandler(app) }
        try await daemon.connect()
        bench.started(try await pid())
        try await daemon.call(SystemMethods.setConfig, "device-name", name)
    }

    func pid() async throws -> Int32 {
        guard let pid = await daemon.daemon?.pid else { throw BenchError("the daemon of \(name) is not connected") }
        return Int32(clamping: pid)
    }

    /// Ends the daemon in order, so that its files are whole.
    func stop() async throws {
        let pid = try await pid()
        let process = ProcessHandle(pid: pid)
        try await daemon.call(SystemMethods.stop)
        await daemon.close()
        try await bench.awaitEnd(of: process, "the daemon of \(name)")
        bench.ended(pid)
    }

    /// Makes an activity current, and gives the seconds until the answer.
    func becomeCurrent(_ record: ActivityRecord, for app: String) async throws -> Double {
        self.app.hold(record)
        let start = Clock.now
        try await daemon.call(ActivitiesMethods.becomeCurrent, record, AppOptions(app: app), timeout: .seconds(60))
        return Clock.now - start
    }
}

/// An app that answers at once with what it last said.
final class CurrentApp: AppHandler, Sendable {
    private let records = Mutex<[ActivityRecord]>([])
    /// Where it writes down when it was given an address.
    private let opened: String?

    init(opened: String? = nil) { self.opened = opened }

    /// The last few: an activity that has resigned is asked a last time.
    func hold(_ record: ActivityRecord) {
        records.withLock {
            $0.append(record)
            if $0.count > 64 { $0.removeFirst(32) }
        }
    }

    func saveActivity(_ id: String) async throws -> ActivityRecord {
        guard let record = records.withLock({ $0.last { $0.id == id } }) else {
            throw BatonError(.noSuchActivity, "not held any more")
        }
        return record
    }
    func activityWasContinued(_ id: String, details: ContinuedDetails) async {}
    func willContinue(event: String, type: String, platform: PlatformData) async -> Bool { false }
    func continueActivity(event: String, activity: ActivityRecord, platform: PlatformData) async throws -> Bool { true }
    func didFailToContinue(event: String, type: String, error: BatonError) async {}
    func open(event: String, urls: [String], platform: PlatformData) async -> Bool {
        let now = Clock.now
        guard let opened, (try? Data("\(now)".utf8).write(to: URL(filePath: opened))) != nil else { return false }
        return true
    }
}

import ActivityModel
import BatonBus
import BatonClient
import BatonDaemon
import FoundationEssentials
import GLibKit
import Synchronization
import TestSupport
import Testing

/// The real daemon in the test's process, over its real socket, in a folder of its own.
final class DaemonFixture: Sendable {
    let scratch: ScratchFolder
    let instance: Instance
    let thread = GLibThread(name: "daemon")
    let clientThread = GLibThread(name: "clients")
    private let state = Mutex<(daemon: Daemon?, clients: [DaemonConnection])>((nil, []))

    init(in parent: String = "/tmp") throws {
        ProcessState.prepare()
        scratch = ScratchFolder(in: parent)
        instance = try Instance(folder: scratch.file("instance"), environment: [:], userID: ProcessIdentity.user)
    }

    var configuration: DaemonConfiguration {
        var configuration = DaemonConfiguration(
            instance: instance, environment: ["PATH": "/usr/bin:/bin", "HOME": scratch.path])
        configuration.usesSessionBus = false
        configuration.appFolders = [scratch.file("apps")]
        return configuration
    }

    func makeDaemon() -> Daemon { Daemon(configuration: configuration, thread: thread, time: .system(on: thread)) }

    var daemon: Daemon? { state.withLock(\.daemon) }

    func start() async throws {
        let daemon = makeDaemon()
        do throws(BatonError) {
            try await daemon.start()
        } catch {
            // A process that another test starts at this moment has a copy of the lock until it becomes its program. As
            // the program does:
            guard error.code == .alreadyDone, await !daemon.othersListen() else { throw error }
            try await daemon.start()
        }
        state.withLock { $0.daemon = daemon }
    }

    /// In reverse: clients, then the daemon.
    func stop() async {
        let (daemon, clients) = state.withLock { state in
            defer { state = (nil, []) }
            return state
        }
        for client in clients { await client.close() }
        await daemon?.stop()
    }

    func restart() async throws {
        await stop()
        try await start()
    }

    func end() async {
        await stop()
        clientThread.stop()
        thread.stop()
        #expect(scratch.openFiles.isEmpty, "left open")
        scratch.remove()
    }

    // MARK: Clients

    /// A connection of a program that claims `app`, or of a user's program.
    func client(_ app: String? = nil, _ handler: FakeApp? = nil) async throws -> DaemonConnection {
        let client = DaemonConnection(
            thread: clientThread, instance: instance, identity: ClientIdentity(program: "tests", app: app),
            starter: nil, time: .system(on: clientThread))
        if let handler { await client.setAppHandler(handler) }
        try await client.connect()
        state.withLock { $0.clients.append(client) }
        return client
    }

    /// A connection without a greeting, to say anything on.
    func raw() async throws -> BusConnection { try await BusConnection.connect(to: instance.address, on: clientThread) }
}

/// GIO authenticates both ends of each connection on threads of one pool of ten. Here both ends are in one process, so
/// that many tests at once would have every thread wait for the other end's.
private let permits = Permits(3)

func withDaemon(_ body: (DaemonFixture) async throws -> Void) async throws {
    await permits.take()
    defer { permits.give() }
    let fixture = try DaemonFixture()
    do {
        try await fixture.start()
        try await body(fixture)
    } catch {
        await fixture.end()
        throw error
    }
    await fixture.end()
}

extension DaemonConnection {
    /// Waits for `signal` again and again until `check` gives a value.
    func until<T: Sendable>(
        _ interface: String, _ signal: String, _ check: () async throws -> T?
    ) async throws -> T {
        let signals = Arrivals<Void>("\(interface).\(signal)")
        await onSignal(interface, signal) { _ in signals.put(()) }
        while true {
            if let value = try await check() { return value }
            try await signals.next()
        }
    }
}

extension BusConnection {
    /// A call whose error's name is the answer; nil where it succeeds.
    func errorName(_ interface: String, _ method: String, _ arguments: Variant?) async throws -> (String, String)? {
        do throws(BusCallError) {
            _ = try await call(
                path: BusNames.path, interface: interface, method: method, arguments: arguments,
                timeout: TestSupport.Limits.wait)
            return nil
        } catch {
            guard let name = error.name else { throw error }
            return (name, error.message)
        }
    }
}

/// The error of a call that must fail.
func refusal<T>(
    sourceLocation: SourceLocation = #_sourceLocation, _ work: () async throws -> T
) async -> BatonError? {
    do {
        _ = try await work()
        Issue.record("no error", sourceLocation: sourceLocation)
    } catch let error as BatonError {
        return error
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
    return nil
}

/// What an app's object is asked, and what it answers.
final class FakeApp: AppHandler {
    let saves = Arrivals<String>("SaveActivity")
    let continued = Arrivals<(id: String, device: String?)>("ActivityWasContinued")
    let announced = Arrivals<(type: String, origin: String?, platform: PlatformData)>("WillContinueActivity")
    let activities = Arrivals<(record: ActivityRecord, platform: PlatformData)>("ContinueActivity")
    let failures = Arrivals<BatonError>("DidFailToContinueActivity")
    let records = Mutex<[String: ActivityRecord]>([:])

    func answer(with record: ActivityRecord) { records.withLock { $0[record.id] = record } }

    func saveActivity(_ id: String) async throws -> ActivityRecord {
        saves.put(id)
        guard let record = records.withLock({ $0[id] }) else { throw BatonError(.noSuchActivity, "none") }
        return record
    }
    func activityWasContinued(_ id: String, details: ContinuedDetails) async { continued.put((id, details.device)) }
    func willContinue(event: String, type: String, platform: PlatformData) async -> Bool {
        announced.put((type, platform.origin, platform))
        return false
    }
    func continueActivity(event: String, activity: ActivityRecord, platform: PlatformData) async throws -> Bool {
        activities.put((activity, platform))
        return true
    }
    func didFailToContinue(event: String, type: String, error: BatonError) async { failures.put(error) }
    func open(event: String, urls: [String], platform: PlatformData) async -> Bool { true }
}

func reading(_ id: String = "1", title: String? = nil, _ uses: [ActivityRecord.Eligibility] = [.handoff])
    -> ActivityRecord
{
    var record = ActivityRecord(id: id, type: "org.example.reader.reading")
    record.title = title
    record.eligibility = uses
    return record
}

func plist(id: String, executable: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
    <key>CFBundleIdentifier</key><string>\(id)</string><key>CFBundleName</key><string>Reader</string>
    <key>CFBundleExecutable</key><string>\(executable)</string>
    <key>NSUserActivityTypes</key><array><string>org.example.reader.reading</string></array></dict></plist>
    """
}

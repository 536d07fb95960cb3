internal import ActivityModel
internal import BatonBus
internal import BatonClient
internal import FoundationEssentials
internal import GLibKit
internal import Glibc

/// What the demo plays on: a scratch folder and two devices in it. What it started, it ends.
final class DemoStage: Sendable {
    let session: Session
    let folder: String
    /// The sample app's folder.
    let app: String
    let desk: DemoDevice
    let laptop: DemoDevice

    init(session: Session, starter: DaemonStarter, app: String) throws {
        self.session = session
        self.app = app
        var template = Array("\(session.environment["TMPDIR"] ?? "/tmp")/baton-demo-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BatonError(.storage, Texts.demoNoFolder)
        }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        desk = try DemoDevice(name: "desk", in: folder, session: session, starter: starter)
        laptop = try DemoDevice(name: "laptop", in: folder, session: session, starter: starter)
    }

    /// Ends everything and removes the folder. Says what could not be ended.
    func clear() async -> String? {
        for device in [desk, laptop] { await device.stop() }
        // Apps outlive their daemon on purpose; these are known by the instance that they were started for.
        let left = await endProcesses()
        try? FileManager.default.removeItem(atPath: folder)
        return left.isEmpty ? nil : Texts.demoLeftovers(left)
    }

    private func endProcesses() async -> [Int32] {
        var left: [Int32] = []
        for process in processes() {
            guard process.signal(SIGTERM) else { continue }
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            process.onExit(on: session.thread) { end.finish() }
            let late = BatonError(.timedOut, "")
            do {
                try await session.time.withLimit(.seconds(5), onTimeout: late, on: session.thread) {
                    for await _ in ends {}
                }
            } catch {
                _ = process.signal(SIGKILL)
                left.append(process.pid)
            }
        }
        return left
    }

    /// The processes whose environment names this demo's folder as their instance.
    private func processes() -> [ProcessHandle] {
        let mark = Data("BATON_INSTANCE=\(folder)/".utf8)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.compactMap { pid in
            guard pid != getpid(), let process = ProcessHandle(pid: pid),
                let environment = try? Data(contentsOf: URL(filePath: "/proc/\(pid)/environ")),
                environment.firstRange(of: mark) != nil, process.isAlive
            else { return nil }
            return process
        }
    }
}

/// One device of the demo: an instance with its daemon.
struct DemoDevice: Sendable {
    let name: String
    let instance: Instance
    let daemon: DaemonConnection
    private let session: Session
    /// One word for each change that the daemon tells of.
    private let changes: DemoChanges

    init(name: String, in folder: String, session: Session, starter: DaemonStarter) throws {
        self.name = name
        self.session = session
        changes = DemoChanges()
        instance = try Instance(folder: "\(folder)/\(name)", environment: session.environment, userID: getuid())
        var environment = session.environment
        // The demo's devices have the apps that the demo gives them, and no window to open.
        environment["XDG_DATA_DIRS"] = "\(folder)/none"
        environment["XDG_STATE_HOME"] = "\(folder)/\(name)/app-state"
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "BATON_INSTANCE", "BATON_APP"] { environment[variable] = nil }
        daemon = DaemonConnection(
            thread: session.thread, instance: instance, identity: ClientIdentity(program: "baton demo"),
            starter: DaemonStarter(executable: starter.executable, environment: environment), time: session.time)
    }

    func start() async throws {
        let followed = [
            (ActivitiesMethods.interface, ActivitiesMethods.currentChanged),
            (HandoffMethods.interface, HandoffMethods.offersChanged),
            (DevicesMethods.interface, DevicesMethods.changed),
            (DevicesMethods.interface, DevicesMethods.joinRequested),
        ]
        for (interface, member) in followed {
            await daemon.onSignal(interface, member) { [changes] _ in changes.ring() }
        }
        try await daemon.connect()
        try await daemon.call(SystemMethods.setConfig, "device-name", name)
    }

    func stop() async {
        guard await daemon.daemon != nil else { return }
        let pid = await daemon.daemon.map { Int32(clamping: $0.pid) }
        let process = pid.flatMap { ProcessHandle(pid: $0) }
        _ = try? await daemon.call(SystemMethods.stop)
        await daemon.close()
        guard let process else { return }
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        process.onExit(on: session.thread) { end.finish() }
        let late = BatonError(.timedOut, "")
        try? await session.time.withLimit(.seconds(15), onTimeout: late, on: session.thread) { for await _ in ends {} }
    }

    /// Looks again at every change until `look` finds what it waits for.
    func until<T: Sendable>(
        _ what: String, _ look: @escaping @Sendable (DaemonConnection) async throws -> T?
    ) async throws -> T {
        let daemon = daemon
        let changes = changes
        let late = BatonError(.timedOut, Texts.demoStepMissed(what))
        return try await session.time.withLimit(.seconds(20), onTimeout: late, on: session.thread) {
            for await _ in changes.each() {
                if let found = try await look(daemon) { return found }
            }
            throw late
        }
    }
}

/// Tells whoever waits that something has changed; the first look needs no change.
private final class DemoChanges: Sendable {
    private let (stream, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func ring() { bell.yield() }

    func each() -> AsyncStream<Void> {
        bell.yield()
        return stream
    }
}

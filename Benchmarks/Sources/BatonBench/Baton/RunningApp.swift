import ActivityModel
import BatonBus
import BatonClient
import FoundationEssentials
import GLibKit

/// An installed app that runs and takes what is continued: this executable in an app's folder, as a process of its own.
struct RunningApp: Sendable {
    static let role = "--app"
    static let id = "org.example.bench"
    static let type = "org.example.bench.reading"

    /// Makes the app's folder. A copy and no link: by its executable the daemon knows the app, and this process is none.
    static func install(in folder: String) throws -> String {
        let bundle = "\(folder)/Bench.app"
        try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
        guard let own = ProcessIdentity.executable else { throw BenchError("/proc/self/exe cannot be read") }
        try FileManager.default.copyItem(atPath: own, toPath: "\(bundle)/Bench")
        let manifest = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(id)</string>
            <key>CFBundleName</key><string>Bench</string>
            <key>CFBundleExecutable</key><string>Bench</string>
            <key>NSUserActivityTypes</key><array><string>\(type)</string></array>
            <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key>
            <array><string>bench</string></array></dict></array>
            </dict></plist>
            """
        try Data(manifest.utf8).write(to: URL(filePath: "\(bundle)/Info.plist"))
        return bundle
    }

    /// Starts the app for an instance and waits until it takes events.
    static func start(_ bundle: String, on device: Device, _ bench: Bench) async throws -> Int32 {
        var environment = bench.programEnvironment
        environment["BATON_INSTANCE"] = device.folder
        let pipe = try ReadyPipe()
        let pid = try Spawn.detached(
            ["\(bundle)/Bench", role], environment: environment, folder: "/", output: true,
            readyDescriptor: pipe.writeEnd)
        bench.started(pid)
        let word = try await pipe.word(on: bench.thread, within: .seconds(15), time: bench.time)
        guard word == "ready" else { throw BenchError("the app did not become ready: \(word ?? "it ended")") }
        return pid
    }

    /// When the app was last given an address, on the clock that all processes share.
    static func timeOfLastOpening(_ bundle: String) throws -> Double {
        let text = try String(contentsOf: URL(filePath: "\(bundle)/opened"), encoding: .utf8)
        guard let time = Double(text) else { throw BenchError("the app was not given the address") }
        return time
    }

    /// The app's own process: serves until its daemon is gone.
    static func serve(on thread: GLibThread) async throws {
        let time = TimeSource.system(on: thread)
        let instance = try Instance(
            folder: nil, environment: ProcessIdentity.environment, userID: ProcessIdentity.user)
        let daemon = DaemonConnection(
            thread: thread, instance: instance, identity: ClientIdentity(program: "bench app", app: id), starter: nil,
            time: time)
        await daemon.setAppHandler(CurrentApp(opened: ProcessIdentity.executable.map { "\($0.dropLast(5))opened" }))
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        await daemon.onSignal(SystemMethods.interface, SystemMethods.stopping) { _ in end.finish() }
        try await daemon.connect()
        try await daemon.call(ConnectionMethods.ready)
        ReadyPipe.say("ready", to: 3)
        for await _ in ends {}
    }
}

import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import Synchronization
import TestSupport
import Testing

/// How often the daemon is killed; `make soak` says more.
private let killCount = max(1, ProcessInfo.processInfo.environment["BATON_KILLS"].flatMap(Int.init) ?? 50)

/// The daemon is killed with SIGKILL at random points of a busy run; nothing that it has acknowledged may be missing
/// afterwards, and nothing that it has acknowledged as deleted may be back.
///
/// A killed process leaves what it has written to the system, so this proves order and completeness of the writes; that
/// they are on the disk is `synchronous=FULL`'s part.
@Suite(.serialized, .timeLimit(.minutes(max(5, killCount / 20)))) struct KillTests {
    static let kills = killCount
    /// Where a run begins that is to be the same again.
    static let seed =
        ProcessInfo.processInfo.environment["BATON_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 0...9999)

    /// Chooses a moment; it waits for nothing.
    @concurrent static func spin(microseconds: UInt64) async {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: .microseconds(Int(microseconds)))
        while clock.now < end {}
    }

    @Test func nothingAcknowledgedIsMissingAfterAKill() async throws {
        try await Programs.run { programs in
            _ = try programs.instance("busy")
            var run = BusyRun(programs: programs, random: SeededGenerator(seed: Self.seed))
            for number in 1...Self.kills {
                let faults = try await run.round(number)
                try #require(
                    faults.isEmpty, "kill \(number), BATON_SEED=\(Self.seed): \(faults.joined(separator: "; "))")
            }
            print(
                "\(Self.kills) kills, \(run.acknowledged) changes acknowledged, \(run.killedWhileStarting) while starting"
            )
            try await run.end()
        }
    }
}

/// Writers that change what is stored, as fast as they can, until the daemon is gone.
struct BusyRun {
    let programs: Programs
    var random: SeededGenerator
    private let thread = GLibThread(name: "writers")
    private var ledgers: [String: Ledger] = [:]
    private var folders: [String: String] = [:]
    private var daemon: DaemonProcess?
    private(set) var acknowledged = 0
    private(set) var killedWhileStarting = 0

    private static let apps = ["org.example.first", "org.example.second", "org.example.third"]
    private static let settings = "settings"

    init(programs: Programs, random: SeededGenerator) {
        self.programs = programs
        self.random = random
    }

    /// Starts, checks, is busy, kills.
    mutating func round(_ number: Int) async throws -> [String] {
        if random.next() % 5 == 0 {
            let starting = try DaemonProcess(programs, on: "busy")
            await KillTests.spin(microseconds: random.next() % 60_000)
            try await starting.kill()
            killedWhileStarting += 1
        }
        let daemon = try await programs.daemon(on: "busy")
        self.daemon = daemon
        let faults = try await check()
        guard faults.isEmpty else { return faults }
        let enough = Countdown(Int(random.next() % 40))
        let pause = random.next() % 3_000
        var seeds: [UInt64] = []
        for _ in 0...Self.apps.count { seeds.append(random.next()) }
        let written = try await withThrowingTaskGroup(of: (String, Ledger, Int).self) { [self] group in
            for (app, seed) in zip(Self.apps + [Self.settings], seeds) {
                let ledger = ledgers[app] ?? Ledger()
                group.addTask { [self] in
                    let client = try programs.client(app == Self.settings ? nil : app, on: "busy", thread: thread)
                    var writer = Writer(name: app, client: client, ledger: ledger, random: SeededGenerator(seed: seed))
                    let count = try await writer.write(enough, folder: programs.folder.path)
                    await client.close()
                    return (app, writer.ledger, count)
                }
            }
            await enough.reached()
            await KillTests.spin(microseconds: pause)
            daemon.signal(SIGKILL)
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await daemon.end()
        for (app, ledger, count) in written {
            ledgers[app] = ledger
            acknowledged += count
        }
        return []
    }

    mutating func end() async throws {
        let daemon = try await programs.daemon(on: "busy")
        #expect(try await check() == [])
        daemon.signal(SIGTERM)
        #expect(try await daemon.end() == 0)
        thread.stop()
    }

    /// Compares what the daemon holds with what was acknowledged.
    private mutating func check() async throws -> [String] {
        let user = try programs.client(on: "busy", thread: thread)
        var faults: [String] = []
        let saved = try await user.call(ActivitiesMethods.listSaved, AppOptions())
        for app in Self.apps {
            let found = saved.filter { $0.app == app }.reduce(into: [:]) { $0[$1.record.id] = $1.record.title }
            faults += ledgers[app]?.faults(in: found).map { "\(app): \($0)" } ?? []
            ledgers[app, default: Ledger()].settle(on: found)
        }
        let status = try await user.call(SystemMethods.status)
        var found = ["device-name": status.device]
        for app in try await user.call(AppsMethods.list) {
            found["app \(app.manifest.id)"] = "here"
            found["handoff \(app.manifest.id)"] = app.switches.handoff ? nil : "off"
        }
        if let ledger = ledgers[Self.settings] { faults += ledger.faults(in: found) }
        ledgers[Self.settings, default: Ledger()].settle(on: found)
        let own = try await user.call(DevicesMethods.list).first(where: \.isSelf)?.name
        if own != status.device {
            faults.append("the device's name is \(own ?? "none") among the devices, \(status.device) else")
        }
        faults += try await user.call(SystemMethods.diagnose).map { "doctor: \($0.what)" }
        await user.close()
        return faults
    }
}

/// One client that writes until its connection is gone.
private struct Writer {
    let name: String
    let client: DaemonConnection
    var ledger: Ledger
    var random: SeededGenerator

    mutating func write(_ enough: Countdown, folder: String) async throws -> Int {
        var count = 0
        while true {
            do throws(BatonError) {
                if name == "settings" { try await changeSettings(folder) } else { try await changeActivities() }
                ledger.acknowledge()
                count += 1
                enough.step()
            } catch {
                // The kill, and nothing else.
                guard [.connectionUnavailable, .daemonUnavailable].contains(error.code) else { throw error }
                return count
            }
        }
    }

    private mutating func changeActivities() async throws(BatonError) {
        let id = "activity-\(random.next() % 12)"
        switch random.next() % 20 {
        case 0:
            ledger.beginRemovingAll()
            try await client.call(ActivitiesMethods.deleteAllSaved, AppOptions())
        case 1...4:
            ledger.begin(id, nil)
            try await client.call(ActivitiesMethods.deleteSaved, [id], AppOptions())
        default:
            // Some over a page, and over several.
            let title = "\(random.next())" + String(repeating: "x", count: Int(random.next() % 8_000))
            var record = ActivityRecord(id: id, type: "org.example.writing")
            record.title = title
            record.persistentIdentifier = id
            record.eligibility = [.search]
            ledger.begin(id, title)
            try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
        }
    }

    private mutating func changeSettings(_ folder: String) async throws(BatonError) {
        let app = "org.example.app\(random.next() % 3)"
        switch random.next() % 4 {
        case 0:
            let name = "device \(random.next() % 1000)"
            ledger.begin("device-name", name)
            try await client.call(SystemMethods.setConfig, "device-name", name)
        case 1 where ledger.known["app \(app)"] != nil:
            let isOn = random.next() % 2 == 0
            ledger.begin("handoff \(app)", isOn ? nil : "off")
            try await client.call(AppsMethods.setSwitch, app, "handoff", isOn)
        case 2 where ledger.known["app \(app)"] != nil && ledger.known["handoff \(app)"] == nil:
            ledger.begin("app \(app)", nil)
            try await client.call(AppsMethods.remove, app)
        default:
            do { try Self.makeApp(app, in: folder) } catch { throw BatonError(.internal, "\(error)") }
            ledger.begin("app \(app)", "here")
            try await client.call(AppsMethods.add, "\(folder)/\(app).app")
        }
    }

    private static func makeApp(_ id: String, in folder: String) throws {
        let app = "\(folder)/\(id).app"
        guard !FileManager.default.fileExists(atPath: app) else { return }
        try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
        let plist = """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
            <key>CFBundleIdentifier</key><string>\(id)</string><key>CFBundleName</key><string>App</string>
            <key>CFBundleExecutable</key><string>run</string></dict></plist>
            """
        try plist.write(toFile: "\(app)/Info.plist", atomically: true, encoding: .utf8)
        try "#!/bin/sh\n".write(toFile: "\(app)/run", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: "\(app)/run")
    }
}

/// Counts down from several tasks; one awaits the end.
final class Countdown: Sendable {
    private let left: Mutex<Int>
    private let end = Arrivals<Void>("enough changes")

    init(_ count: Int) {
        left = Mutex(count)
        if count == 0 { end.put(()) }
    }

    func step() {
        let isEnd = left.withLock {
            $0 -= 1
            return $0 == 0
        }
        if isEnd { end.put(()) }
    }

    func reached() async { try? await end.next() }
}

import Foundation
import Synchronization
import TestSupport
import Testing

/// `TestApp` as an app on disk, and its processes.
final class InstalledApp: Sendable {
    static let type = "org.example.test.work"

    let id: String
    let folder: String
    var told: Arrivals<String> { pipe.lines }
    private let programs: Programs
    private let pipe: LinePipe
    private let pids = Pids()

    private final class Pids: Sendable {
        let list = Mutex<[pid_t]>([])
    }

    private init(_ id: String, _ programs: Programs, team: String?, domains: [String], schemes: [String]) async throws {
        self.id = id
        self.programs = programs
        folder = programs.folder.appending(path: "apps/\(id).app").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A copy: an app is known by the device and inode of its executable.
        try await Programs.copyProgram(programs.bin.appending(path: "TestApp").path, to: "\(folder)/run")
        var list: [String: Any] = [
            "CFBundleIdentifier": id, "CFBundleName": id, "CFBundleExecutable": "run",
            "NSUserActivityTypes": [Self.type],
        ]
        if !schemes.isEmpty { list["CFBundleURLTypes"] = [["CFBundleURLSchemes": schemes]] }
        if let team {
            let entitlements: [String: Any] = [
                "com.apple.developer.team-identifier": team, "com.apple.developer.associated-domains": domains,
            ]
            try PropertyListSerialization.data(fromPropertyList: entitlements, format: .xml, options: 0)
                .write(to: URL(filePath: "\(folder)/\(id).entitlements"))
        }
        try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
            .write(to: URL(filePath: "\(folder)/Info.plist"))
        pipe = try LinePipe("\(folder)/told", "a line of the app") { [pids] line in
            guard line.hasPrefix("launched "), let pid = pid_t(line.dropFirst(9)) else { return }
            pids.list.withLock { $0.append(pid) }
        }
    }

    /// Ends the processes that the app had, also those that the daemon has started: they outlive it.
    static func with<T>(
        _ id: String, _ programs: Programs, team: String? = nil, domains: [String] = [], schemes: [String] = [],
        _ body: (InstalledApp) async throws -> T
    ) async throws -> T {
        let app = try await InstalledApp(id, programs, team: team, domains: domains, schemes: schemes)
        defer { app.end() }
        return try await body(app)
    }

    private func end() {
        for pid in launched where isTheApp(pid) { kill(pid, SIGKILL) }
        pipe.end()
    }

    /// What the app does from now on at its steps: `["continue": "die"]`.
    func behave(_ deeds: [String: String]) throws {
        let text = deeds.map { "\($0.key)=\($0.value)\n" }.joined()
        try text.write(toFile: "\(folder)/behaviour", atomically: true, encoding: .utf8)
    }

    /// Installed for the daemon of this instance.
    func add(on name: String) async throws {
        let added = try await programs.baton(["apps", "add", folder], on: name)
        #expect(added.status == 0, "\(added.errors)")
    }

    /// Started by hand, as its user starts it.
    func start(on name: String) throws -> RunningProgram {
        try RunningProgram(
            ["\(folder)/run"],
            environment: [
                "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": programs.folder.path, "BATON_APP": folder,
                "BATON_INSTANCE": programs.folder.appending(path: name).path,
                "BATON_DAEMON": programs.bin.appending(path: "batond").path,
            ])
    }

    /// The pids of all its processes so far, dead ones too.
    var launched: [pid_t] { pids.list.withLock { $0 } }

    /// Its processes that live.
    var living: [pid_t] { launched.filter(isTheApp) }

    private func isTheApp(_ pid: pid_t) -> Bool {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")
        return target == "\(folder)/run"
    }

    /// Reads on until this line comes; the others are passed over.
    func hears(_ line: String) async throws {
        while try await told.next() != line {}
    }

    func hearsLaunch() async throws -> pid_t {
        while true {
            let line = try await told.next()
            if line.hasPrefix("launched "), let pid = pid_t(line.dropFirst(9)) { return pid }
        }
    }
}

import Foundation
import TestSupport
import Testing

/// A device with a screen: a daemon of its own, and the sample apps that are installed for it.
struct ScreenDevice {
    let name: String
    let display: Display
    let programs: Programs
    let environment: [String: String]

    init(_ name: String, _ display: Display, _ programs: Programs) throws {
        self.name = name
        self.display = display
        self.programs = programs
        environment = display.environment.merging(["BATON_INSTANCE": try programs.instance(name)]) { $1 }
    }

    @discardableResult
    func baton(_ words: String...) async throws -> Programs.Answer { try await programs.baton(words, environment) }

    /// A command that must be done.
    @discardableResult
    func does(_ words: String...) async throws -> String {
        let answer = try await programs.baton(words, environment)
        #expect(answer.status == 0, "\(words.joined(separator: " ")): \(answer.output)\(answer.errors)")
        return answer.output
    }

    /// Asks until it is so: what an app gives comes with its next turn, and each answer of the daemon takes one.
    func until(_ words: String..., says text: String) async throws {
        var last = Programs.Answer(status: 0, output: "", errors: "")
        for _ in 0..<300 {
            last = try await programs.baton(words, environment)
            if last.output.contains(text) { return }
        }
        Issue.record("\(words.joined(separator: " ")) never said \(text): \(last)")
    }

    /// Installs a sample, whose processes end with `body`.
    func with(_ sample: String, _ body: (SampleApp) async throws -> Void) async throws {
        let app = try await SampleApp(sample, self)
        try await does("apps", "add", app.folder)
        do {
            try await body(app)
        } catch {
            try? await app.end()
            throw error
        }
        try await app.end()
    }
}

/// A sample of `Samples/Views`, as an app on disk, with its processes and what is seen of it.
final class SampleApp {
    let id: String
    let folder: String
    private let executable: String
    private let device: ScreenDevice
    private var started: [RunningProgram] = []

    fileprivate init(_ name: String, _ device: ScreenDevice) async throws {
        self.device = device
        id = "org.baton.samples.\(name.lowercased())"
        let apps = device.programs.folder.appending(path: "apps-\(device.name)")
        folder = apps.appending(path: "\(name).app").path
        executable = "\(folder)/\(name)"
        let files = FileManager.default
        try files.createDirectory(at: apps, withIntermediateDirectories: true)
        try files.copyItem(atPath: Self.template(name), toPath: folder)
        try await Programs.copyProgram(device.programs.bin.appending(path: "\(name)Sample").path, to: executable)
    }

    private static func template(_ name: String) -> String {
        repositoryPath("Samples/Views/Apps/\(name).app.in")
    }

    /// As its user starts it.
    func start(_ extra: [String: String] = [:]) throws {
        started.append(try RunningProgram([executable], environment: device.environment.merging(extra) { $1 }))
    }

    /// Its processes that live, whoever has started them.
    var processes: [pid_t] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { pid_t($0) }.filter {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\($0)/exe")) == executable
        }
    }

    /// Ends its processes, as a session's end does.
    func quit() async throws {
        for process in started {
            let status = try await process.end(by: SIGTERM)
            #expect([0, -SIGTERM].contains(status), "the app ended with \(status)")
        }
        try await end(by: SIGTERM)
        started = []
    }

    fileprivate func end() async throws {
        for process in started { try await process.end(by: SIGKILL) }
        try await end(by: SIGKILL)
    }

    /// Those that the daemon has started.
    private func end(by signal: Int32) async throws {
        for pid in processes { try await ProcessFacts.end(pid, by: signal) }
    }

    // MARK: Looking, and using

    func what(
        _ role: String? = nil, _ name: String? = nil, contains: String? = nil, text: String? = nil, in window: String? = nil
    ) -> Display.What {
        Display.What(app: id, window: window, role: role, name: name, contains: contains, text: text)
    }

    @discardableResult
    func sees(_ name: String, in window: String? = nil) async throws -> Display.Thing {
        try await device.display.wait(what(nil, name, in: window))
    }
    @discardableResult
    func sees(_ role: String, _ name: String, in window: String? = nil) async throws -> Display.Thing {
        try await device.display.wait(what(role, name, in: window))
    }
    @discardableResult
    func sees(containing text: String, in window: String? = nil) async throws -> Display.Thing {
        try await device.display.wait(what(contains: text, in: window))
    }
    func press(_ role: String, _ name: String, in window: String? = nil) async throws {
        try await device.display.press(what(role, name, in: window))
    }
    func press(_ role: String, containing text: String, in window: String? = nil) async throws {
        try await device.display.press(what(role, contains: text, in: window))
    }
}

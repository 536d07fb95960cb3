import Foundation
import TestSupport
import Testing

/// A display that nobody sees, with a session bus and an accessibility bus of its own: apps on it are used as somebody
/// with a screen reader uses them.
final class Display {
    /// What programs on the display are given.
    let environment: [String: String]
    private let programs: Programs
    private let processes: [RunningProgram]
    private let driver: RunningProgram

    /// The processes end when `body` has, in the order that lets none of them complain.
    static func run(
        _ programs: Programs, _ name: String = "display", _ body: (Display) async throws -> Void
    ) async throws {
        let display = try await Display(programs, name)
        do {
            try await body(display)
        } catch {
            try? await display.end()
            throw error
        }
        try await display.end()
    }

    private init(_ programs: Programs, _ name: String) async throws {
        self.programs = programs
        let run = programs.folder.appending(path: "run-\(name)").path
        try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: true)
        chmod(run, 0o700)
        var environment = programs.environment.merging([
            "PATH": "\(programs.bin.path):/usr/local/bin:/usr/bin:/bin", "XDG_RUNTIME_DIR": run,
            // Icons and schemas are the system's.
            "XDG_DATA_DIRS": "/usr/local/share:/usr/share", "GSETTINGS_BACKEND": "memory", "G_DEBUG": "fatal-criticals",
            // The server draws: a display without a graphics card needs no detour by one in software.
            "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
        ]) { $1 }
        let server = try RunningProgram(
            ["/usr/bin/Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
            environment: environment, errors: .dropped)
        let number: String = try #require(try await server.lines.next(), "Xvfb did not start")
        environment["DISPLAY"] = ":\(number)"
        let bus = try RunningProgram(
            ["/usr/bin/dbus-daemon", "--session", "--nofork", "--print-address=1"], environment: environment,
            errors: .dropped)
        let session: String = try #require(try await bus.lines.next(), "dbus-daemon did not start")
        environment["DBUS_SESSION_BUS_ADDRESS"] = session
        self.environment = environment
        driver = try RunningProgram(["/usr/bin/python3", Self.script], environment: environment, takesInput: true)
        processes = [server, bus]
        let ready: String? = try await driver.lines.next()
        try #require(ready != nil, "the driver found no accessibility bus")
    }

    private static var script: String {
        repositoryPath("Tests/Fixtures/screen/driver.py")
    }

    private func end() async throws {
        for process in [driver] + processes.reversed() { try await process.end(by: SIGTERM) }
    }
    // MARK: Using it

    /// One thing that is seen.
    struct Thing: Decodable {
        var role: String
        var name: String
        var description: String?
        var text: String?
        var isFocusable: Bool?
        var isChecked: Bool?
        /// From the window's left.
        var x: Int?
        /// From the window's top.
        var y: Int?
    }

    private struct Answer: Decodable {
        var ok: Bool?
        var error: String?
        var tree: String?
        var titles: [String]?
        var things: [Thing]?
    }

    private func ask(_ command: [String: Any]) async throws -> Data {
        let words = try JSONSerialization.data(withJSONObject: command)
        driver.write(String(decoding: words, as: UTF8.self) + "\n")
        let line = try #require(try await driver.lines.next(), "the driver has ended")
        let data = Data(line.utf8)
        let answer = try JSONDecoder().decode(Answer.self, from: data)
        guard answer.ok == true else { throw NotSeen(command: "\(command)", reason: answer.error, tree: answer.tree) }
        return data
    }

    struct NotSeen: Error, CustomStringConvertible {
        let command: String, reason: String?, tree: String?
        var description: String { "\(command): \(reason ?? "")\n\(tree ?? "")" }
    }

    /// What is looked for, of what is shown: all that is given must fit.
    struct What {
        var app: String
        var window: String?
        var role: String?
        var name: String?
        var contains: String?
        var text: String?
        var isChecked: Bool?

        fileprivate func command(_ verb: String) -> [String: Any] {
            var result: [String: Any] = ["do": verb, "app": app]
            result["window"] = window
            result["role"] = role
            result["name"] = name
            result["contains"] = contains
            result["text"] = text
            result["checked"] = isChecked
            return result
        }
    }

    @discardableResult
    func wait(_ what: What) async throws -> Thing {
        try JSONDecoder().decode(Thing.self, from: await ask(what.command("wait")))
    }
    func press(_ what: What) async throws { _ = try await ask(what.command("press")) }
    func waitUntilMoved(_ what: What, from y: Int) async throws {
        var command = what.command("wait")
        command["movedFrom"] = y
        _ = try await ask(command)
    }
    func waitUntilMoved(_ what: What, fromX x: Int) async throws {
        var command = what.command("wait")
        command["movedFromX"] = x
        _ = try await ask(command)
    }
    func waitUntilGone(_ what: What) async throws { _ = try await ask(what.command("gone")) }

    /// Everything that is shown in an app, or in one of its windows.
    func things(of app: String, in window: String? = nil) async throws -> [Thing] {
        let data = try await ask(What(app: app, window: window).command("list"))
        return try JSONDecoder().decode(Answer.self, from: data).things ?? []
    }
    func focused(in app: String) async throws -> Thing? {
        let data = try await ask(["do": "focused", "app": app])
        return try JSONDecoder().decode(Answer.self, from: data).things?.first
    }

    /// Everything that Tab comes to, in its order, from what has the focus until it comes round.
    func tabOrder(of app: String, in window: String) async throws -> [Thing] {
        try await activate(window)
        var result: [Thing] = []
        for _ in 0..<60 {
            try await keys("Tab")
            guard let thing = try await focused(in: app) else { continue }
            if let first = result.first, first.role == thing.role, first.name == thing.name { break }
            result.append(thing)
        }
        return result
    }

    /// Brings the focus to a thing, as somebody without a pointer does.
    func tab(to role: String, in app: String, window: String) async throws {
        try await activate(window)
        for _ in 0..<60 {
            if try await focused(in: app)?.role == role { return }
            try await keys("Tab")
        }
        Issue.record("Tab never came to a \(role)")
    }

    func windows(of app: String) async throws -> [String] {
        let data = try await ask(["do": "windows", "app": app])
        return try JSONDecoder().decode(Answer.self, from: data).titles ?? []
    }

    /// Gives a window the keyboard.
    func activate(_ title: String) async throws { _ = try await ask(["do": "activate", "title": title]) }
    /// Keys in their order, as `ctrl+n`, `Tab`.
    func keys(_ keys: String...) async throws { _ = try await ask(["do": "keys", "keys": keys]) }
    /// Turns the wheel downwards over the middle of a window.
    func scroll(in title: String, notches: Int) async throws {
        _ = try await ask(["do": "scroll", "title": title, "notches": notches])
    }
    func type(_ text: String) async throws { _ = try await ask(["do": "type", "text": text]) }
}

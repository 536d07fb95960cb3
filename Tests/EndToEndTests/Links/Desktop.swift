import Foundation
import TestSupport
import Testing

/// A user's desktop as far as links go: a home with a browser that stands in for one, Baton's entry, and the user's own
/// Baton. `xdg-open` is the real one.
struct Desktop {
    let programs: Programs
    let browser: StandInBrowser
    let home: String
    /// What the programs of this desktop are given.
    let environment: [String: String]

    static func run(_ body: (Desktop) async throws -> Void) async throws {
        try await Programs.run { programs in
            let desktop = try Desktop(programs)
            do {
                try await body(desktop)
            } catch {
                await desktop.end()
                throw error
            }
            await desktop.end()
        }
    }

    private init(_ programs: Programs) throws {
        self.programs = programs
        home = programs.folder.appending(path: "home").path
        let files = FileManager.default
        for folder in ["bin", "run", "home/.config", "home/.local/share/applications"] {
            try files.createDirectory(
                atPath: programs.folder.appending(path: folder).path, withIntermediateDirectories: true)
        }
        chmod(programs.folder.appending(path: "run").path, 0o700)
        browser = try StandInBrowser(in: programs.folder.path)
        environment = [
            "PATH": "\(programs.bin.path):/usr/local/bin:/usr/bin:/bin", "HOME": home, "LC_ALL": "C.UTF-8",
            "XDG_RUNTIME_DIR": programs.folder.appending(path: "run").path,
            "XDG_DATA_DIRS": programs.folder.appending(path: "none").path, "BATON_DAEMON": programs.daemon,
            // `xdg-open` asks the desktop's lists only where there is a display; nothing here connects to it.
            "DISPLAY": ":0", "XDG_CURRENT_DESKTOP": "X-Test",
            // The whole suite runs beside this: a daemon that has to start may take longer than a user would wait.
            "BATON_OPEN_WAIT": "30000",
        ]
    }

    /// The browser is what opens links; Baton is installed.
    /// - Parameter isChosen: whether the user's list names the browser; else it is the only one that can.
    func install(baton: Bool = true, isChosen: Bool = true, as name: String = "stand-in", entry: String? = nil
    ) async throws {
        let folder = "\(home)/.local/share/applications"
        try """
        [Desktop Entry]
        Type=Application
        Name=Stand-in
        Exec=\(entry ?? "\(browser.program) --new-tab %u")
        MimeType=x-scheme-handler/http;x-scheme-handler/https;
        """.write(toFile: "\(folder)/\(name).desktop", atomically: true, encoding: .utf8)
        if baton {
            try repositoryFile("data/applications/org.baton.Open.desktop.in")
            .replacing("@BIN@", with: programs.bin.path)
            .write(toFile: "\(folder)/org.baton.Open.desktop", atomically: true, encoding: .utf8)
        }
        if isChosen {
        try "[Default Applications]\nx-scheme-handler/https=stand-in.desktop\nx-scheme-handler/http=stand-in.desktop\n"
            .write(toFile: list, atomically: true, encoding: .utf8)
        }
        #expect(try await run("update-desktop-database", folder).status == 0)
    }

    /// The user's `mimeapps.list`.
    var list: String { "\(home)/.config/mimeapps.list" }
    var listed: String { (try? String(contentsOfFile: list, encoding: .utf8)) ?? "" }

    private func end() async {
        _ = try? await baton("stop")
        browser.end()
    }

    @discardableResult
    func baton(_ words: String..., with extra: [String: String] = [:]) async throws -> Programs.Answer {
        try await programs.baton(words, environment.merging(extra) { $1 })
    }

    /// A command that must be done.
    func does(_ words: String...) async throws {
        let answer = try await programs.baton(words, environment)
        #expect(answer.status == 0, "\(words.joined(separator: " ")): \(answer.errors)")
    }

    /// Waits for what the daemon does after it has answered: each look comes after one more answer of its.
    func until(_ what: String, _ isSo: () -> Bool) async throws {
        for _ in 0..<500 {
            if isSo() { return }
            try await baton("status")
        }
        Issue.record("never: \(what)")
    }

    /// Runs a program of the system to its end.
    func run(_ program: String, _ arguments: String...) async throws -> (status: Int32, output: String) {
        let log = programs.folder.appending(path: "said-\(UUID().uuidString)").path
        let status = try await ProgramRun.status(
            program.hasPrefix("/") ? program : "/usr/bin/\(program)", arguments,
            environment: environment.merging(["BATON_BUILT": programs.bin.path]) { $1 }.map { "\($0.key)=\($0.value)" },
            output: log)
        return (status, try String(contentsOfFile: log, encoding: .utf8))
    }
}

/// A browser that says what it was started with, and does nothing.
final class StandInBrowser: Sendable {
    let program: String
    /// The addresses that it was given.
    var opened: Arrivals<String> { lines.lines }
    private let lines: LinePipe
    var pipe: String { lines.path }

    init(in folder: String) throws {
        program = "\(folder)/bin/stand-in"
        lines = try LinePipe("\(folder)/opened", "a page in the browser")
        try ProgramFile.write(
            program, Data("#!/bin/sh\n[ \"$1\" != --new-tab ] || shift\necho \"$1\" > '\(lines.path)'\n".utf8))
    }

    func end() { lines.end() }
}

import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall`, with programs that stand in for those that take minutes to build.
@Suite(.timeLimit(.minutes(5))) struct InstallTests {
    /// A scratch folder with `built/`, a home, and the scripts to run.
    private struct Place: Sendable {
        let scratch: ScratchFolder
        var prefix: String { scratch.file("prefix") }
        var home: String { scratch.file("home") }

        /// Runs a script of the repository. Its words go to a file, and not to a pipe: a pipe's end would be inherited by
        /// what other tests start meanwhile, and not end.
        func run(_ script: String, _ arguments: String...) async throws -> (status: Int32, text: String) {
            let log = try scratch.write("said", "")
            let environment = [
                "PATH=/usr/local/bin:/usr/bin:/bin", "HOME=\(home)", "BATON_BUILT=\(scratch.file("built"))",
            ]
            let status = try await ProgramRun.status(
                repositoryPath("Scripts/\(script)"), arguments, environment: environment, output: log)
            defer { unlink(log) }
            return (status, scratch.text("said"))
        }

        /// Every name below a folder, with kind, mode and content.
        func tree(_ folder: String) -> [String: String] {
            var tree: [String: String] = [:]
            let walker = FileManager.default.enumerator(atPath: folder)
            while let name = walker?.nextObject() as? String {
                let path = "\(folder)/\(name)"
                let attributes = (try? FileManager.default.attributesOfItem(atPath: path)) ?? [:]
                let kind = attributes[.type] as? FileAttributeType
                let mode = attributes[.posixPermissions] as? Int ?? 0
                let content = kind == .typeRegular ? FileManager.default.contents(atPath: path)?.hashValue ?? 0 : 0
                tree[name] = "\(kind?.rawValue ?? "?") \(String(mode, radix: 8)) \(content)"
            }
            return tree
        }
    }

    private func withPlace(_ body: (Place) async throws -> Void) async throws {
        try await withScratchFolder { scratch in
            try scratch.write("built/baton", "#!/bin/sh\n", mode: 0o755)
            try scratch.write("built/batond", "#!/bin/sh\n", mode: 0o755)
            try scratch.write("home/.bashrc", "")
            try await body(Place(scratch: scratch))
        }
    }

    @Test func whatIsInstalledIsAllThatABatonNeeds() async throws {
        try await withPlace { place in
            let installed = try await place.run("install", place.prefix)
            #expect(installed.status == 0, "\(installed.text)")
            for name in [
                "bin/baton", "bin/batond", "share/man/man1/baton.1", "share/bash-completion/completions/baton",
                "share/zsh/site-functions/_baton", "share/fish/vendor_completions.d/baton.fish",
                "share/dbus-1/interfaces/org.baton.Baton1.xml", "share/dbus-1/services/org.baton.Baton1.service",
                "share/systemd/user/batond.service", "share/systemd/user/batond.socket",
            ] { #expect(place.scratch.exists("prefix/\(name)"), "\(name)") }
            let service = place.scratch.text("prefix/share/systemd/user/batond.service")
            #expect(service.contains("ExecStart=\(place.prefix)/bin/batond\n"))
            #expect(place.scratch.mode("prefix/bin/batond") == 0o755)
            #expect(place.scratch.mode("prefix/share/man/man1/baton.1") == 0o644)
        }
    }

    /// The tree is as before: where nothing was, and beside files of others.
    @Test(arguments: [false, true]) func uninstallLeavesNothingOfItsOwn(_ besideOthers: Bool) async throws {
        try await withPlace { place in
            if besideOthers {
                try place.scratch.write("prefix/bin/other", "other", mode: 0o755)
                try place.scratch.write("prefix/share/man/man1/other.1", "other")
                try place.scratch.write("prefix/share/systemd/user/other.socket", "other")
            }
            let before = place.tree(place.scratch.path)
            #expect(try await place.run("install", place.prefix).status == 0)
            #expect(place.tree(place.scratch.path) != before)
            // An upgrade: what is there is Baton's own.
            try place.scratch.write("built/batond", "#!/bin/sh\n# newer\n", mode: 0o755)
            let again = try await place.run("install", place.prefix)
            #expect(again.status == 0, "\(again.text)")
            #expect(place.scratch.text("prefix/bin/batond").contains("newer"))
            try place.scratch.write("built/batond", "#!/bin/sh\n", mode: 0o755)
            let removed = try await place.run("uninstall", place.prefix)
            #expect(removed.status == 0, "\(removed.text)")
            #expect(place.tree(place.scratch.path) == before)
        }
    }

    @Test func aStagedTreeIsAsBeforeToo() async throws {
        try await withPlace { place in
            let stage = place.scratch.file("stage/deep")
            let staged = try await place.run("install", "/usr", stage)
            #expect(staged.status == 0, "\(staged.text)")
            #expect(place.scratch.exists("stage/deep/usr/lib/systemd/user/batond.socket"))
            let service = place.scratch.text("stage/deep/usr/lib/systemd/user/batond.service")
            #expect(service.contains("ExecStart=/usr/bin/batond\n"))
            let removed = try await place.run("uninstall", "/usr", stage)
            #expect(removed.status == 0, "\(removed.text)")
            #expect(place.tree(stage).isEmpty, "\(place.tree(stage))")
        }
    }

    @Test func whatAnOlderInstallPlacedAndThisOneDoesNotGoes() async throws {
        try await withPlace { place in
            #expect(try await place.run("install", place.prefix).status == 0)
            try place.scratch.write("prefix/share/baton/old/thing", "old")
            let list = place.scratch.text("prefix/share/baton/installed")
            try place.scratch.write(
                "prefix/share/baton/installed",
                list + "file \(place.prefix)/share/baton/old/thing\nfolder \(place.prefix)/share/baton/old\n",
                mode: 0o644)
            #expect(try await place.run("install", place.prefix).status == 0)
            #expect(!place.scratch.exists("prefix/share/baton/old/thing"))
            #expect(try await place.run("uninstall", place.prefix).status == 0)
            #expect(!place.scratch.exists("prefix"))
        }
    }

    @Test func aStrangersFileOfThatNameIsNeitherOverwrittenNorRemoved() async throws {
        try await withPlace { place in
            try place.scratch.write("prefix/bin/baton", "another program", mode: 0o755)
            let before = place.tree(place.scratch.path)
            let refused = try await place.run("install", place.prefix)
            #expect(refused.status == 1)
            #expect(refused.text.contains("\(place.prefix)/bin/baton is there"), "\(refused.text)")
            #expect(place.tree(place.scratch.path) == before)
        }
    }

    /// As when the disk is full, or somebody presses Control-C, in the middle.
    @Test func anInterruptedInstallIsUninstalledTooAndCanBeRepeated() async throws {
        try await withPlace { place in
            // A folder in the place of a file: it is placed after the programs.
            try place.scratch.write("prefix/share/fish/other", "other")
            let before = place.tree(place.scratch.path)
            #expect(try await place.run("install", place.prefix).status == 0)
            let list = place.scratch.text("prefix/share/baton/installed")
            #expect(try await place.run("uninstall", place.prefix).status == 0)
            // What is there after the list was written and the first file placed.
            try place.scratch.write("prefix/share/baton/installed", list, mode: 0o644)
            try place.scratch.write("prefix/bin/baton", "half", mode: 0o755)
            #expect(try await place.run("install", place.prefix).status == 0)
            #expect(try await place.run("uninstall", place.prefix).status == 0)
            #expect(place.tree(place.scratch.path) == before)
        }
    }

    @Test(arguments: ["file /etc/passwd", "file {}/../../x", "folder /home/other", "link {}/bin/baton"])
    func aListThatNamesWhatIsNotBatonsRemovesNothing(_ line: String) async throws {
        try await withPlace { place in
            #expect(try await place.run("install", place.prefix).status == 0)
            let list = place.scratch.text("prefix/share/baton/installed")
            try place.scratch.write(
                "prefix/share/baton/installed", list + line.replacing("{}", with: place.prefix) + "\n")
            let refused = try await place.run("uninstall", place.prefix)
            #expect(refused.status == 1)
            #expect(refused.text.contains("nothing removed"))
            #expect(place.scratch.exists("prefix/bin/batond"))
        }
    }

    @Test func theLinksOfEnabledUnitsGoAndThoseOfOthersStay() async throws {
        try await withPlace { place in
            #expect(try await place.run("install", place.prefix).status == 0)
            let wants = place.scratch.file("home/.config/systemd/user/sockets.target.wants")
            let others = place.scratch.file("home/.config/systemd/user/default.target.wants")
            for folder in [wants, others] {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            try FileManager.default.createSymbolicLink(
                atPath: "\(wants)/batond.socket",
                withDestinationPath: "\(place.prefix)/share/systemd/user/batond.socket")
            // Another Baton's, which stays.
            try FileManager.default.createSymbolicLink(
                atPath: "\(others)/batond.service", withDestinationPath: "/opt/other/batond.service")
            let removed = try await place.run("uninstall", place.prefix)
            #expect(removed.text.contains("Disabled batond.socket"), "\(removed.text)")
            #expect(!FileManager.default.fileExists(atPath: wants))
            #expect(
                try FileManager.default.destinationOfSymbolicLink(atPath: "\(others)/batond.service")
                    == "/opt/other/batond.service")
        }
    }

    /// Also one whose file was replaced by an upgrade, and that was started with its signals blocked; one that runs from
    /// elsewhere goes on.
    @Test func theDaemonThatRunsOfItIsAskedToEnd() async throws {
        try await Programs.run { programs in
            try await withPlace { place in
                try FileManager.default.removeItem(atPath: place.scratch.file("built/batond"))
                try FileManager.default.copyItem(atPath: programs.daemon, toPath: place.scratch.file("built/batond"))
                let installed = try await place.run("install", place.prefix)
                #expect(installed.status == 0, "\(installed.text)")
                func start(_ program: String, _ name: String) async throws -> RunningProgram {
                    let process = try RunningProgram(
                        [program, "--instance", try programs.instance(name)],
                        environment: ["PATH": "/usr/bin:/bin", "HOME": place.home], errors: .dropped)
                    try await AsyncFile(programs.folder.path + "/\(name)/bus").exists()
                    return process
                }
                let daemon = try await start("\(place.prefix)/bin/batond", "own")
                let stranger = try await start(programs.daemon, "stranger")
                let upgraded = try await place.run("install", place.prefix)
                #expect(upgraded.text.contains("still the one from before"))
                let removed = try await place.run("uninstall", place.prefix)
                #expect(
                    removed.text.contains("Stopped the daemon, process \(daemon.pid)\n"),
                    "\(removed.text)")
                // In order, and not by the signal.
                #expect(try await daemon.end() == 0)
                #expect(!FileManager.default.fileExists(atPath: programs.folder.path + "/own/bus"))
                #expect(stranger.isRunning)
                #expect(try await programs.baton(["stop"], on: "stranger").status == 0)
            }
        }
    }
}

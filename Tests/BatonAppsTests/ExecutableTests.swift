import ActivityModel
import BatonApps
import Foundation
import GLibKit
import TestSupport
import Testing

/// Apps that are programs, and what becomes of their files while they run.
@Suite(.timeLimit(.minutes(5)))
struct ExecutableTests {
    private static let program = "/bin/sleep"

    private func withApp(_ body: (Fixture, _ executable: String) async throws -> Void) async throws {
        try await Fixture.run(proc: "/proc", apps: { copy(Self.program, to: $0.app("apps/Reader.app") + "/run") }) {
            try await body($0, "\($0.scratch.path)/apps/Reader.app/run")
        }
    }

    private func copy(_ file: String, to place: String) {
        try? FileManager.default.removeItem(atPath: place)
        try? FileManager.default.copyItem(atPath: file, toPath: place)
    }

    @Test func theProgramIsKnownByEveryNameOfItsFile() async throws {
        try await withApp { f, executable in
            let other = "\(f.scratch.path)/other"
            #expect(ScratchFolder.hardLink(executable, as: other))
            f.scratch.link("link", to: executable)
            for path in [executable, other, "\(f.scratch.path)/link"] {
                try await RealProcess.run([path, "60"]) { process in
                    #expect(await f.identify(process.pid) == .success(.app(Fixture.reader)))
                    #expect(await f.identify(process.pid, claims: Fixture.reader) == .success(.app(Fixture.reader)))
                }
            }
            // The same bytes in another file.
            copy(executable, to: "\(f.scratch.path)/copy")
            try await RealProcess.run(["\(f.scratch.path)/copy", "60"]) { process in
                #expect(await f.identify(process.pid) == .success(.user))
                #expect(await f.identify(process.pid, claims: Fixture.reader).code == .notAllowed)
            }
        }
    }

    /// An update renames the new file over the old one. Who runs the old one is the app as before, on a new connection
    /// as well: its `/proc/PID/exe` says the path, and that the file is gone.
    @Test func aProgramThatAnUpdateHasReplacedIsStillTheApp() async throws {
        try await withApp { f, executable in
            try await RealProcess.run([executable, "60"]) { old in
                copy("/bin/cat", to: "\(f.scratch.path)/new")
                #expect(rename("\(f.scratch.path)/new", executable) == 0)
                #expect(await f.identify(old.pid) == .success(.app(Fixture.reader)))
                #expect(await f.identify(old.pid, claims: Fixture.reader) == .success(.app(Fixture.reader)))
                try await RealProcess.run([executable]) { new in
                    #expect(await f.identify(new.pid) == .success(.app(Fixture.reader)))
                }
                // Removed, and nothing in its place.
                #expect(unlink(executable) == 0)
                #expect(await f.identify(old.pid, claims: Fixture.reader) == .success(.app(Fixture.reader)))
            }
        }
    }

    @Test func aReplacedProgramThatRanByAnotherNameIsNotKnownAnyMore() async throws {
        try await withApp { f, executable in
            let other = "\(f.scratch.path)/other"
            #expect(ScratchFolder.hardLink(executable, as: other))
            try await RealProcess.run([other, "60"]) { process in
                copy("/bin/cat", to: "\(f.scratch.path)/new")
                #expect(rename("\(f.scratch.path)/new", executable) == 0)
                #expect(await f.identify(process.pid, claims: Fixture.reader).code == .notAllowed)
            }
        }
    }

    @Test func aFileThatIsCalledDeletedIsNotTheReplacedOne() async throws {
        try await withApp { f, executable in
            let odd = executable + " (deleted)"
            copy(Self.program, to: odd)
            try await RealProcess.run([odd, "60"]) { process in
                #expect(await f.identify(process.pid, claims: Fixture.reader).code == .notAllowed)
                #expect(await f.identify(process.pid) == .success(.user))
            }
        }
    }

    /// One file, two manifests: the program says which of them it is; without a word it is neither, and not the user.
    @Test func aProgramOfTwoAppsHasToSayWhichItIs() async throws {
        try await withApp { f, executable in
            f.scratch.app("work/Writer.app", id: "org.example.writer")
            let other = "\(f.scratch.path)/work/Writer.app/run"
            unlink(other)
            #expect(ScratchFolder.hardLink(executable, as: other))
            _ = try await f.service.add(folder: "\(f.scratch.path)/work/Writer.app")
            try await RealProcess.run([executable, "60"]) { process in
                for id in [Fixture.reader, "org.example.writer"] {
                    #expect(await f.identify(process.pid, claims: id) == .success(.app(id)))
                }
                let silent = await f.identify(process.pid)
                #expect(silent.code == .notAllowed)
                #expect(silent.message.contains(Fixture.reader) && silent.message.contains("org.example.writer"))
            }
        }
    }
}

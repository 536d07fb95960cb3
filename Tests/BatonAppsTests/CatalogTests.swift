import ActivityModel
import BatonApps
import FoundationEssentials
import Glibc
import Testing

@Suite(.timeLimit(.minutes(5)))
struct CatalogTests {
    private func ids(_ f: Fixture) async -> [String] { await f.service.manifests().map(\.id) }

    @Test func appsComeAndGo() async throws {
        try await Fixture.run { f in
            #expect(await ids(f) == ["org.example.reader"])
            f.scratch.app("apps/Another.app", id: "org.example.another")
            await f.settle { await ids(f) == ["org.example.another", "org.example.reader"] }
            try FileManager.default.removeItem(atPath: "\(f.scratch.path)/apps/Reader.app")
            await f.settle { await ids(f) == ["org.example.another"] }
            #expect(!f.changes.waiting.isEmpty)
            #expect(await f.service.problems().isEmpty)
        }
    }

    @Test func anAppThatIsDamagedGoesAndComesBackWhenMended() async throws {
        try await Fixture.run { f in
            f.scratch.file("apps/Reader.app/Info.plist", "nonsense")
            await f.settle { await ids(f).isEmpty }
            let problems = await f.service.problems()
            #expect(problems.map(\.path) == ["\(f.scratch.path)/apps/Reader.app"])
            #expect(problems.first?.message.contains("Info.plist cannot be read") == true)
            f.scratch.app("apps/Reader.app")
            await f.settle { await ids(f) == ["org.example.reader"] }
            await f.settle { await f.service.problems().isEmpty }
        }
    }

    @Test func aChangedManifestIsReadAgain() async throws {
        try await Fixture.run { f in
            f.scratch.app("apps/Reader.app", keys: ["CFBundleName": "<string>New</string>"])
            await f.settle { await f.service.manifests().first?.name == "New" }
        }
    }

    @Test func anExecutableThatLosesItsModeOrGoesIsNoticed() async throws {
        try await Fixture.run(apps: { $0.app("apps/Reader.app", bundled: true) }) { f in
            let executable = "\(f.scratch.path)/apps/Reader.app/Contents/Linux/run"
            chmod(executable, 0o600)
            await f.settle { await f.service.problems().first?.message.contains("may not be executed") == true }
            chmod(executable, 0o755)
            await f.settle { await ids(f).count == 1 }
            unlink(executable)
            await f.settle { await f.service.problems().first?.message.contains("is missing") == true }
        }
    }

    @Test func aFolderThatIsMadeLaterIsWatched() async throws {
        try await Fixture.run(apps: { _ in }) { f in
            #expect(await ids(f).isEmpty)
            f.scratch.app("apps/Reader.app")
            await f.settle { await ids(f) == ["org.example.reader"] }
            try FileManager.default.removeItem(atPath: "\(f.scratch.path)/apps")
            await f.settle { await ids(f).isEmpty }
            f.scratch.app("apps/Reader.app")
            await f.settle { await ids(f) == ["org.example.reader"] }
        }
    }

    @Test func aLinkIsFollowedAlsoToAFolderThatComesLater() async throws {
        try await Fixture.run(apps: { scratch in
            _ = scratch.folder("apps")
            scratch.link("apps/linked.app", to: "\(scratch.path)/elsewhere/Reader.app")
        }) { f in
            #expect(await f.service.problems().first?.message.contains("the link leads nowhere") == true)
            f.scratch.app("elsewhere/Reader.app")
            await f.settle { await ids(f) == ["org.example.reader"] }
            f.scratch.app("elsewhere/Reader.app", id: "org.example.renamed")
            await f.settle { await ids(f) == ["org.example.renamed"] }
        }
    }

    @Test func theFirstFolderHasTheLastWord() async throws {
        try await Fixture.run(apps: { scratch in
            scratch.app("apps/Mine.app", keys: ["CFBundleName": "<string>Mine</string>"])
            scratch.app("system/Theirs.app", keys: ["CFBundleName": "<string>Theirs</string>"])
            scratch.app("system/Other.app", id: "org.example.other")
        }) { f in
            #expect(await f.service.manifests().map(\.name) == ["Mine", "org.example.other"])
            let problems = await f.service.problems()
            #expect(problems.map(\.path) == ["\(f.scratch.path)/system/Theirs.app"])
            #expect(problems.first?.message.contains("is at \(f.scratch.path)/apps/Mine.app already") == true)
            try FileManager.default.removeItem(atPath: "\(f.scratch.path)/apps/Mine.app")
            await f.settle { await f.service.manifests().map(\.name) == ["org.example.other", "Theirs"] }
        }
    }

    @Test func whatIsNoAppIsPassedOverOrReported() async throws {
        try await Fixture.run(apps: { scratch in
            scratch.app("apps/Reader.app")
            scratch.app("apps/Nameless")
            scratch.file("apps/notes.txt", "")
            scratch.app("apps/.Hidden.app", id: "org.example.hidden")
            scratch.file("apps/file.app", "")
        }) { f in
            #expect(await ids(f) == ["org.example.reader"])
            let names = await f.service.problems().map { $0.path.split(separator: "/").last }
            #expect(names == ["Nameless", "file.app"])
        }
    }

    @Test func filesThatAnAppWritesDisturbNobody() async throws {
        try await Fixture.run { f in
            f.scratch.file("apps/Reader.app/log.txt", "something")
            // A change that matters, after it: only this one is waited for.
            f.scratch.app("apps/Another.app", id: "org.example.another")
            await f.settle { await ids(f).count == 2 }
            #expect(f.changes.waiting.count == 1)
        }
    }
}

import ActivityModel
import BatonApps
import FoundationEssentials
import Glibc
import Testing

@Suite(.timeLimit(.minutes(5)))
struct RegistrationTests {
    private func failure(_ body: () async throws -> Void) async -> BatonError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? BatonError
        }
    }

    @Test func addingLinksTheAppAndRemovingLeavesItsFolder() async throws {
        try await Fixture.run(apps: { _ in }) { f in
            let folder = f.scratch.app("work/Reader.app")
            let manifest = try await f.service.add(folder: folder)
            #expect(manifest.id == "org.example.reader")
            #expect(await f.service.manifests().map(\.folder) == [folder])
            #expect(try await f.service.show("org.example.reader") == manifest)
            var status = stat()
            #expect(stat("\(f.scratch.path)/apps", &status) == 0)
            #expect(status.st_mode & 0o777 == 0o700)
            #expect(readLink("\(f.scratch.path)/apps/org.example.reader.app") == folder)
            #expect(f.changes.waiting.count == 1)
            try await f.service.remove("org.example.reader")
            #expect(await f.service.manifests().isEmpty)
            #expect(FileManager.default.fileExists(atPath: folder))
        }
    }

    private func readLink(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    @Test func addingAgainReplacesTheLink() async throws {
        try await Fixture.run(apps: { _ in }) { f in
            try await f.service.add(folder: f.scratch.app("one/Reader.app"))
            let second = f.scratch.app("two/Reader.app")
            try await f.service.add(folder: second)
            #expect(await f.service.manifests().map(\.folder) == [second])
            #expect(await f.service.problems().isEmpty)
        }
    }

    @Test func aDamagedAppIsNotAdded() async throws {
        try await Fixture.run(apps: { _ in }) { f in
            let folder = f.scratch.app(
                "work/Reader.app", keys: ["CFBundleIdentifier": nil, "BatonTerminal": "<dict/>"])
            let error = await failure { try await f.service.add(folder: folder) }
            #expect(error?.code == .invalidManifest)
            #expect(error?.message.contains("CFBundleIdentifier is missing") == true)
            #expect(error?.message.contains("BatonTerminal is a dictionary") == true)
            let refused = await failure { try await f.service.add(folder: "x") }
            #expect(refused?.code == .invalidArgument)
        }
    }

    @Test func aRealFolderIsNeitherReplacedNorRemoved() async throws {
        try await Fixture.run(apps: { $0.app("apps/org.example.reader.app") }) { f in
            let folder = f.scratch.app("work/Reader.app")
            let refused = await failure { try await f.service.add(folder: folder) }
            #expect(refused?.code == .alreadyDone)
            let error = await failure { try await f.service.remove("org.example.reader") }
            #expect(error?.code == .notAllowed)
            #expect(error?.message.contains("\(f.scratch.path)/apps/org.example.reader.app") == true)
            #expect(await f.service.manifests().count == 1)
        }
    }

    @Test func aSystemAppIsRemovedByItsPackage() async throws {
        try await Fixture.run(apps: { $0.app("system/Reader.app") }) { f in
            let error = await failure { try await f.service.remove("org.example.reader") }
            #expect(error?.code == .notAllowed)
            #expect(error?.message.contains("\(f.scratch.path)/system/Reader.app") == true)
        }
    }

    @Test(arguments: ["org.example.none", "../apps", "", "a/b.c"])
    func whatIsNotThereCannotBeRemoved(_ id: String) async throws {
        try await Fixture.run { f in
            let refused = await failure { try await f.service.remove(id) }
            #expect(refused?.code == .noSuchApp)
        }
    }

    @Test func anAppDamagedSinceIsRemovedByItsID() async throws {
        try await Fixture.run(apps: { _ in }) { f in
            try await f.service.add(folder: f.scratch.app("work/Reader.app"))
            f.scratch.file("work/Reader.app/Info.plist", "nonsense")
            await f.settle { await f.service.manifests().isEmpty }
            try await f.service.remove("org.example.reader")
            #expect(await f.service.problems().isEmpty)
        }
    }
}

import ActivityModel
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import BatonSearch

/// What is deleted leaves the files, and damage costs no more than it must.
@Suite struct ForgettingTests {
    private let app = SearchFixture.app

    /// Term pages share beginnings of words: a word may stand there without its first letters.
    private func bytes(_ folder: ScratchFolder, hold word: String) throws -> [String] {
        let tail = Data(word.utf8.suffix(word.utf8.count - 3))
        var found: [String] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let data = try Data(contentsOf: URL(filePath: folder.file(name)))
            if Self.holds(data, tail) { found.append(name) }
        }
        return found
    }

    /// Many times faster than looking at each byte, in a program that is not optimised.
    private static func holds(_ data: Data, _ part: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            part.withUnsafeBytes { wanted in
                guard var at = bytes.baseAddress, wanted.count > 0 else { return false }
                let end = at + bytes.count
                while end - at >= wanted.count, let next = memchr(at, Int32(wanted[0]), end - at - wanted.count + 1) {
                    if memcmp(next, wanted.baseAddress!, wanted.count) == 0 { return true }
                    at = UnsafeRawPointer(next) + 1
                }
                return false
            }
        }
    }

    private func fill(_ f: SearchFixture) async throws {
        try await f.index(
            (0..<300).map { f.item("keep\($0)", "Ordinary note \($0)", ["comment": .string("zanzibarfern")]) })
        try await f.index(
            (0..<40).map { number in
                f.item(
                    "secret\(number)", "Quokkaplume \(number)", domain: "private",
                    ["textContent": .string("xylophonic marzipanade \(number)")])
            })
        try await f.service.engaged(
            Engagement(typed: "quokkaplume", app: nil, kind: .item, identifier: "secret1"), app: app)
        try await f.service.settle()
        try #require(try bytes(f.folder, hold: "quokkaplume").contains("search.db-wal"))
    }

    private let words = ["quokkaplume", "Quokkaplume", "xylophonic", "marzipanade"]

    @Test func aDeletionLeavesNoWordAfterAnIdleHour() async throws {
        try await SearchFixture.run { f in
            try await fill(f)
            try await f.service.delete(domains: ["private"], app: app, index: nil, batch: nil)
            #expect(try await f.titles("quokkaplume").isEmpty)
            await f.clock.advance(by: .seconds(3600))
            try await f.service.settle()
            await f.thread.settle()
            // The cleaning runs on the file's own thread.
            while await f.service.eraseIsDue { await f.thread.settle() }
            for word in words {
                let files = try bytes(f.folder, hold: word)
                #expect(files.isEmpty, "\(word)")
            }
            #expect(try await f.titles("ordinary") { $0.limit = 1000 }.count == 300)
            #expect(try await f.titles("zanzibarfern").count == 10)
        }
    }

    @Test func deletingAllLeavesNoWordAtOnce() async throws {
        try await SearchFixture.run { f in
            try await fill(f)
            try await f.service.deleteAll(app: app, index: nil, batch: nil)
            for word in words + ["zanzibarfern"] {
                let files = try bytes(f.folder, hold: word)
                #expect(files.isEmpty, "\(word)")
            }
            #expect(try await f.service.statistics().isEmpty)
            try await f.index([f.item("a", "After all")])
            #expect(try await f.titles("after") == ["After all"])
        }
    }

    @Test func anUnfinishedCleaningIsDoneByTheNextDaemon() async throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        try await SearchFixture.open(folder) { f in
            try await fill(f)
            try await f.service.delete(domains: ["private"], app: app, index: nil, batch: nil)
            await f.thread.settle()
            try await f.service.settle()
        }
        try await SearchFixture.open(folder) { f in
            await f.clock.advance(by: .seconds(3600))
            while await f.service.eraseIsDue { await f.thread.settle() }
            for word in words {
                let files = try bytes(f.folder, hold: word)
                #expect(files.isEmpty, "\(word)")
            }
        }
    }

    @Test func forgettingEverythingStartsAnew() async throws {
        try await SearchFixture.run { f in
            try await fill(f)
            try await f.service.forgetEverything()
            for word in words + ["zanzibarfern", "org.example.notes"] {
                let files = try bytes(f.folder, hold: word); #expect(files.isEmpty, "\(word)")
            }
            try await f.index([f.item("a", "After all")])
            #expect(try await f.titles("after") == ["After all"])
        }
    }

    // MARK: Damage

    @Test func aDamagedIndexIsSetAsideAndFilledAgain() async throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let host = SearchFixture.FakeHost()
        try await SearchFixture.open(folder, host: host) { f in
            try await f.index([f.item("a", "An item")])
            host.saved.withLock { $0 = [f.activity("t", title: "A visit")] }
        }
        try Data(repeating: 0x5A, count: 40_000).write(to: URL(filePath: folder.file("search.db")))
        try await SearchFixture.open(folder, host: host) { f in
            #expect(host.reindexed.withLock { $0 } == 1)
            #expect(try await f.titles("visit") == ["A visit"])
            #expect(try await f.titles("item").isEmpty)
            try await f.index([f.item("a", "An item")])
            #expect(try await f.titles("item") == ["An item"])
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.contains { $0.hasPrefix("search.db.damaged-") })
    }

    /// A cache may be removed at any time.
    @Test func aRemovedIndexIsFilledAgain() async throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let host = SearchFixture.FakeHost()
        try await SearchFixture.open(folder, host: host) { f in try await f.index([f.item("a", "An item")]) }
        #expect(host.reindexed.withLock { $0 } == 0)
        for name in ["search.db", "search.db-wal", "search.db-shm"] {
            try? FileManager.default.removeItem(atPath: folder.file(name))
        }
        try await SearchFixture.open(folder, host: host, mayHaveLost: true) { f in
            #expect(host.reindexed.withLock { $0 } == 1)
            // What is forgotten on purpose is not asked for again.
            try await f.service.forgetEverything()
        }
        try await SearchFixture.open(folder, host: host, mayHaveLost: true) { _ in }
        #expect(host.reindexed.withLock { $0 } == 1)
    }

    @Test func damageMetInTheMiddleIsMended() async throws {
        let folder = ScratchFolder()
        defer { folder.remove() }
        let host = SearchFixture.FakeHost()
        try await SearchFixture.open(folder, host: host) { f in
            try await f.index((0..<500).map { f.item("i\($0)", "Item number \($0) of many") })
            try await f.service.settle()
        }
        // Everything behind the first pages.
        let path = folder.file("search.db")
        var data = try Data(contentsOf: URL(filePath: path))
        data.replaceSubrange(8192..<data.count, with: Data(repeating: 0xA5, count: data.count - 8192))
        try data.write(to: URL(filePath: path))
        try await SearchFixture.open(folder, host: host) { f in
            // Some call meets it; from then on there is a new file.
            for _ in 0..<50 where host.reindexed.withLock({ $0 }) == 0 {
                _ = try? await f.service.search("item", SearchOptions())
                _ = try? await f.service.index([f.item("x", "Item x")], app: app, index: nil, batch: nil)
                await f.thread.settle()
            }
            #expect(host.reindexed.withLock { $0 } == 1)
            for _ in 0..<100 {
                do {
                    try await f.index([f.item("y", "Item y")])
                    break
                } catch { await f.thread.settle() }
            }
            let found = try await f.titles("item y")
            #expect(found == ["Item y"])
        }
    }
}

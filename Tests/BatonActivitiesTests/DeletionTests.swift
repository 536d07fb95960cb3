import ActivityModel
import FoundationEssentials
import GLibKit
import Synchronization
import TestSupport
import Testing

@testable import BatonActivities

@Suite("Deleting saved copies", .usual)
struct DeletionTests {
    private let reader = "org.example.reader"

    private func record(_ title: String, _ identifier: String? = "i") -> ActivityRecord {
        .make("a", title: title, for: [.handoff, .search], identifier: identifier)
    }

    @Test("By persistent identifier, in one app, and said how many")
    func byIdentifier() async throws {
        try await Fixture.run { f in
            for identifier in ["x", "y", "z"] {
                let (_, token) = try await f.current(record(identifier, identifier))
                await f.service.detach(token)
            }
            _ = try await f.current(record("x", "x"), in: FakeApp("org.example.other"))
            #expect(
                try await f.service.deleteSaved(app: reader, persistentIdentifiers: ["x", "x", "y", "absent"]) == 2)
            #expect(try await f.titles() == ["z"])
            #expect(try await f.titles("org.example.other") == ["x"])
            #expect(f.seen.deleted.withLock { $0.sorted() } == ["\(reader)/x", "\(reader)/y"])
            #expect(try await f.service.deleteSaved(app: reader, persistentIdentifiers: []) == 0)
            #expect(try await f.service.deleteAllSaved(app: reader) == 1)
            #expect(try await f.service.deleteAllSaved(app: reader) == 0)
            #expect(try await f.service.allSaved().count == 1)
        }
    }

    @Test("No byte stays in the files")
    func erased() async throws {
        try await Fixture.run { f in
            let (_, token) = try await f.current(record("MARKER-TITLE", "MARKER-KEY"))
            await f.service.resignCurrent(token, "a")
            await f.clock.settle()
            #expect(try f.bytes().firstRange(of: Data("MARKER".utf8)) != nil)
            #expect(try await f.service.deleteAllSaved(app: reader) == 1)
            #expect(try f.bytes().firstRange(of: Data("MARKER".utf8)) == nil)
        }
    }

    @Test("An automatic save does not bring a deleted copy back", arguments: [true, false])
    func notResurrected(all: Bool) async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(record("old"))
            await f.clock.advance(by: .seconds(10))
            await f.service.needsSave(token, "a")
            // Said before the deletion: it does not count.
            _ =
                all
                ? try await f.service.deleteAllSaved(app: reader)
                : try await f.service.deleteSaved(app: reader, persistentIdentifiers: ["i"])
            app.have(record("changed"))
            await f.clock.advance(by: .seconds(3))
            _ = try await f.service.freshState(of: "public-1")
            #expect(app.asked.count == 3)
            #expect(try await f.titles() == [])
            await f.service.resignCurrent(token, "a")
            await f.clock.settle()
            #expect(app.asked.count == 4)
            #expect(try await f.titles() == [])
        }
    }

    @Test("A copy whose saving had begun does not come back", arguments: [true, false])
    func racing(all: Bool) async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(record("old"))
            let gate = Gate()
            f.seen.gate.withLock { $0 = gate }
            let acknowledged = Task(executorPreference: f.thread) {
                try await f.service.becomeCurrent(token, record("new"))
            }
            while gate.waiting == 0 { await f.clock.settle() }
            // The activity is over, too: the deletion must find its copy all the same.
            app.hold()
            await f.service.invalidate(token, "a")
            _ =
                all
                ? try await f.service.deleteAllSaved(app: reader)
                : try await f.service.deleteSaved(app: reader, persistentIdentifiers: ["i"])
            gate.open()
            try await acknowledged.value
            #expect(try await f.titles() == [])
        }
    }

    @Test("A question that was under way does not bring it back, nor the last one of an activity that resigns")
    func underWay() async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(record("old"))
            app.hold()
            await f.service.resignCurrent(token, "a")
            await f.clock.settle()
            #expect(try await f.service.deleteAllSaved(app: reader) == 1)
            app.have(record("last"))
            app.release()
            await f.clock.settle()
            #expect(try await f.titles() == [])
        }
    }

    @Test("The app's word brings it back: current again, or needs saving", arguments: [true, false])
    func lifted(byWord: Bool) async throws {
        try await Fixture.run { f in
            let (app, token) = try await f.current(record("old"))
            #expect(try await f.service.deleteAllSaved(app: reader) == 1)
            app.have(record("new"))
            if byWord {
                await f.service.needsSave(token, "a")
                await f.clock.advance(by: .seconds(3))
            } else {
                try await f.service.becomeCurrent(token, record("new"))
            }
            #expect(try await f.titles() == ["new"])
        }
    }

    @Test("A deletion by identifier holds for those alone, also for one that the activity takes on later")
    func identifiers() async throws {
        try await Fixture.run { f in
            let (app, _) = try await f.current(record("1", "x"))
            _ = try await f.service.deleteSaved(app: reader, persistentIdentifiers: ["x", "y"])
            app.have(record("2", "y"))
            _ = try await f.service.freshState(of: "public-1")
            await f.clock.settle()
            #expect(try await f.titles() == [])
            app.have(record("3", "z"))
            _ = try await f.service.freshState(of: "public-1")
            await f.clock.settle()
            #expect(try await f.titles() == ["3"])
        }
    }

    @Test("Other apps' activities are not concerned")
    func otherApps() async throws {
        try await Fixture.run { f in
            let (app, _) = try await f.current(record("1"), in: FakeApp("org.example.other"))
            #expect(try await f.service.deleteAllSaved(app: reader) == 0)
            app.have(record("2"))
            _ = try await f.service.freshState(of: "public-1")
            await f.clock.settle()
            #expect(try await f.titles("org.example.other") == ["2"])
        }
    }

    @Test("What is deleted is remembered within a bound")
    func mark() {
        var mark = DeletionMark.nothing
        mark.add((0..<1000).map { "\($0)" })
        #expect(mark.covers(record("t", "999")))
        #expect(!mark.covers(record("t", "1000")))
        #expect(!mark.covers(record("t", nil)))
        mark.add((1000..<2000).map { "\($0)" })
        #expect(mark == .everything)
        mark.add(["x"])
        #expect(mark.covers(record("t", nil)))
    }
}

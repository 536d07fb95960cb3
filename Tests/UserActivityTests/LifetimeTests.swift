import ActivityModel
import BatonBus
import Foundation
import Synchronization
import Testing

@testable import UserActivity

extension UserActivityTests {
    @Suite struct LifetimeTests {
        // MARK: C62

        @Test func theAppMustHoldItsActivity() async throws {
            let expect = try #require(try Case.read("C62")["expect"] as? [String: String])
            #expect(expect["1"] == "advertised")
            try await Fixture.with { fixture in
                let kept = fixture.activity("kept")
                kept.becomeCurrent()
                let announced = try await fixture.daemon.nextCurrent()
                #expect(announced.type == "kept")
            }
            #expect(expect["2"] == "not advertised after the scope ends; a debug message says why")
            try await Fixture.with { fixture in
                try await Reports.collect { reports in
                    func scope() { fixture.activity("dropped").becomeCurrent() }
                    scope()
                    #expect(reports.all.contains { $0.level == .debug && $0.text.contains("released") })
                    fixture.center.becameActive()
                    // Announced and withdrawn, or never announced at all.
                    let words = try await fixture.daemon.words(until: "active")
                    #expect(words == [] || words == ["current dropped", "invalidate"])
                    #expect(fixture.center.count == 0)
                }
            }
            #expect(expect["3"] == "withdrawn on release")
            try await Fixture.with { fixture in
                var held: NSUserActivity? = fixture.activity("held")
                held?.becomeCurrent()
                let id = try await fixture.daemon.nextCurrent().id
                held = nil
                guard case .invalidate(id) = try await fixture.daemon.calls.next("Invalidate") else {
                    return #expect(Bool(false), "not withdrawn")
                }
            }
            #expect(expect["4"] == "no leak, at most the last one advertised, and it is withdrawn")
            try await Fixture.with { fixture in
                var weak: [WeakActivity] = []
                for number in 0..<1000 {
                    let activity = fixture.activity("t\(number)")
                    activity.userInfo = ["number": number]
                    activity.becomeCurrent()
                    weak.append(WeakActivity(object: activity))
                }
                fixture.center.becameActive()
                var advertised: Set<String> = []
                reading: while true {
                    switch try await fixture.daemon.calls.next("Active") {
                    case .becomeCurrent(let record): advertised.insert(record.id)
                    case .invalidate(let id): advertised.remove(id)
                    case .active: break reading
                    default: break
                    }
                }
                #expect(advertised.isEmpty)
                #expect(weak.allSatisfy { $0.object == nil })
                #expect(fixture.center.count == 0)
            }
        }

        @Test func releasingOneThatIsNotCurrentIsNoMistake() async throws {
            try await Fixture.with { fixture in
                await Reports.collect { reports in
                    func scope() {
                        let activity = fixture.activity()
                        activity.becomeCurrent()
                        activity.resignCurrent()
                        _ = fixture.activity()
                    }
                    scope()
                    #expect(!reports.all.contains { $0.text.contains("released") })
                }
                #expect(fixture.center.count == 0)
            }
        }

        @Test func whatADroppedOneReplacedIsNotCurrentAgain() async throws {
            try await Fixture.with { fixture in
                let first = fixture.activity("a")
                first.becomeCurrent()
                _ = try await fixture.daemon.nextCurrent()
                func scope() { fixture.activity("b").becomeCurrent() }
                scope()
                #expect(!first.isCurrent)
                fixture.center.becameActive()
                let words = try await fixture.daemon.words(until: "active")
                #expect(words == ["resign"] || words == ["current b", "invalidate"])
                first.becomeCurrent()
                let again = try await fixture.daemon.nextCurrent()
                #expect(again.type == "a")
            }
        }

        @Test func whatTheDaemonRefusesIsNotCurrent() async throws {
            try await Fixture.with { fixture in
                fixture.daemon.beforeAnswer.withLock {
                    $0 = { call in if case .becomeCurrent(let record) = call { _ = try record.validated() } }
                }
                try await Reports.collect { reports in
                    let activity = fixture.activity()
                    activity.title = String(repeating: "x", count: ActivityRecord.maximumText + 1)
                    activity.becomeCurrent()
                    fixture.center.becameActive()
                    try await fixture.daemon.expect(["current org.example.test.reading"], until: "active")
                    #expect(!activity.isCurrent)
                    #expect(reports.all.map(\.level) == [.warning])
                    activity.title = "short"
                    activity.becomeCurrent()
                    fixture.center.becameActive()
                    try await fixture.daemon.expect(["current org.example.test.reading"], until: "active")
                    #expect(activity.isCurrent)
                }
            }
        }

        @Test func theLastStateIsSentBeforeTheEnd() async throws {
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                activity.becomeCurrent()
                let id = try await fixture.daemon.nextCurrent().id
                _ = try await fixture.daemon.save(id)
                await fixture.center.saveLast { _ in }
                fixture.center.becameActive()
                try await fixture.daemon.expect([], until: "active")
                activity.needsSave = true
                await fixture.center.saveLast { $0.title = "last" }
                let last = try await fixture.daemon.nextCurrent()
                #expect(last.title == "last" && last.id == id)
            }
        }

        @Test func theCenterEndsWithItsConnection() async throws {
            struct Weak: Sendable { weak var center: ActivityCenter? }
            let weak = Mutex(Weak())
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                activity.becomeCurrent()
                _ = try await fixture.daemon.nextCurrent()
                weak.withLock { $0.center = fixture.center }
            }
            #expect(weak.withLock { $0.center } == nil)
        }

        // MARK: Reconnecting

        @Test func afterALossWhatIsCurrentIsAnnouncedAgain() async throws {
            try await Fixture.with { fixture in
                let (first, second) = (fixture.activity("a"), fixture.activity("b"))
                first.becomeCurrent()
                second.becomeCurrent()
                fixture.center.ready()
                try await fixture.daemon.expect(["current a", "current b"], until: "ready")
                second.title = "newer"
                await fixture.daemon.loseConnections()
                let again = try await fixture.daemon.nextCurrent()
                #expect(again.type == "b" && again.title == "newer")
                try await fixture.daemon.expect([], until: "ready")
                fixture.center.becameActive()
                try await fixture.daemon.expect([], until: "active")
                // It is known under its old name.
                #expect(try await fixture.daemon.save(again.id).type == "b")
            }
        }

        @Test func nothingIsAnnouncedAgainThatIsNoLongerCurrent() async throws {
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                activity.becomeCurrent()
                fixture.center.ready()
                _ = try await fixture.daemon.words(until: "ready")
                activity.resignCurrent()
                _ = try await fixture.daemon.words(until: "resign")
                await fixture.daemon.loseConnections()
                try await fixture.daemon.expect([], until: "ready")
            }
        }

        @Test func withoutADaemonTheAppGoesOnAndIsAnnouncedLater() async throws {
            try await Fixture.with(daemonRuns: false) { fixture in
                try await Reports.collect { reports in
                    let (first, second) = (fixture.activity("a"), fixture.activity("b"))
                    first.becomeCurrent()
                    first.needsSave = true
                    second.becomeCurrent()
                    fixture.center.becameActive()
                    // Deleting ends, in vain.
                    await NSUserActivity.deleteAllSavedUserActivities()
                    #expect(second.isCurrent)
                    #expect(reports.all.filter { $0.level == .warning }.count == 1)
                    try await fixture.daemon.start()
                    fixture.center.connect()
                    #expect(try await fixture.daemon.nextCurrent().type == "b")
                }
            }
        }

        // MARK: Deleting saved copies

        @Test func deletingEndsWhenTheDaemonHasDoneIt() async throws {
            try await Fixture.with { fixture in
                let gate = Gate()
                let isHeld = Mutex(true)
                fixture.daemon.beforeAnswer.withLock {
                    $0 = { call in
                        guard case .deleteSaved = call else { return }
                        await gate.wait()
                        isHeld.withLock { $0 = false }
                    }
                }
                let done = Mailbox<Bool>()
                NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["a", "b"]) {
                    done.put(isHeld.withLock { $0 })
                }
                try await fixture.daemon.expect([], until: "delete a,b")
                #expect(done.unread.isEmpty)
                gate.open()
                #expect(try await done.next("the handler") == false)
                await NSUserActivity.deleteSavedUserActivities(withPersistentIdentifiers: ["c"])
                await NSUserActivity.deleteAllSavedUserActivities()
                try await fixture.daemon.expect(["delete c"], until: "delete all")
                NSUserActivity.deleteAllSavedUserActivities { done.put(true) }
                #expect(try await done.next("the handler"))
            }
        }

        @Test func aFailedDeletionIsReportedAndEnds() async throws {
            try await Fixture.with { fixture in
                fixture.daemon.beforeAnswer.withLock {
                    $0 = { call in if case .deleteAllSaved = call { throw BatonError(.storage, "The disk is full.") } }
                }
                await Reports.collect { reports in
                    await NSUserActivity.deleteAllSavedUserActivities()
                    #expect(reports.all.contains { $0.level == .warning && $0.text.contains("disk") })
                }
            }
        }

        @Test func copiesAreDeletedAfterWhatWasAnnouncedBefore() async throws {
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                activity.becomeCurrent()
                await NSUserActivity.deleteAllSavedUserActivities()
                try await fixture.daemon.expect(["current org.example.test.reading"], until: "delete all")
                withExtendedLifetime(activity) {}
            }
        }
    }
}

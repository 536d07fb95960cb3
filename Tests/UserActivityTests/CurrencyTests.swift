import ActivityModel
import BatonBus
import Foundation
import Testing

@testable import UserActivity

extension UserActivityTests {
    @Suite struct CurrencyTests {
        @Test func becomingCurrentAnnouncesAndSavesLater() async throws {
            try await Fixture.with { fixture in
                let (activity, recorder) = await MainActor.run {
                    let activity = fixture.activity()
                    let recorder = Recorder()
                    recorder.willSave = { saved in
                        #expect(!saved.needsSave)
                        saved.addUserInfoEntries(from: ["line": 27])
                    }
                    activity.delegate = recorder
                    activity.userInfo = ["line": 1]
                    activity.becomeCurrent()
                    // Never inside the call.
                    #expect(recorder.events.unread.isEmpty)
                    #expect(activity.needsSave)
                    return (activity, recorder)
                }
                let announced = try await fixture.daemon.nextCurrent()
                #expect(try announced.payload()["line"] == .integer(1))
                let saved = try await fixture.daemon.save(announced.id)
                #expect(try saved.payload()["line"] == .integer(27))
                #expect(try await recorder.events.next() == "willSave")
                #expect(!activity.needsSave)
                // Before every read, whether anything changed or not.
                _ = try await fixture.daemon.save(announced.id)
                #expect(try await recorder.events.next() == "willSave")
            }
        }

        @Test func greetsAsTheAppWithItsTokenOnce() async throws {
            try await Fixture.with(token: "token") { fixture in
                let activity = fixture.activity()
                activity.becomeCurrent()
                guard case .hello(let first) = try await fixture.daemon.calls.next("Hello") else {
                    return #expect(Bool(false))
                }
                #expect(first.app == "org.example.test" && first.launchToken == "token")
                _ = try await fixture.daemon.nextCurrent()
                await fixture.daemon.loseConnections()
                guard case .hello(let second) = try await fixture.daemon.calls.next("Hello") else {
                    return #expect(Bool(false))
                }
                #expect(second.launchToken == nil)
                withExtendedLifetime(activity) {}
            }
        }

        @Test func becomingCurrentAgainDoesNothing() async throws {
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                activity.becomeCurrent()
                activity.becomeCurrent()
                fixture.center.becameActive()
                try await fixture.daemon.expect(["current org.example.test.reading"], until: "active")
                activity.resignCurrent()
                activity.resignCurrent()
                #expect(!activity.isCurrent)
                activity.becomeCurrent()
                fixture.center.becameActive()
                try await fixture.daemon.expect(["resign", "current org.example.test.reading"], until: "active")
            }
        }

        @Test func oneActivityIsCurrent() async throws {
            try await Fixture.with { fixture in
                let (first, second) = (fixture.activity("a"), fixture.activity("b"))
                first.becomeCurrent()
                second.becomeCurrent()
                #expect(!first.isCurrent && second.isCurrent)
                // Not current: nothing to resign.
                first.resignCurrent()
                #expect(second.isCurrent)
                fixture.center.becameActive()
                try await fixture.daemon.expect(["current a", "current b"], until: "active")
            }
        }

        @Test func whatResignedCanStillBeAskedForItsLastState() async throws {
            try await Fixture.with { fixture in
                let (first, second) = (fixture.activity("a"), fixture.activity("b"))
                first.becomeCurrent()
                let record = try await fixture.daemon.nextCurrent()
                second.becomeCurrent()
                first.title = "last"
                #expect(try await fixture.daemon.save(record.id).title == "last")
            }
        }

        @Test func invalidatingIsFinal() async throws {
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                activity.title = "title"
                activity.becomeCurrent()
                let record = try await fixture.daemon.nextCurrent()
                activity.invalidate()
                activity.invalidate()
                #expect(activity.title == "title")
                activity.becomeCurrent()
                activity.needsSave = true
                #expect(!activity.isCurrent)
                fixture.center.becameActive()
                try await fixture.daemon.expect(["invalidate"], until: "active")
                let error = await #expect(throws: BatonError.self) { _ = try await fixture.daemon.save(record.id) }
                #expect(error?.code == .noSuchActivity)
                #expect(fixture.center.count == 0)
            }
        }

        @Test func anActivityThatWasNeverCurrentIsNoneOfTheDaemonsBusiness() async throws {
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                activity.needsSave = true
                activity.resignCurrent()
                activity.invalidate()
                fixture.center.becameActive()
                try await fixture.daemon.expect([], until: "active")
                activity.becomeCurrent()
                #expect(!activity.isCurrent)
            }
        }

        // MARK: needsSave

        @Test func needsSaveIsToldOnceUntilTheStateIsAskedFor() async throws {
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                activity.becomeCurrent()
                let id = try await fixture.daemon.nextCurrent().id
                // The daemon asks by itself after an announcement.
                for _ in 0..<100 { activity.needsSave = true }
                fixture.center.becameActive()
                try await fixture.daemon.expect([], until: "active")
                _ = try await fixture.daemon.save(id)
                for _ in 0..<10_000 { activity.needsSave = true }
                fixture.center.becameActive()
                try await fixture.daemon.expect(["needsSave"], until: "active")
                _ = try await fixture.daemon.save(id)
                activity.needsSave = false
                fixture.center.becameActive()
                try await fixture.daemon.expect([], until: "active")
                activity.needsSave = true
                fixture.center.becameActive()
                try await fixture.daemon.expect(["needsSave"], until: "active")
            }
        }

        @Test func settingItWhileSavingAsksForAnotherRound() async throws {
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                let recorder = await Recorder()
                await MainActor.run { recorder.willSave = { $0.needsSave = true } }
                activity.delegate = recorder
                activity.becomeCurrent()
                let id = try await fixture.daemon.nextCurrent().id
                _ = try await fixture.daemon.save(id)
                #expect(activity.needsSave)
                fixture.center.becameActive()
                try await fixture.daemon.expect(["needsSave"], until: "active")
            }
        }

        // MARK: Order

        @Test func theDaemonIsToldInOrder() async throws {
            try await Fixture.with { fixture in
                var kept: [NSUserActivity] = []
                var expected: [String] = []
                for number in 0..<50 {
                    let activity = fixture.activity("t\(number)")
                    activity.becomeCurrent()
                    expected.append("current t\(number)")
                    if number.isMultiple(of: 3) {
                        activity.resignCurrent()
                        expected.append("resign")
                    }
                    if number.isMultiple(of: 5) {
                        activity.invalidate()
                        expected.append("invalidate")
                    }
                    kept.append(activity)
                }
                fixture.center.becameActive()
                try await fixture.daemon.expect(expected, until: "active")
                withExtendedLifetime(kept) {}
            }
        }

        @Test func manyThreadsLeaveOneCurrent() async throws {
            try await Fixture.with { fixture in
                let activities = (0..<16).map { fixture.activity("t\($0)") }
                await withTaskGroup(of: Void.self) { group in
                    for activity in activities {
                        group.addTask {
                            for round in 0..<50 {
                                activity.userInfo = ["round": round]
                                activity.becomeCurrent()
                                activity.needsSave = true
                                _ = activity.userInfo
                                activity.resignCurrent()
                            }
                            activity.becomeCurrent()
                        }
                    }
                }
                #expect(activities.filter(\.isCurrent).count == 1)
                fixture.center.becameActive()
                let last = try await fixture.daemon.words(until: "active").last { $0.hasPrefix("current") }
                #expect(last == activities.first(where: \.isCurrent).map { "current \($0.activityType)" })
            }
        }

        @Test func receivingWasContinued() async throws {
            try await Fixture.with { fixture in
                let activity = fixture.activity()
                let recorder = await Recorder()
                activity.delegate = recorder
                activity.becomeCurrent()
                let id = try await fixture.daemon.nextCurrent().id
                _ = try await fixture.daemon.ask(AppMethods.activityWasContinued, id, ContinuedDetails(device: "phone"))
                #expect(try await recorder.events.next() == "wasContinued")
                #expect(activity.isCurrent)
            }
        }
    }
}

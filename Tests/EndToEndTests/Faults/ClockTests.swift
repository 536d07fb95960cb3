import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import Synchronization
import TestSupport
import Testing

/// Clocks that jump, and processes for which no time passes: what is kept stays kept, and who answered in time has
/// answered in time.
@Suite(.serialized, .timeLimit(.minutes(5)), .enabled(if: FakeTime.isPossible, "libfaketime is not installed"))
struct ClockTests {
    private func record(_ id: String, expires: Date? = nil) -> ActivityRecord {
        var record = ActivityRecord(id: id, type: "org.example.reading")
        record.title = id
        record.persistentIdentifier = id
        record.eligibility = [.search, .handoff]
        record.expirationDate = expires
        return record
    }

    /// A device of the user's, whose clock the test holds.
    private func withDaemon(
        _ environment: (FakeTime) -> [String: String],
        _ body: (Programs, FakeTime, DaemonProcess, GLibThread) async throws -> Void
    ) async throws {
        try await Programs.run { programs in
            _ = try programs.instance("desk")
            let clock = try FakeTime(in: programs.folder.path)
            let daemon = try await programs.daemon(on: "desk", environment: environment(clock))
            let thread = GLibThread(name: "clients")
            defer { thread.stop() }
            try await body(programs, clock, daemon, thread)
            daemon.signal(SIGTERM)
            #expect(try await daemon.end() == 0)
        }
    }

    @Test(arguments: ["+86400", "-86400"]) func aClockThatJumpsADayLosesNothing(_ jump: String) async throws {
        try await withDaemon(\.wallClockOnly) { programs, clock, daemon, thread in
            let app = try programs.client("org.example.app", on: "desk", thread: thread)
            let user = try programs.client(on: "desk", thread: thread)
            func ids() async throws -> [String] {
                try await user.call(ActivitiesMethods.listSaved, AppOptions()).map(\.record.id).sorted()
            }
            func show(_ record: ActivityRecord) async throws {
                try await app.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            }
            // One that lives an hour: it may be hidden while the clock is wrong, and is there when it is right again.
            try await show(record("hour", expires: Date().addingTimeInterval(3600)))
            try await show(record("before"))
            try clock.set(jump)
            try await show(record("meanwhile"))
            #expect(try await ids().contains("before"))
            #expect(try await ids().contains("meanwhile"))
            #expect(try await user.call(ActivitiesMethods.listCurrent).map(\.record.id) == ["meanwhile"])
            try clock.set("+0")
            try await show(record("after"))
            #expect(try await ids() == ["after", "before", "hour", "meanwhile"])
            #expect(try await user.call(ActivitiesMethods.listCurrent).map(\.record.id) == ["after"])
            // The daemon's own waits go by the other clock: the app is still asked when it says that something changed.
            try await app.call(ActivitiesMethods.needsSave, "after")
            #expect(try await user.call(SystemMethods.diagnose).isEmpty)
            for client in [app, user] { await client.close() }
        }
    }

    /// The app answers the daemon's question while the daemon is stopped, for an hour by its clocks. The answer was in
    /// time, and must count, though the five seconds for it are over when the daemon looks at its timers.
    @Test func anAnswerThatCameWhileTheDaemonWasSuspendedCounts() async throws {
        try await withDaemon(\.environment) { programs, clock, daemon, thread in
            let app = try programs.client("org.example.app", on: "desk", thread: thread)
            let handler = HeldAnswers()
            await app.setAppHandler(handler)
            let user = try programs.client(on: "desk", thread: thread)
            try await app.call(ActivitiesMethods.becomeCurrent, record("first"), AppOptions())
            _ = try await handler.questions.next()
            try await ProcessFacts.freeze(daemon.pid)
            try clock.set("+3600")
            var answered = record("first")
            answered.title = "answered while the daemon slept"
            handler.answer(answered)
            daemon.signal(SIGCONT)
            let title = try await limited("the answer's copy") {
                while true {
                    let saved = try await user.call(ActivitiesMethods.listSaved, AppOptions())
                    if let title = saved.first?.record.title, title != "first" { return title }
                }
            }
            #expect(title == answered.title)
            // Links, clients and current activities are as before.
            #expect(try await user.call(ActivitiesMethods.listCurrent).count == 1)
            for client in [app, user] { await client.close() }
        }
    }
}

/// An app that answers when the test says.
private final class HeldAnswers: AppHandler {
    let questions = Arrivals<String>("SaveActivity")
    private let answers = Arrivals<ActivityRecord>("the test's answer")

    func answer(_ record: ActivityRecord) { answers.put(record) }

    func saveActivity(_ id: String) async throws -> ActivityRecord {
        questions.put(id)
        return try await answers.next()
    }
    func activityWasContinued(_ id: String, details: ContinuedDetails) async {}
    func willContinue(event: String, type: String, platform: PlatformData) async -> Bool { false }
    func continueActivity(event: String, activity: ActivityRecord, platform: PlatformData) async throws -> Bool { true }
    func didFailToContinue(event: String, type: String, error: BatonError) async {}
    func open(event: String, urls: [String], platform: PlatformData) async -> Bool { false }
}

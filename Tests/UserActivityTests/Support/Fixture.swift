import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import Synchronization
import Testing

@testable import UserActivity

/// A scratch instance with a fake daemon, and a center for the test's own activities.
struct Fixture: Sendable {
    let folder: URL
    let daemon: FakeDaemon
    let center: ActivityCenter

    static func with(
        daemonRuns: Bool = true, token: String? = nil, _ body: @Sendable (Fixture) async throws -> Void
    ) async throws {
        try await Scratch.with { folder in
            let instance = try Instance(folder: folder.path, environment: [:], userID: getuid())
            let daemon = FakeDaemon(instance)
            if daemonRuns { try await daemon.start() }
            let thread = GLibThread(name: "test app")
            let center = ActivityCenter(
                thread: thread, instance: instance,
                identity: ClientIdentity(program: "test", app: "org.example.test", launchToken: token), starter: nil)
            let result: Result<Void, any Error>
            do {
                try await ActivityCenter.$override.withValue(center) {
                    try await body(Fixture(folder: folder, daemon: daemon, center: center))
                }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            await center.finish(within: .seconds(2))
            await daemon.stop()
            thread.stop()
            try result.get()
        }
    }

    func activity(_ type: String = "org.example.test.reading") -> NSUserActivity { NSUserActivity(activityType: type) }
}

enum Scratch {
    /// A folder with a short name: a socket's path has 107 bytes.
    static func with<T>(_ body: (URL) async throws -> T) async throws -> T {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ua-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}

/// A behaviour case from Tests/Cases.
enum Case {
    static func read(_ name: String, from file: String = #filePath) throws -> [String: Any] {
        let url = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Cases/behaviour/\(name).json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        return try #require(object as? [String: Any])
    }
}

/// Collects what the module reports while a test runs. Tests that use it are in one serialized suite, since there is one
/// handler a process.
final class Reports: Sendable {
    private let messages = Mutex<[UserActivityDiagnostics.Message]>([])

    var all: [UserActivityDiagnostics.Message] { messages.withLock { $0 } }
    var errors: [UserActivityError] { all.compactMap(\.error) }

    static func collect<T>(_ body: (Reports) async throws -> T) async rethrows -> T {
        let reports = Reports()
        let old = UserActivityDiagnostics.handler
        UserActivityDiagnostics.handler = { message in reports.messages.withLock { $0.append(message) } }
        defer { UserActivityDiagnostics.handler = old }
        return try await body(reports)
    }
}

/// Writes down, on the main actor, what its activity tells it.
@MainActor final class Recorder: NSUserActivityDelegate {
    var willSave: (NSUserActivity) -> Void = { _ in }
    nonisolated let events = Mailbox<String>()

    nonisolated func userActivityWillSave(_ userActivity: NSUserActivity) {
        MainActor.assumeIsolated {
            willSave(userActivity)
            events.put("willSave")
        }
    }

    nonisolated func userActivityWasContinued(_ userActivity: NSUserActivity) {
        MainActor.assumeIsolated { events.put("wasContinued") }
    }
}

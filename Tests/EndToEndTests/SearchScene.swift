import ActivityModel
import BatonBus
import BatonClient
import Foundation
import GLibKit
import TestSupport
import Testing

/// One instance with an app whose things are searched.
struct SearchScene {
    let programs: Programs
    let name = "box"
    let app: String

    static func run(_ app: String, _ body: (SearchScene) async throws -> Void) async throws {
        try await Programs.run { programs in
            let scene = SearchScene(programs: programs, app: app)
            _ = try programs.instance(scene.name)
            try await body(scene)
        }
    }

    func baton(_ words: String...) async throws -> Programs.Answer { try await programs.baton(words, on: name) }

    /// A command that must be done.
    func does(_ words: String...) async throws {
        let answer = try await programs.baton(words, on: name)
        #expect(answer.status == 0, "\(words.joined(separator: " ")): \(answer.errors)")
    }

    /// Indexes items of the app from a file.
    @discardableResult func add(_ items: [[String: Any]]) async throws -> Programs.Answer {
        let file = programs.folder.appending(path: "items-\(UUID().uuidString).json")
        try JSONSerialization.data(withJSONObject: items).write(to: file)
        let answer = try await programs.baton(["index", "add", file.path, "--app", app], on: name)
        #expect(answer.status == 0, "\(answer.errors)")
        return answer
    }

    /// What a search finds of the app, best first, once all is indexed.
    func found(_ text: String, limit: Int = 1000) async throws -> [[String: Any]] {
        _ = try await withUser { try await $0.call(SearchMethods.settle) }
        let answer = try await programs.baton(
            ["search", "--json", "--app", app, "--limit", "\(limit)", "--", text], on: name)
        let results = try JSONSerialization.jsonObject(with: Data(answer.output.utf8)) as? [[String: Any]]
        let found = try #require(results, "\(answer.errors)")
        #expect(answer.status == (found.isEmpty ? 1 : 0), "\(answer.errors)")
        #expect(found.compactMap { $0["rank"] as? Int } == Array(1..<found.count + 1))
        return found
    }

    func identifiers(_ text: String) async throws -> Set<String> {
        Set(try await found(text).compactMap { $0["identifier"] as? String })
    }

    /// The identifiers of all items that a query takes, page by page.
    func allItems(_ query: String) async throws -> [String] {
        try await withUser { user in
            var options = SearchOptions()
            options.app = app
            options.kind = .item
            options.limit = 1000
            options.patient = true
            var all: [String] = []
            repeat {
                let answer = try await user.call(SearchMethods.query, query, options)
                all += answer.results.map(\.identifier)
                options.after = answer.next
                // What goes on for ever is an error that the test says, and not its end.
                guard !answer.results.isEmpty, all.count < 100_000 else { break }
            } while options.after != nil
            return all
        }
    }

    /// Ends the daemon; the next that asks starts it again.
    func restart() async throws {
        try await does("stop")
        try await does("status")
    }

    // MARK: Connections

    /// An app in the test's process, connected and ready for what is opened.
    final class App: AppHandler {
        let client: DaemonConnection
        let opened = Arrivals<ActivityRecord>("an activity that is opened")

        fileprivate init(_ client: DaemonConnection) { self.client = client }

        /// Has the activity current, and its copy saved.
        func visit(_ record: ActivityRecord) async throws {
            var record = record
            record.eligibility = record.isEligible(for: .prediction) ? [.search, .prediction] : [.search]
            try await client.call(ActivitiesMethods.becomeCurrent, record, AppOptions())
            try await client.call(ActivitiesMethods.invalidate, record.id)
        }

        func saveActivity(_ id: String) async throws -> ActivityRecord {
            throw BatonError(.noSuchActivity, "The test's app has said all of it.")
        }
        func activityWasContinued(_ id: String, details: ContinuedDetails) async {}
        func willContinue(event: String, type: String, platform: PlatformData) async -> Bool { false }
        func continueActivity(event: String, activity: ActivityRecord, platform: PlatformData) async throws -> Bool {
            opened.put(activity)
            return true
        }
        func didFailToContinue(event: String, type: String, error: BatonError) async {}
        func open(event: String, urls: [String], platform: PlatformData) async -> Bool { false }
    }

    /// The app for as long as `body` runs.
    func withApp(_ body: (App) async throws -> Void) async throws {
        try await withClient(ClientIdentity(program: "tests", app: app)) { client in
            let app = App(client)
            await client.setAppHandler(app)
            try await client.call(ConnectionMethods.ready)
            try await body(app)
        }
    }

    func withUser<T>(_ body: (DaemonConnection) async throws -> T) async throws -> T {
        try await withClient(ClientIdentity(program: "tests"), body)
    }

    private func withClient<T>(
        _ identity: ClientIdentity, _ body: (DaemonConnection) async throws -> T
    ) async throws -> T {
        ProcessState.prepare()
        let thread = GLibThread(name: "client")
        defer { thread.stop() }
        let folder = programs.folder.appending(path: name).path
        let client = DaemonConnection(
            thread: thread, instance: try Instance(folder: folder, environment: [:], userID: ProcessIdentity.user),
            identity: identity,
            starter: DaemonStarter(executable: programs.daemon, environment: programs.environment),
            time: .system(on: thread))
        do {
            let result = try await body(client)
            await client.close()
            return result
        } catch {
            await client.close()
            throw error
        }
    }
}

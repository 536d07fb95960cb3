import ActivityModel
import FoundationEssentials
import GLibKit
import ICUKit
import Synchronization
import TestSupport
import Testing

@testable import BatonLinks

/// Sites that answer as they are told, without a network.
final class FakeSites: AssociationFetcher {
    private struct State {
        var answers: [String: SiteAnswer] = [:]
        var held: [String: [CheckedContinuation<Void, Never>]] = [:]
        var silent: Set<String> = []
        var questions: [(question: SiteQuestion, at: Date)] = []
        var asking: [String: Int] = [:]
        var most = 0
        var mostOfOne = 0
    }
    private let state = Mutex(State())
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) { self.now = now }

    subscript(host: String) -> SiteAnswer {
        get { state.withLock { $0.answers[host] ?? .status(404) } }
        set { state.withLock { $0.answers[host] = newValue } }
    }

    /// Answers no more until `release`.
    func hold(_ host: String) { _ = state.withLock { $0.silent.insert(host) } }

    func release(_ host: String) {
        let waiting = state.withLock { state in
            state.silent.remove(host)
            return state.held.removeValue(forKey: host) ?? []
        }
        for continuation in waiting { continuation.resume() }
    }

    var questions: [SiteQuestion] { state.withLock { $0.questions.map(\.question) } }
    var times: [Date] { state.withLock { $0.questions.map(\.at) } }
    /// How many were asked at the same time at most, and how often one site was.
    var most: (sites: Int, ofOne: Int) { state.withLock { ($0.most, $0.mostOfOne) } }

    func fetch(_ question: SiteQuestion) async -> SiteAnswer {
        let host = Self.host(question.url)
        let isSilent = state.withLock { state in
            state.questions.append((question, now()))
            state.asking[host, default: 0] += 1
            state.most = max(state.most, state.asking.values.reduce(0, +))
            state.mostOfOne = max(state.mostOfOne, state.asking[host]!)
            return state.silent.contains(host)
        }
        defer { state.withLock { $0.asking[host]! -= 1 } }
        if isSilent {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let isOver = state.withLock { state in
                        guard state.silent.contains(host), !Task.isCancelled else { return true }
                        state.held[host, default: []].append(continuation)
                        return false
                    }
                    if isOver { continuation.resume() }
                }
            } onCancel: {
                let waiting = state.withLock { $0.held.removeValue(forKey: host) ?? [] }
                for continuation in waiting { continuation.resume() }
            }
        }
        return Task.isCancelled ? .cancelled : self[host]
    }

    /// Of `https://host:port/path`.
    private static func host(_ url: String) -> String {
        String(url.dropFirst("https://".count).prefix { $0 != "/" && $0 != ":" })
    }
}

/// A store in memory, which outlives services.
final class MemoryLinkStore: AssociationStore {
    let sites = Mutex<[SiteKey: SiteRecord]>([:])
    let choices = Mutex<[HostName: LinkChoice]>([:])
    let isFull = Mutex(false)

    func load() async throws(BatonError) -> StoredAssociations {
        StoredAssociations(sites: sites.withLock { Array($0.values) }, choices: choices.withLock { $0 })
    }
    func save(_ site: SiteRecord) async throws(BatonError) {
        try check()
        sites.withLock { $0[site.key] = site }
    }
    func remove(_ site: SiteKey) async throws(BatonError) {
        try check()
        sites.withLock { $0[site] = nil }
    }
    func save(_ choice: LinkChoice, for host: HostName) async throws(BatonError) {
        try check()
        choices.withLock { $0[host] = choice == .app ? nil : choice }
    }

    private func check() throws(BatonError) {
        if isFull.withLock({ $0 }) { throw BatonError(.storage, "The disk is full.") }
    }
}

/// The service on a thread of its own, with time in the test's hands.
struct LinksFixture: Sendable {
    let clock: TestClock
    let sites: FakeSites
    let store: MemoryLinkStore
    let service: LinksService
    let changes: Arrivals<Void>
    let log: Arrivals<String>

    static func run(_ body: (LinksFixture) async throws -> Void) async throws {
        try await open(MemoryLinkStore(), body)
    }

    /// One life of the daemon.
    static func open(
        _ store: MemoryLinkStore, at start: Date = Date(timeIntervalSinceReferenceDate: 800_000_000),
        answers: [String: SiteAnswer] = [:], _ body: (LinksFixture) async throws -> Void
    ) async throws {
        let thread = GLibThread(name: "links-test")
        defer { thread.stop() }
        try await withTaskExecutorPreference(thread) {
            let clock = TestClock(at: start, settling: { await thread.settle() })
            let sites = FakeSites(now: { clock.now })
            for (host, answer) in answers { sites[host] = answer }
            let log = Arrivals<String>("a line of the log")
            let service = LinksService(
                thread: thread, time: clock.time, fetcher: sites, store: store, log: { log.put($0) })
            let changes = Arrivals<Void>("a change")
            try await service.start()
            await service.onChange { changes.put(()) }
            let fixture = LinksFixture(
                clock: clock, sites: sites, store: store, service: service, changes: changes, log: log)
            do { try await body(fixture) } catch {
                await service.stop()
                throw error
            }
            await service.stop()
            #expect(clock.sleeping == 0, "no timer is left")
        }
    }

    // MARK: Short forms

    static func app(
        _ id: String, _ domains: [String], team: String? = "TEAM", version: String = "1"
    ) -> AppManifest {
        var app = AppManifest(
            id: id, name: id, team: team ?? id, activityTypes: [], folder: "/apps/\(id).app", executable: "/apps/\(id)")
        app.associatedDomains = domains
        app.version = version
        return app
    }

    /// A file in which these whole ids take every path.
    static func file(_ apps: String..., continuation: [String] = []) -> SiteAnswer { .file(data(apps, continuation)) }

    static func data(_ apps: [String], _ continuation: [String] = []) -> Data {
        func list(_ ids: [String]) -> String { ids.map { "\"\($0)\"" }.joined(separator: ", ") }
        let details = apps.map { "{\"appIDs\": [\"\($0)\"], \"components\": [{\"/\": \"*\"}]}" }
        return Data(
            """
            {"applinks": {"details": [\(details.joined(separator: ", "))]},
             "activitycontinuation": {"apps": [\(list(continuation))]}}
            """.utf8)
    }

    func install(_ apps: AppManifest...) async {
        await service.appsChanged(apps)
        await clock.settle()
    }

    func opens(_ url: String) async throws -> String? { await decision(try #require(LinkURL(url))).app }

    func decision(_ url: LinkURL) async -> LinkDecision { await service.table.decide(url) }

    /// The state of the only entry.
    func state() async throws -> AssociationStatus {
        let all = await service.status()
        try #require(all.count == 1)
        return all[0]
    }

    func fetch(_ host: String, authority: String? = nil, port: Int? = nil) async throws {
        try await service.fetch(try #require(HostName(host)), authority: authority, port: port)
    }
}

extension Duration {
    static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
    static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
    static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}

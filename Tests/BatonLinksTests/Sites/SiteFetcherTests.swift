import ActivityModel
import FoundationEssentials
import GLibKit
import ICUKit
import TestSupport
import Testing

@testable import BatonDaemon
@testable import BatonLinks

/// The links service over HTTPS, with a site on this machine.
@Suite(.handshakes, .timeLimit(.minutes(5)), .enabled(if: Machine.hasPython, "python3 is not installed"))
struct SiteFetcherTests {
    private struct NoStore: AssociationStore {
        func load() async throws(BatonError) -> StoredAssociations { StoredAssociations() }
        func save(_ site: SiteRecord) async throws(BatonError) {}
        func remove(_ site: SiteKey) async throws(BatonError) {}
        func save(_ choice: LinkChoice, for host: HostName) async throws(BatonError) {}
    }

    private let app: AppManifest = {
        var app = AppManifest(
            id: "org.example.dev", name: "Dev", team: "TEAM", activityTypes: [], folder: "/a.app", executable: "/a")
        app.associatedDomains = ["applinks:site.localhost?mode=developer"]
        return app
    }()

    private let file = Data(
        #"{"applinks": {"details": [{"appIDs": ["TEAM.org.example.dev"], "components": [{"/": "/notes/*"}]}]}}"#.utf8)

    private func withService(_ body: (TestSite, LinksService) async throws -> Void) async throws {
        ProcessState.prepare()
        let thread = GLibThread(name: "links")
        defer { thread.stop() }
        try await TestSite.run(files: ["site.localhost": file]) { site in
            let time = TimeSource.system(on: thread)
            let fetcher = SiteFetcher(thread: thread, time: time, limit: .seconds(2))
            let service = LinksService(thread: thread, time: time, fetcher: fetcher, store: NoStore(), log: { _ in })
            try await service.start()
            await service.appsChanged([app])
            try await body(site, service)
            try await limited("the end") { await service.stop() }
        }
    }

    private func fetch(_ site: TestSite, _ service: LinksService) async throws -> AssociationStatus {
        let host = try #require(HostName("site.localhost"))
        try await service.fetch(host, authority: TestSite.authority, port: site.port)
        return try #require(await service.status().first)
    }

    @Test func aSiteOnThisMachineServesADeveloper() async throws {
        try await withService { (site, service) async throws in
            #expect(try await fetch(site, service).state == .approved)
            let decision = await service.table.decide(try #require(LinkURL(site.url("site.localhost", "/notes/1"))))
            #expect(decision.app == "org.example.dev")
            #expect(decision.place?.description == #"details[0].components[0] {"/": "/notes/*"}"#)
            #expect(try await site.visits().requests.map(\.path) == [SiteQuestion.path])
        }
    }

    @Test func eachKindOfTroubleHasItsWords() async throws {
        try await withService { (site, service) async throws in
            let all: [(TestSite.Behaviour, AssociationStatus.State, String)] = [
                (.status(404), .denied, "it answers with status 404"),
                (.status(503), .broken, "it answers with status 503"),
                (.redirect(to: "https://www.site.localhost/"), .broken, "it redirects to https://www.site.localhost/"),
                (.endless, .broken, "its file has more than 128 KiB"),
                (.bomb(size: 1_000_000), .broken, "its file has more than 128 KiB"),
                (.file(Data("<html>".utf8)), .broken, "its file cannot be read: line 1, column 1"),
                (.cut(file), .broken, "what it speaks is not understood: the site ended the connection"),
                (.certificate("expired", file), .broken, "its certificate is refused: it has expired"),
                (.certificate("elsewhere", file), .broken, "its certificate is refused: it is for another host"),
                (.certificate("unknown", file), .broken, "its certificate is refused: it is of an unknown authority"),
                (.silent, .unreachable, "it did not answer in time"),
            ]
            // No earlier file is there to be used.
            for (behaviour, state, words) in all {
                try await site.set("site.localhost", behaviour)
                let status = try await fetch(site, service)
                #expect(status.state == state, "\(behaviour)")
                #expect(status.reason.hasPrefix("site.localhost: \(words)"), "\(status.reason)")
            }
            await site.stop()
            let status = try await fetch(site, service)
            #expect(status.state == .unreachable)
            #expect(status.reason.hasPrefix("site.localhost: it cannot be connected to"))
        }
    }
}

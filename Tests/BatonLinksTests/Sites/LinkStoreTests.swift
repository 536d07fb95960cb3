import ActivityModel
import FoundationEssentials
import ICUKit
import SQLiteKit
import TestSupport
import Testing

@testable import BatonDaemon
@testable import BatonLinks

/// Association files and choices in `state.db`.
@Suite(.timeLimit(.minutes(5))) struct LinkStoreTests {
    private func withStore(_ body: (SQLiteLinkStore) async throws -> Void) async throws {
        try await withScratchFolder { folder in
            let database = try await SQLiteDatabase.open(
                path: folder.file("state.db"), durability: .normal, migrations: [Migration(1, SQLiteLinkStore.schema)],
                applicationID: 1)
            try await body(SQLiteLinkStore(database: database))
            try await database.close()
        }
    }

    private func record(_ host: String, isDeveloper: Bool = false) throws -> SiteRecord {
        SiteRecord(SiteKey(try #require(HostName(host)), isDeveloper: isDeveloper))
    }

    @Test func whatIsStoredComesBack() async throws {
        try await withStore { store in
            let empty = try record("example.com")
            var full = try record("a.localhost", isDeveloper: true)
            full.file = Data([0, 1, 255])
            full.fileDate = Date(timeIntervalSinceReferenceDate: 1.5)
            full.lastCheck = Date(timeIntervalSinceReferenceDate: 2.5)
            full.nextCheck = Date(timeIntervalSinceReferenceDate: 3.5)
            full.failures = 7
            full.authority = "/ca.pem"
            full.port = 8443
            full.apps = ["org.example.a 1", "org.example.b "]
            try await store.save(empty)
            try await store.save(full)
            let choice = try #require(HostName("xn--bcher-kva.example"))
            try await store.save(.browser, for: choice)
            for verdict in [.unknown, .good, .denied("a"), .broken("b"), .unreachable("c"), .local("d")]
                as [SiteVerdict]
            {
                full.verdict = verdict
                try await store.save(full)
                let stored = try await store.load()
                #expect(Set(stored.sites) == [empty, full])
                #expect(stored.choices == [choice: .browser])
            }
        }
    }

    @Test func whatIsRemovedIsGone() async throws {
        try await withStore { store in
            let sites = [try record("example.com"), try record("example.com", isDeveloper: true)]
            for site in sites { try await store.save(site) }
            try await store.remove(sites[1].key)
            try await store.remove(sites[1].key)
            let host = try #require(HostName("example.com"))
            try await store.save(.browser, for: host)
            try await store.save(.app, for: host)
            let stored = try await store.load()
            #expect(stored.sites == [sites[0]])
            #expect(stored.choices.isEmpty)
        }
    }

    @Test func wordsOfANewerBatonAreNoneOfOurs() async throws {
        try await withStore { store in
            try await store.save(try record("example.com"))
            try await store.database.write { connection in
                try connection.execute("UPDATE link_site SET verdict = 'better'")
                try connection.execute("INSERT INTO link_choice VALUES ('a.test', 'elsewhere'), ('no host', 'browser')")
            }
            let stored = try await store.load()
            #expect(stored.sites.map(\.verdict) == [.unknown])
            #expect(stored.choices.isEmpty)
        }
    }

    @Test func aClosedDatabaseIsSaid() async throws {
        try await withStore { store in
            try await store.database.close()
            let site = try record("example.com")
            await #expect(throws: BatonError.self) { try await store.load() }
            await #expect(throws: BatonError.self) { try await store.save(site) }
            await #expect(throws: BatonError.self) { try await store.remove(site.key) }
            await #expect(throws: BatonError.self) { try await store.save(.browser, for: site.key.domain) }
        }
    }
}

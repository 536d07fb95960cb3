internal import ActivityModel
internal import BatonLinks
internal import FoundationEssentials
internal import ICUKit
internal import SQLiteKit

/// Association files, what is known of their sites, and the user's choices, in `state.db`.
struct SQLiteLinkStore: AssociationStore {
    let database: SQLiteDatabase

    static let schema = """
        CREATE TABLE link_site (
            host TEXT NOT NULL,
            developer INTEGER NOT NULL,
            verdict TEXT NOT NULL,
            reason TEXT NOT NULL,
            file BLOB,
            file_date REAL,
            last_check REAL,
            next_check REAL,
            failures INTEGER NOT NULL,
            authority TEXT,
            port INTEGER,
            apps TEXT NOT NULL,
            PRIMARY KEY (host, developer)
        );
        CREATE TABLE link_choice (
            host TEXT NOT NULL PRIMARY KEY,
            choice TEXT NOT NULL
        ) WITHOUT ROWID;
        """

    func load() async throws(BatonError) -> StoredAssociations {
        do {
            return try await database.read { connection in
                var stored = StoredAssociations()
                for row in try connection.rows("SELECT * FROM link_site") {
                    if let site = try SiteRecord(row) { stored.sites.append(site) }
                }
                for row in try connection.rows("SELECT host, choice FROM link_choice") {
                    // A choice of a newer Baton is none of ours.
                    guard let host = HostName(try row.string("host")),
                        let choice = LinkChoice(rawValue: try row.string("choice"))
                    else { continue }
                    stored.choices[host] = choice
                }
                return stored
            }
        } catch {
            throw BatonError(.storage, "The associations with web sites could not be read.", cause: "\(error)")
        }
    }

    func save(_ site: SiteRecord) async throws(BatonError) {
        try await write("What is known of an associated site could not be saved") { connection in
            try connection.execute(
                """
                INSERT OR REPLACE INTO link_site
                    (host, developer, verdict, reason, file, file_date, last_check, next_check, failures, authority, port,
                    apps)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    site.key.domain.ascii, site.key.isDeveloper, site.verdict.word, site.verdict.reason, site.file,
                    site.fileDate, site.lastCheck, site.nextCheck, site.failures, site.authority, site.port,
                    site.apps.sorted().joined(separator: "\n"),
                ])
        }
    }

    func remove(_ site: SiteKey) async throws(BatonError) {
        try await write("A site that no app names any more could not be forgotten") { connection in
            try connection.execute(
                "DELETE FROM link_site WHERE host = ? AND developer = ?", [site.domain.ascii, site.isDeveloper])
        }
    }

    func save(_ choice: LinkChoice, for host: HostName) async throws(BatonError) {
        try await write("The choice for \(host.ascii) could not be saved") { connection in
            switch choice {
            case .app: try connection.execute("DELETE FROM link_choice WHERE host = ?", [host.ascii])
            case .browser:
                try connection.execute(
                    "INSERT OR REPLACE INTO link_choice (host, choice) VALUES (?, ?)", [host.ascii, choice.rawValue])
            }
        }
    }

    private func write(
        _ what: String, _ body: @escaping @Sendable (borrowing SQLiteConnection) throws -> Void
    ) async throws(BatonError) {
        do { try await database.write(body) } catch {
            throw BatonError(.storage, "\(what).", cause: "\(error)")
        }
    }
}

extension SiteRecord {
    /// nil where its host is none to this Baton.
    fileprivate init?(_ row: SQLiteRow) throws {
        guard let domain = HostName(try row.string("host")) else { return nil }
        self.init(SiteKey(domain, isDeveloper: try row.bool("developer")))
        verdict = SiteVerdict(word: try row.string("verdict"), reason: try row.string("reason"))
        file = try row.optionalData("file")
        fileDate = try row.optionalDate("file_date")
        lastCheck = try row.optionalDate("last_check")
        nextCheck = try row.optionalDate("next_check")
        failures = max(0, try row.int("failures"))
        authority = try row.optionalString("authority")
        port = try row.optionalInt("port")
        apps = Set(try row.string("apps").split(separator: "\n").map(String.init))
    }
}

extension SiteVerdict {
    fileprivate var word: String {
        switch self {
        case .unknown: "unknown"
        case .good: "good"
        case .denied: "denied"
        case .broken: "broken"
        case .unreachable: "unreachable"
        case .local: "local"
        }
    }

    /// A word of a newer Baton: it is asked again.
    fileprivate init(word: String, reason: String) {
        self =
            switch word {
            case "good": .good
            case "denied": .denied(reason)
            case "broken": .broken(reason)
            case "unreachable": .unreachable(reason)
            case "local": .local(reason)
            default: .unknown
            }
    }
}

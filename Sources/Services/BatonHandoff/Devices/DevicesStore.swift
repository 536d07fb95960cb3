internal import ActivityModel
internal import FoundationEssentials
internal import SQLiteKit

/// Identity, group and what is remembered of other devices, in `state.db`. Changes are durable when a method returns.
struct DevicesStore: Sendable {
    let database: SQLiteDatabase

    static let schema = """
        CREATE TABLE device_identity (one INTEGER PRIMARY KEY CHECK (one = 1), seed BLOB NOT NULL);
        CREATE TABLE device_group (
            one INTEGER PRIMARY KEY CHECK (one = 1), payload BLOB NOT NULL, signer BLOB NOT NULL, signature BLOB NOT NULL);
        CREATE TABLE device_epoch_key (position INTEGER PRIMARY KEY, key BLOB NOT NULL);
        CREATE TABLE device_known (
            id TEXT PRIMARY KEY, name TEXT, addresses TEXT NOT NULL DEFAULT '', last_seen REAL) WITHOUT ROWID;
        CREATE TABLE device_setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """

    /// What is remembered of a device: how it calls itself, where it was, when.
    struct Known: Sendable, Hashable {
        var name: String?
        var addresses: [String] = []
        var lastSeen: Date?
        static let maximumAddresses = 4
    }

    /// The seed of this device's identity; `fresh` is kept where there is none yet.
    func identitySeed(fresh: Data) async throws(BatonError) -> Data {
        try await run("The device's identity could not be read") { connection in
            try connection.execute("INSERT OR IGNORE INTO device_identity (one, seed) VALUES (1, ?)", [fresh])
            return try connection.row("SELECT seed FROM device_identity")?.data("seed") ?? fresh
        }
    }

    func group() async throws(BatonError) -> GroupState? {
        let stored: (SignedGroup, [Data])? = try await run("The list of devices could not be read") {
            (connection) -> (SignedGroup, [Data])? in
            guard let row = try connection.row("SELECT payload, signer, signature FROM device_group") else {
                return nil
            }
            let keys = try connection.rows("SELECT key FROM device_epoch_key ORDER BY position").map {
                try $0.data("key")
            }
            return (
                SignedGroup(
                    payload: try row.data("payload"), signer: try row.data("signer"),
                    signature: try row.data("signature")), keys
            )
        }
        guard let stored else { return nil }
        return try GroupState(signed: stored.0, keys: stored.1.map { Secret($0) })
    }

    func save(_ state: GroupState?) async throws(BatonError) {
        let keys = state?.keys.map(\.exposed) ?? []
        try await run("The list of devices could not be stored") { connection in
            try connection.execute("DELETE FROM device_group")
            try connection.execute("DELETE FROM device_epoch_key")
            guard let signed = state?.signed else {
                try connection.execute("DELETE FROM device_known")
                return
            }
            try connection.execute(
                "INSERT INTO device_group (one, payload, signer, signature) VALUES (1, ?, ?, ?)",
                [signed.payload, signed.signer, signed.signature])
            for (position, key) in keys.enumerated() {
                try connection.execute("INSERT INTO device_epoch_key (position, key) VALUES (?, ?)", [position, key])
            }
        }
    }

    func known() async throws(BatonError) -> [String: Known] {
        try await run("The known devices could not be read") { connection in
            var result: [String: Known] = [:]
            for row in try connection.rows("SELECT id, name, addresses, last_seen FROM device_known") {
                result[try row.string("id")] = Known(
                    name: try row.optionalString("name"),
                    addresses: try row.string("addresses").split(separator: "\n").map(String.init),
                    lastSeen: try row.optionalDate("last_seen"))
            }
            return result
        }
    }

    func save(_ id: String, _ known: Known) async throws(BatonError) {
        try await run("What is known of a device could not be stored") { connection in
            try connection.execute(
                "INSERT OR REPLACE INTO device_known (id, name, addresses, last_seen) VALUES (?, ?, ?, ?)",
                [id, known.name, known.addresses.joined(separator: "\n"), known.lastSeen])
        }
    }

    func setting(_ key: String) async throws(BatonError) -> String? {
        try await run("A setting could not be read") { connection in
            try connection.row("SELECT value FROM device_setting WHERE key = ?", [key])?.string("value")
        }
    }

    func set(_ key: String, _ value: String) async throws(BatonError) {
        try await run("A setting could not be stored") { connection in
            try connection.execute("INSERT OR REPLACE INTO device_setting (key, value) VALUES (?, ?)", [key, value])
        }
    }

    private func run<T: Sendable>(
        _ what: String, _ body: @Sendable (borrowing SQLiteConnection) throws -> T
    ) async throws(BatonError) -> T {
        do {
            return try await database.write(body)
        } catch {
            throw BatonError(
                .storage, "\(what): \((error as? SQLiteError)?.description ?? "the stored form is damaged").")
        }
    }
}

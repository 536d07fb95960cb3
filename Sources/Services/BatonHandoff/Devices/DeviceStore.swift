package import ActivityModel
internal import FoundationEssentials
package import SQLiteKit

/// What `state.db` keeps of the devices: this one's key, the group, and where the others were last reached. Every method
/// that changes something returns when it is durable.
package struct DeviceStore: Sendable {
    let database: SQLiteDatabase

    package init(database: SQLiteDatabase) { self.database = database }

    static let schema = """
        CREATE TABLE device_self (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            seed BLOB NOT NULL,
            name TEXT,
            port INTEGER
        );
        CREATE TABLE device_group (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            state BLOB NOT NULL
        );
        CREATE TABLE device_hint (
            device TEXT PRIMARY KEY,
            addresses BLOB NOT NULL,
            last_seen REAL
        ) WITHOUT ROWID;
        """

    /// Where a device was last reached, and when.
    struct Hint: Sendable, Hashable {
        var addresses: [String] = []
        var lastSeen: Date?
    }

    struct Stored: Sendable {
        /// As `rename` set it; nil where nobody has.
        var name: String?
        /// The port that was listened on last, so that others find this device again.
        var port: Int?
        var group: DeviceGroup?
        var hints: [String: Hint] = [:]
    }

    /// This device's identity, made on first use.
    package func identity(random: RandomSource = .system) async throws(BatonError) -> DeviceIdentity {
        let fresh = random.bytes(DeviceIdentity.seedLength)
        do {
            let seed = try await database.write { connection in
                // Whoever was first wins: two callers get one identity.
                try connection.execute("INSERT OR IGNORE INTO device_self (id, seed) VALUES (1, ?)", [fresh])
                return try connection.row("SELECT seed FROM device_self")?.data("seed")
            }
            guard let seed, seed.count == DeviceIdentity.seedLength else {
                throw BatonError(.storage, "This device's identity is damaged in the state file.")
            }
            return DeviceIdentity(seed: Secret(seed))
        } catch { throw Self.failure("This device's identity could not be read", error) }
    }

    func load() async throws(BatonError) -> Stored {
        do {
            return try await database.read { connection in
                var stored = Stored()
                if let row = try connection.row("SELECT name, port FROM device_self") {
                    stored.name = try row.optionalString("name")
                    stored.port = try row.optionalInt("port")
                }
                if let row = try connection.row("SELECT state FROM device_group") {
                    let update = try JSONDecoder().decode(GroupUpdate.self, from: row.data("state"))
                    guard let group = DeviceGroup(update.list, keys: update.keys) else {
                        throw BatonError(.storage, "The device list is damaged in the state file.")
                    }
                    stored.group = group
                }
                for row in try connection.rows("SELECT device, addresses, last_seen FROM device_hint") {
                    stored.hints[try row.string("device")] = Hint(
                        addresses: try JSONDecoder().decode([String].self, from: row.data("addresses")),
                        lastSeen: try row.optionalDate("last_seen"))
                }
                return stored
            }
        } catch { throw Self.failure("The devices could not be read", error) }
    }

    /// - Parameter hint: where a new member is, stored with the group or not at all: a group whose other members nobody
    ///   can find is of no use.
    func save(_ group: DeviceGroup, hint: (device: String, hint: Hint)? = nil) async throws(BatonError) {
        do {
            let state = try JSONEncoder().encode(group.update())
            let members = group.list.members.map(\.id)
            try await database.write { connection in
                try connection.execute("INSERT OR REPLACE INTO device_group (id, state) VALUES (1, ?)", [state])
                for row in try connection.rows("SELECT device FROM device_hint") {
                    let device = try row.string("device")
                    if !members.contains(device) {
                        try connection.execute("DELETE FROM device_hint WHERE device = ?", [device])
                    }
                }
                if let hint { try Self.save(hint.hint, of: hint.device, connection) }
            }
        } catch { throw Self.failure("The device list could not be saved", error) }
    }

    /// Forgets the group, its keys and the addresses, so that no byte of them stays in the files.
    func forgetGroup() async throws(BatonError) {
        do {
            try await database.write { connection in
                try connection.execute("DELETE FROM device_group")
                try connection.execute("DELETE FROM device_hint")
                try connection.execute("UPDATE device_self SET port = NULL")
            }
            try await database.checkpointAndErase()
        } catch { throw Self.failure("The device list could not be deleted", error) }
    }

    func save(_ hint: Hint, of device: String) async throws(BatonError) {
        do {
            try await database.write { try Self.save(hint, of: device, $0) }
        } catch { throw Self.failure("A device's address could not be saved", error) }
    }

    private static func save(_ hint: Hint, of device: String, _ connection: borrowing SQLiteConnection) throws {
        try connection.execute(
            "INSERT OR REPLACE INTO device_hint (device, addresses, last_seen) VALUES (?, ?, ?)",
            [device, try JSONEncoder().encode(hint.addresses), hint.lastSeen])
    }

    func save(name: String) async throws(BatonError) { try await set("name", name) }
    func save(port: Int) async throws(BatonError) { try await set("port", port) }

    private func set(_ column: StaticString, _ value: any SQLiteConvertible & Sendable) async throws(BatonError) {
        do {
            try await database.write { try $0.execute("UPDATE device_self SET \(column) = ?", [value]) }
        } catch { throw Self.failure("This device's \(column) could not be saved", error) }
    }

    /// Forgets who this device is, too.
    func eraseAll() async throws(BatonError) {
        try await forgetGroup()
        do {
            try await database.write { try $0.execute("DELETE FROM device_self") }
            try await database.checkpointAndErase()
        } catch { throw Self.failure("This device's identity could not be deleted", error) }
    }

    private static func failure(_ what: String, _ error: any Error) -> BatonError {
        if let error = error as? BatonError { return error }
        return BatonError(.storage, "\(what): \((error as? SQLiteError)?.description ?? "the stored form is damaged.")")
    }
}

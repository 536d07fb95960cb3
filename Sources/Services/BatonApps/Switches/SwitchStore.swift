package import ActivityModel
package import SQLiteKit

/// Where the user's switches are kept.
package protocol SwitchStore: Sendable {
    /// The switches of the apps that have any.
    func load() async throws(BatonError) -> [String: AppSwitches]
    /// Returns when it is durable.
    func save(_ app: String, _ name: AppSwitches.Name, _ isOn: Bool) async throws(BatonError)
}

/// The switches in `state.db`.
package struct SQLiteSwitchStore: SwitchStore {
    private let database: SQLiteDatabase

    package init(database: SQLiteDatabase) { self.database = database }

    /// Only what was switched off, or on again, is written down.
    package static let schema = """
        CREATE TABLE app_switch (
            app TEXT NOT NULL,
            name TEXT NOT NULL,
            is_on INTEGER NOT NULL,
            PRIMARY KEY (app, name)
        ) WITHOUT ROWID;
        """

    package func load() async throws(BatonError) -> [String: AppSwitches] {
        do {
            return try await database.read { connection in
                var switches: [String: AppSwitches] = [:]
                for row in try connection.rows("SELECT app, name, is_on FROM app_switch") {
                    // A switch of a newer Baton is none of ours.
                    guard let name = AppSwitches.Name(rawValue: try row.string("name")) else { continue }
                    switches[try row.string("app"), default: AppSwitches()][name] = try row.bool("is_on")
                }
                return switches
            }
        } catch {
            throw BatonError(.storage, "The switches of the apps could not be read.", cause: "\(error)")
        }
    }

    package func save(_ app: String, _ name: AppSwitches.Name, _ isOn: Bool) async throws(BatonError) {
        do {
            try await database.write { connection in
                try connection.execute(
                    """
                    INSERT INTO app_switch (app, name, is_on) VALUES (?, ?, ?)
                    ON CONFLICT (app, name) DO UPDATE SET is_on = excluded.is_on
                    """, [app, name.rawValue, isOn])
            }
        } catch {
            throw BatonError(.storage, "The switch of \(app) could not be saved.", cause: "\(error)")
        }
    }
}

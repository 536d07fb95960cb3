internal import ActivityModel
internal import FoundationEssentials
internal import SQLiteKit

// A batch's steps are kept on the disk until it ends, and then take effect together with the app's bookmark; what a client
// leaves unfinished is dropped. On the disk, so that a batch may be as large as it likes.

/// One thing a batch asks for.
enum BatchStep: Sendable {
    case index([SearchableItem])
    case delete(Deletion)

    private enum Kind: Int { case index, identifiers, domains, all }

    func store(_ batch: String, _ connection: borrowing SQLiteConnection) throws {
        let kind: Kind
        let payload: Data
        switch self {
        case .index(let items): (kind, payload) = (.index, try JSONEncoder().encode(items))
        case .delete(.identifiers(let names)): (kind, payload) = (.identifiers, try JSONEncoder().encode(names))
        case .delete(.domains(let names)): (kind, payload) = (.domains, try JSONEncoder().encode(names))
        case .delete(.all): (kind, payload) = (.all, Data())
        }
        try connection.execute(
            "INSERT INTO batch_step (batch, kind, payload) VALUES (?, ?, ?)", [batch, kind.rawValue, payload])
    }

    init?(_ row: SQLiteRow) throws {
        let payload = try row.data("payload")
        switch Kind(rawValue: try row.int("kind")) {
        case .index?: self = .index(try JSONDecoder().decode([SearchableItem].self, from: payload))
        case .identifiers?: self = .delete(.identifiers(try JSONDecoder().decode([String].self, from: payload)))
        case .domains?: self = .delete(.domains(try JSONDecoder().decode([String].self, from: payload)))
        case .all?: self = .delete(.all)
        case nil: return nil
        }
    }
}

/// A batch that is open.
struct OpenBatch: Sendable {
    let app: String
    let box: String
    let client: Int
    /// Bytes that its steps hold.
    var size = 0

    /// Batches that are open at once over all clients, and bytes of one.
    static let maximumOpen = 256
    /// Of one client.
    static let maximumOfClient = 16
    static let maximumSize = 1 << 30
}

enum ClientStates {
    static func state(app: String, box: String, _ connection: borrowing SQLiteConnection) throws -> Data {
        try connection.row(
            """
            SELECT s.state AS state FROM client_state AS s JOIN app AS a ON a.number = s.app
            WHERE a.id = ? AND s.box = ?
            """, [app, box])?.data("state") ?? Data()
    }

    static func set(_ state: Data, app: String, box: String, _ connection: borrowing SQLiteConnection) throws {
        try connection.execute(
            "INSERT OR REPLACE INTO client_state (app, box, state) VALUES (?, ?, ?)",
            [try Writing.number(of: app, connection), box, state])
    }
}

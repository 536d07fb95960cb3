import FoundationEssentials

/// In which order results are asked for.
enum ResultOrder: String, Sendable, Codable { case ranked, newest }

/// Something that holds the corpus and is asked for the first ten.
protocol SearchedSystem: Sendable {
    /// The orders that it can give.
    var orders: [ResultOrder] { get }
    /// Asks, and waits for the answer.
    /// - Returns: whether the answer says that it is incomplete.
    func ask(_ query: TypedQuery, _ order: ResultOrder) async throws -> Bool
}

/// What is known of one system at one size. Programs in other languages write the same as JSON.
struct SystemResult: Sendable, Codable {
    var itemsPerSecond: Double?
    /// Of all its files, when it has closed them.
    var diskBytes: Double?
    /// Of a program of its own the whole; of a library what it has added to the program that it is in.
    var privateMegabytes: Double?
    var rows: [AskedRow] = []

    func row(_ row: QueryRow, _ order: ResultOrder) -> AskedRow? {
        rows.first { $0.row == row && $0.order == order && !$0.seconds.isEmpty }
    }

    /// All samples of the rows for which `isWanted`, ranked.
    func samples(_ isWanted: (QueryRow) -> Bool) -> [Double] {
        rows.filter { $0.order == .ranked && isWanted($0.row) }.flatMap(\.seconds)
    }

    static func read(_ path: String) throws -> SystemResult {
        do {
            return try JSONDecoder().decode(SystemResult.self, from: Data(contentsOf: URL(filePath: path)))
        } catch {
            throw BenchError("\(path) holds no figures: its program has failed, and said why above (\(error))")
        }
    }
}

/// The queries of one row in one order.
struct AskedRow: Sendable, Codable {
    var row: QueryRow
    var order: ResultOrder
    /// What each took.
    var seconds: [Double] = []
    /// How many there were to ask; fewer were asked where the time for a row was up.
    var wanted: Int
    var incomplete = 0
}

/// Asks all there is, row by row: each query twice, and the second time counts. What takes longer than it may is left.
struct Asking: Sendable {
    /// Seconds for the first time of a row's queries.
    private static let warming = 1.0
    /// Seconds for the second, of a row and of all rows.
    private static let rowLimit = 20.0
    static let limit = 100.0

    func run(_ queries: [TypedQuery], _ system: some SearchedSystem) async throws -> [AskedRow] {
        var rows: [AskedRow] = []
        var left = Self.limit
        var rowsLeft = QueryRow.allCases.count * system.orders.count
        for row in QueryRow.allCases {
            let wanted = queries.filter { $0.row == row }
            for order in system.orders {
                try await warm(wanted, order, system)
                // Twice its share: most rows need far less than theirs.
                let limit = min(Self.rowLimit, 2 * left / Double(rowsLeft), left)
                let asked = try await ask(wanted, AskedRow(row: row, order: order, wanted: wanted.count), limit, system)
                left -= asked.seconds.reduce(0, +)
                rowsLeft -= 1
                rows.append(asked)
            }
        }
        return rows
    }

    private func ask(
        _ queries: [TypedQuery], _ row: AskedRow, _ limit: Double, _ system: some SearchedSystem
    ) async throws -> AskedRow {
        var row = row
        let end = Clock.now + limit
        for query in queries {
            let start = Clock.now
            guard start < end else { break }
            if try await system.ask(query, row.order) { row.incomplete += 1 }
            row.seconds.append(Clock.now - start)
        }
        return row
    }

    private func warm(_ queries: [TypedQuery], _ order: ResultOrder, _ system: some SearchedSystem) async throws {
        let end = Clock.now + Self.warming
        for query in queries {
            guard Clock.now < end else { return }
            _ = try await system.ask(query, order)
        }
    }
}

/// The statements used last, ready to run again. Preparing costs more than running most of them.
struct StatementCache {
    private var entries: [String: (statement: Statement, used: UInt64)] = [:]
    private var uses: UInt64 = 0
    let limit: Int

    init(limit: Int) { self.limit = limit }

    var count: Int { entries.count }

    /// Takes it out, so that the same SQL running inside its own loop gets a second statement.
    mutating func take(_ sql: String) -> Statement? { entries.removeValue(forKey: sql)?.statement }

    mutating func put(_ statement: Statement) {
        uses += 1
        entries[statement.sql] = (statement, uses)
        // Looking through 64 entries costs less than preparing the statement that is to be added.
        if entries.count > limit, let oldest = entries.min(by: { $0.value.used < $1.value.used }) {
            entries[oldest.key] = nil
        }
    }

    mutating func removeAll() { entries.removeAll() }
}

/// Several systems beside each other, as a table for a document.
struct Table: Sendable, Encodable {
    let title: String
    let columns: [String]
    private(set) var rows: [Row] = []

    struct Row: Sendable, Encodable {
        let name: String
        let cells: [String]
    }

    init(_ title: String, columns: [String]) {
        self.title = title
        self.columns = columns
    }

    mutating func add(_ name: String, _ cells: [String]) { rows.append(Row(name: name, cells: cells)) }

    var markdown: String {
        ([line([title] + columns), line(Array(repeating: "---", count: columns.count + 1))]
            + rows.map { line([$0.name] + $0.cells) }).joined(separator: "\n")
    }

    private func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}

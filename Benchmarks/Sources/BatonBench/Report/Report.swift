import FoundationEssentials
import GLibKit

/// The figures of a run, as a table on standard output and as JSON in a file.
struct Report: Encodable {
    var startedAt = ""
    var seconds = 0.0
    var rounds = 0
    var machine: [String: String] = [:]
    var figures: [Figure] = []
    var tables: [Table] = []

    mutating func add(_ figure: Figure) {
        figures.append(figure)
        print(figure)
    }

    mutating func add(_ table: Table) {
        tables.append(table)
        say("\n\(table.markdown)")
    }

    /// Each line as soon as it is known: a run takes minutes.
    private func print(_ figure: Figure) {
        if figures.filter({ $0.group == figure.group }).count == 1 { say("\n\(figure.group)") }
        let verdict = figure.isMet.map { $0 ? "met" : "MISSED" } ?? ""
        let target = figure.target.map { "target: \($0)" } ?? ""
        say("  \(figure.name.padded(to: 58)) \(figure.result.padded(to: 44)) \(target.padded(to: 26)) \(verdict)")
    }

    func say(_ line: String) { FileDescriptorWriter.all(line + "\n", to: 1) }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(filePath: path))
    }
}

extension String {
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

import FoundationEssentials

/// One line of the report.
struct Figure: Sendable, Encodable {
    /// What is measured, and under which of the report's headings it stands.
    let group: String
    let name: String
    /// The measured value with its unit, for people.
    let result: String
    /// What to build for; nil where the line is there to compare with.
    var target: String?
    var isMet: Bool?
    /// The numbers, by name.
    var values: [String: Double] = [:]
}

extension Figure {
    /// A time: p50 and p95.
    static func time(_ group: String, _ name: String, _ series: Series) -> Figure {
        Figure(
            group: group, name: name,
            result: "\(Text.time(series.p50)) p50, \(Text.time(series.p95)) p95 (\(series.count))",
            values: ["p50": series.p50, "p95": series.p95, "samples": Double(series.count)])
    }

    /// A ratio of medians that has a limit.
    static func ratio(_ group: String, _ name: String, _ ratio: Ratio, atMost limit: Double? = nil) -> Figure {
        Figure(
            group: group, name: name,
            result: "\(Text.number(ratio.median)) times (rounds: \(Text.number(ratio.lowest)) to "
                + "\(Text.number(ratio.highest)))",
            target: limit.map { "at most \(Text.number($0))" }, isMet: limit.map { ratio.median <= $0 },
            values: ["ratio": ratio.median, "lowest": ratio.lowest, "highest": ratio.highest])
    }

    /// A number with a unit that is to reach something.
    static func amount(
        _ group: String, _ name: String, _ value: Double, _ unit: String = "", atLeast limit: Double?
    ) -> Figure {
        Figure(
            group: group, name: name, result: "\(Text.number(value)) \(unit)",
            target: limit.map { "at least \(Text.number($0)) \(unit)" }, isMet: limit.map { value >= $0 },
            values: ["value": value])
    }

    /// Some percentiles of times, of which the last has a limit.
    static func times(
        _ group: String, _ name: String, _ seconds: [Double], _ percents: [Double], atMost limit: Double? = nil
    ) -> Figure {
        let found = percents.map { ($0, Series.percentile($0, of: seconds)) }
        let last = found.last.map { $0.1 } ?? .nan
        return Figure(
            group: group, name: name,
            result: found.map { "\(Text.time($0.1)) p\(Text.number($0.0))" }.joined(separator: ", ")
                + " (\(seconds.count))",
            target: limit.map { "p\(Text.number(percents.last ?? 0)) at most \(Text.time($0))" },
            isMet: limit.map { last <= $0 },
            values: Dictionary(uniqueKeysWithValues: found.map { ("p\(Text.number($0.0))", $0.1) })
                .merging(["samples": Double(seconds.count)]) { $1 })
    }

    /// A number with a unit that has a limit.
    static func amount(
        _ group: String, _ name: String, _ value: Double, _ unit: String, atMost limit: Double? = nil
    ) -> Figure {
        Figure(
            group: group, name: name, result: "\(Text.number(value)) \(unit)",
            target: limit.map { $0 == 0 ? "none" : "at most \(Text.number($0)) \(unit)" },
            isMet: limit.map { value <= $0 }, values: ["value": value])
    }
}

/// Numbers as people read them.
enum Text {
    static func number(_ value: Double) -> String {
        guard value.isFinite else { return "?" }
        if value == value.rounded() && abs(value) < 1e9 { return String(Int(value)) }
        let digits = abs(value) < 1 ? 3 : abs(value) < 100 ? 2 : 1
        let scale = [1.0, 10, 100, 1000][digits]
        let scaled = Int((abs(value) * scale).rounded())
        let fraction = String(scaled % Int(scale))
        return (value < 0 ? "-" : "") + "\(scaled / Int(scale))."
            + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    static func time(_ seconds: Double) -> String {
        seconds < 1e-3 ? "\(number((seconds * 1e6).rounded())) µs" : "\(number(seconds * 1e3)) ms"
    }
}

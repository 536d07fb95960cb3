import BatonLinks
import FoundationEssentials

/// Links: how fast addresses are decided, and what a stranger's patterns can make of that. docs/benchmarks.md says how.
struct LinkFigures {
    let bench: Bench
    private static let sizes = [1, 100, 1_000, 10_000]
    /// What each round takes.
    private static let seconds = 0.5

    func measure() throws {
        var table = Table(
            "Addresses decided a second", columns: ["apps", "from text", "already read", "opened by an app"])
        for size in Self.sizes { table.add("mixed rules", try row(size)) }
        bench.add(table)
        try patterns()
    }

    /// Decisions a second, by the median of the rounds: with and without reading the address.
    private func row(_ size: Int) throws -> [String] {
        let corpus = try LinkCorpus(apps: size)
        let read = corpus.addresses.compactMap { LinkURL($0) }
        guard read.count == corpus.addresses.count else { throw BenchError("an address of the bench is none") }
        let opened = read.count { corpus.table.decide($0).app != nil }
        guard opened > 0 else { throw BenchError("no app opens an address of the bench") }
        let fromText = rate(corpus.addresses) { text in LinkURL(text).map { corpus.table.decide($0).app != nil } ?? false }
        let decided = rate(read) { corpus.table.decide($0).app != nil }
        bench.add(
            .amount(
                "Links", "addresses decided a second, \(size) \(size == 1 ? "app" : "apps")", fromText.rounded(), "",
                atLeast: size == 1_000 ? 100_000 : nil))
        let share = Double(opened) / Double(read.count) * 100
        return [
            String(size), Text.number(fromText.rounded()), Text.number(decided.rounded()),
            "\(Text.number(share.rounded())) %",
        ]
    }

    private func rate<T>(_ inputs: [T], _ decide: (T) -> Bool) -> Double {
        var rates: [Double] = []
        for _ in 0..<bench.rounds {
            var (count, opened) = (0, 0)
            let start = Clock.now
            repeat {
                for input in inputs where decide(input) { opened += 1 }
                count += inputs.count
            } while Clock.now - start < Self.seconds
            rates.append(Double(count) / (Clock.now - start))
            precondition(opened <= count)
        }
        return Series.percentile(50, of: rates)
    }

    // MARK: Patterns

    private static let path = "/" + (0..<12).map { "section\($0 % 3)a" }.joined(separator: "/")
    private static let typical = ["/section0a/*", "/section0a/*/section2a/?*", "*/terms/*"]
    private static let worst = [
        "*a*a*a*a*b", String(repeating: "*a", count: 30) + "b", String(repeating: "?*", count: 30) + "b",
        "*$(v)$(v)$(v)$(v)b", "*$(lang)*$(region)*$(lang)*b", "*$(w)$(w)b",
    ]

    /// Each pattern alone in its file, on the same path; and on one of a megabyte.
    private func patterns() throws {
        var table = Table("One pattern", columns: ["path of \(Self.path.utf8.count) bytes", "path of a megabyte"])
        let long = "/" + String(repeating: "a", count: 1_000_000)
        var times: [String: Double] = [:]
        for pattern in Self.typical + Self.worst {
            let short = try seconds(pattern, Self.path)
            times[pattern] = short
            let name = pattern.utf8.count > 30 ? "\(pattern.prefix(20))… (\(pattern.utf8.count) characters)" : pattern
            table.add("`\(name)`", [Text.time(short), Text.time(try seconds(pattern, long))])
        }
        bench.add(table)
        let typical = Self.typical.compactMap { times[$0] }.max() ?? .nan
        let worst = Self.worst.compactMap { times[$0] }.max() ?? .nan
        bench.add(
            .amount("Links", "the worst pattern's time, to a typical one's", worst / typical, "times", atMost: 10))
    }

    private func seconds(_ pattern: String, _ path: String) throws -> Double {
        let json = #"""
            {"applinks": {"substitutionVariables": {"v": ["a", "aa", "section", "n0a/"], "w": ["a*", "*a", "?s*n"]},
            "details": [{"appIDs": ["A1B2C3D4E5.a"], "components": [{"/": "\#(pattern)"}]}]}}
            """#
        guard let file = try? AssociationFile(parsing: Data(json.utf8)), let url = LinkURL("https://a.example\(path)")
        else {
            throw BenchError("a pattern of the bench is none")
        }
        let installed = file.apps
        let batch = path.utf8.count < 1_000 ? 2_000 : 1
        var all: [Double] = []
        for _ in 0..<bench.rounds * 5 {
            let start = Clock.now
            var opened = 0
            for _ in 0..<batch where file.decide(url, installed: installed) != nil { opened += 1 }
            all.append((Clock.now - start) / Double(batch))
            precondition(opened == 0 || opened == batch)
        }
        return Series.percentile(50, of: all)
    }
}

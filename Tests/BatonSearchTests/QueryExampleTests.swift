import ActivityModel
import BatonSearch
import FoundationEssentials
import TestSupport
import Testing

/// The examples of docs/queries.md.
@Suite(.timeLimit(.minutes(5)))
struct QueryExampleTests {
    struct Example: Sendable {
        let query: String
        var finds: [String] = []
        var refuses: [String] = []
    }

    /// A query a line, and indented lines with what it does with an item.
    private static func examples() throws -> [Example] {
        let text = try String(contentsOfFile: repositoryPath("docs/queries.md"), encoding: .utf8)
        var examples: [Example] = []
        var isExample = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") {
                isExample = line == "```query"
            } else if isExample, let item = line.after("    finds  ") {
                examples[examples.count - 1].finds.append(item)
            } else if isExample, let item = line.after("    not    ") {
                examples[examples.count - 1].refuses.append(item)
            } else if isExample {
                examples.append(Example(query: String(line)))
            }
        }
        return examples
    }

    @Test func theExamplesOfTheDocumentAreTrue() throws {
        let examples = try Self.examples()
        #expect(examples.count > 20)
        for example in examples {
            #expect(!example.finds.isEmpty || !example.refuses.isEmpty, "\(example.query) shows nothing")
            let read = try query(example.query)
            for shown in example.finds { #expect(read.matches(Self.item(shown)), "\(example.query) finds \(shown)") }
            for shown in example.refuses { #expect(!read.matches(Self.item(shown)), "\(example.query) not \(shown)") }
        }
    }

    /// A title, or `attribute: value`.
    private static func item(_ shown: String) -> AttributeSet {
        let parts = shown.split(separator: ": ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let kind = AttributeTable[parts[0]]?.kind else {
            return BatonSearchTests.item(title: shown)
        }
        var set = AttributeSet()
        switch kind {
        case .number: set[parts[0]] = Double(parts[1]).map { .double($0) }
        case .date: set[parts[0]] = (try? Date(parts[1], strategy: .iso8601)).map { .date($0) }
        case .strings: set[parts[0]] = .array([.string(parts[1])])
        default: set[parts[0]] = .string(parts[1])
        }
        #expect(set[parts[0]] != nil, "\(shown) is no value")
        return set
    }

    @Test func theMessageOfTheDocumentIsTheMessage() throws {
        let text = try String(contentsOfFile: repositoryPath("docs/queries.md"), encoding: .utf8)
        #expect(text.contains("\n" + (try #require(fault("title == )")).message) + "\n"))
    }
}

extension Substring {
    fileprivate func after(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}

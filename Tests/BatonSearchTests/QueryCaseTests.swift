import ActivityModel
import BatonSearch
import FoundationEssentials
import TestSupport
import Testing

/// The behaviour cases about the query language.
@Suite(.timeLimit(.minutes(5)))
struct QueryCaseTests {
    private struct Case<Expected: Decodable>: Decodable {
        struct Given: Decodable { let titles: [String] }
        let given: Given
        let when: [String]
        let expect: Expected
    }

    @Test func caseAndMarksAreIgnoredOnRequest() throws {
        let given = try JSONDecoder().decode(Case<[[String]]>.self, from: BehaviourCase.data("C47"))
        // The words of the case, as queries. A title is found by a word of it, as in the case's "OBB" of "ÖBB Ticket".
        let queries = [
            #""OBB"wcd"#, #""obb"wc"#, #""exupery"wcd"#, #""kyoho"wcd"#, "\"Fr\u{FC}hwald\"", #""fruhwald"wcd"#,
            #""résumé"wcd"#, #""résumé"wc"#,
        ]
        #expect(queries.count == given.when.count)
        for spelling in [\String.decomposed, \.composed] {
            for (query, expected) in zip(queries, given.expect) {
                let read = try BatonSearchTests.query("title == \(query)")
                let found = given.given.titles.filter { read.matches(item(title: $0[keyPath: spelling])) }
                // "Frühwald entry" is the title with a remark.
                #expect(
                    found == expected.map { $0.split(separator: " entry").first.map(String.init) ?? $0 }, "\(query)")
            }
        }
    }

    private enum Expected: Decodable, Equatable {
        case titles([String])
        case words(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let titles = try? value.decode([String].self) {
                self = .titles(titles)
            } else {
                self = .words(try value.decode(String.self))
            }
        }
    }

    @Test func aUsersTextIsDataAndABadQueryAnError() throws {
        let given = try JSONDecoder().decode(Case<[Expected]>.self, from: BehaviourCase.data("C49"))
        for (step, expected) in zip(given.when, given.expect) {
            if let typed = step.split(separator: "user text ").last, step.contains("user text ") {
                // As an app finds what its user typed.
                let read = try query("title == \"*\(QueryString.escaping(String(typed)))*\"cd")
                let found = given.given.titles.filter { read.matches(item(title: $0)) }
                #expect(.titles(found) == expected, "\(step)")
            } else {
                let raw = try #require(step.split(separator: "raw query ").last.map(String.init))
                #expect(fault(raw)?.code == .invalidQuery, "\(step)")
                #expect(expected == .words("error invalid query, no results, no crash"))
            }
        }
    }

    /// Whatever is typed finds itself, and nothing of it is syntax.
    @Test func escapedTextIsFoundAsItIs() throws {
        let texts =
            [
                "", "*", "\\", "\"", "'", "\\\"", "a\\*b", "\u{0}", "\n", "&& || !()", "c\"cd", "e\u{301}", "👩‍👩‍👧‍👦", "?",
                "$time.now",
            ]
        for text in texts {
            for quote in ["\"", "'"] {
                let read = try query("title == \(quote)\(QueryString.escaping(text))\(quote)")
                for other in texts { #expect(read.matches(item(title: other)) == (other == text), "\(text) \(other)") }
            }
        }
    }
}

extension String {
    /// The same text, each letter with marks as one scalar where there is one.
    fileprivate var composed: String { String(self.map { $0.normalized.composed }.joined()) }
    fileprivate var decomposed: String { String(self.map { $0.normalized.decomposed }.joined()) }
}

extension Character {
    private static let spellings: [Character: String] = [
        "Ö": "O\u{308}", "é": "e\u{301}", "ō": "o\u{304}", "ü": "u\u{308}",
    ]

    fileprivate var normalized: (composed: String, decomposed: String) {
        let decomposed = Self.spellings[self] ?? String(self)
        let composed = Self.spellings.keys.first { $0 == self }.map(String.init) ?? String(self)
        return (composed, decomposed)
    }
}

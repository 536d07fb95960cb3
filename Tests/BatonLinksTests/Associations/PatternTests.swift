import FoundationEssentials
import TestSupport
import Testing

@testable import BatonLinks

/// Patterns against the plainest matcher there is, and what they cost.
@Suite struct PatternTests {
    private struct Sample {
        let pattern: Pattern
        let text: [UInt8]
        let shown: String
    }

    private static let values = ["v": ["ab", "a", "", "ba"], "w": ["a*b", "?", "bb"], "é": ["é", "éa", "😀?"]]

    /// Characters in any order, and what follows is tried out one by one: slow, and easy to see through.
    private static func isMatch(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "$" {
            let end = pattern.firstIndex(of: ")")!
            let name = String(pattern[(pattern.startIndex + 2)..<end])
            let rest = pattern[(end + 1)...]
            if name == "digit" {
                return text.first.map { "0123456789".contains($0) } == true && isMatch(rest, text.dropFirst())
            }
            if name == "none" { return false }
            return values[name]!.contains { isMatch(Array($0)[...] + rest, text) }
        }
        if first == "*" { return (0...text.count).contains { isMatch(pattern.dropFirst(), text.dropFirst($0)) } }
        guard let character = text.first, first == "?" || first == character else { return false }
        return isMatch(pattern.dropFirst(), text.dropFirst())
    }

    /// 8,000 random patterns and texts, short and, by what is put before and behind both, longer than one word of bits.
    @Test(arguments: [0, 80]) func anAutomatonAndTryingOutAgree(_ padding: Int) throws {
        var random = SeededGenerator(seed: 5)
        let pieces = ["a", "b", "é", "😀", "7", "*", "*", "?", "$(v)", "$(w)", "$(é)", "$(digit)", "$(none)"]
        let characters: [Character] = ["a", "a", "b", "b", "é", "😀", "7"]
        var variables = VariableTable()
        for (name, list) in Self.values { variables.define(name, as: list) }
        let pad = String(repeating: "x", count: padding)
        var matched = 0
        for _ in 0..<4_000 {
            let inner = (0..<Int.random(in: 0...6, using: &random)).map { _ in random.pick(pieces) }.joined()
            let text = String((0..<Int.random(in: 0...7, using: &random)).map { _ in random.pick(characters) })
            let pattern = Pattern((pad + inner).utf8, .exact) { variables.token(for: $0, .exact) }
            let expected = Self.isMatch(Array(inner)[...], Array(text)[...])
            let found = try PatternText(Array((pad + text).utf8)).matches(pattern, variables.compiled, MatchWork())
            if found { matched += 1 }
            // With a run in front, all places are tried at once.
            let late = Pattern(("*" + inner).utf8, .exact) { variables.token(for: $0, .exact) }
            let foundLate = try PatternText(Array((pad + text).utf8)).matches(late, variables.compiled, MatchWork())
            let expectedLate =
                padding == 0 ? Self.isMatch(Array("*" + inner)[...], Array(text)[...]) : foundLate || expected
            // An expectation for each would take longer than the matching.
            if found != expected || foundLate != expectedLate { Issue.record("\(inner) \(text)") }
        }
        #expect(matched > 300)
    }

    @Test func setsOfOneWordAndOfManyAgree() {
        var random = SeededGenerator(seed: 6)
        for _ in 0..<500 {
            let count = Int.random(in: 1...63, using: &random)
            var one = OneWord(count: count)
            var many = ManyWords(count: count)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let position = Int.random(in: 0...count, using: &random)
                one.insert(position)
                many.insert(position)
            }
            let (first, last) = (Int.random(in: 0...count, using: &random), Int.random(in: 0...count, using: &random))
            one.insert(from: first, through: last)
            many.insert(from: first, through: last)
            #expect(one.lowest == many.lowest && one.only == many.only && one.isEmpty == many.isEmpty)
            #expect((0...count).allSatisfy { one.contains($0) == many.contains($0) })
        }
    }

    @Test(arguments: [0, 1, 63, 64, 65, 130]) func manyWordsMoveAsOne(_ step: Int) {
        var set = ManyWords(count: 300)
        let places = [0, 1, 62, 63, 64, 127, 128, 150]
        for place in places { set.insert(place) }
        set.shift(by: step)
        #expect((0...300).filter(set.contains) == places.map { $0 + step })
    }

    // MARK: Cost

    /// Steps that one rule takes on a path; nil where it is given up.
    private static func steps(_ rule: String, variables: String = "", _ path: String, limit: Int = 2_000_000) throws
        -> Int?
    {
        let json = #"{"applinks": {\#(variables)"details": [{"appIDs": ["A"], "components": [\#(rule)]}]}}"#
        let file = try AssociationFile(parsing: Data(json.utf8))
        let url = try #require(LinkURL("https://example.com\(path)"))
        let question = LinkQuestion(url, variables: file.variables, work: MatchWork(limit: limit))
        do {
            for rule in file.entries[0].rules { _ = try rule.matches(question) }
        } catch { return nil }
        return question.work.steps
    }

    @Test func runsInAPatternCostNoMoreThanTheText() throws {
        let path = "/" + String(repeating: "a", count: 1_000_000)
        let steps = try #require(try Self.steps(#"{"/": "*a*a*a*a*b"}"#, path))
        // Sixteen thousand words of 64 positions: each token passes over them a few times.
        #expect(steps < 40 * 1_000_000 / 64, "\(steps)")
        let longer = try #require(try Self.steps(#"{"/": "*a*a*a*a*a*a*a*a*a*b"}"#, path))
        #expect(longer < 3 * steps, "\(longer)")
    }

    @Test func aWorstPatternOnAnOrdinaryPathIsCheap() throws {
        let path = "/" + String(repeating: "ab", count: 100)
        let typical = try #require(try Self.steps(#"{"/": "/abab*/x/*"}"#, path))
        let worst = try #require(try Self.steps(#"{"/": "\#(String(repeating: "*a?b", count: 100))*x"}"#, path))
        // A hundred times the tokens, and no more than in proportion.
        #expect(worst < 200 * typical, "\(worst) \(typical)")
    }

    /// 16,000 references to a list of 64 KiB: nothing is written out for each.
    @Test(arguments: ["", "aaaaaaaaaa"]) func manyReferencesToALongListEnd(_ end: String) throws {
        let values = (0..<6_000).map { "\"a\($0)\"" }.joined(separator: ",")
        let rule = #"{"/": "*\#(String(repeating: "$(x)", count: 12_000))"}"#
        let json = #""substitutionVariables": {"x": [\#(values), "", "a", "aa"]}, "#
        let steps = try Self.steps(rule, variables: json, "/" + String(repeating: "a", count: 60) + end)
        // A few steps for each reference, and once what it takes to find the values in the text.
        #expect(steps.map { $0 < 12_000 * 25 } ?? false, "\(steps ?? -1)")
    }

    @Test func whatWouldTakeTooLongIsGivenUp() throws {
        let path = "/" + String(repeating: "a", count: 1_000_000)
        let long = #"{"/": "*\#(String(repeating: "a", count: 100_000))*"}"#
        #expect(try Self.steps(long, path) == nil)
        let file = try AssociationFile(
            parsing: Data(#"{"applinks": {"details": [{"appIDs": ["A"], "components": [\#(long)]}]}}"#.utf8))
        let url = try #require(LinkURL("https://example.com\(path)"))
        #expect(file.decision(for: "A", url) == .tooCostly)
        let values = (0..<900).map { "\"\(String(repeating: "a", count: $0 % 60))*a\"" }.joined(separator: ",")
        let list = #""substitutionVariables": {"x": [\#(values)]}, "#
        let references = #"{"/": "*\#(String(repeating: "$(x)", count: 12_000))"}"#
        #expect(try Self.steps(references, variables: list, String(path.prefix(40_000))) == nil)
        // Memory too: sets of a million positions for each of hundreds of lengths.
        let lengths = (1..<300).map { "\"\(String(repeating: "a", count: $0))\"" }.joined(separator: ",")
        let many = #""substitutionVariables": {"x": [\#(lengths)]}, "#
        #expect(try Self.steps(#"{"/": "*$(x)b"}"#, variables: many, path) == nil)
    }

    @Test func itemsOfOneNameCostInProportion() throws {
        let name = String(repeating: "k", count: 20)
        func steps(_ count: Int) throws -> Int {
            let query = "/?" + String(repeating: "\(name)=aab&", count: count)
            return try #require(try Self.steps(#"{"?": {"\#(name)": "*a*b"}}"#, query))
        }
        #expect(try steps(8_000) < 9 * steps(1_000))
    }

    /// A default is compiled once, however many rules inherit it, and an entry is asked once, however many apps share
    /// it.
    @Test func whatIsSharedIsDoneOnce() throws {
        let apps = (0..<2_000).map { "\"A\($0)\"" }
        let rules = String(repeating: "{},", count: 500) + "{}"
        let json =
            #"{"applinks": {"defaults": {"/": "*\#(String(repeating: "ab*", count: 2_000))c"}, "#
            + #""details": [{"appIDs": [\#(apps.joined(separator: ","))], "components": [\#(rules)]}]}}"#
        let file = try AssociationFile(parsing: Data(json.utf8))
        let url = try #require(LinkURL("https://example.com/\(String(repeating: "ab", count: 100))"))
        let outcomes = file.outcomes(url, installed: file.apps)
        #expect(outcomes.count == 2_000)
        #expect(Set(outcomes.map(\.outcome)).count == 1)
    }
}

/// What thousands of rules inherit costs once.
@Suite struct InheritedCostTests {
    private func question(_ text: String, _ url: String) throws -> (file: AssociationFile, steps: Int) {
        let file = try AssociationFile(parsing: Data(text.utf8))
        let question = LinkQuestion(try #require(LinkURL(url)), variables: file.variables)
        for rule in file.entries.flatMap(\.rules) {
            guard (try? rule.matches(question)) != nil else { break }
        }
        return (file, question.work.steps)
    }

    private func file(_ defaults: String, _ rules: Int) -> String {
        #"{"applinks":{"details":[{"appIDs":["A1B2C3D4E5.a.b"],"defaults":\#(defaults),"components":["#
            + Array(repeating: "{}", count: rules).joined(separator: ",") + "]}]}}"
    }

    @Test func aLongPath() throws {
        let long = String(repeating: "a", count: 64_000)
        let (file, steps) = try question(file(#"{"/":"/\#(long)*"}"#, 20_000), "https://example.com/\(long)")
        #expect(steps < 20_000 * 2 + 64_000)
        #expect(file.warnings.count < 1000)
    }

    @Test func itemsOfLongNames() throws {
        let name = String(repeating: "a", count: 60_000)
        let items = (0..<20).map { "\(name.dropLast(3))\($0)=x" }.joined(separator: "&")
        let steps = try question(file(#"{"?":{"\#(name)":"?*"}}"#, 20_000), "https://example.com/?\(items)").steps
        // Reading the query is most of it.
        #expect(steps < 20 * 60_000)
    }

    @Test func variablesOfAnEmptyValue() throws {
        let pattern = String(repeating: "*$(v)", count: 2000)
        let text = file(#"{"/":"/\#(pattern)b"}"#, 20_000).replacing(
            #"{"applinks":{"#, with: #"{"applinks":{"substitutionVariables":{"v":["","1"]},"#)
        let steps = try question(text, "https://example.com/" + String(repeating: "1", count: 55)).steps
        #expect(steps < 2000 * 40 + 20_000 * 2)
    }
}

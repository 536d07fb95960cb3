import SceneRules
import TestSupport
import Testing

@Suite struct ScenePredicateTests {
    private func holds(_ format: String, _ text: String?) throws -> Bool {
        try ScenePredicate(parsing: format).evaluate(text)
    }

    private func refusal(_ format: String) -> ScenePredicateFault? {
        do throws(ScenePredicateFault) {
            _ = try ScenePredicate(parsing: format)
            return nil
        } catch { return error }
    }

    // MARK: Comparing

    @Test(arguments: [
        ("SELF == 'abc'", "abc", true), ("self = \"abc\"", "abc", true), ("SELF == 'abc'", "ABC", false),
        ("SELF ==[c] 'abc'", "ABC", true), ("SELF ==[d] 'abc'", "\u{e1}bc", true),
        ("SELF ==[c] 'abc'", "\u{c1}bc", false),
        ("SELF ==[cd] 'abc'", "\u{c1}BC", true), ("SELF == '\u{e9}'", "e\u{301}", true), ("SELF != 'a'", "b", true),
        ("SELF <> 'a'", "a", false), ("SELF BEGINSWITH 'ab'", "abc", true), ("SELF beginswith[c] 'AB'", "abc", true),
        ("SELF BEGINSWITH 'bc'", "abc", false), ("SELF CONTAINS 'b'", "abc", true),
        ("SELF CONTAINS 'ac'", "abc", false),
        ("SELF ENDSWITH 'bc'", "abc", true), ("SELF EndsWith 'ab'", "abc", false), ("SELF CONTAINS ''", "abc", true),
        ("SELF IN {'a', \"b\"}", "b", true), ("SELF IN {'a', 'b'}", "c", false), ("SELF IN {}", "c", false),
        ("SELF IN[c] {'A'}", "a", true), ("'b' IN SELF", "abc", true), ("'x' IN SELF", "abc", false),
        ("'abc' == SELF", "abc", true), ("'abcd' BEGINSWITH SELF", "abc", true), ("'a' == 'a'", "x", true),
        ("SELF == \"it's\"", "it's", true), (#"SELF == 'it\'s'"#, "it's", true),
        (#"SELF == "a\\b\n\t""#, "a\\b\n\t", true),
        (#"SELF == '\u00e9'"#, "é", true), ("TRUEPREDICATE", "x", true), ("falsepredicate", "x", false),
        ("SELF==[c]'ABC'", "abc", true), ("SELF\u{a0}==\t'a'", "a", true),
    ]) func aComparison(_ format: String, _ text: String, _ holds: Bool) throws {
        #expect(try self.holds(format, text) == holds, "\(format)")
    }

    @Test(arguments: [
        ("*", "", true), ("*", "abc", true), ("a*c", "abbc", true), ("a*c", "abcd", false), ("?bc", "abc", true),
        ("?bc", "bc", false), ("a?*", "a", false), ("a?*", "ab", true), ("*b?d*", "xxbcbxdd", true), ("", "", true),
        ("", "a", false), ("a*a", "a", false), ("a*a", "aa", true), ("*ab*ba*", "aba", false),
        ("*ab*ba*", "abba", true),
        (#"a\\*"#, "a*", true), (#"a\\*"#, "ab", false), (#"a\*"#, "a*", true), (#"\?"#, "?", true),
        (#"\?"#, "x", false),
        (#"a\\\\*"#, #"a\x"#, true), ("?", "é", true), ("?", "e\u{301}", true), ("??", "é", false),
        ("a**b", "axb", true),
        ("[a]", "a", false), (".", "x", false),
    ]) func aPattern(_ pattern: String, _ text: String, _ holds: Bool) throws {
        #expect(try self.holds("SELF LIKE '\(pattern)'", text) == holds, "\(pattern) \(text)")
    }

    @Test func patternsFold() throws {
        #expect(try holds("SELF LIKE[cd] 'CAF?'", "Caf\u{e9}"))
        #expect(try holds("SELF LIKE[c] '*STRASSE'", "Hauptstra\u{df}e"))
        #expect(try !holds("SELF LIKE 'CAF?'", "Cafe"))
    }

    /// Against the definition, character by character.
    @Test func patternsMatchAsTheyAreDefined() {
        func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
            guard let first = pattern.first else { return text.isEmpty }
            if first == "*" {
                return (0...text.count).contains { matches(pattern.dropFirst(), text.dropFirst($0)) }
            }
            return text.first.map { first == "?" || first == $0 } == true
                && matches(pattern.dropFirst(), text.dropFirst())
        }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<5000 {
            let pattern = (0..<Int.random(in: 0...7, using: &generator)).map { _ in generator.pick(Array("aab*?")) }
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in generator.pick(Array("aab")) }
            let found = ScenePredicate.like(String(pattern)).evaluate(String(text))
            #expect(found == matches(pattern[...], text[...]), "\(String(pattern)) \(String(text))")
        }
    }

    /// Pieces of more than one word of bits.
    @Test func longPiecesMatch() {
        let piece = String(repeating: "abcd?fgh", count: 40)
        let text = String(repeating: "abcdefgh", count: 40)
        let like = ScenePredicate.like("*" + piece + "*z")
        #expect(like.evaluate("ab" + text + "xxz"))
        #expect(!like.evaluate("ab" + text.dropLast() + "xxz"))
    }

    @Test func noPatternIsSlow() throws {
        let pattern = String(repeating: "*a?a", count: 255) + "b"
        let text = String(repeating: "a", count: 16_384)
        let begun = ContinuousClock.now
        #expect(try !holds("SELF LIKE '\(pattern)'", text))
        #expect(try !holds("SELF LIKE '*\(String(repeating: "a", count: 1000))b*'", text))
        #expect(ContinuousClock.now - begun < .seconds(5))
    }

    @Test func noIdentifierIsNoText() throws {
        for format in [
            "SELF == 'a'", "SELF LIKE '*'", "SELF CONTAINS ''", "SELF IN {'a'}", "'a' IN SELF", "SELF != nil",
        ] {
            #expect(try !holds(format, nil), "\(format)")
        }
        for format in ["SELF != 'a'", "NOT SELF == 'a'", "TRUEPREDICATE", "SELF == nil", "SELF = NULL", "SELF == SELF"]
        {
            #expect(try holds(format, nil), "\(format)")
        }
        #expect(try !holds("SELF == nil", ""))
    }

    // MARK: Joining

    @Test(arguments: [
        ("TRUEPREDICATE OR TRUEPREDICATE AND FALSEPREDICATE", true),
        ("(TRUEPREDICATE OR TRUEPREDICATE) AND FALSEPREDICATE", false),
        ("TRUEPREDICATE || TRUEPREDICATE && FALSEPREDICATE", true), ("NOT FALSEPREDICATE AND FALSEPREDICATE", false),
        ("NOT (FALSEPREDICATE AND FALSEPREDICATE)", true), ("!FALSEPREDICATE", true), ("NOT NOT FALSEPREDICATE", false),
        ("not true\u{70}redicate or TRUEPREDICATE", true), ("((((TRUEPREDICATE))))", true),
        ("FALSEPREDICATE OR NOT(SELF=='y')", true),
    ]) func joinedOnes(_ format: String, _ holds: Bool) throws { #expect(try self.holds(format, "x") == holds) }

    // MARK: Faults

    @Test(arguments: [
        ("", 1, "the predicate is empty"), ("SELF", 5, "expected ==, !=, BEGINSWITH, CONTAINS, ENDSWITH, LIKE or IN"),
        ("SELF == ", 9, "expected SELF or a text in quotes, found the end"),
        ("SELF == 'a", 9, "the text that begins here has no closing quote"),
        ("SELF == “a”", 9, "in straight quotes"), ("SELF == 'a' x", 13, "expected AND, OR or the end, found \"x\""),
        ("(SELF == 'a'", 13, "the \")\" for the \"(\" at character 1"), ("SELF == 'a')", 12, "closes nothing"),
        ("SELF MATCHES 'a.*'", 6, "regular expressions (MATCHES) are refused: Apple's systems evaluate"),
        ("SELF.length == 'a'", 5, "SELF is the event's text and has no parts"),
        ("title == 'a'", 1, "key paths (title) are refused"), ("lowercase(SELF) == 'a'", 1, "functions (lowercase)"),
        ("SELF == title", 9, "key paths (title)"), ("SELF == %@", 9, "a placeholder such as %@"),
        ("SELF == $x", 9, "variables"), ("SELF == @'a'", 9, "no @ stands before"), ("SELF == 7", 9, "in quotes"),
        ("SELF >= 'a'", 6, "no order"), ("SELF => 'a'", 6, "no order"),
        ("SELF BETWEEN {'a', 'b'}", 6, "ranges (BETWEEN)"),
        ("ANY x == 'a'", 1, "collections (ANY)"), ("SUBQUERY(a, $b, 1)", 1, "functions (SUBQUERY)"),
        ("SELF UTI-CONFORMS-TO 'a'", 6, "types (UTI-CONFORMS-TO)"), ("SELF ==[n] 'a'", 9, "only the options c and d"),
        ("SELF ==[x] 'a'", 9, "the options c, d or cd"), ("SELF ==[c 'a'", 10, "the options c, d or cd"),
        ("SELF IN 'abc'", 9, "a list such as"), ("SELF IN {'a' 'b'}", 14, "\",\" or \"}\""),
        ("SELF IN {'a',}", 14, "in quotes"),
        ("SELF LIKE SELF", 11, "a pattern in quotes"), (#"SELF == '\q'"#, 10, "a backslash stands before"),
        (#"SELF == '\*'"#, 10, "a backslash stands before"), (#"SELF == '\ud800'"#, 10, "four hexadecimal digits"),
        (#"SELF == '\u12'"#, 10, "four hexadecimal digits"), ("SELF == 'é' \u{202e}", 13, "found U+202E"),
        ("AND", 1, "expected SELF"),
        ("SELF == 'a' AND", 16, "expected SELF, a text"), ("é == 'a'", 1, "key paths"),
    ]) func whatCannotBeReadIsPointedAt(_ format: String, _ column: Int, _ what: String) throws {
        let fault = try #require(refusal(format), "\(format)")
        #expect(fault.column == column, "\(format): \(fault)")
        #expect(fault.what.contains(what), "\(format): \(fault)")
    }

    @Test func depthAndLengthAreBounded() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "(", count: depth) + "TRUEPREDICATE" + String(repeating: ")", count: depth)
        }
        #expect(try holds(nested(64), "x"))
        #expect(refusal(nested(65))?.column == 65)
        #expect(refusal(String(repeating: "(", count: 60_000))?.what.contains("nested deeper than 64") == true)
        #expect(try !holds(String(repeating: "NOT ", count: 15_001) + "TRUEPREDICATE", "x"))
        #expect(refusal(String(repeating: " ", count: 65_537))?.what.contains("65537 bytes, of 65536") == true)
        #expect(refusal("SELF LIKE '\(String(repeating: "a", count: 1025))'")?.what.contains("1024 characters") == true)
        let many = Array(repeating: "SELF=='a'", count: 5000).joined(separator: "||")
        #expect(try holds(many, "a"))
    }

    // MARK: Properties

    private func random(_ generator: inout SeededGenerator, depth: Int) -> ScenePredicate {
        let texts = ["", "a", "ab", "A\u{301}", "\"'\\", "*?\\*", "\n\tx", "x y", "日本"]
        let text = generator.pick(texts)
        let options = generator.pick(
            [[], .ignoringCase, .ignoringMarks, [.ignoringCase, .ignoringMarks]] as [SceneComparison.Options])
        switch Int.random(in: 0..<(depth > 0 ? 11 : 8), using: &generator) {
        case 0: return .truePredicate
        case 1: return .falsePredicate
        case 2: return .equals(text, options)
        case 3: return .beginsWith(text, options)
        case 4: return .contains(text, options)
        case 5: return .endsWith(text, options)
        case 6: return .like(text, options)
        case 7: return .isIn([text, generator.pick(texts)], options)
        case 8: return .every([random(&generator, depth: depth - 1), random(&generator, depth: depth - 1)])
        case 9: return .some([random(&generator, depth: depth - 1), random(&generator, depth: depth - 1)])
        default:
            let inner = random(&generator, depth: depth - 1)
            // A double negation is read as none.
            return inner.description.hasPrefix("NOT") ? inner : !inner
        }
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        var generator = SeededGenerator(seed: 55)
        for _ in 0..<2000 {
            let predicate = random(&generator, depth: 5)
            let again = try ScenePredicate(parsing: predicate.description)
            #expect(again == predicate, "\(predicate)")
        }
    }

    @Test func noTextCrashes() {
        var generator = SeededGenerator(seed: 555)
        let parts = [
            "SELF", "==", "!=", "IN", "LIKE", "[cd]", "(", ")", "{", "}", ",", "'a'", "\"", "'", "\\", "NOT", "AND",
            "||", " ",
            "é", "\u{301}", "\u{0}", "%@", "MATCHES", "TRUEPREDICATE", "x.y", "[", "\\u00", "@",
        ]
        for _ in 0..<5000 {
            let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in generator.pick(parts) }
                .joined(separator: generator.pick(["", " "]))
            guard let fault = refusal(text) else { continue }
            #expect((1...text.count + 1).contains(fault.column) && !fault.what.isEmpty, "\(text): \(fault)")
        }
    }
}

import ActivityModel
import BatonSearch
import FoundationEssentials
import TestSupport
import Testing

/// What a query looks up in the index: never less than what it matches.
@Suite(.timeLimit(.minutes(5)))
struct QueryCandidateTests {
    private static func word(_ text: String) -> CandidatePlan { .word(QueryWord(text, isPrefix: false)) }
    private static func prefix(_ text: String) -> CandidatePlan { .word(QueryWord(text, isPrefix: true)) }

    struct Row: Sendable, CustomStringConvertible {
        let query: String
        let plan: CandidatePlan
        var description: String { query }

        init(_ query: String, _ plan: CandidatePlan) {
            self.query = query
            self.plan = plan
        }
    }

    static let plans = [
        Row(#"title == "I love Paris""#, .every([word("i"), word("love"), word("paris")])),
        Row(#"title == "Straße"c"#, word("strasse")),
        Row(#"title == "Kyōhō"cd"#, word("kyoho")),
        Row(#"title == "paris*""#, prefix("paris")),
        Row(#"title == "old paris*""#, .every([word("old"), prefix("paris")])),
        Row(#"title == "*old paris""#, word("paris")),
        Row(#"title == "*paris*""#, .all),
        Row(#"title == "*paris""#, .all),
        Row(#"title == "*""#, .all),
        // A word within a row of letters is in the index with what follows it.
        Row(#"title == "Window"w"#, prefix("window")),
        Row(#"title == "love Paris"wc"#, .every([word("love"), prefix("paris")])),
        Row(#"title == "paris lov*"tc"#, .every([prefix("paris"), prefix("lov")])),
        Row(#"title == "!?"t"#, .nothing),
        Row(#"textContent == "Paris""#, prefix("paris")),
        Row(#"title == "don't*""#, prefix("dont")),
        Row(#"title == "東京都""#, prefix("東京都")),
        // May begin within what the index takes for one word.
        Row(#"title == "京都"w"#, .all),
        // The index keeps the mark, the query does not.
        Row(#"title == "か"d"#, .all),
        Row(#"title == "C++""#, word("c")),
        Row(#"title == "👍 ok""#, .every([word("👍"), word("ok")])),
        // Not in the index of words.
        Row(#"contentType == "public.text""#, .all),
        Row(#"** == "paris""#, .all),
        Row(#"colour == "red""#, .all),
        Row("pageCount == 3", .all),
        Row("InRange(pageCount, 3, 2)", .nothing),
        Row(#"title != "paris""#, .all),
        Row(#"!(title == "paris")"#, .all),
        Row(#"domainIdentifier == "mail.inbox""#, .domain("mail.inbox")),
        Row(#"domainIdentifier == "mail.inbox"c"#, .all),
        Row(#"domainIdentifier == "mail*""#, .all),
        // The sign of kelvin is the same letter.
        Row(#"domainIdentifier == "K""#, .all),
        Row(#"title == "a" && pageCount == 3"#, word("a")),
        Row(#"title == "a" || pageCount == 3"#, .all),
        Row(
            #"title == "a" && (title == "b" || keywords == "c")"#, .every([word("a"), .some([word("b"), word("c")])])),
        Row(#"title == "a" && InRange(b, 1, 0)"#, .nothing),
        Row(#"title == "a" || InRange(b, 1, 0)"#, word("a")),
    ]

    @Test(arguments: plans) func theIndexIsAskedForWhatItKnows(_ row: Row) throws {
        #expect(try query(row.query).candidates == row.plan)
    }

    // MARK: Soundness

    /// Pieces of texts, with what breaks words and foldings more often than chance would have it.
    private static let pieces = [
        "paris", "Paris", "PARIS", "love", "I", "a", "My", "Window", "Class", "HTTP", "NS", "x", "2024", "v2", "7",
        " ", " ", " ", "  ", "-", ".", "_", "'", "’", "·", "!", "\"", "*", "\\", "(", ")", "+", "/", "\n", "\u{A0}",
        "é", "e\u{301}", "Ö", "O\u{308}", "ß", "ẞ", "ss", "İ", "ı", "ﬁ", "ﬃ", "ŉ", "ǅ", "Ǆ", "ł", "ø", "æ", "ſ",
        "ｆ", "Ｐ", "½", "①", "⑴", "™", "℃", "㎏", "ª", "Ⅷ", "…", "Ⓐ", "🅰", "ℹ",
        "Σ", "ς", "σ", "ά", "ι", "\u{345}", "й", "ё", "Ж", "ж", "і",
        "東", "京", "都", "か", "が", "カ", "ｶ", "ﾞ", "ー", "ไทย", "ภาษา", "ន", "ខ្មែរ", "မြန်မာ",
        "가", "각", "\u{1100}\u{1161}", "\u{11A8}", "ﾡ", "ￂ", "भा", "रत", "क्ष", "سَ", "لا", "ـ", "שָׁ", "״", "ם",
        "👍", "👍🏽", "❤\u{FE0F}", "👩‍👩‍👧", "🇩🇪", "🇩", "\u{301}", "\u{327}", "\u{20DD}", "\u{903}", "\u{AD}", "\u{200D}",
        "\u{200B}", "\u{FE0F}", "\u{0}", "\u{F0001}", "\u{FFFD}", "s", "t", "re", "ll", "aB", "bC", "dE", "fG", "1z",
    ]

    private static let attributes = ["title", "keywords", "textContent", "contentDescription", "contentType", "own"]

    private struct Generator {
        var random: SeededGenerator

        mutating func text() -> String {
            (0..<Int.random(in: 0..<8, using: &random)).map { _ in random.pick(pieces) }.joined()
        }

        mutating func attributes() -> AttributeSet {
            var set = AttributeSet()
            for name in QueryCandidateTests.attributes where random.chance(2) {
                let value: PayloadValue =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: .array([.string(text()), .string(text())])
                    case 1: .dictionary([.string("de"): .string(text()), .string("en"): .string(text())])
                    default: .string(text())
                    }
                if name == "own" { set.custom[name] = CustomAttribute(value) } else { set[name] = value }
            }
            return set
        }

        /// A part of a text of the item, so that most comparisons are nearly right, with wildcards for parts of it.
        mutating func value(from texts: [String]) -> String {
            let source = texts.isEmpty || random.chance(6) ? text() : random.pick(texts)
            var scalars = Array(source.unicodeScalars)
            if !scalars.isEmpty, random.chance(2) {
                let start = Int.random(in: 0..<scalars.count, using: &random)
                scalars = Array(scalars[start...])
                scalars = Array(scalars.prefix(Int.random(in: 1...scalars.count, using: &random)))
            }
            var value = ""
            for scalar in scalars {
                switch Int.random(in: 0..<24, using: &random) {
                case 0: value += "*"
                case 1: value += QueryString.escaping(String(scalar)) + "*"
                case 2: value += QueryString.escaping(String(scalar).uppercased())
                case 3: value += QueryString.escaping(String(scalar).lowercased())
                default: value += QueryString.escaping(String(scalar))
                }
            }
            if random.chance(6) { value = "*" + value }
            if random.chance(6) { value += "*" }
            return value
        }

        mutating func comparison(from set: AttributeSet) -> String {
            let modifiers = ["c", "d", "w", "t"].filter { _ in random.chance(3) }.joined()
            let name = random.chance(12) ? "**" : random.pick(QueryCandidateTests.attributes)
            let texts = IndexedText.texts(in: set).filter { $0.attribute == name }.map(\.text)
            return "\(name) \(random.chance(10) ? "!=" : "==") \"\(value(from: texts))\"\(modifiers)"
        }

        mutating func query(from set: AttributeSet, depth: Int) -> String {
            switch depth > 0 ? Int.random(in: 0..<8, using: &random) : 7 {
            case 0: "(\(query(from: set, depth: depth - 1))) && (\(query(from: set, depth: depth - 1)))"
            case 1: "(\(query(from: set, depth: depth - 1))) || (\(query(from: set, depth: depth - 1)))"
            case 2: "!(\(query(from: set, depth: depth - 1)))"
            default: comparison(from: set)
            }
        }
    }

    @Test(arguments: 0..<4) func whatMatchesIsACandidate(_ seed: UInt64) throws {
        var generator = Generator(random: SeededGenerator(seed: seed &* 1_000_003 &+ 7))
        var told = 0
        for _ in 0..<200 {
            let set = generator.attributes()
            let words = IndexedText.texts(in: set).flatMap { WordCutter.indexWords(of: $0.text, as: .text) }
            for _ in 0..<10 {
                let text = generator.query(from: set, depth: 2)
                let read = try query(text)
                let plan = read.candidates
                guard plan != .all, read.matches(set) else { continue }
                told += 1
                #expect(
                    plan.mayHold(for: words),
                    "seed \(seed): \(text.debugDescription) matches \(set.values), which \(plan) misses in \(words)")
            }
        }
        // A test of nothing would hold as well.
        #expect(told > 50)
    }

    @Test func longWordsAndPartsOfManyPiecesAreCandidates() throws {
        let long = String(repeating: "x", count: 200)
        let parts = "aBcDeFgHiJkLmNoPqRsTuVwXyZ" + "1a2b3c4d5e6f7g8h9iFooBar"
        for title in [long, long.uppercased(), parts, "o'b'c'd'e'f'g'h'i'j'k'l'm'nFoo"] {
            let words = WordCutter.indexWords(of: title, as: .text)
            for start in title.indices {
                for (value, modifiers) in [
                    (title[start...], "w"), (title[start...].prefix(3), "w"), (title[...start] + "*", "c"),
                ] {
                    let read = try query("title == \"\(value.replacing("'", with: "\\'"))\"\(modifiers)")
                    if read.matches(item(title: title)) {
                        #expect(read.candidates.mayHold(for: words), "\(value)")
                    }
                }
            }
        }
    }
}

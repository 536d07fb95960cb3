import BatonSearch
import FoundationEssentials
import TestSupport
import Testing

@Suite("What a typed text asks for")
struct QueryWordsTests {
    /// Words with a "~" after a prefix.
    private func words(_ typed: String) -> String {
        WordCutter.queryWords(of: typed).words.map { $0.text + ($0.isPrefix ? "~" : "") }.joined(separator: " ")
    }

    private struct Case: Decodable {
        struct Given: Decodable { let titles: [String] }
        enum Expected: Decodable {
            case titles([String])
            case error
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                self = (try? container.decode([String].self)).map { .titles($0) } ?? .error
            }
        }
        let given: Given
        let when: [String]
        let expect: [Expected]
    }

    @Test("C49: a user's text is data")
    func behaviourCase() throws {
        let file = URL(filePath: repositoryPath("Tests/Cases/behaviour/C49.json"))
        let read = try JSONDecoder().decode(Case.self, from: Data(contentsOf: file))
        var count = 0
        for (line, expected) in zip(read.when, read.expect) {
            guard case .titles(let titles) = expected, let start = line.firstRange(of: "user text ") else { continue }
            let typed = String(line[start.upperBound...])
            #expect(read.given.titles.filter { CutEntry($0).isFound(by: typed) } == titles, "\(typed)")
            count += 1
        }
        #expect(count == 6)
    }

    @Test(
        "Words, the last being a prefix",
        arguments: [
            ("Quarterly rep", "quarterly rep~"), ("quarterlyRep", "quarterlyrep~"), ("rep ", "rep~"),
            ("Kestrel's", "kestrels~"), ("Kestrel’", "kestrel~"), ("Saint-Exup", "saint exup~"),
            ("v2", "v2~"), ("a\\b", "a b~"), ("\"hi\"", "hi~"), ("title == \"abc", "title abc~"),
            ("black & white", "black white~"), ("foo AND (bar OR", "foo and bar or~"), ("NEAR/2 x*y", "near 2 x y~"),
            ("東京 駅", "東京~ 駅~"), ("Python入門 2024", "python 入門~ 2024~"), ("👍🏽", "👍~"), ("", ""), (" \t\0", ""),
        ])
    func words(_ typed: String, _ expected: String) { #expect(words(typed) == expected) }

    @Test(
        "Signs that are part of a name are literals as well",
        arguments: [
            ("50*", "50", ["50*"]), ("C++", "c", ["c++"]), ("(C#),", "c", ["c#"]), (".NET", "net~", [".net"]),
            ("@Name #tag", "name tag~", ["@name", "#tag"]), ("user@host.com", "user host com~", ["user@host.com"]),
            ("＃タグ", "タグ~", ["#タグ"]), ("...wait", "wait~", []), ("what?", "what~", []), ("50%", "50~", []),
            ("hello, world.", "hello world~", []), ("C++ )", "c", ["c++"]), (")", ")", [")"]),
            ("?? !", "? !", ["??", "!"]),
            ("’", "'", ["'"]),
        ])
    func literals(_ typed: String, _ expected: String, _ literals: [String]) {
        #expect(words(typed) == expected)
        #expect(WordCutter.queryWords(of: typed).literals == literals)
    }

    @Test(
        "What is found",
        arguments: [
            ("c", "C++ in depth"), ("c++", "C++ in depth"), ("c+", "C++ in depth"), ("c#", "C# in depth"),
            ("net", "ASP.NET"), (".net", "ASP.NET"), ("name", "@name"), ("@na", "@name"), ("tag", "#tag"),
            ("httpserver", "NSUserActivityHTTPServer"), ("activityhtt", "NSUserActivityHTTPServer"),
            ("quarterlyrep", "QuarterlyReport_v2-final.PDF"), ("report v2", "QuarterlyReport_v2-final.PDF"),
            (".pdf", "QuarterlyReport_v2-final.PDF"), ("kestrel", "Kestrel’s X"), ("kestrels x", "Kestrel’s X"),
            ("ete", "l’été"), ("l'ete", "l’été"), ("\"hi", "say “hi”"), ("“hi”", "say \"hi\""), ("strasse", "Straße"),
            ("STRASSE", "straße"), ("istanbul", "İSTANBUL"), ("ISI", "ısı"), ("full", "ＦＵＬＬ"), ("がか", "が\u{200B}か"),
            ("ガ", "ｶﾞｷﾞ"), ("👍", "Well 👍🏽"), ("👍🏿", "Well 👍🏽"), ("🇫🇷", "🇩🇪🇫🇷"), ("ストリ", "新しいストリーミング"),
            ("再生リストを作成します", "新しいストリーミング再生リストを作成します"),
            ("新しいストリーミング再生リスト", "新しいストリーミング再生リストを作成します"), ("แฟ้ม", "ไม่สามารถเปิดแฟ้มได้"),
            ("елка", "Ёлка"), ("ёлка", "елка"), ("محمد", "مُحَمَّد"), ("שלום", "שָׁלוֹם"), ("दिल", "दिल्ली"), ("한국", "한국어를"),
        ])
    func found(_ typed: String, _ text: String) { #expect(CutEntry(text).isFound(by: typed)) }

    @Test(
        "What is not",
        arguments: [
            ("50*", "50 stars"), ("c++", "C in depth"), ("@name", "name"), (")", "draft"), ("か", "が"),
            ("リー", "ストリーミング"),
            ("eport", "QuarterlyReport"), ("🇪🇫", "🇩🇪🇫🇷"), ("s", "Kestrel’s"),
            ("新しいストリーミング再生リストを消", "新しいストリーミング再生リストを作成します"),
        ])
    func notFound(_ typed: String, _ text: String) { #expect(!CutEntry(text).isFound(by: typed)) }

    @Test("Of a long text the first characters and words count, and it says so")
    func long() {
        let many = (0..<13).map { "word\($0)" }.joined(separator: " ")
        #expect(WordCutter.queryWords(of: many).wasCut)
        #expect(WordCutter.queryWords(of: many).words.count == 12)
        #expect(!WordCutter.queryWords(of: (0..<12).map { "word\($0)" }.joined(separator: " ") + " ?").wasCut)
        let exact = String(repeating: " ", count: 999) + "x"
        #expect(!WordCutter.queryWords(of: exact).wasCut)
        #expect(WordCutter.queryWords(of: exact).words.map(\.text) == ["x"])
        #expect(WordCutter.queryWords(of: exact + "y").wasCut)
        #expect(WordCutter.queryWords(of: exact + "y").words.map(\.text) == ["x"])
        let word = WordCutter.queryWords(of: String(repeating: "a", count: 65))
        #expect(word.wasCut && word.words.map(\.text.utf8.count) == [64])
        #expect(CutEntry(String(repeating: "a", count: 80)).isFound(by: String(repeating: "a", count: 70)))
        let signs = WordCutter.queryWords(of: String(repeating: "? ! ", count: 200) + "( ) [ ] { } . , : ; & %")
        #expect(signs.wasCut && signs.words.count == 12 && signs.literals.count == 12)
        let megabyte = WordCutter.queryWords(of: String(repeating: "ab ", count: 1 << 19))
        #expect(megabyte.wasCut && megabyte.words.count == 12)
    }
}

import BatonSearch
import Testing

@Suite("The words of a text")
struct IndexWordsTests {
    @Test(
        "Names are cut into pieces, and the rest from each piece is a word",
        arguments: [
            ("QuarterlyReport_v2-final.PDF", "quarterlyreport quarterly report v2 v 2 final pdf"),
            (
                "NSUserActivityHTTPServer",
                "nsuseractivityhttpserver ns user useractivityhttpserver activity activityhttpserver http httpserver server"
            ),
            ("iPhone15", "iphone15 i phone phone15 15"),
            ("Kestrel's X", "kestrels kestrel x"),
            ("Kestrel’s X", "kestrels kestrel x"),
            ("don't we’ll we've I'm they'd you’re", "dont don well we weve we im i theyd they youre you"),
            ("l'été de L’Or", "lete l ete de lor l or"),
            ("O'Neill's", "oneills o neill neills"),
            ("rock'n'roll", "rocknroll rock n nroll roll"),
            ("'quoted' dogs'", "quoted dogs"),
            ("3.14 1,000", "3 14 1 000"),
            ("XMLHttpRequest2", "xmlhttprequest2 xml http httprequest2 request request2 2"),
            ("плохоеИмя", "плохоеимя плохое имя"),
            ("ÉcoleÜbung", "ecoleubung ecole ubung"),
            ("E\u{301}coleU\u{308}bung", "ecoleubung ecole ubung"),
            ("co\u{AD}operate", "cooperate"),
            ("col·lecció", "colleccio col leccio"),
        ])
    func names(_ text: String, _ expected: String) {
        #expect(WordCutter.indexWords(of: text, as: .text) == expected.split(separator: " ").map(String.init))
    }

    @Test(
        "Every language",
        arguments: [
            ("The quick brown fox", "the quick brown fox"),
            ("Frühwald, Straße", "fruhwald strasse"),
            ("IĞDIR İzmir ısı", "igdir izmir isi"),
            ("Zażółć gęślą jaźń", "zazolc gesla jazn"),
            ("Tiếng Việt", "tieng viet"),
            ("Ελλάς, ΟΔΟΣ", "ελλασ οδοσ"),
            ("Ёлка, йод", "елка иод"),
            ("مُحَمَّد، كتــاب", "محمد كتاب"),
            ("شָׁלוֹם".isEmpty ? "" : "שָׁלוֹם צה״ל", "שלום צהל צה ל"),
            ("भारत की राजधानी दिल्ली", "भारत की राजधानी दिल्ली"),
            ("தமிழ் மொழி", "தமிழ் மொழி"),
            ("서버에 연결", "서버에 연결"),
            ("\u{1112}\u{1161}\u{11AB}국어", "한국어"),
            ("ไม่สามารถเปิดแฟ้มได้", "ไม่สามารถเปิ สามารถเปิดแฟ เปิดแฟ้มได้ แฟ้มได้ ได้"),
            ("無法連接", "無法連接 連接"),
            ("新しいリスト", "新しいリスト リスト"),
            ("ｶﾞｷﾞ", "ガギ ギ"),
            ("ភាសា", "ភាសា"),
            ("မြန်မာ", "မြန်မာ"),
            ("iPhone15用ケース", "iphone15 i phone phone15 15 用ケース ケース"),
            ("👍🏽 ❤️ 🇩🇪🇫🇷 👨‍👩‍👧 1️⃣", "👍 ❤ 🇩🇪 🇫🇷 👨 👩 👧 1"),
            ("a🎉b", "a 🎉 b"),
        ])
    func languages(_ text: String, _ expected: String) {
        let words = WordCutter.indexWords(of: text, as: .text)
        #expect(words.map { Array($0.utf8) } == expected.split(separator: " ").map { Array($0.utf8) }, "\(words)")
    }

    @Test("Signs are words of titles and names, once, and not of other texts")
    func signs() {
        #expect(WordCutter.indexWords(of: "(draft) (2)", as: .title) == ["draft", "2", "(", ")"])
        #expect(WordCutter.indexWords(of: "say “hi” €", as: .name) == ["say", "hi", "\"", "€"])
        #expect(WordCutter.indexWords(of: "(draft) €", as: .text) == ["draft"])
        #expect(WordCutter.indexWords(of: "\u{FFFD}\u{F0000}\0 \t", as: .title) == [])
        let ornaments = String(String.UnicodeScalarView((0x2500..<0x2580).compactMap(Unicode.Scalar.init)))
        #expect(WordCutter.indexWords(of: ornaments, as: .title).count == 32)
    }

    @Test("A title's words in order, and nothing else")
    func titleKey() {
        #expect(WordCutter.titleKey("Sample Podcast") == WordCutter.titleKey("sample  podcast!"))
        #expect(WordCutter.titleKey("Paris, France") == ["paris", "france"])
        #expect(WordCutter.titleKey("QuarterlyReport_v2") == ["quarterlyreport", "v2"])
        #expect(WordCutter.titleKey("Kestrel’s X") == ["kestrels", "x"])
        #expect(WordCutter.titleKey("新しいストリーミング再生リスト") == ["新しいストリーミング再生リスト"])
        #expect(WordCutter.titleKey("Party 🎉") == ["party", "🎉"])
        #expect(WordCutter.titleKey("?!") == ["?", "!"])
        #expect(WordCutter.titleKey(" ") == [])
    }

    @Test("What is typed of a title has the title's words")
    func titleAsTyped() {
        for title in [
            "Sample Podcast", "Saint-Exupéry: Le Petit Prince", "QuarterlyReport_v2.pdf", "Kestrel’s X", "無法連接",
        ] {
            #expect(WordCutter.queryWords(of: title).words.map(\.text) == WordCutter.titleKey(title))
        }
    }

    @Test("Long words count by their first characters")
    func longWords() {
        let long = String(repeating: "é", count: 1000)
        #expect(WordCutter.indexWords(of: long, as: .text) == [String(repeating: "e", count: 64)])
        #expect(WordCutter.titleKey(long) == [String(repeating: "e", count: 64)])
        let hangul = String(repeating: "한", count: 100)
        #expect(WordCutter.indexWords(of: hangul, as: .text) == [String(repeating: "한", count: 64)])
        // Twelve pieces, eleven rests of which the last is the last piece, and the whole.
        let checksum = String(repeating: "a1", count: 32)
        #expect(WordCutter.indexWords(of: checksum, as: .text).count == 23)
    }

    @Test("The version tells the rules and what they rest on")
    func version() {
        #expect(WordCutter.version.hasPrefix("words "))
        #expect(WordCutter.version.contains("ICU") && WordCutter.version.contains("Unicode"))
    }
}

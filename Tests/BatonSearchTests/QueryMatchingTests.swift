import ActivityModel
import BatonSearch
import FoundationEssentials
import Testing

/// What comparisons mean: the table of docs/queries.md, row by row, and the matches that Apple documents.
@Suite(.timeLimit(.minutes(5)))
struct QueryMatchingTests {
    struct Row: Sendable, CustomStringConvertible {
        let query: String
        let taken: [String]
        let refused: [String]
        var description: String { query }

        init(_ query: String, takes taken: [String], not refused: [String]) {
            self.query = query
            self.taken = taken
            self.refused = refused
        }
    }

    static let documented = [
        Row(#"title == "Paris""#, takes: ["Paris"], not: ["paris", "I love Paris", "Páris", "Paris ", ""]),
        Row(#"title == "Paris"c"#, takes: ["Paris", "paris", "PARIS"], not: ["I love Paris", "pâris"]),
        Row(
            #"title == "Paris"wc"#, takes: ["paris", "I love Paris", "paris-france.jpg"],
            not: ["Comparison", "Parisian", "comparis"]),
        Row(#"title == "Window"w"#, takes: ["MyWindowClass", "Broken Window", "Window"], not: ["NSWindow", "window"]),
        Row(#"title == "paris*""#, takes: ["paris", "parisian", "paris-france.jpg"], not: ["I love paris", "Paris"]),
        Row(#"title == "*paris""#, takes: ["paris", "I love paris", "comparis"], not: ["paris!", "paris france"]),
        Row(#"title == "*paris*""#, takes: ["comparison", "paris"], not: ["Paris", "pari s"]),
        Row(#"title == "Frédéric"cd"#, takes: ["frederic", "FREDERIC", "Fre\u{301}de\u{301}ric"], not: ["frederi"]),
        Row(#"title == "a*c*e""#, takes: ["ace", "abcde", "acee", "a c e"], not: ["aec", "ac", "xace", "acex"]),
        Row(#"title == "a**e""#, takes: ["ae", "abe"], not: ["a"]),
        Row(#"title == "aXa*aXa""#, takes: ["aXaaXa", "aXabaXa"], not: ["aXaXa"]),
    ]

    static let chosen = [
        // No modifier: one text is one, however it is written.
        Row("title == \"caf\u{E9}\"", takes: ["cafe\u{301}", "caf\u{E9}"], not: ["cafe", "CAF\u{C9}"]),
        Row(#"title == "*cafe*""#, takes: ["a cafe"], not: ["cafe\u{301}s", "a caf\u{E9}", "q cafe\u{323}\u{330}"]),
        // A letter with a mark that has no code of its own is still one letter.
        Row(#"title == "q*""#, takes: ["q", "qu"], not: ["q\u{323}u"]),
        Row(#"title == "*q""#, takes: ["aq"], not: ["aq\u{323}"]),
        Row(#"title == "STRASSE"c"#, takes: ["straße", "Strasse"], not: ["strase"]),
        Row(#"title == "resume"d"#, takes: ["résumé", "resume"], not: ["Résumé"]),
        Row(#"title == "fin"d"#, takes: ["ﬁn", "ｆｉｎ"], not: ["FIN"]),
        Row(#"title == "か"d"#, takes: ["が", "か"], not: ["き"]),
        // Words.
        Row(#"title == "love Paris"w"#, takes: ["I love Paris!", "love Paris"], not: ["love  Paris", "glove Paris"]),
        Row(#"title == "par*"wc"#, takes: ["I love Paris", "my partner"], not: ["compare", "spar"]),
        Row(#"title == "*ris"wc"#, takes: ["I love Paris", "iris, red"], not: ["Parisian"]),
        Row(#"title == "*ris*"wc"#, takes: ["comparison"], not: ["rs"]),
        Row(#"title == "I*Paris"w"#, takes: ["Oh, I love Paris."], not: ["I love Parisians", "AI loves Paris"]),
        Row(
            #"title == "window"wc"#, takes: ["MyWindowClass", "myWindow", "my_window"], not: ["mywindow", "NSWindow"]),
        Row(#"title == "Écran"w"#, takes: ["MonÉcran", "Mone\u{301}E\u{301}cran"], not: ["MONÉcran", "monécran"]),
        Row(#"title == "C++"w"#, takes: ["a C++ book", "C++"], not: ["C#", "ABC++"]),
        Row(#"title == ".net"wc"#, takes: ["ASP.NET", "the .NET"], not: ["NET"]),
        Row(#"title == "kestrel"wc"#, takes: ["Kestrel's nest", "the kestrel’s"], not: ["kestrels"]),
        Row(#"title == "avion"wc"#, takes: ["L’avion rouge", "l'avion"], not: ["lavion"]),
        // The end of an English word is none.
        Row(#"title == "s"w"#, takes: ["s", "an s"], not: ["kestrel's", "'kestrel's'"]),
        Row(#"title == "2024"w"#, takes: ["May 2024", "2024-05"], not: ["photo2024", "20245"]),
        Row(#"title == "👍"w"#, takes: ["ok👍ok", "👍"], not: ["👎"]),
        // Each character of a script without spaces may begin a word.
        Row(#"title == "京都"w"#, takes: ["東京都庁", "京都"], not: ["東京市"]),
        // Tokens.
        Row(#"title == "Paris love"t"#, takes: ["I love Paris"], not: ["I love paris", "Paris loves", "Paris"]),
        Row(#"title == "paris, LOVE!"tc"#, takes: ["I love Paris"], not: ["I loved Paris"]),
        Row(#"title == "par* *ove"tc"#, takes: ["I love Paris", "partly above"], not: ["I love", "Paris"]),
        Row(#"title == "* love"t"#, takes: ["I love"], not: ["glove"]),
        Row(#"title == "don't"t"#, takes: ["I don't"], not: ["don t"]),
        Row(#"title == "👍 ok"t"#, takes: ["ok 👍"], not: ["ok"]),
        Row(#"title == "paris love"wtc"#, takes: ["I love Paris"], not: ["Paris"]),
        // A value without words asks for no word that could be there.
        Row(#"title == ",!"t"#, takes: [], not: [",!", "", "a"]),
        Row(#"title == """#, takes: [""], not: ["a", " "]),
        Row(#"title == ""w"#, takes: [""], not: ["a"]),
        Row(#"title == "*""#, takes: ["", "a"], not: []),
        // Escapes.
        Row(#"title == "50\*""#, takes: ["50*"], not: ["50", "500"]),
        Row(#"title == "50\**""#, takes: ["50*", "50* stars"], not: ["50 stars"]),
        Row(#"title == "say \"hi\"""#, takes: [#"say "hi""#], not: []),
        Row(#"title == 'it\'s "so"'"#, takes: [#"it's "so""#], not: []),
        Row(#"title == "a\\b""#, takes: [#"a\b"#], not: [#"a\\b"#]),
        Row(#"title == "\a\é""#, takes: ["aé"], not: []),
        // No character of a value is an operator.
        Row(#"title == "a?c""#, takes: ["a?c"], not: ["abc"]),
        Row(#"title == "a && b""#, takes: ["a && b"], not: ["a"]),
        // Both ways to write it.
        Row(#"title = "Paris""#, takes: ["Paris"], not: ["paris"]),
        Row(#"title != "Paris"c"#, takes: ["London"], not: ["paris"]),
    ]

    @Test(arguments: documented + chosen)
    func aTextIsTakenByTheTable(_ row: Row) throws {
        let read = try query(row.query)
        for title in row.taken { #expect(read.matches(item(title: title)), "\(row.query) must take “\(title)”") }
        for title in row.refused { #expect(!read.matches(item(title: title)), "\(row.query) must refuse “\(title)”") }
    }

    @Test(arguments: documented + chosen)
    func theOrderOfModifiersIsOfNoConcern(_ row: Row) throws {
        guard let quote = row.query.lastIndex(where: { $0 == "\"" || $0 == "'" }) else { return }
        let behind = row.query.index(after: quote)
        let turned = row.query[..<behind] + String(row.query[behind...].reversed())
        #expect(try query(String(turned)) == query(row.query))
    }

    // MARK: Attributes

    @Test func anyEntryOfAListMatches() throws {
        let names: PayloadValue = .array([.string("Anna"), .string("Frédéric")])
        #expect(try matches(#"authorNames == "frederic"cd"#, ["authorNames": names]))
        #expect(try !matches(#"authorNames == "Bob""#, ["authorNames": names]))
        // Not across two of them.
        #expect(try !matches(#"authorNames == "Anna Frédéric"w"#, ["authorNames": names]))
        #expect(try !matches(#"authorNames == "anna frederic"tcd"#, ["authorNames": names]))
        #expect(try !matches(#"authorNames == "*""#, ["authorNames": .array([])]))
    }

    @Test func anyLanguageMatches() throws {
        let title: PayloadValue = .dictionary([.string("en"): .string("Cheese"), .string("de"): .string("Käse")])
        #expect(try matches(#"title == "kase"cd"#, ["title": title]))
        #expect(try matches(#"title == "Cheese""#, ["title": title]))
        #expect(try !matches(#"title == "en""#, ["title": title]))
    }

    @Test func peopleMatchByNameAndHandle() throws {
        let person: PayloadValue = .dictionary([
            .string("displayName"): .string("Ada L."), .string("handles"): .array([.string("ada@example.org")]),
            .string("handleIdentifier"): .string("emailAddresses"), .string("contactIdentifier"): .string("c-17"),
        ])
        let values: [String: PayloadValue] = ["authors": .array([person])]
        #expect(try matches(#"authors == "ada"wc"#, values))
        #expect(try matches(#"authors == "ada@example.org""#, values))
        #expect(try !matches(#"authors == "c-17" || authors == "emailAddresses""#, values))
    }

    @Test func anAddressIsComparedAsItsText() throws {
        let values: [String: PayloadValue] = ["contentURL": .url(URL(string: "https://example.org/a%20b?c=d")!)]
        #expect(try matches(#"contentURL == "https://example.org/a%20b?c=d""#, values))
        #expect(try matches(#"contentURL == "*example.org*""#, values))
        #expect(try !matches(#"contentURL == "*a b*""#, values))
    }

    @Test func fullTextIsComparedByWords() throws {
        #expect(try matches(#"textContent == "Paris""#, ["textContent": .string("I love Paris")]))
        #expect(try !matches(#"textContent == "Pari""#, ["textContent": .string("I love Paris")]))
        #expect(try matches(#"** == "Paris""#, ["textContent": .string("I love Paris")]))
        #expect(try !matches(#"** == "Paris""#, ["title": .string("I love Paris")]))
    }

    @Test func anythingIsEveryAttribute() throws {
        var set = item(["contentType": .string("public.text"), "rating": .integer(4)])
        set.custom["flavour"] = CustomAttribute(.string("sweet"))
        set.custom["secret"] = CustomAttribute(.string("hidden"), isSearchable: false)
        #expect(try query(#"** = "swe*"cwd"#).matches(set))
        #expect(try query(#"** == "public.text""#).matches(set))
        #expect(try query("** == 4").matches(set))
        #expect(try query("InRange(**, 3, 5)").matches(set))
        #expect(try !query(#"** == "hidden""#).matches(set))
        #expect(try query(#"** == "org.example.x""#).matches(set, extra: ["identifier": .string("org.example.x")]))
        #expect(try query(#"** != "hidden""#).matches(set))
        #expect(try !query(#"** == "*""#).matches(AttributeSet()))
    }

    @Test func anAppsOwnAttributesAreFoundByName() throws {
        var set = AttributeSet()
        set.custom["2nd_name"] = CustomAttribute(.array([.string("x"), .integer(7)]))
        set.custom["hidden"] = CustomAttribute(.string("x"), isSearchable: false)
        #expect(try query(#"2nd_name == "x""#).matches(set))
        #expect(try query("2nd_name == 7").matches(set))
        #expect(try !query(#"hidden == "x""#).matches(set))
        #expect(try !query(#"nobody_has_this == "x""#).matches(set))
        // Only before a parenthesis it means more.
        set.custom["InRange"] = CustomAttribute(.integer(7))
        #expect(try query("InRange > 6").matches(set))
    }

    @Test func whatIsKnownBesideTheAttributesCountsInstead() throws {
        let set = item(["domainIdentifier": .string("a")])
        #expect(try query(#"domainIdentifier == "b""#).matches(set, extra: ["domainIdentifier": .string("b")]))
        #expect(try !query(#"domainIdentifier == "a""#).matches(set, extra: ["domainIdentifier": .string("b")]))
    }

    /// `!=` is what `==` is not, so it takes items that lack the attribute.
    @Test func unequalIsNotEqual() throws {
        #expect(try matches(#"title != "x""#, [:]))
        #expect(try matches(#"keywords != "x""#, ["keywords": .array([.string("a")])]))
        #expect(try !matches(#"keywords != "x""#, ["keywords": .array([.string("a"), .string("x")])]))
        #expect(try matches("rating != 3", [:]))
        #expect(try !matches(#"title == "x""#, [:]))
        // What is there at all.
        #expect(try matches(#"rating == "*""#, ["rating": .integer(0)]))
        #expect(try matches(#"rating != "*""#, ["rating": .null]))
        #expect(try matches(#"!(rating == "*")"#, [:]))
    }

    // MARK: Numbers

    @Test(arguments: [
        ("pageCount == 3", true), ("pageCount != 3", false), ("pageCount < 3", false), ("pageCount <= 3", true),
        ("pageCount > 3", false), ("pageCount >= 3", true), ("pageCount > 2.9", true), ("pageCount < 3.1e0", true),
        ("pageCount == +3", true), ("pageCount == 3.", true), ("pageCount == .3e1", true), ("pageCount == -3", false),
        ("InRange(pageCount, 3, 4)", true), ("InRange(pageCount, 2, 3)", true), ("InRange(pageCount,4,5)", false),
        ("InRange(pageCount, 4, 2)", false), ("userOwned == 1", true), ("userOwned == 0", false),
        ("userOwned > 0", true), ("dueDate == 100", true), ("dueDate > 99.5", true), ("InRange(dueDate, 0, 100)", true),
        ("importantDates == 5", true), ("importantDates < 3", false), ("importantDates > 6", true),
        // Texts and numbers are never equal.
        ("title == 3", false), (#"pageCount == "3""#, false), ("nothing == 0", false), ("nothing < 1", false),
    ])
    func numbersDatesAndBooleansAreComparedByValue(_ text: String, _ expected: Bool) throws {
        func date(_ seconds: Double) -> PayloadValue { .date(Date(timeIntervalSinceReferenceDate: seconds)) }
        let values: [String: PayloadValue] = [
            "pageCount": .integer(3), "userOwned": .bool(true), "dueDate": date(100), "title": .string("3"),
            "importantDates": .array([date(5), date(7)]),
        ]
        #expect(try matches(text, values) == expected)
    }

    // MARK: Joining

    @Test(arguments: [
        // && binds tighter than ||, and ! only what is next to it.
        ("a == 1 || a == 2 && a == 3", true), ("(a == 1 || a == 2) && a == 3", false),
        ("a == 3 && a == 2 || a == 1", true), ("a == 3 && (a == 2 || a == 1)", false),
        ("!a == 1 || a == 1", true), ("!(a == 1 || a == 1)", false), ("!!a == 1", true), ("! ! !(a == 1)", false),
        ("!a == 2 && a == 1", true), ("a == 1&&a == 1||a == 3", true), ("((((a == 1))))", true),
        ("a==1\n\t&&\u{A0}a\u{2003}!=\r\n2", true), ("a == 1 && !InRange(a, 2, 3)", true),
    ])
    func operatorsJoinByPrecedence(_ text: String, _ expected: Bool) throws {
        #expect(try matches(text, ["a": .integer(1)]) == expected)
    }
}

import FoundationEssentials
import ICUKit
import TestSupport
import Testing

@Suite("Folding for the query language")
struct TextFoldingTests {
    private struct Case: Decodable {
        struct Given: Decodable { let titles: [String] }
        let given: Given
        let when: [String]
        let expect: [[String]]
    }

    @Test("C47: c folds case, d folds marks, in query and title; composed and decomposed text are the same text")
    func behaviourCase() throws {
        let read = try JSONDecoder().decode(Case.self, from: BehaviourCase.data("C47"))
        #expect(read.when.count == read.expect.count)
        for (typed, expected) in zip(read.when, read.expect) {
            let parts = typed.split(separator: ", ")
            let flags = parts.last == "exact" ? "" : parts[1].replacing("flags ", with: "")
            func fold(_ text: String) -> String {
                TextFolding.fold(text, ignoringCase: flags.contains("c"), ignoringMarks: flags.contains("d"))
            }
            let sought = fold(String(parts[0].replacing(" composed", with: "")))
            // Decomposed, as a file system or another app would give it.
            let found = read.given.titles.filter { title in
                Self.words(fold(Self.decomposed(title))).contains { $0.elementsEqual(sought.utf8) }
            }
            // The case says "Frühwald entry (…)" for the entry of that title.
            #expect(
                found == expected.map { String($0.prefix { $0 != " " }) == "Frühwald" ? "Frühwald" : $0 }, "\(typed)")
        }
    }

    /// The bytes of words: Swift's strings are equal where bytes are not.
    private static func words(_ text: String) -> [Substring.UTF8View] {
        text.split { $0 == " " || $0 == "-" }.map(\.utf8)
    }

    private static func decomposed(_ text: String) -> String {
        let letters: [Character: String] = [
            "Ö": "O\u{308}", "é": "e\u{301}", "ō": "o\u{304}", "ü": "u\u{308}",
        ]
        return text.map { letters[$0] ?? String($0) }.joined()
    }

    @Test(
        "Both, one or neither",
        arguments: [
            // text, neither, case, marks, both
            ("Straße", "Straße", "strasse", "Straße", "strasse"),
            ("RESUME\u{301}", "RESUMÉ", "resumé", "RESUME", "resume"),
            ("ﬁn", "ﬁn", "fin", "fin", "fin"),
            ("ＦＵＬＬ", "ＦＵＬＬ", "ｆｕｌｌ", "FULL", "full"),
            ("İI", "İI", "i̇i", "II", "ii"),
            ("Łódź", "Łódź", "łódź", "Łodz", "łodz"),
            ("Ελλάς", "Ελλάς", "ελλάσ", "Ελλας", "ελλασ"),
            ("Ёй", "Ёй", "ёй", "Еи", "еи"),
            ("か\u{3099}", "が", "が", "か", "か"),
            ("\u{1112}\u{1161}\u{11AB}", "한", "한", "한", "한"),
            ("\u{212B}", "Å", "å", "A", "a"),
            ("A\u{20DD}", "A\u{20DD}", "a\u{20DD}", "A", "a"),
            ("plain ASCII", "plain ASCII", "plain ascii", "plain ASCII", "plain ascii"),
            ("", "", "", "", ""),
        ])
    func options(_ text: String, _ neither: String, _ cased: String, _ marks: String, _ both: String) {
        func check(_ expected: String, _ ignoringCase: Bool, _ ignoringMarks: Bool) {
            let folded = TextFolding.fold(text, ignoringCase: ignoringCase, ignoringMarks: ignoringMarks)
            #expect(Array(folded.unicodeScalars) == Array(expected.unicodeScalars))
        }
        check(neither, false, false)
        check(cased, true, false)
        check(marks, false, true)
        check(both, true, true)
    }

    @Test("Rows of marks of any length and order are folded in proportion to their length", .timeLimit(.minutes(5)))
    func manyMarks() {
        for marks in ["\u{301}\u{323}", "\u{F73}", "\u{FF9E}\u{301}", "\u{344}\u{323}", "\u{301}\u{E0002}\u{323}"] {
            let text = "o" + String(repeating: marks, count: (1 << 20) / marks.utf8.count)
            let kept = TextFolding.fold(text, ignoringCase: true, ignoringMarks: false)
            #expect(kept.unicodeScalars.count { !$0.properties.isDefaultIgnorableCodePoint } < 100)
            #expect(TextFolding.searchForm(text).unicodeScalars.first == "o")
        }
        // As many as languages use all count.
        let word = "o" + String(repeating: "\u{323}\u{301}", count: 15)
        #expect(TextFolding.fold(word, ignoringCase: false, ignoringMarks: true) == "o")
        #expect(TextFolding.fold(word, ignoringCase: false, ignoringMarks: false).unicodeScalars.count > 28)
    }

    @Test("What is no Unicode is folded as it was repaired")
    func repaired() {
        let text = String(decoding: [0x41, 0xFF, 0xED, 0xA0, 0x80, 0xC3] as [UInt8], as: UTF8.self)
        let folded = TextFolding.fold(text, ignoringCase: true, ignoringMarks: true)
        #expect(folded.first == "a")
        #expect(folded.unicodeScalars.dropFirst().allSatisfy { $0 == "\u{FFFD}" })
    }

    @Test("The versions of ICU and Unicode are told")
    func version() throws {
        let parts = TextVersion.current.split(separator: " ")
        #expect(parts.count == 4 && parts[0] == "ICU" && parts[2] == "Unicode")
        let icu = try #require(parts[1].split(separator: ".").first.flatMap { Int($0) })
        let unicode = try #require(parts[3].split(separator: ".").first.flatMap { Int($0) })
        // The Unicode of ICU 72, the oldest that Baton is built with, and of each after it.
        #expect(icu >= 72 && unicode >= 15)
    }
}

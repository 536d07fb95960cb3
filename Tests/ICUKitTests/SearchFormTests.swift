import ICUKit
import TestSupport
import Testing

@Suite("The form in which texts are searched")
struct SearchFormTests {
    /// All characters but the many ideographs and Korean syllables, scripts that are no longer written, and unused planes.
    private static let samples = [
        UInt32(0)...0x33FF, 0xA000...0xABFF, 0xF900...0xFFFF, 0x10000...0x11FFF, 0x1D400...0x1D7FF, 0x1F100...0x1FAFF,
    ].joined().compactMap(Unicode.Scalar.init)

    @Test(
        "What readers take for the same",
        arguments: [
            ("Quarterly REPORT", "quarterly report"),
            ("ÖBB Straße ẞ", "obb strasse ss"),
            ("Kyōhō", "kyoho"), ("Kyo\u{304}ho\u{304}", "kyoho"),
            ("Łódź Gdańsk żółw", "lodz gdansk zolw"),
            ("İstanbul ısırgan IŞIK", "istanbul isirgan isik"),
            ("Đà Nẵng Việt", "da nang viet"),
            ("Ærø Øresund œuvre Þór Ħal-Għaxaq", "aero oresund oeuvre thor hal-ghaxaq"),
            ("Hawaiʻi l’été “ok” «ok» „ok“ – — −", "hawai'i l'ete \"ok\" \"ok\" \"ok\" - - -"),
            ("ﬁn ＦＵＬＬ① x²", "fin full1 x2"),
            ("co\u{AD}operate a\u{200B}b", "cooperate ab"),
            ("Ελλάς ΈΛΛΆΣ", "ελλασ ελλασ"),
            ("Ёлка йод Їжак Ў", "елка иод іжак у"),
            ("مُحَمَّد أحمد آية كتــاب", "محمد احمد اية كتاب"),
            ("שָׁלוֹם", "שלום"),
            ("می\u{200C}خواهم", "میخواهم"),
            ("ｶﾞｷﾞ", "ガギ"), ("か\u{3099}", "が"),
            ("\u{1112}\u{1161}\u{11AB}국", "한국"),
            ("👍🏽 ❤️ 👨‍👩‍👧", "👍 ❤ 👨👩👧"),
            ("1️⃣", "1"),
        ])
    func same(_ text: String, _ expected: String) {
        #expect(Array(TextFolding.searchForm(text).unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        "What makes another letter stays",
        arguments: ["が", "ぱ", "दिल्ली", "क\u{93C}", "ไม่", "ភាសាខ្មែរ", "မြန်မာ", "தமிழ்", "ﺀ"])
    func different(_ text: String) {
        let folded = TextFolding.searchForm(text)
        #expect(folded.unicodeScalars.count == text.unicodeScalars.count)
        #expect(TextFolding.searchForm(text + "a") == folded + "a")
    }

    @Test("A letter folds alone as it does among letters that need all of the rules")
    func byTable() {
        // A Thai letter has a whole text go by the long way.
        let thai = " ก"
        let wrong = Self.samples.filter { scalar in
            ["\(scalar)", "x\(scalar)y", "д\(scalar)\(scalar)", "\(scalar)\u{301}"].contains { text in
                !(TextFolding.searchForm(text) + thai).utf8.elementsEqual(TextFolding.searchForm(text + thai).utf8)
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("Folding again changes nothing")
    func idempotent() {
        let wrong = Self.samples.filter { scalar in
            let folded = TextFolding.searchForm("a\(scalar)")
            return !TextFolding.searchForm(folded).utf8.elementsEqual(folded.utf8)
        }
        #expect(wrong.isEmpty)
    }

    @Test("Nothing is lost but marks, what is invisible, skin tones and lengthening strokes")
    func nothingIsLost() {
        let lost = Self.samples.filter {
            TextFolding.searchForm("a\($0)") == "a"
        }
        let strokes = Set(UInt32(0xFCF2)...0xFCF4).union(0xFE70...0xFE7F)
        let unexplained = lost.filter { scalar in
            let properties = scalar.properties
            if properties.isDefaultIgnorableCodePoint || properties.isEmojiModifier { return false }
            switch properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark, .format: return false
            // The stroke; marks on a stroke and half-width voice marks, which are letters to typesetters.
            default: return ![0x640, 0xFF9E, 0xFF9F].contains(scalar.value) && !strokes.contains(scalar.value)
            }
        }
        #expect(unexplained.isEmpty)
        #expect(lost.count > 1000)
    }
}

import ICUKit
import Testing

@Suite("What a character is to words")
struct ScalarKindTests {
    private func kinds(_ text: String) -> [ScalarKind] { ComposedText(text).kinds }

    @Test("One of each kind")
    func each() {
        #expect(kinds("aA1 ") == [.letter, .capital, .digit, .separator])
        #expect(kinds("\0\t\u{A0}\u{F0000}\u{E000}\u{FFFD}\u{FFFF}\u{1FFFE}").allSatisfy { $0 == .separator })
        // Of no Unicode yet.
        #expect(kinds("\u{E0FFF}\u{2FE0}") == [.ignored, .letter])
        #expect(kinds("'’ʼ·״") == Array(repeating: .joiner, count: 5))
        #expect(kinds("\u{200D}\u{FE0F}\u{AD}\u{1F3FD}") == Array(repeating: .ignored, count: 4))
        #expect(kinds("क्") == [.letter, .mark])
        #expect(kinds("漢かカー々ไখ") == [.unspaced, .unspaced, .unspaced, .unspaced, .unspaced, .unspaced, .letter])
        #expect(kinds("한𞤀ǅ") == [.letter, .capital, .capital, .letter])
        #expect(kinds("😀❤🇩") == [.pictograph, .pictograph, .regional])
        #expect(kinds("(.+€。") == Array(repeating: .sign, count: 5))
        #expect(kinds("٣Ⅳ²〇") == [.digit, .capital, .capital, .digit, .unspaced])
    }

    @Test("A character has the kind that its category says")
    func categories() {
        let wrong = (UInt32(0)..<0x12000).compactMap(Unicode.Scalar.init).filter { scalar in
            let text = ComposedText("\(scalar)")
            // What is composed otherwise is another character.
            guard text.scalars == [scalar.value], let kind = text.kinds.first else { return false }
            // Swift's tables may be newer than ICU's; what those do not know yet is a letter.
            guard let age = scalar.properties.age, age.major <= 15 else { return false }
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .titlecaseLetter: return kind != .capital
            case .lowercaseLetter: return kind != .letter
            case .otherLetter: return ![.letter, .unspaced, .ignored].contains(kind)
            case .control, .privateUse, .spaceSeparator, .lineSeparator, .paragraphSeparator: return kind != .separator
            case .nonspacingMark, .spacingMark, .enclosingMark: return ![.mark, .unspaced, .ignored].contains(kind)
            default: return false
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("Where words start in texts without spaces")
    func boundaries() {
        #expect(WordBoundaries.starts(in: []) == [])
        #expect(WordBoundaries.starts(in: Array("無".utf8)) == [0])
        // "Cannot | open | file | can": three bytes a letter.
        #expect(WordBoundaries.starts(in: Array("ไม่สามารถเปิดแฟ้มได้".utf8)) == [0, 9, 27, 39, 51])
        #expect(WordBoundaries.starts(in: Array("東京都庁".utf8)).first == 0)
        // Two halves in UTF-16, four bytes in UTF-8.
        #expect(WordBoundaries.starts(in: Array("\u{20000}ท".utf8)) == [0, 4])
    }

    @Test("A long text is cut like a short one, and the short one after it as before")
    func longText() {
        let short = Array("無法連接".utf8)
        let before = WordBoundaries.starts(in: short)
        let long = WordBoundaries.starts(in: Array(String(repeating: "無法連接。", count: 20_000).utf8))
        #expect(long.count == (before.count + 1) * 20_000)
        #expect(WordBoundaries.starts(in: short) == before)
    }

    @Test("Many tasks cut at once")
    func concurrently() async {
        let text = Array("ไม่สามารถเปิดแฟ้มได้".utf8)
        await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<100 { group.addTask { WordBoundaries.starts(in: text) } }
            for await starts in group { #expect(starts == [0, 9, 27, 39, 51]) }
        }
    }
}

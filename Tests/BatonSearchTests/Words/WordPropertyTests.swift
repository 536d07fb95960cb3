import BatonSearch
import ICUKit
import TestSupport
import Testing

@Suite("Words of any text")
struct WordPropertyTests {
    private static let vocabulary = [
        "the", "report", "Frühwald", "Straße", "żółw", "İstanbul", "Tiếng", "Ελλάς", "Ёлка", "مُحَمَّد", "שָׁלוֹם", "दिल्ली",
        "தமிழ்",
        "한국어를", "E\u{301}cole", "ﬁn", "ＦＵＬＬ", "1234", "٢٠٢٤", "👍🏽", "🇫🇷", "❤️", "Ærø", "Hawaiʻi",
    ]
    private static let pieces = [
        "Quarterly", "Report", "HTTP", "Server", "15", "Übung", "Имя", "v", "2024", "Activity",
    ]
    private static let unspaced = [
        "新しいストリーミング再生リストを作成します", "無法連接到遠端伺服器請重試", "无法打开文件", "ไม่สามารถเปิดแฟ้มได้", "ភាសាខ្មែរជាភាសាផ្លូវការ",
        "မြန်မာဘာသာစကား", "ພາສາລາວ", "東京都庁前駅",
    ]

    /// Checks that each beginning of `word`, which starts somewhere in the entry's text, finds it.
    private func check(_ word: some StringProtocol, in entry: CutEntry) {
        for end in word.indices.dropFirst() + [word.endIndex] {
            let typed = String(word[..<end])
            if !entry.isFound(by: typed) { Issue.record("“\(typed)” does not find “\(entry.text)”") }
        }
    }

    @Test("Each word is found by each of its beginnings, wherever it stands")
    func words() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<60 {
            let words = (0..<5).map { _ in random.pick(Self.vocabulary) }
            let text = words.joined(separator: random.pick([" ", ", ", " – ", "\n", "/"]))
            let entry = CutEntry(text, as: .text)
            for word in words { check(word, in: entry) }
        }
    }

    @Test("A name is found from each of its pieces on, by each beginning of what follows")
    func names() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<60 {
            var pieces: [String] = []
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let piece = random.pick(Self.pieces)
                if !pieces.isEmpty && !startsPiece(piece, after: pieces.joined()) { continue }
                pieces.append(piece)
            }
            let name = pieces.joined()
            let entry = CutEntry("a \(name)_b", as: .text)
            for start in pieces.indices { check(pieces[start...].joined(), in: entry) }
        }
    }

    /// Whether a reader sees a piece start there: at a change between letters and figures, or at a capital that is alone.
    private func startsPiece(_ piece: String, after name: String) -> Bool {
        guard let last = name.last, let first = piece.first else { return false }
        if last.isNumber || first.isNumber { return last.isNumber != first.isNumber }
        return first.isUppercase && !(last.isUppercase && piece.allSatisfy(\.isUppercase))
    }

    @Test("A text without spaces is found from each start of a word on")
    func runs() {
        for text in Self.unspaced {
            let form = TextFolding.searchForm(text)
            let starts = WordBoundaries.starts(in: Array(form.utf8))
            #expect(starts.count > 1)
            let entry = CutEntry("a \(text) b", as: .text)
            for start in starts { check(form[form.utf8.index(form.startIndex, offsetBy: start)...], in: entry) }
        }
    }

    @Test("No word is empty, too long, or holds what the index cannot")
    func wellFormed() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<1000 {
            let length = Int.random(in: 0..<80, using: &random)
            let text = String(String.UnicodeScalarView((0..<length).map { _ in Self.scalar(&random) }))
            let query = WordCutter.queryWords(of: text)
            let words =
                WordCutter.indexWords(of: text, as: .title) + WordCutter.titleKey(text) + query.words.map(\.text)
            for word in words {
                let isGood =
                    !word.isEmpty && word.unicodeScalars.count <= 64 && word.unicodeScalars.allSatisfy(Self.isKept)
                if !isGood { Issue.record("“\(word)” of “\(text)”") }
            }
            // What was typed is found in what it was typed from.
            if !query.isEmpty && !CutEntry(text).isFound(by: text) { Issue.record("“\(text)” does not find itself") }
        }
    }

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .spaceSeparator, .lineSeparator, .paragraphSeparator, .privateUse, .format: false
        default: true
        }
    }

    private static func scalar(_ random: inout SeededGenerator) -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x7F, 0x20...0x7E, 0x41...0x7A, 0x80...0x5FF, 0x600...0xFFF, 0x1000...0x1FFF, 0x2000...0x2FFF,
            0x3000...0x30FF,
            0x4E00...0x4F00, 0xAC00...0xAD00, 0xE000...0xFFFF, 0x1F1E6...0x1F1FF, 0x1F300...0x1F6FF, 0x10000...0x10FFFF,
        ]
        return Unicode.Scalar(UInt32.random(in: random.pick(ranges), using: &random)) ?? "\u{FFFD}"
    }

    @Test(
        "A long text of anything is cut in proportion to its length", .timeLimit(.minutes(5)),
        arguments: [
            "The quick Kestrel’s 2024 ", "a", "aB", "a1", "'a", "\u{301}\u{323}", "e\u{301}", "\u{F73}",
            "\u{FF9E}\u{301}", "\0",
            "无法连接", "ア", "กขฃคฅ", "ไม่สามารถเปิด", "ភាសា", "မြန်မာ", "한", "👍🏽", "🇩", "(", "\u{FDFA}", "مُحَمَّد ",
        ])
    func large(_ unit: String) {
        let text = String(repeating: unit, count: (1 << 17) / unit.utf8.count)
        let words = WordCutter.indexWords(of: text, as: .text)
        #expect(words.reduce(0) { $0 + $1.utf8.count } < 4 << 20)
        #expect(WordCutter.queryWords(of: text).words.count <= 12)
    }
}

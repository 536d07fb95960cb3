internal import FoundationEssentials
internal import SQLiteKit

/// What somebody typed, ready to be looked up.
struct TypedText: Sendable {
    /// Folded beginnings of words; a thing must hold them all.
    let words: [String]
    /// What must stand in the thing's own text besides: the rest of a long run of a script without spaces, punctuation
    /// typed with a word.
    let literals: [String]
    /// Under which choices for this text are kept.
    let key: String
    let wasCut: Bool

    init(_ text: String) {
        let query = WordCutter.queryWords(of: text)
        var seen: Set<String> = []
        words = query.words.map(\.text).filter { seen.insert($0).inserted }
        literals = query.literals
        // As a title would be: a long run of a script without spaces stays whole there.
        head = query.wasCut ? [] : WordCutter.titleKey(text)
        headText = head.joined(separator: " ")
        key = String(query.words.map(\.text).joined(separator: " ").prefix(Self.maximumKey))
        wasCut = query.wasCut
    }

    /// The words in their order, repetitions too, as those of a title; empty where no title can be compared.
    let head: [String]
    static let maximumKey = 100

    /// The same as a title's words stand in a row.
    let headText: String

    /// How a title must begin, as the one word that it is in its list.
    var headWord: String { Placing.headWord(headText) }

    /// Whether the title is what was typed, begins like it, or neither.
    func compare(head title: String) -> RankRule.Class? {
        guard !headText.isEmpty, title.utf8.starts(with: headText.utf8) else { return nil }
        return title.utf8.count == headText.utf8.count ? .wholeTitle : .titleStart
    }
}

/// Counts of the typed words in one row's texts.
struct WordCounts {
    private(set) var counts: [Int]
    private(set) var inTitle: [Bool]
    private(set) var length = 0
    private let words: [[UInt8]]

    init(_ words: [String]) {
        self.words = words.map { Array($0.utf8) }
        counts = Array(repeating: 0, count: words.count)
        inTitle = Array(repeating: false, count: words.count)
    }

    mutating func reset() {
        for index in counts.indices {
            counts[index] = 0
            inTitle[index] = false
        }
        length = 0
    }

    var holdsAll: Bool { counts.allSatisfy { $0 > 0 } }
    var allInTitle: Bool { inTitle.allSatisfy { $0 } }

    /// Adds the words of `text`, which are separated by single spaces.
    mutating func add(_ text: String, isTitle: Bool) {
        guard !text.isEmpty else { return }
        var text = text
        text.withUTF8 { bytes in
            var start = 0
            var at = 0
            while at <= bytes.count {
                if at == bytes.count || bytes[at] == 0x20 {
                    if at > start { count(bytes, start, at, isTitle) }
                    start = at + 1
                }
                at += 1
            }
        }
    }

    private mutating func count(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ isTitle: Bool) {
        length += 1
        for index in words.indices {
            let word = words[index]
            guard end - start >= word.count, bytes[start] == word[0] else { continue }
            var offset = 1
            while offset < word.count, bytes[start + offset] == word[offset] { offset += 1 }
            guard offset == word.count else { continue }
            counts[index] += 1
            if isTitle { inTitle[index] = true }
        }
    }
}

/// The expressions that the lists are asked with.
struct MatchTerms {
    /// For each typed word, how FTS5 finds what begins with it.
    private var parts: [String] = []
    /// Whether one of them cannot be in any thing.
    private(set) var isHopeless = false
    /// The words in the conjunction; the others are looked for in the rows' own texts.
    private(set) var chosen: [Int] = []
    private let scope: (only: Int?, without: [Int])

    /// A conjunction of these words is expected to find so few that no further word makes it faster.
    private static let few = 60.0
    /// What more than this share of things hold tells little: looking at the row is quicker than stepping through its list.
    private static let common = 0.35
    /// Words of the vocabulary that a long beginning is spelt out as.
    private static let expansion = 128

    init(
        _ words: [String], _ frequencies: Frequencies, only: Int?, without: [Int],
        _ connection: borrowing SQLiteConnection
    ) throws {
        scope = (only, without)
        for word in words {
            let part = try Self.part(word, connection)
            if part == nil { isHopeless = true }
            parts.append(part ?? Self.quoted(word))
        }
        guard frequencies.count > 0 else {
            chosen = Array(words.indices)
            return
        }
        var expected = frequencies.count
        let order = words.indices.sorted { frequencies.holders(words[$0]) < frequencies.holders(words[$1]) }
        for index in order {
            let share = frequencies.holders(words[index]) / frequencies.count
            if !chosen.isEmpty, expected <= Self.few || share > Self.common { break }
            chosen.append(index)
            expected *= share
        }
    }

    var holdsAll: Bool { chosen.count == parts.count }

    var words: String { scoped(chosen.map { parts[$0] }.joined(separator: " AND ")) }

    func wholeTitle(_ head: String) -> String { scoped(Self.quoted(head)) }
    func titleStart(_ head: String) -> String { scoped("\(Self.quoted(head)) *") }

    private func scoped(_ expression: String) -> String {
        var result = "(\(expression))"
        if let only = scope.only { result += " AND \(Self.quoted(SearchSchema.appWord(only)))" }
        guard !scope.without.isEmpty else { return result }
        let hidden = scope.without.map { Self.quoted(SearchSchema.appWord($0)) }.joined(separator: " OR ")
        return "(\(result)) NOT (\(hidden))"
    }

    /// - Returns: nil where no thing holds a word beginning so.
    static func part(_ word: String, _ connection: borrowing SQLiteConnection) throws -> String? {
        guard word.unicodeScalars.count > SearchSchema.longestPrefix else { return "\(quoted(word)) *" }
        // Everything that begins so is between the word and the word with the last letter there is.
        let found = try connection.rows(
            "SELECT term FROM vocab WHERE term >= ? AND term < ? LIMIT ?", [word, word + "\u{10FFFF}", expansion + 1])
        if found.isEmpty { return nil }
        guard found.count <= expansion else { return "\(quoted(word)) *" }
        return "(\(try found.map { quoted(try $0.string("term")) }.joined(separator: " OR ")))"
    }

    /// A word is data, whatever it holds.
    static func quoted(_ word: String) -> String { "\"\(word.replacing("\"", with: "\"\""))\"" }
}

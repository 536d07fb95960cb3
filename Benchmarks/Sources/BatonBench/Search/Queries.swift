/// A row of the table: what kind of text was typed.
enum QueryRow: String, Sendable, Codable, CaseIterable {
    case letter1, letters2, letters3, letters4, common, rare, two, none, wordsBefore2, wordsBefore4

    var words: String {
        switch self {
        case .letter1: "1 letter"
        case .letters2: "2 letters"
        case .letters3: "3 letters"
        case .letters4: "4 letters"
        case .common: "a common word"
        case .rare: "a rare word"
        case .two: "two common words"
        case .none: "no hit"
        case .wordsBefore2: "1 or 2 words and a prefix"
        case .wordsBefore4: "3 or 4 words and a prefix"
        }
    }

    /// Whether there are more than two words before the prefix: such queries have a target of their own.
    var isLong: Bool { self == .wordsBefore4 }
}

/// Something typed: whole words, then one that may go on.
struct TypedQuery: Sendable, Codable {
    var row: QueryRow
    var words: [String]
    /// Whether the last word is a prefix, for those that tell one from a word. Baton takes every word for one.
    var isPrefix: Bool
    var text: String { words.joined(separator: " ") }
}

/// The queries of a corpus, from a fixed seed.
enum Queries {
    /// - Returns: `each` of every row, row by row.
    static func make(_ corpus: Corpus, each: Int) -> [TypedQuery] {
        var maker = Maker(corpus)
        return QueryRow.allCases.flatMap { row in (0..<each).map { _ in maker.query(row) } }
    }

    private struct Maker {
        private let corpus: Corpus
        private var random = SeededRandom(seed: 2)
        private let newest: [Int]
        private let common: [Int]
        private let rare: [Int]

        init(_ corpus: Corpus) {
            self.corpus = corpus
            newest = (0..<min(corpus.count, 200_000)).sorted { (corpus.ages[$0], $0) < (corpus.ages[$1], $1) }
            var holders = Array(repeating: 0, count: corpus.words.count)
            for item in 0..<corpus.count {
                for word in Set(corpus.title(item) + corpus.body(item)) { holders[Int(word)] += 1 }
            }
            let order = holders.indices.sorted { (holders[$0], $1) > (holders[$1], $0) }
            common = Array(order.prefix(60))
            // Those of the fewest items, of at least one.
            rare = Array(order.filter { holders[$0] > 0 }.suffix(1_000))
        }

        mutating func query(_ row: QueryRow) -> TypedQuery {
            switch row {
            case .letter1: typing(row, before: 0, letters: 1)
            case .letters2: typing(row, before: 0, letters: 2)
            case .letters3: typing(row, before: 0, letters: 3)
            case .letters4: typing(row, before: 0, letters: 4)
            case .wordsBefore2:
                typing(row, before: random.number(in: 1...2), letters: random.number(in: 1...6))
            case .wordsBefore4:
                typing(row, before: random.number(in: 3...4), letters: random.number(in: 2...3))
            case .common: TypedQuery(row: row, words: [word(random.one(of: common))], isPrefix: false)
            case .rare: TypedQuery(row: row, words: [word(random.one(of: rare))], isPrefix: false)
            case .none: TypedQuery(row: row, words: ["zq\(word(random.one(of: rare)))"], isPrefix: false)
            case .two: TypedQuery(row: row, words: twoCommon(), isPrefix: false)
            }
        }

        private mutating func twoCommon() -> [String] {
            let first = random.one(of: common)
            var second = first
            while second == first { second = random.one(of: common) }
            return [word(first), word(second)]
        }

        private func word(_ number: Int) -> String { corpus.words[number] }

        /// Somebody looks for an item, one of two times for a recent one: by the start of its title, from a word inside it,
        /// or by any of its words.
        private mutating func typing(_ row: QueryRow, before: Int, letters: Int) -> TypedQuery {
            while true {
                let recent = Int(Double(newest.count) * cubed(random.unit()))
                let item = random.unit() < 0.5 ? newest[recent] : random.number(in: 0...corpus.count - 1)
                let title = Array(corpus.title(item))
                let how = random.unit()
                var words: [UInt16]
                if how < 0.6 {
                    words = Array(title.prefix(before + 1))
                } else if how < 0.8 {
                    words = Array(title.dropFirst(random.number(in: 0...title.count - 1)).prefix(before + 1))
                } else {
                    var all = title + Array(corpus.body(item))
                    words = []
                    while words.count <= before, !all.isEmpty {
                        words.append(all.remove(at: random.number(in: 0...all.count - 1)))
                    }
                }
                guard words.count == before + 1, let last = words.popLast() else { continue }
                let text = word(Int(last))
                guard text.count >= letters else { continue }
                return TypedQuery(
                    row: row, words: words.map { word(Int($0)) } + [String(text.prefix(letters))], isPrefix: true)
            }
        }

        /// Small numbers far more often than large ones.
        private func cubed(_ unit: Double) -> Double { unit * unit * unit }
    }
}

extension TypedQuery {
    /// One line each: the row, whether the last word is a prefix, the words. For programs in other languages.
    static func lines(_ queries: [TypedQuery]) -> String {
        queries.map { "\($0.row.rawValue)\t\($0.isPrefix ? 1 : 0)\t\($0.text)\n" }.joined()
    }
}

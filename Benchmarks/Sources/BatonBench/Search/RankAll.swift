import Glibc

/// Ranks every item by the rule of docs/search.md, with nothing left out: what the index's answers are held against. Shares
/// no code with it; what both take is how common words are, as the index has estimated it.
struct RankAll: Sendable {
    private let corpus: Corpus
    /// In days: the date an item counts from, and all that moves it but the words.
    private let days: [Double]
    private let estimate: Estimate

    /// How an item matches, the best last.
    enum Place: Int, Sendable {
        case elsewhere, titleWords, titleStart, wholeTitle

        /// As the index calls it.
        var words: String {
            switch self {
            case .elsewhere: "elsewhere"
            case .titleWords: "words of the title"
            case .titleStart: "start of the title"
            case .wholeTitle: "whole title"
            }
        }
    }

    /// What decides between two items.
    struct Rank: Sendable, Comparable {
        let place: Place
        /// To the hundredth, which is where the rule stops.
        let hundredths: Int

        static func < (left: Rank, right: Rank) -> Bool {
            (left.place.rawValue, left.hundredths) < (right.place.rawValue, right.hundredths)
        }
    }

    /// What the index takes words to be worth.
    struct Estimate: Sendable {
        /// Items, and their words on average.
        var count: Double
        var mean: Double
        /// The share of items with a word that begins so.
        var shares: [String: Double]

        /// The rarity of a beginning: long ones are known by their first seven letters, and what is not known is rare.
        func rarity(_ word: String) -> Double {
            let rare = max(0.5, count * 1.5e-4)
            var holders = shares[String(word.prefix(7))].map { $0 * count } ?? rare
            if word.count > 7 { holders = min(holders, max(rare, holders / 4)) }
            return max(1e-6, log((count - holders + 0.5) / (holders + 0.5)))
        }
    }

    /// - Parameter now: when the corpus was new, in days from 2001.
    init(_ corpus: Corpus, _ choices: PastChoices, now: Double, _ estimate: Estimate) {
        self.corpus = corpus
        self.estimate = estimate
        days = (0..<corpus.count).map { item in
            now - corpus.ages[item] + 0.3 * corpus.hints[item]
                + 30 * log2(1 + Double(choices.times[item] ?? 0))
        }
    }

    /// A query, held against the words of the corpus once.
    struct Asked: Sendable {
        /// For each word of the corpus, a bit for each typed word that it begins with.
        fileprivate let masks: [UInt16]
        /// The typed words, each once.
        fileprivate let words: [String]
        /// All of them in their order, as places in `words`.
        fileprivate let order: [Int]
        fileprivate let text: [String]
        fileprivate let rarities: [Double]
    }

    func asked(_ query: TypedQuery) -> Asked {
        var words: [String] = []
        for word in query.words where !words.contains(word) { words.append(word) }
        let masks = corpus.words.map { known in
            words.indices.reduce(UInt16(0)) { known.utf8.starts(with: words[$1].utf8) ? $0 | 1 << $1 : $0 }
        }
        return Asked(
            masks: masks, words: words, order: query.words.map { words.firstIndex(of: $0) ?? 0 }, text: query.words,
            rarities: words.map(estimate.rarity))
    }

    /// - Returns: nil for an item that does not hold all the words.
    func rank(_ item: Int, _ asked: Asked) -> Rank? {
        let title = corpus.title(item)
        let body = corpus.body(item)
        var inTitle: UInt16 = 0
        for word in title { inTitle |= asked.masks[Int(word)] }
        var all = inTitle
        for word in body { all |= asked.masks[Int(word)] }
        let wanted: UInt16 = 1 << UInt16(asked.words.count) - 1
        guard all == wanted else { return nil }
        var worth = 0.0
        let length = Double(title.count + body.count)
        for index in asked.words.indices {
            let bit: UInt16 = 1 << UInt16(index)
            let count = Double((title + body).count { asked.masks[Int($0)] & bit != 0 })
            // BM25 with its usual constants.
            worth +=
                asked.rarities[index] * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / max(1, estimate.mean)))
        }
        return Rank(
            place: inTitle == wanted ? place(title, asked) : .elsewhere,
            hundredths: Int(((days[item] + 3 * worth) * 100).rounded()))
    }

    /// Of an item whose title holds all the words.
    private func place(_ title: ArraySlice<UInt16>, _ asked: Asked) -> Place {
        let last = asked.text.count - 1
        guard title.count > last else { return .titleWords }
        let words = title.prefix(last + 1).map { corpus.words[Int($0)] }
        guard words.prefix(last).elementsEqual(asked.text.prefix(last)) else { return .titleWords }
        if title.count == last + 1, words[last] == asked.text[last] { return .wholeTitle }
        return words[last].hasPrefix(asked.text[last]) ? .titleStart : .titleWords
    }

    /// The ranks of the ten best, best first; fewer where fewer match.
    func best(_ asked: Asked) -> [Rank] {
        var best: [Rank] = []
        for item in 0..<corpus.count {
            guard let rank = rank(item, asked) else { continue }
            if best.count == 10, rank <= best[9] { continue }
            best.insert(rank, at: best.firstIndex { $0 < rank } ?? best.count)
            if best.count > 10 { best.removeLast() }
        }
        return best
    }
}

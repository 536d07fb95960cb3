import Glibc

/// What is searched: items of words that no language has, the same ones in every run. Words are as unevenly common as in
/// languages (Zipf's law), and made of few syllables, so that short prefixes are commoner than in languages.
struct Corpus: Sendable {
    /// The commonest first.
    let words: [String]
    /// Where each item's words begin in `text`; one more than there are items.
    private let starts: [Int32]
    /// Numbers of words, one item after the other: its title, then its text.
    private let text: [UInt16]
    private let titleLengths: [UInt8]
    /// How old each item is, in days.
    let ages: [Double]
    /// The app's hint, 0 to 100.
    let hints: [Double]

    var count: Int { ages.count }

    /// Numbers of the words of an item's title, in their order.
    func title(_ item: Int) -> ArraySlice<UInt16> {
        let start = Int(starts[item])
        return text[start..<start + Int(titleLengths[item])]
    }

    /// Numbers of the words of its text.
    func body(_ item: Int) -> ArraySlice<UInt16> {
        text[Int(starts[item]) + Int(titleLengths[item])..<Int(starts[item + 1])]
    }

    func words(_ numbers: ArraySlice<UInt16>) -> String { numbers.map { words[Int($0)] }.joined(separator: " ") }

    /// The items' only names.
    static func identifier(_ item: Int) -> String { "item-\(item)" }
    /// - Returns: nil for a name that no item has.
    static func item(_ identifier: String) -> Int? { Int(identifier.dropFirst("item-".count)) }

    private static let wordCount = 50_000
    private static let titles = [2, 3, 3, 4, 4, 5, 5, 6, 7]
    private static let bodies = 8...20
    /// Ages of the bulk imports, in days: a tenth of the items is of one of these half hours.
    private static let imports = [3.0, 40, 200, 700]

    init(count: Int) {
        var random = SeededRandom(seed: 1)
        words = Self.makeWords(&random)
        let ranks = Zipf(count: words.count)
        var starts: [Int32] = [0]
        var text: [UInt16] = []
        var titleLengths: [UInt8] = []
        var ages: [Double] = []
        var hints: [Double] = []
        starts.reserveCapacity(count + 1)
        text.reserveCapacity(count * 19)
        for _ in 0..<count {
            let title = random.one(of: Self.titles)
            let length = title + random.number(in: Self.bodies)
            for _ in 0..<length { text.append(UInt16(ranks.draw(&random))) }
            titleLengths.append(UInt8(title))
            starts.append(Int32(text.count))
            ages.append(Self.makeAge(&random))
            hints.append(random.unit() < 0.03 ? random.unit() * 100 : 0)
        }
        self.starts = starts
        self.text = text
        self.titleLengths = titleLengths
        self.ages = ages
        self.hints = hints
    }

    private static func makeAge(_ random: inout SeededRandom) -> Double {
        let kind = random.unit()
        if kind < 0.1 { return random.one(of: imports) + random.unit() * 0.02 }
        return min(3650, random.exponential(mean: kind < 0.37 ? 30 : 500))
    }

    private static func makeWords(_ random: inout SeededRandom) -> [String] {
        let consonants = "b c d f g h k l m n p r s t v w st tr ch sh br".split(separator: " ")
        let vowels = "a e i o u ai er on".split(separator: " ")
        let syllables = consonants.flatMap { consonant in vowels.map { "\(consonant)\($0)" } }
        // Some beginnings are far commoner than others.
        let first = Weights(syllables.map { _ in random.pareto(0.9) })
        let more = Weights([2, 5, 4, 1])
        var words: [String] = []
        var seen: Set<String> = []
        while words.count < wordCount {
            var word = syllables[first.draw(&random)]
            for _ in 0..<more.draw(&random) { word += random.one(of: syllables) }
            // The commonest words are short.
            if words.count < 40 { word = String(word.prefix(random.number(in: 1...4))) }
            if seen.insert(word).inserted { words.append(word) }
        }
        return words
    }
}

/// Numbers from 0, each `1/(n + 1)` as common as the first.
private struct Zipf {
    private let weights: Weights
    init(count: Int) { weights = Weights((0..<count).map { 1 / Double($0 + 1) }) }
    func draw(_ random: inout SeededRandom) -> Int { weights.draw(&random) }
}

/// Numbers from 0, as common as their weights say.
private struct Weights {
    private let sums: [Double]

    init(_ weights: [Double]) {
        var sum = 0.0
        sums = weights.map { weight in
            sum += weight
            return sum
        }
    }

    func draw(_ random: inout SeededRandom) -> Int {
        let wanted = random.unit() * (sums.last ?? 0)
        var low = 0
        var high = sums.count - 1
        while low < high {
            let middle = (low + high) / 2
            if sums[middle] > wanted { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// SplitMix64: the same numbers in every run, and on every machine.
struct SeededRandom: Sendable {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// From 0 up to 1, without 1.
    mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
    mutating func number(in range: ClosedRange<Int>) -> Int { range.lowerBound + Int(unit() * Double(range.count)) }
    mutating func one<T>(of choices: [T]) -> T { choices[number(in: 0...choices.count - 1)] }
    mutating func exponential(mean: Double) -> Double { -mean * log(1 - unit()) }
    mutating func pareto(_ shape: Double) -> Double { pow(1 - unit(), -1 / shape) }
}

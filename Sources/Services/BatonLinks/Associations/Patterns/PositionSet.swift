/// A set of positions in a text of n bytes: 0, before the first, to n, behind the last.
protocol PositionSet {
    /// None, of a text of `count` bytes.
    init(count: Int)
    /// Where the bytes stand that are meant.
    init(_ bytes: [UInt8], where isMeant: (UInt8) -> Bool)
    /// How many words of 64 bits it has: what an operation costs.
    var wordCount: Int { get }
    var isEmpty: Bool { get }
    var lowest: Int? { get }
    /// The one position, where there is one alone.
    var only: Int? { get }
    func contains(_ position: Int) -> Bool
    mutating func insert(_ position: Int)
    /// All from the first to the second.
    mutating func insert(from first: Int, through last: Int)
    mutating func formUnion(_ other: Self)
    mutating func formIntersection(_ other: Self)
    mutating func subtract(_ other: Self)
    /// Each position moves on by so many bytes. None leaves the text by that: those that cannot move are taken out
    /// before.
    mutating func shift(by count: Int)
}

/// Positions of a text of at most 63 bytes.
struct OneWord: PositionSet {
    static let maximumCount = 63

    private var bits: UInt64 = 0

    init(count: Int) {}

    init(_ bytes: [UInt8], where isMeant: (UInt8) -> Bool) {
        for position in bytes.indices where isMeant(bytes[position]) { bits |= 1 << UInt64(position) }
    }

    var wordCount: Int { 1 }
    var isEmpty: Bool { bits == 0 }
    var lowest: Int? { bits == 0 ? nil : bits.trailingZeroBitCount }
    var only: Int? { bits != 0 && bits & (bits - 1) == 0 ? bits.trailingZeroBitCount : nil }
    func contains(_ position: Int) -> Bool { bits >> UInt64(position) & 1 != 0 }
    mutating func insert(_ position: Int) { bits |= 1 << UInt64(position) }
    mutating func insert(from first: Int, through last: Int) {
        guard first <= last else { return }
        bits |= (UInt64.max << UInt64(first)) & (UInt64.max >> UInt64(63 - last))
    }
    mutating func formUnion(_ other: OneWord) { bits |= other.bits }
    mutating func formIntersection(_ other: OneWord) { bits &= other.bits }
    mutating func subtract(_ other: OneWord) { bits &= ~other.bits }
    mutating func shift(by count: Int) { bits <<= UInt64(count) }
}

/// Positions of any text.
struct ManyWords: PositionSet {
    private var words: [UInt64]

    init(count: Int) { words = [UInt64](repeating: 0, count: count / 64 + 1) }

    init(_ bytes: [UInt8], where isMeant: (UInt8) -> Bool) {
        words = []
        words.reserveCapacity(bytes.count / 64 + 1)
        bytes.withUnsafeBufferPointer { bytes in
            for start in stride(from: 0, through: bytes.count, by: 64) {
                var word: UInt64 = 0
                for place in 0..<min(64, bytes.count - start) {
                    word |= (isMeant(bytes[start + place]) ? 1 : 0) << UInt64(place)
                }
                words.append(word)
            }
        }
    }

    var wordCount: Int { words.count }
    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    var lowest: Int? {
        words.firstIndex { $0 != 0 }.map { $0 * 64 + words[$0].trailingZeroBitCount }
    }

    var only: Int? {
        guard let index = words.firstIndex(where: { $0 != 0 }), words[index] & (words[index] - 1) == 0,
            words[(index + 1)...].allSatisfy({ $0 == 0 })
        else { return nil }
        return index * 64 + words[index].trailingZeroBitCount
    }

    func contains(_ position: Int) -> Bool { words[position >> 6] >> UInt64(position & 63) & 1 != 0 }
    mutating func insert(_ position: Int) { words[position >> 6] |= 1 << UInt64(position & 63) }

    mutating func insert(from first: Int, through last: Int) {
        guard first <= last else { return }
        for index in first >> 6...last >> 6 {
            var word = UInt64.max
            if index == first >> 6 { word &= UInt64.max << UInt64(first & 63) }
            if index == last >> 6 { word &= UInt64.max >> UInt64(63 - last & 63) }
            words[index] |= word
        }
    }

    mutating func formUnion(_ other: ManyWords) {
        for index in words.indices { words[index] |= other.words[index] }
    }

    mutating func formIntersection(_ other: ManyWords) {
        for index in words.indices { words[index] &= other.words[index] }
    }

    mutating func subtract(_ other: ManyWords) {
        for index in words.indices { words[index] &= ~other.words[index] }
    }

    mutating func shift(by count: Int) {
        let (whole, rest) = (count >> 6, UInt64(count & 63))
        guard count > 0 else { return }
        for index in words.indices.reversed() {
            let source = index - whole
            let high = source >= 0 ? words[source] << rest : 0
            let low = rest > 0 && source >= 1 ? words[source - 1] >> (64 - rest) : 0
            words[index] = high | low
        }
    }
}

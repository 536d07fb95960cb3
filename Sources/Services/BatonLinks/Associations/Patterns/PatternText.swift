/// A text that patterns are tried on, and what is known of it for all of them.
final class PatternText {
    let bytes: [UInt8]
    /// Whether each byte is a character.
    let isASCII: Bool
    private var one: PositionTables<OneWord>?
    private var many: PositionTables<ManyWords>?

    /// - Parameter bytes: well-formed UTF-8.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        isASCII = bytes.allSatisfy { $0 < 0x80 }
    }

    /// Whether the pattern covers the whole text.
    func matches(_ pattern: Pattern, _ variables: [Variable], _ work: MatchWork) throws(MatchWork.Spent) -> Bool {
        if bytes.count <= OneWord.maximumCount {
            if one == nil { one = PositionTables(bytes) }
            return try PatternRun(self, one!, variables, work).matches(pattern)
        }
        if many == nil { many = PositionTables(bytes) }
        return try PatternRun(self, many!, variables, work).matches(pattern)
    }

    /// The place behind the character at a position.
    func end(ofCharacterAt position: Int) -> Int {
        var next = position + 1
        while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
        return next
    }
}

/// Where in a text what stands, as sets of positions. Each is made when a pattern first asks for it, and serves all.
final class PositionTables<Positions: PositionSet> {
    private let bytes: [UInt8]
    private var masks: [Positions?]
    private var classes: [ByteSet: Positions] = [:]
    private var values: [Int32: [(length: Int, starts: Positions)]] = [:]
    private var starts: Positions?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        masks = []
    }

    /// Where this byte stands.
    func places(of byte: UInt8, _ work: MatchWork) throws(MatchWork.Spent) -> Positions {
        if masks.isEmpty { masks = Array(repeating: nil, count: 256) }
        if let known = masks[Int(byte)] { return known }
        let made = try places(work) { $0 == byte }
        masks[Int(byte)] = made
        return made
    }

    func places(of set: ByteSet, _ work: MatchWork) throws(MatchWork.Spent) -> Positions {
        if let known = classes[set] { return known }
        let made = try places(work, set.contains)
        classes[set] = made
        return made
    }

    /// Where characters start; the end of the text is among them.
    func characterStarts(_ work: MatchWork) throws(MatchWork.Spent) -> Positions {
        if let starts { return starts }
        var made = try places(work) { $0 & 0xC0 != 0x80 }
        made.insert(bytes.count)
        starts = made
        return made
    }

    /// Where values of a variable stand, by their lengths.
    func places(of list: ValueList, number: Int32, _ work: MatchWork) throws(MatchWork.Spent) -> [(
        length: Int, starts: Positions
    )] {
        if let known = values[number] { return known }
        var found: [(length: Int, starts: Positions)] = []
        var indices: [Int: Int] = [:]
        for start in 0...bytes.count {
            let before = found.count
            var lengths = 0
            let looked = list.lengths(in: bytes, at: start) { length in
                lengths += 1
                if let index = indices[length] {
                    found[index].starts.insert(start)
                } else {
                    indices[length] = found.count
                    var starts = Positions(count: bytes.count)
                    starts.insert(start)
                    found.append((length, starts))
                }
            }
            // Each byte that was looked at is some comparisons, and each length that was found a look-up.
            try work.spend(looked * 4 + lengths * 32)
            try work.keep((found.count - before) * (bytes.count / 64 + 1))
        }
        values[number] = found
        return found
    }

    private func places(_ work: MatchWork, _ isMeant: (UInt8) -> Bool) throws(MatchWork.Spent) -> Positions {
        try work.keep(bytes.count / 64 + 1)
        try work.spend(bytes.count / 8)
        return Positions(bytes, where: isMeant)
    }
}

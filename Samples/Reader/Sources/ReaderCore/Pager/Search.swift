/// A place where what was searched for stands.
package struct Match: Hashable, Sendable {
    package var position: Position
    /// The scalar after its last one.
    package var end: Int
}

/// A search in a document. With a capital letter in it, it tells capitals apart; without, it does not.
package struct Search: Sendable {
    package let words: String
    private let pattern: [UInt32]
    private let foldsCase: Bool

    /// nil for nothing to search for.
    package init?(_ words: String) {
        guard !words.isEmpty else { return nil }
        self.words = words
        let foldsCase = !words.unicodeScalars.contains(where: { $0.properties.isUppercase })
        self.foldsCase = foldsCase
        pattern = words.unicodeScalars.map { foldsCase ? CaseFold.fold($0.value) : $0.value }
    }

    /// The first match at or after a position; none before the document's end gives nil.
    package func first(in text: DocumentText, from position: Position) -> Match? {
        for line in position.line..<text.lineCount {
            var found: Match?
            scan(text, line) { match in
                guard match.position >= position else { return true }
                found = match
                return false
            }
            if let found { return found }
        }
        return nil
    }

    /// The last match before a position.
    package func last(in text: DocumentText, before position: Position) -> Match? {
        for line in (0...position.line).reversed() {
            var found: Match?
            scan(text, line) { match in
                guard match.position < position else { return false }
                found = match
                return true
            }
            if let found { return found }
        }
        return nil
    }

    /// How many matches there are, at most `limit`.
    package func count(in text: DocumentText, limit: Int) -> Int {
        var count = 0
        for line in 0..<text.lineCount where count < limit {
            scan(text, line) { _ in
                count += 1
                return count < limit
            }
        }
        return count
    }

    /// The matches that touch a stretch of a line. `scalars` begin at `start` in it.
    func matches(in scalars: [Unicode.Scalar], start: Int) -> [Range<Int>] {
        guard scalars.count >= pattern.count else { return [] }
        var ranges: [Range<Int>] = []
        for index in 0...(scalars.count - pattern.count)
        where pattern.indices.allSatisfy({ fold(scalars[index + $0].value) == pattern[$0] }) {
            ranges.append(start + index..<start + index + pattern.count)
        }
        return ranges
    }

    var length: Int { pattern.count }

    private func fold(_ scalar: UInt32) -> UInt32 { foldsCase ? CaseFold.fold(scalar) : scalar }

    /// Gives the matches of a line in order until `body` says no. It reads the bytes as they are: a search passes over
    /// a whole document, and decoding its lines to strings takes ten times as long.
    private func scan(_ text: DocumentText, _ line: Int, _ body: (Match) -> Bool) {
        let range = text.bytes(ofLine: line)
        guard range.count >= pattern.count else { return }
        text.bytes.withUnsafeBufferPointer { bytes in
            var index = range.lowerBound
            var offset = 0
            while index < range.upperBound {
                var next = index
                if fold(Self.scalar(bytes, &next)) == pattern[0] {
                    var rest = next
                    var matched = 1
                    while matched < pattern.count, rest < range.upperBound,
                        fold(Self.scalar(bytes, &rest)) == pattern[matched]
                    {
                        matched += 1
                    }
                    if matched == pattern.count {
                        let position = Position(line: line, offset: offset)
                        guard body(Match(position: position, end: offset + matched)) else { return }
                    }
                }
                index = next
                offset += 1
            }
        }
    }

    /// Decodes a scalar of text that is known to be UTF-8.
    private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt32 {
        let first = UInt32(bytes[index])
        index += 1
        if first < 0x80 { return first }
        let count = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1
        var value = first & (0x3F >> UInt32(count))
        for _ in 0..<count {
            value = value << 6 | UInt32(bytes[index] & 0x3F)
            index += 1
        }
        return value
    }
}

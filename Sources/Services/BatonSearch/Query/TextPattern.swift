internal import ICUKit

/// A `WildcardText` made comparable.
struct TextPattern: Sendable, Hashable {
    private let pieces: [TextPiece]
    private let isOpenAtStart: Bool
    private let isOpenAtEnd: Bool

    init(_ text: WildcardText, _ folding: TextModifiers) {
        // What consists of marks alone is nothing where marks are ignored.
        pieces = text.pieces.map { TextPiece(FoldedText.fold($0, folding)) }.filter { !$0.bytes.isEmpty }
        isOpenAtStart = text.isOpenAtStart
        isOpenAtEnd = text.isOpenAtEnd
    }

    /// Whether it is the whole text.
    ///
    /// Each piece is taken at the first place where it is, since the rest then has the most room: no place is tried
    /// twice, whatever the number of wildcards.
    func isWhole(_ text: FoldedText) -> Bool {
        text.bytes.withUnsafeBufferPointer { bytes in
            guard let first = pieces.first, let last = pieces.last else { return isOpenAtStart || bytes.isEmpty }
            var middle = pieces[...]
            var start = 0
            var end = bytes.count
            if !isOpenAtStart {
                guard first.begins(bytes) else { return false }
                start = first.bytes.count
                middle.removeFirst()
                if middle.isEmpty { return isOpenAtEnd ? Self.isWholeCharacter(bytes, start) : start == end }
                guard Self.isWholeCharacter(bytes, start) else { return false }
            }
            if !isOpenAtEnd {
                guard last.ends(bytes) else { return false }
                end -= last.bytes.count
                middle.removeLast()
            }
            for piece in middle {
                guard
                    let next = piece.end(in: bytes, from: start, where: { Self.isWholeCharacter(bytes, $0.upperBound) })
                else { return false }
                start = next
            }
            return start <= end
        }
    }

    /// Whether it is in the text, from a word's start to a word's end.
    func isWords(of text: inout FoldedText) -> Bool {
        guard !pieces.isEmpty else { return isOpenAtStart || text.bytes.isEmpty }
        // Cheap, and mostly the answer.
        guard find(in: text.bytes, where: { _, _ in true }) else { return false }
        let isBoundary = text.boundaries()
        let last = pieces.count - 1
        return find(in: text.bytes) { index, place in
            if index == 0, !isOpenAtStart, !isBoundary[place.lowerBound] { return false }
            return index != last || isOpenAtEnd || isBoundary[place.upperBound]
        }
    }

    /// Whether the pieces are in the text, one behind the other, each where it is taken.
    private func find(in bytes: [UInt8], where isTaken: (Int, Range<Int>) -> Bool) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for (index, piece) in pieces.enumerated() {
                let end = piece.end(in: bytes, from: start) {
                    Self.isWholeCharacter(bytes, $0.upperBound) && isTaken(index, $0)
                }
                guard let end else { return false }
                start = end
            }
            return true
        }
    }

    /// Whether no mark follows that belongs to the character before: "e" is no part of a letter e with a dot below that
    /// has no code of its own, as it is none of "é".
    private static func isWholeCharacter(_ bytes: UnsafeBufferPointer<UInt8>, _ end: Int) -> Bool {
        // The first combining mark is U+0300.
        guard end < bytes.count, bytes[end] >= 0xCC else { return true }
        var decoder = UTF8()
        var rest = bytes[end..<min(end + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return true }
        return scalar.properties.canonicalCombiningClass == .notReordered
    }
}

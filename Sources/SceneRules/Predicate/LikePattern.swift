/// The pattern of a `LIKE`: `*` is any run of characters, `?` one; `\` before either, or before `\`, takes it as it is. It
/// covers the whole text.
///
/// A character is a Unicode scalar of the folded text, in which accents are composed where Unicode has the letter.
struct LikePattern: Sendable, Hashable {
    /// Between the `*`s.
    private let pieces: [Piece]

    init(_ pattern: String, _ options: SceneComparison.Options) {
        var pieces: [[UInt32?]] = [[]]
        var literal = ""
        // Folded as a whole, so that a mark is with its letter.
        func endLiteral() {
            let folded = SceneComparison.ready(literal, options)
            pieces[pieces.count - 1] += Self.scalars(folded).map { $0 }
            literal = ""
        }
        var rest = pattern.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\" where rest.first.map { "*?\\".unicodeScalars.contains($0) } == true:
                literal.unicodeScalars.append(rest.removeFirst())
            case "*":
                endLiteral()
                pieces.append([])
            case "?":
                endLiteral()
                pieces[pieces.count - 1].append(nil)
            default: literal.unicodeScalars.append(scalar)
            }
        }
        endLiteral()
        self.pieces = pieces.map(Piece.init)
    }

    private static func scalars(_ text: ComparedText) -> [UInt32] {
        String(decoding: text.bytes, as: UTF8.self).unicodeScalars.map(\.value)
    }

    /// Each piece is taken at the first place where it is, since the rest then has the most room: no place is tried twice,
    /// whatever the number of `*`.
    func matches(_ text: ComparedText) -> Bool {
        let text = Self.scalars(text)
        guard pieces.count > 1 else { return pieces[0].isWhole(text[...]) }
        var rest = text[...]
        guard let first = pieces.first, first.isWhole(rest.prefix(first.count)) else { return false }
        rest = rest.dropFirst(first.count)
        guard let last = pieces.last, last.isWhole(rest.suffix(last.count)) else { return false }
        rest = rest.dropLast(last.count)
        for piece in pieces.dropFirst().dropLast() {
            guard let end = piece.end(in: rest) else { return false }
            rest = rest[end...]
        }
        return true
    }

    /// Characters, some of them any (nil).
    private struct Piece: Sendable, Hashable {
        let scalars: [UInt32?]
        /// For each character of the piece, at which of its places it stands: one bit a place.
        private let places: [UInt32: [UInt64]]
        private let anywhere: [UInt64]

        var count: Int { scalars.count }

        init(_ scalars: [UInt32?]) {
            self.scalars = scalars
            let words = (scalars.count + 63) / 64
            var anywhere = [UInt64](repeating: 0, count: words)
            for (index, scalar) in scalars.enumerated() where scalar == nil {
                anywhere[index / 64] |= 1 << UInt64(index % 64)
            }
            var places: [UInt32: [UInt64]] = [:]
            for (index, scalar) in scalars.enumerated() {
                guard let scalar else { continue }
                places[scalar, default: anywhere][index / 64] |= 1 << UInt64(index % 64)
            }
            self.anywhere = anywhere
            self.places = places
        }

        func isWhole(_ text: ArraySlice<UInt32>) -> Bool {
            text.count == count && zip(scalars, text).allSatisfy { $0 == nil || $0 == $1 }
        }

        /// The end of the first place where it is, by the bits of every beginning of the piece that ends here: one step a
        /// character of the text, for 64 of the piece at a time (Baeza-Yates and Gonnet).
        func end(in text: ArraySlice<UInt32>) -> Int? {
            guard count > 0 else { return text.startIndex }
            let last = UInt64(1) << UInt64((count - 1) % 64)
            var state = [UInt64](repeating: 0, count: anywhere.count)
            for (index, scalar) in zip(text.indices, text) {
                let mask = places[scalar] ?? anywhere
                var carry: UInt64 = 1
                for word in state.indices {
                    let next = state[word] >> 63
                    state[word] = (state[word] << 1 | carry) & mask[word]
                    carry = next
                }
                if state[state.count - 1] & last != 0 { return index + 1 }
            }
            return nil
        }
    }
}

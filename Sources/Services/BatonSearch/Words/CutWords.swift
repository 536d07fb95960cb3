internal import ICUKit

/// Words as they are cut out of a text. Each part is folded once, and its words are slices of what comes of it.
struct CutWords {
    private(set) var words: [String] = []
    private let text: ComposedText
    /// The folded part that is being cut.
    private var bytes: [UInt8] = []
    /// Where its pieces start, in scalars before it is folded and in bytes after.
    private var cuts: [(place: Int, afterJoiner: Bool)] = []

    init(_ text: ComposedText) { self.text = text }

    /// One word.
    mutating func appendWhole(_ range: Range<Int>) {
        bytes.removeAll(keepingCapacity: true)
        fold(range)
        append(0..<bytes.count)
    }

    /// A part of letters and digits: the whole, its pieces, and the rest from each piece on.
    mutating func appendPart(_ part: Range<Int>) {
        findPieces(of: part)
        bytes.removeAll(keepingCapacity: true)
        var start = part.lowerBound
        for index in cuts.indices {
            fold(start..<cuts[index].place)
            start = cuts[index].place
            cuts[index].place = bytes.count
        }
        fold(start..<part.upperBound)
        append(0..<bytes.count)
        if cuts.isEmpty { return }
        var piece = 0
        var isWord = true
        for cut in cuts {
            if isWord { appendPiece(piece..<cut.place) }
            isWord = !cut.afterJoiner || !Self.isEnding(bytes[cut.place...])
            piece = cut.place
        }
        if isWord { append(piece..<bytes.count) }
    }

    /// A run of a script without spaces: from each start of a word, as far as the index looks.
    mutating func appendRun(_ run: Range<Int>) {
        bytes.removeAll(keepingCapacity: true)
        fold(run)
        for start in WordBoundaries.starts(in: bytes) {
            append(start..<bytes.count, limit: WordCutter.maximumRunLength)
        }
    }

    /// The start of a typed run, as far as the index looks.
    /// - Returns: The whole run, where that is not all of it.
    mutating func appendStart(ofRun run: Range<Int>) -> String? {
        bytes.removeAll(keepingCapacity: true)
        fold(run)
        let seen = limited(0..<bytes.count, to: WordCutter.maximumRunLength)
        append(seen)
        return seen.count < bytes.count ? String(decoding: bytes, as: UTF8.self) : nil
    }

    // MARK: Pieces

    /// Fills `cuts` with the places where a piece starts, but the first.
    private mutating func findPieces(of part: Range<Int>) {
        cuts.removeAll(keepingCapacity: true)
        var last = text.kinds[part.lowerBound]
        var lastIndex = part.lowerBound
        /// In a row, up to the last letter: two and a small letter are the end of one piece and a start.
        var capitals = last.isCapital ? 1 : 0
        for index in part.dropFirst() {
            let kind = text.kinds[index]
            // By `switch` and not `==`, which is a call for an enum of another module, and took half of the time.
            switch (last, kind) {
            case (_, .mark), (_, .ignored): continue
            case (.joiner, _): cuts.append((index, true))
            case (_, .joiner), (.digit, .digit): break
            case (.digit, _), (_, .digit), (.letter, .capital): cuts.append((index, false))
            case (.capital, .letter): if capitals > 1 { cuts.append((lastIndex, false)) }
            default: break
            }
            if cuts.count == WordCutter.maximumPieces - 1 { return }
            capitals = kind.isCapital ? capitals + 1 : 0
            last = kind
            lastIndex = index
        }
    }

    /// A piece, and the rest of the part from it on unless that is the whole or the piece.
    private mutating func appendPiece(_ piece: Range<Int>) {
        append(piece)
        if piece.lowerBound > 0 { append(piece.lowerBound..<bytes.count) }
    }

    /// Whether what is after an apostrophe is an English ending and no word: "kestrel’s", "don’t", "we’ll".
    /// - Parameter rest: from the apostrophe to the end of the part, in the search form.
    static func isEnding(_ rest: some Collection<UInt8>) -> Bool {
        switch rest.count {
        case 1: rest.first.map(shortEndings.contains) ?? false
        case 2: longEndings.contains { $0.elementsEqual(rest) }
        default: false
        }
    }

    private static let shortEndings = Array("sdmt".utf8)
    private static let longEndings = ["re", "ve", "ll"].map { Array($0.utf8) }

    // MARK: Words

    /// Folds, without the joiners: "Kestrel’s" is one word. A joiner on its own is one.
    private mutating func fold(_ range: Range<Int>) {
        var start = range.lowerBound
        if range.count > 1 {
            for index in range where text.kinds[index].isJoiner {
                text.appendSearchForm(of: start..<index, to: &bytes)
                start = index + 1
            }
        }
        text.appendSearchForm(of: start..<range.upperBound, to: &bytes)
    }

    private mutating func append(_ range: Range<Int>, limit: Int = WordCutter.maximumWordLength) {
        let range = limited(range, to: limit)
        if !range.isEmpty { words.append(String(decoding: bytes[range], as: UTF8.self)) }
    }

    /// The first `limit` characters of a range of `bytes`.
    private func limited(_ range: Range<Int>, to limit: Int) -> Range<Int> {
        if range.count <= limit { return range }
        var characters = 0
        for index in range where bytes[index] & 0xC0 != 0x80 {
            characters += 1
            if characters > limit { return range.lowerBound..<index }
        }
        return range
    }
}

extension ScalarKind {
    fileprivate var isCapital: Bool { if case .capital = self { true } else { false } }
    fileprivate var isJoiner: Bool { if case .joiner = self { true } else { false } }
}

internal import ICUKit

extension WordCutter {
    /// What a typed text asks for. It is data: no character of it is syntax.
    ///
    /// * Words are cut as in the index, but not into pieces: "quarterlyRep" is looked for as quarterlyrep, which is the start
    ///   of a word that "QuarterlyReport" has in the index. A typed apostrophe is dropped.
    /// * The last word is a prefix, with a space after it as well: no result goes because a space was typed.
    /// * A run of a script without spaces is a prefix wherever it stands. Of one that is longer than `maximumRunLength` the
    ///   start is the word, and the whole is a literal.
    /// * `*`, `#`, `@` and `+`, and a point before a word, are part of a name: what is typed between spaces and has one
    ///   of them is a literal as well: "50*" does not find "50". All other signs only part words: "(draft)", "a\b".
    /// * Where nothing but signs was typed, each is looked for as a word, and what stands between spaces is a literal.
    ///
    /// Of a text, the first `maximumQueryLength` characters (Unicode scalars) and the first `maximumQueryWords` words count.
    package static func queryWords(of text: String) -> QueryWords {
        let scalars = text.unicodeScalars
        let end = scalars.index(scalars.startIndex, offsetBy: maximumQueryLength, limitedBy: scalars.endIndex)
        let seen = end.map { String(scalars[..<$0]) } ?? text
        var reader = QueryReader(ComposedText(seen), wasCut: end.map { $0 < scalars.endIndex } ?? false)
        return reader.read()
    }
}

/// Puts a query together from what stands between spaces.
private struct QueryReader {
    private var query = QueryWords()
    private let text: ComposedText
    /// Whether the last word is followed by a sign that is part of its name, so that nothing of it is still to come.
    private var isLastComplete = false

    init(_ text: ComposedText, wasCut: Bool) {
        self.text = text
        query.wasCut = wasCut
    }

    mutating func read() -> QueryWords {
        let chunks = text.scalars.indices.split { text.kinds[$0] == .separator }
        for chunk in chunks where !query.wasCut || query.words.count < WordCutter.maximumQueryWords {
            readWords(in: chunk.startIndex..<chunk.endIndex)
        }
        if let last = query.words.indices.last {
            if !isLastComplete { query.words[last].isPrefix = true }
        } else {
            for chunk in chunks { readSigns(in: chunk.startIndex..<chunk.endIndex) }
        }
        return query
    }

    private mutating func readWords(in chunk: Range<Int>) {
        var scanner = WordScanner(text, in: chunk)
        var words: Range<Int>?
        while let token = scanner.next() {
            guard let range = token.wordRange else { continue }
            if query.words.count == WordCutter.maximumQueryWords {
                query.wasCut = true
                break
            }
            append(token, range)
            words = (words?.lowerBound ?? range.lowerBound)..<range.upperBound
        }
        guard let words else { return }
        let name = name(around: words, in: chunk)
        isLastComplete = name.upperBound > words.upperBound
        if name.lowerBound < words.lowerBound || name.contains(where: { isNameSign($0) }) {
            query.literals.append(folded(name))
        }
    }

    private mutating func append(_ token: WordScanner.Token, _ range: Range<Int>) {
        var cut = CutWords(text)
        var isPrefix = false
        if case .run = token {
            if let whole = cut.appendStart(ofRun: range) { query.literals.append(whole) }
            isPrefix = true
        } else {
            cut.appendWhole(range)
            if range.count > WordCutter.maximumWordLength { query.wasCut = true }
        }
        for word in cut.words { query.words.append(QueryWord(word, isPrefix: isPrefix)) }
    }

    private mutating func readSigns(in chunk: Range<Int>) {
        let signs = chunk.filter { text.kinds[$0] == .sign || text.kinds[$0] == .joiner }
        guard let first = signs.first, let last = signs.last else { return }
        var cut = CutWords(text)
        for index in signs { cut.appendWhole(index..<index + 1) }
        for word in cut.words where !query.words.contains(where: { $0.text == word }) {
            if query.words.count == WordCutter.maximumQueryWords {
                query.wasCut = true
                return
            }
            query.words.append(QueryWord(word, isPrefix: false))
        }
        let literal = folded(first..<last + 1)
        if query.literals.contains(literal) { return }
        if query.literals.count == WordCutter.maximumQueryWords {
            query.wasCut = true
        } else {
            query.literals.append(literal)
        }
    }

    /// The words of a chunk with the signs of a name at both ends: "C++" of "(C++),".
    private func name(around words: Range<Int>, in chunk: Range<Int>) -> Range<Int> {
        var start = words.lowerBound
        while start > chunk.lowerBound, isNameSign(start - 1) { start -= 1 }
        // One point: three are an ellipsis.
        let point = start - 1
        if start == words.lowerBound, point >= chunk.lowerBound, isPoint(point),
            point == chunk.lowerBound || !isPoint(point - 1)
        {
            start = point
        }
        var end = words.upperBound
        while end < chunk.upperBound, isNameSign(end) { end += 1 }
        return start..<end
    }

    private func isPoint(_ index: Int) -> Bool { text.scalars[index] == 0x2E }

    /// `#`, `*`, `+`, `@`: signs that names are made with and that stand close to their word. Those of amounts (`%`, `€`)
    /// stand apart as often, and brackets, quotation marks, dashes and the rest set words apart.
    private func isNameSign(_ index: Int) -> Bool {
        switch text.scalars[index] {
        case 0x23, 0x2A, 0x2B, 0x40: true
        default: false
        }
    }

    private func folded(_ range: Range<Int>) -> String {
        var bytes: [UInt8] = []
        text.appendSearchForm(of: range, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension WordScanner.Token {
    fileprivate var wordRange: Range<Int>? {
        switch self {
        case .part(let range), .run(let range), .pictograph(let range): range
        case .sign: nil
        }
    }
}

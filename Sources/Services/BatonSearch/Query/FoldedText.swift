internal import ICUKit

/// A text made comparable, and where its words begin and end.
struct FoldedText {
    let bytes: [UInt8]
    /// Until the boundaries are wanted: the folded text, and where case changed within its words.
    private var unbounded: (text: String, steps: [WordRule.Step])?
    /// The same of ASCII, whose places folding does not move.
    private var ascii: String?
    private var isBoundary: [Bool] = []

    /// - Parameter words: whether `boundaries` will be asked for.
    init(_ text: String, _ folding: TextModifiers, words: Bool) {
        if let bytes = Self.ascii(text, folding) {
            self.bytes = bytes
            ascii = text
            return
        }
        guard words else {
            bytes = Array(Self.fold(text, folding).utf8)
            return
        }
        // Folding forgets case, and moves places: what is between two steps of case is folded for itself.
        var folded = ""
        var steps: [WordRule.Step] = []
        var start = text.startIndex
        for step in WordRule.steps(in: text) {
            let end = text.utf8.index(text.startIndex, offsetBy: step.offset)
            folded += Self.fold(String(text[start..<end]), folding)
            steps.append(WordRule.Step(offset: folded.utf8.count, beginsWord: step.beginsWord))
            start = end
        }
        folded += Self.fold(String(text[start...]), folding)
        bytes = Array(folded.utf8)
        unbounded = (folded, steps)
    }

    /// For each place between two bytes, and before and behind them, whether a word may begin or end there. Found when
    /// it is first asked for: most texts do not have the letters to begin with.
    mutating func boundaries() -> [Bool] {
        if let ascii {
            isBoundary = WordRule.boundaries(of: ascii, steps: WordRule.steps(in: ascii))
            self.ascii = nil
        } else if let (text, steps) = unbounded {
            isBoundary = WordRule.boundaries(of: text, steps: steps)
            unbounded = nil
        }
        return isBoundary
    }

    static func fold(_ text: String, _ folding: TextModifiers) -> String {
        TextFolding.fold(
            text, ignoringCase: folding.contains(.ignoringCase), ignoringMarks: folding.contains(.ignoringMarks))
    }

    /// Most texts, and most of the time it would take.
    private static func ascii(_ text: String, _ folding: TextModifiers) -> [UInt8]? {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        guard folding.contains(.ignoringCase) else { return Array(text.utf8) }
        return text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}

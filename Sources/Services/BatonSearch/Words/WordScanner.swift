internal import ICUKit

/// Goes through a text once and says what stands where.
struct WordScanner {
    enum Token: Equatable {
        /// Letters and digits of scripts with spaces, with their marks and the joiners between them.
        case part(Range<Int>)
        /// Letters of scripts without spaces.
        case run(Range<Int>)
        case pictograph(Range<Int>)
        case sign(Int)
    }

    private let kinds: [ScalarKind]
    private let end: Int
    private var index: Int

    init(_ text: ComposedText, in range: Range<Int>) {
        kinds = text.kinds
        index = range.lowerBound
        end = range.upperBound
    }

    var isAtEnd: Bool { index == end }

    mutating func next() -> Token? {
        while index < end {
            let start = index
            index += 1
            switch kinds[start] {
            case .separator, .ignored, .mark: continue
            case .letter, .capital, .digit: return .part(start..<endOfPart())
            case .unspaced: return .run(start..<endOfRun())
            case .pictograph: return .pictograph(start..<index)
            case .regional:
                if index < end, case .regional = kinds[index] { index += 1 }
                return .pictograph(start..<index)
            case .joiner, .sign: return .sign(start)
            }
        }
        return nil
    }

    private mutating func endOfPart() -> Int {
        while index < end {
            switch kinds[index] {
            case .letter, .capital, .digit, .mark, .ignored: index += 1
            case .joiner:
                guard index + 1 < end, kinds[index + 1].startsPart else { return index }
                index += 2
            default: return index
            }
        }
        return index
    }

    private mutating func endOfRun() -> Int {
        while index < end {
            switch kinds[index] {
            case .unspaced, .mark, .ignored: index += 1
            default: return index
            }
        }
        return index
    }
}

extension ScalarKind {
    var startsPart: Bool {
        switch self {
        case .letter, .capital, .digit: true
        default: false
        }
    }
}

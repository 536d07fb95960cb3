internal import CBatonICU

extension TextFolding {
    /// The form in which texts are searched: what a reader may type otherwise, without meaning another word, is the same.
    ///
    /// * Case, compatibility forms (full-width, half-width, ligatures), composed and decomposed writing; invisible
    ///   characters and the skin tones of emoji are left out.
    /// * Marks are dropped where they are written or left out at will: after ASCII, Latin, Greek, Cyrillic, Arabic and
    ///   Hebrew letters ("Kyōhō" is "kyoho", "ё" is "е", "й" is "и"). Elsewhere they make another letter and stay:
    ///   "が" is not "か".
    /// * Latin letters of their own become those of the English alphabet: "ł" is "l", "ø" is "o", "æ" is "ae", "ı" is "i".
    /// * Apostrophes, quotation marks and dashes become those of a keyboard; the Arabic lengthening stroke goes.
    ///
    /// Folding a text that is folded changes nothing.
    package static func searchForm(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return lowercasedASCII(text) }
        var bytes: [UInt8] = []
        appendSearchForm(of: ComposedText.scalars(of: text)[...], to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends the search form of a part of a composed text, as UTF-8.
    static func appendSearchForm(of scalars: ArraySlice<UInt32>, to bytes: inout [UInt8]) {
        let start = bytes.count
        for scalar in scalars {
            switch scalar {
            case 0..<0x80: bytes.append(lowercased(UInt8(scalar)))
            // Kana, ideographs and Korean syllables fold to themselves.
            case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
                Scalars.appendUTF8(scalar, to: &bytes)
            default:
                if SearchFormTable.shared.append(scalar, to: &bytes) { continue }
                bytes.removeSubrange(start...)
                appendSearchFormByICU(of: scalars, to: &bytes)
                return
            }
        }
    }

    /// The same for any part.
    static func appendSearchFormByICU(of scalars: some Collection<UInt32>, to bytes: inout [UInt8]) {
        let folded = NormalForm.compatibilityFolded.applied(to: Scalars.utf16(scalars))
        let letters = Scalars.decoded(NormalForm.decomposed.applied(to: folded))
        var kept: [UInt32] = []
        kept.reserveCapacity(letters.count)
        var losesMarks = false
        for scalar in letters {
            if scalar < 0x80 {
                losesMarks = true
                kept.append(scalar)
            } else if isOverlaid(scalar) {
                if !losesMarks { kept.append(scalar) }
            } else if let letters = LatinLetters.shared[scalar] {
                losesMarks = true
                kept.append(contentsOf: letters)
            } else if let replaced = replacement(for: scalar) {
                losesMarks = true
                kept.append(contentsOf: replaced)
            } else if ScalarKind.found(scalar) != .ignored {
                losesMarks = hasOptionalMarks(scalar)
                kept.append(scalar)
            }
        }
        // Once more: some marks are two when they are decomposed, and rows meet where something was dropped.
        var row = Scalars.MarkRow()
        kept.removeAll { !row.takes($0) }
        for scalar in Scalars.decoded(NormalForm.composed.applied(to: Scalars.utf16(kept))) {
            Scalars.appendUTF8(scalar, to: &bytes)
        }
    }

    private static func hasOptionalMarks(_ scalar: UInt32) -> Bool {
        switch ScalarKind.script(scalar) {
        case BATON_USCRIPT_LATIN, BATON_USCRIPT_GREEK, BATON_USCRIPT_CYRILLIC, BATON_USCRIPT_ARABIC, BATON_USCRIPT_HEBREW: true
        default: false
        }
    }

    private static func replacement(for scalar: UInt32) -> [UInt32]? {
        switch scalar {
        // ʻ ʼ ‘ ’ ‚ ‛ ′ ´ ‹ ›
        case 0x2BB, 0x2BC, 0x2018...0x201B, 0x2032, 0x2039, 0x203A: [0x27]
        // « » “ ” „ ‟ 〝 〞 〟
        case 0xAB, 0xBB, 0x201C...0x201F, 0x301D...0x301F: [0x22]
        // Hyphens, dashes, the minus sign
        case 0x2010...0x2015, 0x2212: [0x2D]
        case 0x640: []
        default: nil
        }
    }
}

/// The search form of each scalar that can be folded without its neighbours, of the blocks that most texts are of: no two
/// of these forms compose.
private struct SearchFormTable {
    static let shared = SearchFormTable()

    /// Latin, Greek and Cyrillic; the letters of Hebrew and Arabic, whose marks need their neighbours.
    private static let blocks: [ClosedRange<UInt32>] = [
        0x80...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x5D0...0x5EA, 0x620...0x64A, 0x1E00...0x1FFF,
    ]
    /// Where the form of each scalar starts in `bytes`, with one more for the end of the last.
    private var starts: [UInt16] = [0]
    private var bytes: [UInt8] = []

    private init() {
        for block in Self.blocks {
            for scalar in block {
                TextFolding.appendSearchFormByICU(of: CollectionOfOne(scalar), to: &bytes)
                starts.append(UInt16(bytes.count))
            }
        }
    }

    /// - Returns: False where the neighbours must be seen.
    func append(_ scalar: UInt32, to result: inout [UInt8]) -> Bool {
        var base: UInt32 = 0
        for block in Self.blocks {
            if scalar < block.lowerBound { return false }
            if scalar <= block.upperBound {
                let index = Int(base + scalar - block.lowerBound)
                for place in Int(starts[index])..<Int(starts[index + 1]) { result.append(bytes[place]) }
                return true
            }
            base += UInt32(block.count)
        }
        return false
    }
}

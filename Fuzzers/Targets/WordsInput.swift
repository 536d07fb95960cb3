internal import BatonSearch
internal import FoundationEssentials
internal import ICUKit

/// The first byte says which text the others are: one in UTF-8, or one whose characters are picked from many scripts, two
/// bytes each.
enum WordsInput {
    static func run(_ bytes: Data) throws(FuzzTarget.Finding) {
        guard let mode = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        let text = mode & 1 == 0 ? String(decoding: rest, as: UTF8.self) : picked(rest)
        let form = TextFolding.searchForm(text)
        try FuzzTarget.check(TextFolding.searchForm(form).utf8.elementsEqual(form.utf8), "folding again changes a text")
        let title = WordCutter.indexWords(of: text, as: .title)
        let body = WordCutter.indexWords(of: text, as: .text)
        try FuzzTarget.check(title.starts(with: body), "a title has not the words of a text")
        let query = WordCutter.queryWords(of: text)
        for word in title + WordCutter.titleKey(text) + query.words.map(\.text) { try check(word) }
        try FuzzTarget.check(query.words.count <= WordCutter.maximumQueryWords, "a query has too many words")
        try FuzzTarget.check(query.literals.count <= 2 * WordCutter.maximumQueryWords, "a query has too many literals")
        // What was typed is found in what it was typed from.
        for word in query.words {
            let isFound = title.contains { word.isPrefix ? $0.utf8.starts(with: word.text.utf8) : $0 == word.text }
            try FuzzTarget.check(isFound, "a text does not find itself")
        }
        for literal in query.literals {
            try FuzzTarget.check(form.utf8.contains(literal.utf8), "a literal is not in its text")
        }
    }

    private static func check(_ word: String) throws(FuzzTarget.Finding) {
        try FuzzTarget.check(!word.isEmpty, "a word is empty")
        try FuzzTarget.check(word.unicodeScalars.count <= WordCutter.maximumWordLength, "a word is too long")
        for scalar in word.unicodeScalars {
            let properties = scalar.properties
            let isKept =
                !properties.isWhitespace && properties.generalCategory != .control
                && properties.generalCategory != .privateUse
            try FuzzTarget.check(isKept, "a word holds what parts words")
        }
    }

    /// The first byte of two says where in the second's row a character is from.
    private static func picked(_ bytes: [UInt8]) -> String {
        let rows: [UInt32] = [
            0x20, 0xA0, 0x180, 0x2B0, 0x300, 0x370, 0x410, 0x5B0, 0x610, 0x900, 0xE00, 0x1000, 0x1100, 0x1780, 0x1E80,
            0x2000,
            0x2100, 0x2460, 0x3040, 0x30A0, 0x3130, 0x4E00, 0xAC00, 0xF900, 0xFB00, 0xFE70, 0xFF00, 0x1D400, 0x1F1E6,
            0x1F300, 0xE0000, 0xF0000,
        ]
        var text = String.UnicodeScalarView()
        for index in stride(from: 0, to: bytes.count - 1, by: 2) {
            let row = rows[Int(bytes[index]) % rows.count]
            if let scalar = Unicode.Scalar(row + UInt32(bytes[index + 1] & 0x7F)) { text.append(scalar) }
        }
        return String(text)
    }
}

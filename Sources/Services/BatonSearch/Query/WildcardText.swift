/// A text in a query: pieces of plain text, with anything at all between them, and before and behind where it is open.
package struct WildcardText: Sendable, Hashable {
    /// None is empty.
    package private(set) var pieces: [String] = []
    package private(set) var isOpenAtStart = false
    package private(set) var isOpenAtEnd = false

    /// `*` alone.
    package var isAnything: Bool { pieces.isEmpty && isOpenAtStart }

    /// Made from the UTF-8 of a valid text, of which whole characters were left out.
    struct Builder {
        private var value = WildcardText()
        private var piece: [UInt8] = []

        mutating func append(_ byte: UInt8) {
            piece.append(byte)
            value.isOpenAtEnd = false
        }

        mutating func append(_ text: Substring) {
            for byte in text.utf8 { append(byte) }
        }

        mutating func wildcard() {
            if piece.isEmpty, value.pieces.isEmpty { value.isOpenAtStart = true }
            endPiece()
            value.isOpenAtEnd = true
        }

        mutating func finish() -> WildcardText {
            endPiece()
            defer { value = WildcardText() }
            return value
        }

        private mutating func endPiece() {
            if !piece.isEmpty { value.pieces.append(String(decoding: piece, as: UTF8.self)) }
            piece = []
        }
    }

    /// The words of the text, each with the wildcards that touch it.
    var tokens: [WildcardText] {
        var tokens: [WildcardText] = []
        var token = Builder()
        func end() {
            let finished = token.finish()
            if !finished.pieces.isEmpty { tokens.append(finished) }
        }
        if isOpenAtStart { token.wildcard() }
        for (index, piece) in pieces.enumerated() {
            if index > 0 { token.wildcard() }
            var start = piece.startIndex
            for word in WordRule.tokens(of: piece) {
                if word.startIndex > start { end() }
                token.append(word)
                start = word.endIndex
                if start < piece.endIndex { end() }
            }
            if start < piece.endIndex { end() }
        }
        if isOpenAtEnd { token.wildcard() }
        end()
        return tokens
    }
}

/// What stands behind the closing quote.
package struct TextModifiers: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// `c`
    package static let ignoringCase = TextModifiers(rawValue: 1)
    /// `d`
    package static let ignoringMarks = TextModifiers(rawValue: 2)
    /// `w`
    package static let words = TextModifiers(rawValue: 4)
    /// `t`
    package static let tokens = TextModifiers(rawValue: 8)

    var folding: TextModifiers { intersection([.ignoringCase, .ignoringMarks]) }
}

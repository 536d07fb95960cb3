internal import CBatonICU

/// Makes texts comparable: what a reader takes for the same becomes the same. All of it takes time in proportion to the
/// text. Of more than 30 marks on one letter, the first 30 count.
package enum TextFolding {
    /// The text in a form in which equal scalars mean equal texts; with neither option, composed and decomposed writing
    /// become one, and nothing else does.
    ///
    /// The rules are Unicode's and those of no language: "I" becomes "i", not "ı".
    ///
    /// - Parameters:
    ///   - ignoringCase: full case folding, so that "Straße" and "STRASSE" are equal.
    ///   - ignoringMarks: compatibility decomposition without non-spacing and enclosing marks, in every script: "Ö" is "O",
    ///     "ﬁ" is "fi", "が" is "か". Letters with a stroke stay: "ł" is no "l".
    package static func fold(_ text: String, ignoringCase: Bool, ignoringMarks: Bool) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return ignoringCase ? lowercasedASCII(text) : text }
        var units = Scalars.utf16(Scalars.read(text))
        if !ignoringCase && !ignoringMarks {
            return String(decoding: NormalForm.composed.applied(to: units), as: UTF16.self)
        }
        let form = ignoringMarks ? NormalForm.compatibilityDecomposed : .decomposed
        units = form.applied(to: units)
        // Folding undoes the form for a few letters, such as "İ".
        if ignoringCase { units = form.applied(to: NormalForm.caseFolded(units)) }
        if ignoringMarks {
            let bare = Scalars.decoded(units).filter { !isOverlaid($0) }
            units = Scalars.utf16(bare)
        }
        return String(decoding: NormalForm.composed.applied(to: units), as: UTF16.self)
    }

    static func lowercasedASCII(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            String(unsafeUninitializedCapacity: bytes.count) { buffer in
                for index in bytes.indices { buffer.initializeElement(at: index, to: lowercased(bytes[index])) }
                return bytes.count
            }
        }
    }

    static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

    /// A mark that stands over, under, in or around its letter.
    static func isOverlaid(_ scalar: UInt32) -> Bool {
        guard scalar >= 0x300 else { return false }
        let category = ScalarKind.category(scalar)
        return category == BATON_U_NON_SPACING_MARK || category == BATON_U_ENCLOSING_MARK
    }
}

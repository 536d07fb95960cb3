/// A text on its way into words: composed, with what only looks otherwise (full-width, half-width, ligatures, raised figures)
/// in its usual form, but with its case, which shows where names are put together.
package struct ComposedText: Sendable {
    package let scalars: [UInt32]
    /// Of each scalar.
    package let kinds: [ScalarKind]

    package init(_ text: String) {
        var text = text
        let ascii = text.withUTF8 { bytes in
            bytes.allSatisfy { $0 < 0x80 } ? bytes.map { UInt32($0) } : nil
        }
        scalars = ascii ?? Self.scalars(of: text)
        kinds = ScalarKind.kinds(of: scalars)
    }

    /// Composed first and folded then, always: for a few marks the order matters.
    static func scalars(of text: String) -> [UInt32] {
        let units = Scalars.utf16(Scalars.read(text))
        return Scalars.decoded(NormalForm.compatibilityComposed.applied(to: units))
    }

    /// Appends `TextFolding.searchForm` of a part of the text, as UTF-8.
    package func appendSearchForm(of range: Range<Int>, to bytes: inout [UInt8]) {
        TextFolding.appendSearchForm(of: scalars[range], to: &bytes)
    }
}

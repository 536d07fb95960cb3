internal import CReaderWide
internal import Glibc

/// How many cells of a terminal a scalar takes, in the C library's opinion, which is ncurses's too.
package enum CellWidth {
    /// Takes the user's locale, or C.UTF-8 where that has another encoding: the widths are the same in all of UTF-8, and
    /// in no other encoding can a text be shown.
    package static let prepare: Void = {
        setlocale(LC_ALL, "")
        if String(cString: nl_langinfo(nl_item(CODESET))) != "UTF-8" { setlocale(LC_CTYPE, "C.UTF-8") }
    }()

    /// -1 for what cannot be printed: controls, unassigned scalars and noncharacters.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if (0x20..<0x7F).contains(scalar.value) { return 1 }
        _ = prepare
        return Int(reader_width(scalar.value))
    }
}

/// Lowercase of one scalar, for a search that does not tell case.
enum CaseFold {
    static func fold(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return (0x41...0x5A).contains(scalar) ? scalar + 0x20 : scalar }
        _ = CellWidth.prepare
        return reader_lowercase(scalar)
    }
}

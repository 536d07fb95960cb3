package import FoundationEssentials

/// What a thumbnail's first bytes say.
package enum Picture {
    /// Whether the data begins as one of the picture formats that desktops show: PNG, JPEG, GIF, WebP, TIFF, BMP, icons,
    /// HEIF and AVIF, SVG. The rest of it is not looked at; who shows it decodes it.
    package static func isOne(_ data: Data) -> Bool {
        let start = [UInt8](data.prefix(256))
        if signatures.contains(where: { start.starts(with: $0) }) { return true }
        guard start.count >= 12 else { return false }
        if start.starts(with: "RIFF".utf8) { return start[8..<12].elementsEqual("WEBP".utf8) }
        if start[4..<8].elementsEqual("ftyp".utf8) {
            return ["heic", "heix", "mif1", "avif", "heif"].contains { start[8..<12].elementsEqual($0.utf8) }
        }
        // An XML file that names its element early.
        return start.first { $0 > 0x20 } == UInt8(ascii: "<") && String(decoding: start, as: UTF8.self).contains("<svg")
    }

    private static let signatures: [[UInt8]] = [
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8),
        [0x49, 0x49, 0x2A, 0],
        [0x4D, 0x4D, 0, 0x2A], Array("BM".utf8), [0, 0, 1, 0], Array("icns".utf8),
    ]
}

internal import ICUKit

/// Whether a file takes `UK` for the code of a region. Apple's text lists it; ISO's code is GB, and `$(region)` stands
/// for that.
struct RegionHints {
    private var usesRegion = false
    private var place: String?
    private var lists: [String] = []

    mutating func note(pattern text: String, at place: String) {
        if text.contains("$(region)") { usesRegion = true }
        if self.place == nil, Self.names("UK", in: text) { self.place = place }
    }

    mutating func note(values: [String], at place: String) {
        let codes = values.map { $0.uppercased() }
        if codes.contains("UK"), codes.contains(where: { $0 != "UK" && ISOCodes.regions.contains($0) }) {
            lists.append(place)
        }
    }

    func report(_ warnings: inout WarningList) {
        for list in lists {
            warnings.add(list, "UK is no ISO code of a region; pages for GB are not matched unless the list has GB too")
        }
        if usesRegion, let place {
            warnings.add(place, "UK is no ISO code of a region, and $(region) does not stand for it; the code is GB")
        }
    }

    /// Whether the code stands in the text as a word.
    static func names(_ code: String, in text: String) -> Bool {
        let bytes = Array(text.utf8)
        let code = Array(code.utf8)
        return bytes.indices.contains { start in
            let end = start + code.count
            return bytes[start...].starts(with: code) && (start == 0 || !isLetter(bytes[start - 1]))
                && (end == bytes.count || !isLetter(bytes[end]))
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 }
}

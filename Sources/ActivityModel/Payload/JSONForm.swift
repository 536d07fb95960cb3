package import FoundationEssentials

/// What must be known of JSON from outside before a parser that recurses and guesses encodings sees the bytes: that they
/// are UTF-8, since in UTF-16 another character's byte would pass for a quotation mark and hide brackets; how deep the
/// brackets outside strings go; and that no comma ends a list, which Foundation's parser lets through.
package enum JSONForm {
    package enum Fault: Error, Sendable, Hashable {
        case notUTF8, tooDeep, commaTooMany
    }

    /// Says nothing of whether it is JSON: that is the parser's.
    package static func check(_ data: Data, maximumDepth: Int) throws(Fault) {
        // A zero byte is valid UTF-8, but stands in no JSON text; every form of UTF-16 and UTF-32 has one.
        guard !data.contains(0), String(validating: data, as: UTF8.self) != nil else { throw .notUTF8 }
        var depth = 0
        var inString = false
        var escaped = false
        var afterComma = false
        for byte in data {
            if inString {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: " "), 0x09, 0x0A, 0x0D: continue
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > maximumDepth { throw .tooDeep }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                guard !afterComma else { throw .commaTooMany }
            default: break
            }
            afterComma = byte == UInt8(ascii: ",")
        }
    }
}

internal import FoundationEssentials

/// Writes the canonical encoding. Writing by hand, since `JSONEncoder` writes neither tags nor whole doubles as needed.
struct CanonicalWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: PayloadValue) {
        switch value {
        case .null: text("null")
        case .bool(let value): text(value ? "true" : "false")
        case .integer(let value): text(String(value))
        case .unsigned(let value): text(String(value))
        case .float(let value):
            text("{\"$float\":")
            text(Self.word(Double(value)).map { "\"\($0)\"" } ?? value.description)
            text("}")
        case .double(let value):
            if let word = Self.word(value) {
                text("{\"$double\":\"\(word)\"}")
            } else {
                text(Self.number(value))
            }
        case .string(let value): string(value)
        case .data(let value): tagged("$data") { $0.string(value.base64EncodedString()) }
        case .date(let value): tagged("$date") { $0.write(.double(value.timeIntervalSinceReferenceDate)) }
        case .url(let value): tagged("$url") { $0.string(value.absoluteString) }
        case .uuid(let value): tagged("$uuid") { $0.string(value.uuidString) }
        case .array(let values): list(values.map(Self.encoded))
        case .set(let values):
            tagged("$set") { $0.list(values.map(Self.encoded).sorted { $0.lexicographicallyPrecedes($1) }) }
        case .dictionary(let pairs): dictionary(pairs)
        }
    }

    private mutating func dictionary(_ pairs: [PayloadValue: PayloadValue]) {
        var names: [(name: String, value: PayloadValue)] = []
        for (key, value) in pairs {
            // A key that begins with `$` would read as a tag.
            guard case .string(let name) = key, name.unicodeScalars.first != "$" else { return pairList(pairs) }
            names.append((name, value))
        }
        // "é" in its two spellings: as keys of one object, a reader keeps one of them.
        guard Set(names.map(\.name)).count == names.count else { return pairList(pairs) }
        names.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        text("{")
        for (index, pair) in names.enumerated() {
            if index > 0 { text(",") }
            string(pair.name)
            text(":")
            write(pair.value)
        }
        text("}")
    }

    private mutating func pairList(_ pairs: [PayloadValue: PayloadValue]) {
        let encoded = pairs.map { (key: Self.encoded($0.key), value: Self.encoded($0.value)) }
            .sorted { $0.key.lexicographicallyPrecedes($1.key) }
        tagged("$dict") {
            $0.list(encoded.map { [UInt8(ascii: "[")] + $0.key + [UInt8(ascii: ",")] + $0.value + [UInt8(ascii: "]")] })
        }
    }

    private mutating func tagged(_ tag: String, _ body: (inout CanonicalWriter) -> Void) {
        text("{\"\(tag)\":")
        body(&self)
        text("}")
    }

    private mutating func list(_ elements: [[UInt8]]) {
        text("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { text(",") }
            bytes += element
        }
        text("]")
    }

    private static func encoded(_ value: PayloadValue) -> [UInt8] {
        var writer = CanonicalWriter()
        writer.write(value)
        return writer.bytes
    }

    private static func word(_ value: Double) -> String? {
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-inf" : "inf" }
        return value == 0 && value.sign == .minus ? "-0" : nil
    }

    /// A whole double as an integer, so that a reader which tells the two apart by the text gets the exact value.
    private static func number(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return String(whole) }
        if let whole = UInt64(exactly: value) { return String(whole) }
        return value.description
    }

    private mutating func text(_ text: String) { bytes += text.utf8 }

    private mutating func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""): text("\\\"")
            case UInt8(ascii: "\\"): text("\\\\")
            case 0x0A: text("\\n")
            case 0x0D: text("\\r")
            case 0x09: text("\\t")
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                text("\\u00" + (digits.utf8.count == 1 ? "0" : "") + digits)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

package import FoundationEssentials

/// The one encoding of payloads, used on the link, on disk, over D-Bus and in `--json`: JSON with tags for what JSON
/// has no form for. Equal values have equal bytes: keys are sorted by their UTF-8, sets by their encoded elements.
///
/// | value | form |
/// |---|---|
/// | null, boolean, string, array | JSON's own |
/// | integer, and a double that is whole and fits 64 bits | a JSON integer |
/// | other doubles | a JSON number, shortest that reads back equal |
/// | NaN, infinities, minus zero | `{"$double": "nan"}`, `"inf"`, `"-inf"`, `"-0"` |
/// | 32-bit float | `{"$float": number or one of these words}` |
/// | date | `{"$date": seconds since 2001-01-01T00:00:00Z}`; data `{"$data": base64}`; `$url`, `$uuid`: strings |
/// | set | `{"$set": [elements]}` |
/// | dictionary | an object; one with a key that is no string or begins with `$`: `{"$dict": [[key, value], …]}` |
///
/// Source: decisions.md, docs/decisions/canonical-encoding.md.
package enum CanonicalEncoding {
    package static func encode(_ value: PayloadValue) -> Data {
        var writer = CanonicalWriter()
        writer.write(value)
        return Data(writer.bytes)
    }

    /// Reads one value.
    /// - Throws: `BatonError` with code `invalidPayload`: not JSON, an unknown tag, a damaged value (named by its key
    ///   path), or containers more than `Payload.maximumDepth` deep.
    package static func decode(_ data: Data) throws(BatonError) -> PayloadValue {
        try checkDepth(data)
        let value: PayloadValue
        do {
            value = try JSONDecoder().decode(CanonicalReader.self, from: data).value
        } catch let error as BatonError {
            throw error
        } catch let error as DecodingError {
            throw BatonError(.invalidPayload, "A payload is not in the canonical encoding: \(Self.place(error)).")
        } catch {
            throw BatonError(.invalidPayload, "A payload could not be read as JSON.")
        }
        guard value.depth <= Payload.maximumDepth else { throw tooDeep }
        return value
    }

    /// Whether `data` is one JSON object within the depth limit: what the daemon checks without building the values.
    package static func checkObject(_ data: Data) throws(BatonError) {
        try checkDepth(data)
        do {
            _ = try JSONDecoder().decode(AnyObjectForm.self, from: data)
        } catch {
            throw BatonError(.invalidPayload, "A payload is not a JSON object; see docs/dbus.md for the encoding.")
        }
    }

    /// Counts brackets outside strings before a parser that recurses sees them. A tag costs two levels at the most
    /// (`{"$dict": [[k, v]]}` three), so three times the limit is never reached by an acceptable value.
    private static func checkDepth(_ data: Data) throws(BatonError) {
        var depth = 0
        var inString = false
        var escaped = false
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
            case UInt8(ascii: "\""): inString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > 3 * Payload.maximumDepth { throw tooDeep }
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            default: break
            }
        }
    }

    static var tooDeep: BatonError {
        BatonError(
            .invalidPayload,
            "A payload is nested more than \(Payload.maximumDepth) deep; flatten it, or store it and pass its name.")
    }

    private static func place(_ error: DecodingError) -> String {
        let (what, path): (String, [any CodingKey]) =
            switch error {
            case .dataCorrupted(let context): ("damaged", context.codingPath)
            case .keyNotFound(_, let context): ("a key is missing", context.codingPath)
            case .typeMismatch(_, let context): ("a value of another type than its tag says", context.codingPath)
            case .valueNotFound(_, let context): ("a value is missing", context.codingPath)
            @unknown default: ("unreadable", [])
            }
        return path.isEmpty ? what : "\(what) at \(path.map(\.stringValue).joined(separator: "."))"
    }
}

/// Accepts any JSON object without building its members.
private struct AnyObjectForm: Decodable {
    init(from decoder: any Decoder) throws {
        _ = try decoder.container(keyedBy: CanonicalReader.Key.self)
    }
}

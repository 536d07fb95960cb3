package import FoundationEssentials

/// The one encoding of payloads, used on the link, on disk, over D-Bus and in `--json`: JSON with tags for what JSON
/// has no form for. Equal values have equal bytes: keys are sorted by their UTF-8, sets by their encoded elements. Only
/// numbers that are equal in value alone (a 32-bit float and a double, zero and minus zero) keep their own forms.
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
/// | dictionary | an object; where that would not read back, `{"$dict": [[key, value], …]}` |
///
/// An object does not read back with a key that is no string or begins with `$`, or with keys that Unicode takes for
/// equal.
///
/// Source: docs/decisions/canonical-encoding.md.
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
        try checkForm(data)
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
        try checkForm(data)
        do {
            _ = try JSONDecoder().decode(AnyObjectForm.self, from: data)
        } catch {
            throw BatonError(.invalidPayload, "A payload is not a JSON object; see docs/dbus.md for the encoding.")
        }
    }

    /// A level costs three brackets at the most (`{"$dict": [[k, v]]}`), and the innermost value two more
    /// (`{"$date": {"$double": "inf"}}`): an acceptable payload never has more.
    private static func checkForm(_ data: Data) throws(BatonError) {
        do throws(JSONForm.Fault) {
            try JSONForm.check(data, maximumDepth: 3 * Payload.maximumDepth + 2)
        } catch {
            switch error {
            case .notUTF8: throw BatonError(.invalidPayload, "A payload is not in UTF-8.")
            case .commaTooMany: throw BatonError(.invalidPayload, "A payload has a comma too many.")
            case .tooDeep: throw tooDeep
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

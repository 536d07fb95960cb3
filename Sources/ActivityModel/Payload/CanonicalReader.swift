internal import FoundationEssentials

/// Reads one value of the canonical encoding through a JSON decoder.
struct CanonicalReader: Decodable {
    let value: PayloadValue

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        // Containers first: asking them costs no thrown error for the two kinds that hold most of a payload.
        if let object = try? decoder.container(keyedBy: Key.self) {
            value = try Self.object(object)
        } else if var list = try? decoder.unkeyedContainer() {
            var values: [PayloadValue] = []
            while !list.isAtEnd { values.append(try list.decode(CanonicalReader.self).value) }
            value = .array(values)
        } else {
            value = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> PayloadValue {
        if container.decodeNil() { return .null }
        if let string = try? container.decode(String.self) { return .string(string) }
        if let bool = try? container.decode(Bool.self) { return .bool(bool) }
        if let integer = try? container.decode(Int64.self) { return .integer(integer) }
        if let unsigned = try? container.decode(UInt64.self) { return .unsigned(unsigned) }
        return .double(try container.decode(Double.self))
    }

    private static func object(_ object: KeyedDecodingContainer<Key>) throws -> PayloadValue {
        let keys = object.allKeys
        if let tag = keys.first(where: { $0.stringValue.unicodeScalars.first == "$" }) {
            guard keys.count == 1 else { throw damaged(object, "a tag among other keys") }
            return try tagged(tag, in: object)
        }
        var pairs: [PayloadValue: PayloadValue] = [:]
        for key in keys { pairs[.string(key.stringValue)] = try object.decode(CanonicalReader.self, forKey: key).value }
        return .dictionary(pairs)
    }

    private static func tagged(_ tag: Key, in object: KeyedDecodingContainer<Key>) throws -> PayloadValue {
        switch tag.stringValue {
        case "$float":
            if let word = try? object.decode(String.self, forKey: tag) {
                return .float(Float(try special(word, object)))
            }
            return .float(try object.decode(Float.self, forKey: tag))
        case "$double": return .double(try special(try object.decode(String.self, forKey: tag), object))
        case "$date":
            let seconds = try object.decode(CanonicalReader.self, forKey: tag).value
            // Swift's Foundation ends the process that prints a date which is not a number (measured, 6.3.1).
            guard let interval = seconds.asDouble, !interval.isNaN else {
                throw damaged(object, "a date that is no number")
            }
            return .date(Date(timeIntervalSinceReferenceDate: interval))
        case "$data":
            guard let data = Data(base64Encoded: try object.decode(String.self, forKey: tag)) else {
                throw damaged(object, "data that is not base64")
            }
            return .data(data)
        case "$url":
            guard let url = URL(string: try object.decode(String.self, forKey: tag)) else {
                throw damaged(object, "an address that is no URL")
            }
            return .url(url)
        case "$uuid":
            guard let uuid = UUID(uuidString: try object.decode(String.self, forKey: tag)) else {
                throw damaged(object, "a UUID that is none")
            }
            return .uuid(uuid)
        case "$set":
            var elements: Set<PayloadValue> = []
            var list = try object.nestedUnkeyedContainer(forKey: tag)
            while !list.isAtEnd { elements.insert(try list.decode(CanonicalReader.self).value) }
            return .set(elements)
        case "$dict":
            var pairs: [PayloadValue: PayloadValue] = [:]
            var list = try object.nestedUnkeyedContainer(forKey: tag)
            while !list.isAtEnd {
                var pair = try list.nestedUnkeyedContainer()
                let key = try pair.decode(CanonicalReader.self).value
                pairs[key] = try pair.decode(CanonicalReader.self).value
                guard pair.isAtEnd else { throw damaged(object, "a pair of more than two") }
            }
            return .dictionary(pairs)
        default: throw damaged(object, "an unknown tag, “\(tag.stringValue)”")
        }
    }

    private static func special(_ word: String, _ object: KeyedDecodingContainer<Key>) throws -> Double {
        switch word {
        case "nan": .nan
        case "inf": .infinity
        case "-inf": -.infinity
        case "-0": -0.0
        default: throw damaged(object, "a number that is none")
        }
    }

    private static func damaged(_ object: KeyedDecodingContainer<Key>, _ what: String) -> BatonError {
        let path = object.codingPath.map(\.stringValue).joined(separator: ".")
        return BatonError(.invalidPayload, "A payload holds \(what)\(path.isEmpty ? "" : " at \(path)").")
    }
}

extension PayloadValue {
    /// The value as a double, for numbers.
    package var asDouble: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .unsigned(let value): Double(value)
        case .float(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }
}

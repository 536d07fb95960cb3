internal import CBatonGLib
internal import FoundationEssentials

/// Decodes Swift values from `GVariant`s: lenient in width (any integer type into any that holds the value, `v` unwrapped
/// wherever it stands), strict in range and kind.
package struct VariantDecoder {
    package init() {}

    package func decode<T: Decodable>(_ type: T.Type, from variant: Variant) throws(VariantError) -> T {
        do {
            return try ValueDecoder(value: variant.unboxed, codingPath: []).get(type)
        } catch let error as VariantError {
            throw error
        } catch let error as DecodingError {
            throw VariantError(Self.describe(error))
        } catch {
            throw VariantError("a value of type \(variant.type) could not be read")
        }
    }

    private static func describe(_ error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, _): "the key “\(key.stringValue)” is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            context.debugDescription
        @unknown default: "unreadable"
        }
    }
}

extension Variant {
    /// The number, where this is one of any integer type that fits.
    package func integer<T: FixedWidthInteger>(_: T.Type = T.self) -> T? {
        switch type {
        case "y": T(exactly: g_variant_get_byte(pointer))
        case "n": T(exactly: g_variant_get_int16(pointer))
        case "q": T(exactly: g_variant_get_uint16(pointer))
        case "i": T(exactly: g_variant_get_int32(pointer))
        case "u": T(exactly: g_variant_get_uint32(pointer))
        case "x": T(exactly: g_variant_get_int64(pointer))
        case "t": T(exactly: g_variant_get_uint64(pointer))
        default: nil
        }
    }

    package var double: Double? {
        if type == "d" { return g_variant_get_double(pointer) }
        if let value = integer(Int64.self) { return Double(value) }
        return integer(UInt64.self).map(Double.init)
    }

    package var bool: Bool? { type == "b" ? g_variant_get_boolean(pointer) != 0 : nil }
}

private struct ValueDecoder: Decoder {
    let value: Variant
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func get<T: Decodable>(_ type: T.Type) throws -> T {
        switch type {
        case is Variant.Type: return try cast(value)
        case is Data.Type:
            if let bytes = value.bytes { return try cast(bytes) }
            throw mismatch("bytes")
        case is Date.Type: return try cast(value.double.map(Date.init(timeIntervalSinceReferenceDate:)))
        case is URL.Type: return try cast(value.string.flatMap { URL(string: $0) })
        case is UUID.Type: return try cast(value.string.flatMap { UUID(uuidString: $0) })
        default: return try T(from: self)
        }
    }

    private func cast<T>(_ value: Any?) throws -> T {
        guard let value = value as? T else { throw mismatch("\(T.self)") }
        return value
    }

    func mismatch(_ wanted: String) -> VariantError {
        let place = codingPath.isEmpty ? "" : " at \(codingPath.map(\.stringValue).joined(separator: "."))"
        return VariantError("\(wanted) expected\(place), but the value is of type \(value.type)")
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let text = value.type
        var members: [String: Variant] = [:]
        if text.hasPrefix("a{s") || text.hasPrefix("a{o") {
            for index in 0..<value.count {
                let entry = value[index]
                // The first of a repeated key counts.
                if let key = entry[0].string, members[key] == nil { members[key] = entry[1].unboxed }
            }
        } else {
            throw mismatch("a record (a{sv})")
        }
        return KeyedDecodingContainer(KeyedValues(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard value.type.hasPrefix("a") && !value.type.hasPrefix("a{") || value.type.hasPrefix("(") else {
            throw mismatch("a list")
        }
        return ListValues(decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let result: Any?
        switch type {
        case is Bool.Type: result = value.bool
        case is String.Type: result = value.string
        case is Double.Type: result = value.double
        case is Float.Type: result = value.double.map { Float($0) }
        case let integer as any FixedWidthInteger.Type: result = read(integer)
        default: return try get(type)
        }
        guard let result = result as? T else { throw mismatch("\(T.self)") }
        return result
    }

    private func read<I: FixedWidthInteger>(_ type: I.Type) -> Any? { value.integer(type) }
}

private struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ValueDecoder
    let members: [String: Variant]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { members[key.stringValue] == nil }

    func child(_ key: any CodingKey) throws -> ValueDecoder {
        guard let member = members[key.stringValue] else {
            throw VariantError("the key “\(key.stringValue)” is missing")
        }
        return ValueDecoder(value: member, codingPath: codingPath + [key])
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try child(key).decode(type) }
    func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
        try child(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try child(key).unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try child(key) }
}

private struct ListValues: UnkeyedDecodingContainer {
    let decoder: ValueDecoder
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { decoder.value.count }
    var isAtEnd: Bool { currentIndex >= decoder.value.count }

    private mutating func next() throws -> ValueDecoder {
        guard !isAtEnd else { throw VariantError("too few members: \(currentIndex) are there") }
        defer { currentIndex += 1 }
        return ValueDecoder(value: decoder.value[currentIndex].unboxed, codingPath: codingPath)
    }

    mutating func decodeNil() throws -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }
    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
        try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}

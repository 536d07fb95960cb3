internal import CBatonGLib
internal import FoundationEssentials

/// Encodes Swift values as `GVariant`s of a declared type: `encode(record, as: "a{sv}")`.
///
/// The type comes from the interface, since an empty array does not know its element type. At `v` the natural type is
/// taken. D-Bus has no maybe type: nil inside an array, a dictionary or a tuple throws; in a record the key is left out.
package struct VariantEncoder {
    package init() {}

    package func encode(_ value: some Encodable, as type: String) throws(VariantError) -> Variant {
        let node = Node(type: type)
        do {
            try NodeEncoder(node: node, path: []).put(value)
            return try node.variant()
        } catch let error as VariantError {
            throw error
        } catch {
            throw VariantError("a value of type \(Swift.type(of: value)) could not be encoded as \(type)")
        }
    }
}

package struct VariantError: Error, Sendable, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
}

/// A value under construction.
private final class Node {
    let type: String
    enum Content {
        case none
        case leaf(Variant)
        case members([(key: String, node: Node)])
        case elements([Node])
    }
    var content = Content.none

    init(type: String) { self.type = type }

    func variant() throws -> Variant {
        if type == "v" {
            let inner = try natural()
            return inner.boxed
        }
        switch content {
        case .none:
            if type.hasPrefix("a") { return try build([]) }
            if type == "()" { return Variant.tuple([]) }
            throw VariantError("nothing was encoded where \(type) is expected (a missing value has no form in D-Bus)")
        case .leaf(let leaf): return try Self.convert(leaf, to: type)
        case .elements(let nodes):
            if type.hasPrefix("(") { return Variant.tuple(try nodes.map { try $0.variant() }) }
            return try build(nodes.map { try $0.variant() })
        case .members(let members):
            if type.hasPrefix("(") { return Variant.tuple(try members.map { try $0.node.variant() }) }
            return try build(
                members.map { member in
                    let key = Variant.string(member.key)
                    let value = try member.node.variant()
                    return Variant.entry(key, value)
                })
        }
    }

    private func build(_ children: [Variant]) throws -> Variant {
        guard type.hasPrefix("a") else { throw VariantError("a list or record was encoded where \(type) is expected") }
        return Variant.array(children, of: String(type.dropFirst()))
    }

    private func natural() throws -> Variant {
        switch content {
        case .none: throw VariantError("nothing was encoded where a value is expected")
        case .leaf(let leaf): return leaf
        case .members:
            let node = Node(type: "a{sv}")
            node.content = content
            return try node.variant()
        case .elements(let nodes):
            // One basic type throughout becomes an array of it, for clients in other languages.
            let values = try nodes.map { try $0.type == "v" ? $0.natural() : $0.variant() }
            let types = Set(values.map(\.type))
            if types.count == 1, let only = types.first, only != "v" {
                return Variant.array(values, of: only)
            }
            return Variant.array(values.map(\.boxed), of: "v")
        }
    }

    /// Widths: any integer into any integer type that holds it.
    private static func convert(_ leaf: Variant, to type: String) throws -> Variant {
        if leaf.type == type { return leaf }
        if let text = leaf.string {
            switch type {
            case "o" where g_variant_is_object_path(text) != 0:
                return Variant(adopting: g_variant_new_object_path(text))
            case "g" where g_variant_is_signature(text) != 0: return Variant(adopting: g_variant_new_signature(text))
            default: throw VariantError("a string was encoded where \(type) is expected")
            }
        }
        func fit<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
            guard let value = leaf.integer(T.self) else { throw VariantError("a number out of range, or none") }
            return value
        }
        switch type {
        case "y": return Variant(adopting: g_variant_new_byte(try fit(UInt8.self)))
        case "n": return Variant(adopting: g_variant_new_int16(try fit(Int16.self)))
        case "q": return Variant(adopting: g_variant_new_uint16(try fit(UInt16.self)))
        case "i": return Variant(adopting: g_variant_new_int32(try fit(Int32.self)))
        case "u": return Variant(adopting: g_variant_new_uint32(try fit(UInt32.self)))
        case "x": return Variant(adopting: g_variant_new_int64(Int(try fit(Int64.self))))
        case "t": return Variant(adopting: g_variant_new_uint64(UInt(try fit(UInt64.self))))
        case "d":
            guard let value = leaf.double else { throw VariantError("no number where a double is expected") }
            return Variant(adopting: g_variant_new_double(value))
        default: throw VariantError("a value of type \(leaf.type) was encoded where \(type) is expected")
        }
    }
}

/// The element types of a container's signature.
enum Signature {
    /// What the members of a tuple, or the elements of an array, are.
    static func members(of tuple: String) -> [String] {
        var members: [String] = []
        var rest = Substring(tuple.dropFirst().dropLast())
        while !rest.isEmpty {
            let member = first(of: rest)
            members.append(String(member))
            rest = rest[member.endIndex...]
        }
        return members
    }

    /// The value type of `a{s…}`, or the element type of another array.
    static func element(of array: String) -> String {
        let element = array.dropFirst()
        return element.hasPrefix("{") ? String(element.dropFirst(2).dropLast()) : String(element)
    }

    private static func first(of text: Substring) -> Substring {
        var index = text.startIndex
        while text[index] == "a" { index = text.index(after: index) }
        let closing: [Character: Character] = ["(": ")", "{": "}"]
        guard closing[text[index]] != nil else { return text[...index] }
        var depth = 0
        while true {
            if text[index] == "(" || text[index] == "{" { depth += 1 }
            if text[index] == ")" || text[index] == "}" { depth -= 1 }
            if depth == 0 { return text[...index] }
            index = text.index(after: index)
        }
    }
}

private struct NodeEncoder: Encoder {
    let node: Node
    let path: [any CodingKey]
    var codingPath: [any CodingKey] { path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Encodes with the types that have a form of their own caught before `encode(to:)`.
    func put(_ value: some Encodable) throws {
        switch value {
        case let value as PlainVariant: node.content = .leaf(value.variant)
        case let value as Data:
            value.withUnsafeBytes { buffer in
                node.content = .leaf(Variant(adopting: baton_variant_bytes(buffer.baseAddress, gsize(buffer.count))))
            }
        case let value as Date: try leaf(value.timeIntervalSinceReferenceDate)
        case let value as URL: try leaf(value.absoluteString)
        case let value as UUID: try leaf(value.uuidString)
        default: try value.encode(to: self)
        }
    }

    func leaf(_ value: some Encodable) throws {
        let variant: OpaquePointer?
        switch value {
        case let value as Bool: variant = g_variant_new_boolean(value ? 1 : 0)
        case let value as String:
            guard !value.utf8.contains(0) else {
                throw VariantError("a string holds U+0000, which D-Bus has no form for")
            }
            variant = g_variant_new_string(value)
        case let value as Double: variant = g_variant_new_double(value)
        case let value as Float: variant = g_variant_new_double(Double(value))
        case let value as UInt8: variant = g_variant_new_byte(value)
        case let value as UInt16: variant = g_variant_new_uint16(value)
        case let value as UInt32: variant = g_variant_new_uint32(value)
        case let value as any FixedWidthInteger & SignedInteger: variant = g_variant_new_int64(Int(value))
        case let value as any FixedWidthInteger & UnsignedInteger: variant = g_variant_new_uint64(UInt(value))
        default: throw VariantError("a \(type(of: value)) has no form in D-Bus")
        }
        node.content = .leaf(Variant(adopting: variant!))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .none = node.content { node.content = .members([]) }
        return KeyedEncodingContainer(Keyed(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .none = node.content { node.content = .elements([]) }
        return Unkeyed(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    /// A child's node: its type is what this node's type says.
    func child(_ key: (any CodingKey)?) -> NodeEncoder {
        let position: Int
        switch node.content {
        case .members(let members): position = members.count
        case .elements(let elements): position = elements.count
        default: position = 0
        }
        let type: String
        if node.type.hasPrefix("(") {
            let members = Signature.members(of: node.type)
            type = position < members.count ? members[position] : "v"
        } else if node.type.hasPrefix("a") {
            type = Signature.element(of: node.type)
        } else {
            type = "v"
        }
        let child = Node(type: type)
        if let key, case .members(var members) = node.content {
            node.content = .none
            members.append((key.stringValue, child))
            node.content = .members(members)
        } else if case .elements(var elements) = node.content {
            node.content = .none
            elements.append(child)
            node.content = .elements(elements)
        }
        return NodeEncoder(node: child, path: path + (key.map { [$0] } ?? []))
    }
}

private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: NodeEncoder
    var codingPath: [any CodingKey] { encoder.path }

    mutating func encodeNil(forKey key: Key) throws {
        throw VariantError("nil at \(key.stringValue) has no form in D-Bus")
    }
    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try encoder.child(key).put(value) }
    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) -> KeyedEncodingContainer<N> {
        encoder.child(key).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.child(key).unkeyedContainer()
    }
    mutating func superEncoder() -> any Encoder { encoder.child(nil) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder.child(key) }
}

private struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: NodeEncoder
    var codingPath: [any CodingKey] { encoder.path }
    var count: Int { if case .elements(let elements) = encoder.node.content { elements.count } else { 0 } }

    mutating func encodeNil() throws { throw VariantError("nil in a list has no form in D-Bus") }
    mutating func encode<T: Encodable>(_ value: T) throws { try encoder.child(nil).put(value) }
    mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) -> KeyedEncodingContainer<N> {
        encoder.child(nil).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.child(nil).unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { encoder.child(nil) }
}

private struct Single: SingleValueEncodingContainer {
    let encoder: NodeEncoder
    var codingPath: [any CodingKey] { encoder.path }

    mutating func encodeNil() throws { throw VariantError("nil has no form in D-Bus") }
    mutating func encode<T: Encodable>(_ value: T) throws {
        switch value {
        case is Bool, is String, is Double, is Float, is any FixedWidthInteger: try encoder.leaf(value)
        default: try encoder.put(value)
        }
    }
}

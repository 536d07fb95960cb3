internal import FoundationEssentials
package import GLibKit

/// A D-Bus value as it is kept in a file: `["a{sv}", {"title": ["s", "A book"]}]`, bytes as base64.
package struct KeptValue: Codable, Sendable, Hashable {
    package var type: String
    package var json: KeptJSON

    package init(_ type: String, _ json: KeptJSON) {
        self.type = type
        self.json = json
    }

    package init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        type = try container.decode(String.self)
        json = try container.decode(KeptJSON.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(type)
        try container.encode(json)
    }
}

package indirect enum KeptJSON: Codable, Sendable, Hashable {
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([KeptJSON])
    case object([String: KeptJSON])
    /// The value of a key of `a{sv}`.
    case typed(KeptValue)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let object = try? container.decode([String: KeptJSON].self) {
            self = .object(object)
        } else {
            self = .array(try container.decode([KeptJSON].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .bool(let bool): try container.encode(bool)
        case .number(let number):
            if let whole = Int64(exactly: number) { try container.encode(whole) } else { try container.encode(number) }
        case .text(let text): try container.encode(text)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        case .typed(let value): try container.encode(value)
        }
    }
}

private struct NotKept: Error, CustomStringConvertible {
    let description: String
}

// MARK: To and from D-Bus

extension KeptValue {
    package func variant() throws -> Variant { try Self.variant(json, type) }

    private static func variant(_ json: KeptJSON, _ type: String) throws -> Variant {
        let encoder = VariantEncoder()
        switch (json, type) {
        case (.typed(let value), _): return try value.variant()
        case (.bool(let bool), "b"): return try encoder.encode(bool, as: type)
        case (.number(let number), "d"): return try encoder.encode(number, as: type)
        case (.number(let number), _): return try encoder.encode(Int64(number), as: type)
        case (.text(let text), "ay"): return try encoder.encode(Data(base64Encoded: text) ?? Data(), as: type)
        case (.text(let text), "s"): return .string(text)
        case (.array(let elements), _) where type.hasPrefix("a"):
            let element = String(type.dropFirst())
            return try encoder.encode(try elements.map { PlainVariant(try variant($0, element)) }, as: type)
        case (.object(let members), "a{sv}"):
            let variants = try members.mapValues { json -> PlainVariant in
                if case .typed(let value) = json { return PlainVariant(try value.variant()) }
                guard case .array(let pair) = json, pair.count == 2, case .text(let type) = pair[0] else {
                    throw NotKept(description: "a key of a{sv} without a type")
                }
                return PlainVariant(try variant(pair[1], type))
            }
            return try encoder.encode(variants, as: type)
        case (.object(let members), "a{ss}"):
            var texts: [String: String] = [:]
            for (key, json) in members { if case .text(let text) = json { texts[key] = text } }
            return try encoder.encode(texts, as: type)
        default: throw NotKept(description: "\(json) is no \(type)")
        }
    }

    package init(_ variant: Variant) throws { self.init(variant.type, try Self.json(variant)) }

    private static func json(_ variant: Variant) throws -> KeptJSON {
        switch variant.type {
        case "b": return .bool(variant.bool ?? false)
        case "s", "o", "g": return .text(variant.string ?? "")
        case "d": return .number(variant.double ?? 0)
        case "ay": return .text((variant.bytes ?? Data()).base64EncodedString())
        case "y", "n", "q", "i", "u", "x", "t": return .number(Double(variant.integer(Int64.self) ?? 0))
        case "a{sv}", "a{ss}":
            var members: [String: KeptJSON] = [:]
            for index in 0..<variant.count {
                let (key, value) = (variant[index][0].string ?? "", variant[index][1])
                members[key] = value.type == "v" ? .typed(try KeptValue(value.unboxed)) : try json(value)
            }
            return .object(members)
        case let type where type.hasPrefix("a"): return .array(try (0..<variant.count).map { try json(variant[$0]) })
        default: throw NotKept(description: "a value of type \(variant.type)")
        }
    }
}

// MARK: Form

extension KeptValue {
    /// In what `now` is not of this form: another type, or a key that is missing. More keys are no fault.
    /// - Parameter mayLack: keys that are there only sometimes.
    package func faults(of now: KeptValue, mayLack: Set<String>, at path: String = "") -> [String] {
        let integers: Set = ["y", "n", "q", "i", "u", "x", "t"]
        // An empty array inside a record has lost the type of its elements.
        let isEmpty = type.hasPrefix("a") && now.type == "av" || type == "av" && now.type.hasPrefix("a")
        guard type == now.type || integers.contains(type) && integers.contains(now.type) || isEmpty else {
            return ["\(path): \(now.type) instead of \(type)"]
        }
        return Self.faults(json, now.json, mayLack, path)
    }

    private static func faults(_ kept: KeptJSON, _ now: KeptJSON, _ mayLack: Set<String>, _ path: String) -> [String] {
        switch (kept, now) {
        case (.object(let kept), .object(let now)):
            return kept.sorted { $0.key < $1.key }.flatMap { key, value -> [String] in
                let path = "\(path).\(key)"
                guard let found = now[key] else { return mayLack.contains(key) ? [] : ["\(path) is missing"] }
                if let value = typed(value), let found = typed(found) {
                    return value.faults(of: found, mayLack: mayLack, at: path)
                }
                return faults(value, found, mayLack, path)
            }
        case (.array(let kept), .array(let now)):
            guard let first = kept.first else { return [] }
            return now.enumerated().flatMap { faults(first, $1, mayLack, "\(path)[\($0)]") }
        default: return []
        }
    }

    private static func typed(_ json: KeptJSON) -> KeptValue? {
        switch json {
        case .typed(let value): return value
        case .array(let pair):
            guard pair.count == 2, case .text(let type) = pair[0] else { return nil }
            return KeptValue(type, pair[1])
        default: return nil
        }
    }

    /// The same with a key that nobody knows in every record. Facets are a table, where every key is somebody's.
    package func withUnknownKeys() -> KeptValue {
        let later: [String: KeptJSON] = ["x-later": .typed(KeptValue("as", .array([.text("?")])))]
        return KeptValue(
            type,
            Self.changed(json, type) { members in
                let isTable = !members.isEmpty && members.values.allSatisfy { Self.typed($0)?.type == "ay" }
                return isTable ? members : members.merging(later) { $1 }
            })
    }

    /// The same with another text for a key that is there.
    package func with(_ key: String, _ text: String) -> KeptValue {
        KeptValue(
            type,
            Self.changed(json, type) { members in
                members[key] == nil ? members : members.merging([key: .typed(KeptValue("s", .text(text)))]) { $1 }
            })
    }

    /// The same without the keys that may be absent.
    package func without(_ keys: Set<String>) -> KeptValue {
        KeptValue(type, Self.changed(json, type) { $0.filter { !keys.contains($0.key) } })
    }

    private static func changed(
        _ json: KeptJSON, _ type: String, _ change: ([String: KeptJSON]) -> [String: KeptJSON]
    ) -> KeptJSON {
        switch (json, type) {
        case (.object(let members), "a{sv}"):
            return .object(
                change(
                    members.mapValues { json in
                        guard let value = typed(json) else { return json }
                        return .typed(KeptValue(value.type, changed(value.json, value.type, change)))
                    }))
        case (.array(let elements), _) where type.hasPrefix("a"):
            return .array(elements.map { changed($0, String(type.dropFirst()), change) })
        default: return json
        }
    }
}

extension KeptJSON {
    /// In what `now` does not hold this: a key that is missing, or another value. More keys are no fault.
    package func differences(from now: KeptJSON, at path: String = "") -> [String] {
        switch (self, now) {
        case (.object(let kept), .object(let now)):
            return kept.sorted { $0.key < $1.key }.flatMap { key, value in
                now[key].map { value.differences(from: $0, at: "\(path).\(key)") } ?? ["\(path).\(key) is missing"]
            }
        case (.array(let kept), .array(let now)):
            guard kept.count == now.count else { return ["\(path): \(now.count) instead of \(kept.count)"] }
            return zip(kept, now).enumerated().flatMap { $1.0.differences(from: $1.1, at: "\(path)[\($0)]") }
        default: return self == now ? [] : ["\(path) is another value"]
        }
    }
}

package import ActivityModel
internal import Foundation

/// Turns what an app puts into `userInfo` into payload values: the ten documented types, in their Swift or their
/// Foundation form, recursively. Everything else is refused, by its key path.
package struct PayloadBridge {
    private let root: String

    package init(root: String = "userInfo") { self.root = root }

    /// One value.
    /// - Throws: as `payload(_:)`.
    package func value(_ any: Any) throws(UserActivityError) -> PayloadValue { try value(any, at: KeyPath(root: root)) }

    /// - Throws: `UserActivityError`, code `unsupportedPayloadValue` or `payloadTooDeep`.
    package func payload(_ userInfo: [AnyHashable: Any]) throws(UserActivityError) -> Payload {
        Payload(try entries(userInfo, at: KeyPath(root: root)))
    }

    private func value(_ any: Any, at path: KeyPath) throws(UserActivityError) -> PayloadValue {
        let any = (any as? AnyHashable)?.base ?? any
        guard FoundationDepth.of(any, limit: Payload.maximumDepth) != nil else { throw tooDeep(path) }
        if let number = Self.number(any) { return number }
        switch any {
        case let text as String: return .string(text)
        case let data as Data: return .data(data)
        case let date as Date:
            // No reader takes one: Swift's Foundation ends the process that prints it (measured, 6.3.1).
            guard !date.timeIntervalSinceReferenceDate.isNaN else {
                throw UserActivityError(
                    .unsupportedPayloadValue, "\(path.shortened) is a date that is no number; leave it out.",
                    keyPath: path.text)
            }
            return .date(date)
        case let url as URL: return .url(url)
        case let uuid as UUID: return .uuid(uuid)
        case is NSNull: return .null
        case let list as [Any]: return .array(try elements(list, at: path))
        case let pairs as [AnyHashable: Any]: return .dictionary(try entries(pairs, at: path))
        case let set as Set<AnyHashable>:
            try checkDepth(path)
            var values: Set<PayloadValue> = []
            for element in set { values.insert(try value(element, at: path.appending(.element))) }
            return .set(values)
        default: throw refusal(any, "a value", at: path)
        }
    }

    private func elements(_ list: [Any], at path: KeyPath) throws(UserActivityError) -> [PayloadValue] {
        try checkDepth(path)
        var values: [PayloadValue] = []
        values.reserveCapacity(list.count)
        for (index, element) in list.enumerated() {
            values.append(try value(element, at: path.appending(.index(index))))
        }
        return values
    }

    private func entries(
        _ pairs: [AnyHashable: Any], at path: KeyPath
    ) throws(UserActivityError) -> [PayloadValue: PayloadValue] {
        try checkDepth(path)
        var entries: [PayloadValue: PayloadValue] = [:]
        entries.reserveCapacity(pairs.count)
        for (key, member) in pairs {
            let name: PayloadValue
            do throws(UserActivityError) {
                name = try value(key.base, at: path.appending(.key))
            } catch {
                throw error.code == .payloadTooDeep ? error : refusal(key.base, "a key", at: path)
            }
            entries[name] = try value(member, at: path.appending(.member(name)))
        }
        return entries
    }

    /// Numbers and booleans, in any form that bridges to `NSNumber`.
    ///
    /// `NSNumber` hides its boolean behind a class of its own (its type code is that of `Int8`), and a `Decimal`
    /// bridges to it too: that one is refused, since its digits would be lost.
    private static func number(_ any: Any) -> PayloadValue? {
        // A `CGFloat` does not bridge on Linux; on Apple's systems it arrives as a double.
        if let value = any as? CGFloat { return .double(Double(value)) }
        guard let number = any as? NSNumber, !(number is NSDecimalNumber) else { return nil }
        if type(of: number) == booleanClass { return .bool(number.boolValue) }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "f"): return .float(number.floatValue)
        case UInt8(ascii: "d"): return .double(number.doubleValue)
        default:
            if let integer = Int64(exactly: number) { return .integer(integer) }
            return .unsigned(number.uint64Value)
        }
    }

    private static let booleanClass = type(of: NSNumber(value: true))

    private func checkDepth(_ path: KeyPath) throws(UserActivityError) {
        if path.depth >= Payload.maximumDepth { throw tooDeep(path) }
    }

    private func tooDeep(_ path: KeyPath) -> UserActivityError {
        UserActivityError(
            .payloadTooDeep,
            "\(path.shortened) is nested more than \(Payload.maximumDepth) deep; flatten it, or store it and pass its name.",
            keyPath: path.text)
    }

    private func refusal(_ any: Any, _ what: String, at path: KeyPath) -> UserActivityError {
        UserActivityError(
            .unsupportedPayloadValue,
            "\(path.shortened) has \(what) of type \(type(of: any)), which cannot be carried; use strings, "
                + "numbers, booleans, dates, data, URLs, UUIDs, NSNull, or arrays, sets and dictionaries of these.",
            keyPath: path.text)
    }
}

/// Where in `userInfo` a value is, as a developer would write it. Built while descending, put into words only for an error.
private indirect enum KeyPath {
    case start(String)
    case step(KeyPath, Step, depth: Int)

    enum Step {
        case member(PayloadValue), index(Int), element, key
    }

    init(root: String) { self = .start(root) }

    func appending(_ step: Step) -> KeyPath { .step(self, step, depth: depth + 1) }

    /// How many containers the place is in.
    var depth: Int { if case .step(_, _, let depth) = self { depth } else { 0 } }

    /// `userInfo.document.pages[3]`; a key that is no plain word stands in brackets and quotes.
    var text: String {
        switch self {
        case .start(let root): root
        case .step(let path, .index(let index), _): "\(path.text)[\(index)]"
        case .step(let path, .element, _): "\(path.text){element}"
        case .step(let path, .key, _): "\(path.text){key}"
        case .step(let path, .member(.string(let name)), _):
            Self.isWord(name) ? "\(path.text).\(name)" : "\(path.text)[\"\(name)\"]"
        case .step(let path, .member(.integer(let key)), _): "\(path.text)[\(key)]"
        case .step(let path, .member, _): "\(path.text){value}"
        }
    }

    /// For a message: the end of a very long one is cut.
    var shortened: String { text.count <= 200 ? text : text.prefix(200) + "…" }

    private static func isWord(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isAlphanumeric($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
}

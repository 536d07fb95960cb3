internal import CBatonJansson
package import FoundationEssentials

/// JSON from bytes, by the letter of RFC 8259: nothing that is almost JSON is read.
package struct JSONText: Sendable {
    package let value: JSONValue
    /// The first name that an object holds twice.
    package let duplicate: JSONFault?

    /// Reads a text in UTF-8, with or without a byte order mark. Takes any value at the root, and every number as a
    /// double.
    ///
    /// - Throws: the first fault. Besides what is no JSON: nesting of more than 2,048 levels, numbers beyond a double's
    ///   range, names with the character zero.
    package init(parsing data: Data) throws(JSONFault) {
        let bytes = Array(data)
        guard !Self.isUTF16(bytes) else {
            throw JSONFault(line: 1, column: 1, what: "it is UTF-16 or UTF-32, and JSON is UTF-8")
        }
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        guard start < bytes.count else { throw JSONFault(line: 1, column: 1, what: "it is empty") }
        let flags = Int(JSON_DECODE_ANY) | Int(JSON_ALLOW_NUL) | Int(JSON_DECODE_INT_AS_REAL)
        // Names that are there twice are told by a mode of its own, which refuses them.
        switch Self.load(bytes[start...], flags: flags | Int(JSON_REJECT_DUPLICATES)) {
        case .success(let tree):
            value = tree.value()
            duplicate = nil
        case .failure(let failure) where failure.isDuplicate:
            value = try Self.load(bytes[start...], flags: flags).mapError(\.fault).get().value()
            duplicate = failure.fault
        case .failure(let failure):
            throw failure.fault
        }
    }

    /// The byte order marks of UTF-16 and UTF-32, and the zero byte beside the first character without one.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) || bytes.prefix(4).contains(0)
    }

    private struct Failure: Error {
        let fault: JSONFault
        let isDuplicate: Bool
    }

    private static func load(_ bytes: ArraySlice<UInt8>, flags: Int) -> Result<JSONTree, Failure> {
        var error = json_error_t()
        let root = bytes.withUnsafeBytes {
            json_loadb($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, flags, &error)
        }
        if let root { return .success(JSONTree(root: root)) }
        return .failure(
            Failure(fault: fault(&error), isDuplicate: json_error_code(&error) == json_error_duplicate_key))
    }

    private static func fault(_ error: inout json_error_t) -> JSONFault {
        let what: String
        switch json_error_code(&error) {
        case json_error_invalid_utf8: what = "it is not UTF-8"
        case json_error_premature_end_of_input: what = "it ends too early"
        case json_error_end_of_input_expected: what = "something stands behind its end"
        case json_error_stack_overflow: what = "it is nested more than 2048 levels deep"
        case json_error_numeric_overflow: what = "a number is too large"
        case json_error_null_byte_in_key: what = "a name holds the character zero"
        default: what = line(String(cString: baton_json_error_text(&error)))
        }
        guard error.line > 0 else { return JSONFault(line: nil, column: nil, what: what) }
        return JSONFault(line: Int(error.line), column: max(1, Int(error.column) + shift(&error)), what: what)
    }

    /// The parser tells the last character that it has read. Of what it did not understand that is the end, where the
    /// beginning is looked for; and a character that may not stand there comes after it.
    private static func shift(_ error: inout json_error_t) -> Int {
        let text = String(cString: baton_json_error_text(&error))
        if json_error_code(&error) == json_error_invalid_utf8 || text.hasPrefix("control character") { return 1 }
        // Of a string the place inside it is meant.
        if text.hasPrefix("unexpected newline") { return 1 }
        guard !text.hasPrefix("invalid escape"), !text.hasPrefix("invalid Unicode"), text.hasSuffix("'"), let near = text.firstRange(of: " near '") else { return 0 }
        return 1 - text[near.upperBound...].dropLast().unicodeScalars.count
    }

    /// The parser quotes what it did not understand, in which anything may be.
    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { scalar -> Unicode.Scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .lineSeparator, .paragraphSeparator: " "
                    default: scalar
                    }
                }))
    }
}

/// The parser's tree, released with its owner.
private final class JSONTree {
    private let root: UnsafeMutablePointer<json_t>

    /// - Parameter root: a reference of its own.
    init(root: UnsafeMutablePointer<json_t>) { self.root = root }

    deinit { json_decref(root) }

    func value() -> JSONValue { withExtendedLifetime(self) { Self.value(of: root) } }

    /// Recurses as deep as the parser let it become.
    private static func value(of node: UnsafeMutablePointer<json_t>) -> JSONValue {
        switch node.pointee.type {
        case JSON_OBJECT:
            var members: [JSONObject.Member] = []
            members.reserveCapacity(json_object_size(node))
            var iterator = json_object_iter(node)
            while let current = iterator {
                if let name = json_object_iter_key(current), let value = json_object_iter_value(current) {
                    members.append(JSONObject.Member(name: String(cString: name), value: Self.value(of: value)))
                }
                iterator = json_object_iter_next(node, current)
            }
            return .object(JSONObject(members))
        case JSON_ARRAY:
            return .array((0..<json_array_size(node)).compactMap { json_array_get(node, $0).map(value(of:)) })
        case JSON_STRING:
            let bytes = UnsafeRawBufferPointer(start: json_string_value(node), count: json_string_length(node))
            return .string(String(decoding: bytes, as: UTF8.self))
        case JSON_REAL, JSON_INTEGER: return .number(json_number_value(node))
        case JSON_TRUE: return .bool(true)
        case JSON_FALSE: return .bool(false)
        default: return .null
        }
    }
}

/// A JSON value, its objects in the order in which they are written.
package enum JSONValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// What it is, with its article, for messages.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "a list"
        case .object: "an object"
        }
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }

    package var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    /// The value as JSON on one line, with a space after each comma and colon.
    package var text: String {
        var out = ""
        write(to: &out)
        return out
    }

    private func write(to out: inout String) {
        switch self {
        case .null: out += "null"
        case .bool(let value): out += value ? "true" : "false"
        case .number(let value): out += Int(exactly: value).map(String.init) ?? "\(value)"
        case .string(let text): Self.write(text, to: &out)
        case .array(let values):
            out += "["
            for (index, value) in values.enumerated() {
                if index > 0 { out += ", " }
                value.write(to: &out)
            }
            out += "]"
        case .object(let object):
            out += "{"
            for (index, member) in object.members.enumerated() {
                if index > 0 { out += ", " }
                Self.write(member.name, to: &out)
                out += ": "
                member.value.write(to: &out)
            }
            out += "}"
        }
    }

    private static func write(_ text: String, to out: inout String) {
        out += "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        out += "\""
    }
}

/// The members of a JSON object, in the order in which they are written. Of a name that is there twice, the last value
/// counts, at the place of the first.
package struct JSONObject: Sendable, Hashable {
    package struct Member: Sendable, Hashable {
        package let name: String
        package let value: JSONValue
    }

    package let members: [Member]

    package init(_ members: [Member]) { self.members = members }

    /// Looks at one member after the other: for the few names of a form, not for tables.
    package subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}

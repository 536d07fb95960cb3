internal import FoundationEssentials

/// A JSON value with its members in the order in which they were written: the forms are a contract that people read too.
package enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    case array([JSON])
    case object([(name: String, value: JSON)])
    /// JSON already, inserted as it is.
    case raw(String)
    /// No member at all.
    case absent

    /// The string, or null.
    static func orNull(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
    /// The string, or no member.
    static func ifAny(_ text: String?) -> JSON { text.map(JSON.string) ?? .absent }
    static func date(_ date: Date) -> JSON { .string(date.formatted(.iso8601)) }
    static func date(ifAny date: Date?) -> JSON { date.map(JSON.date) ?? .absent }
    /// null for what JSON has no number for.
    static func number(_ value: Double) -> JSON {
        guard value.isFinite else { return .null }
        return Int(exactly: value).map(JSON.integer) ?? .raw("\(value)")
    }
    static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

    /// One line of text.
    package var text: String {
        var out = ""
        write(to: &out)
        return out
    }

    private func write(to out: inout String) {
        switch self {
        case .null, .absent: out += "null"
        case .bool(let value): out += value ? "true" : "false"
        case .integer(let value): out += String(value)
        case .string(let value): Self.write(value, to: &out)
        case .raw(let value): out += value
        case .array(let values):
            out += "["
            for (index, value) in values.enumerated() {
                if index > 0 { out += "," }
                value.write(to: &out)
            }
            out += "]"
        case .object(let members):
            out += "{"
            var isFirst = true
            for member in members {
                if case .absent = member.value { continue }
                if !isFirst { out += "," }
                isFirst = false
                Self.write(member.name, to: &out)
                out += ":"
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
            case "\n": out += "\\n"
            case "\r": out += "\\r"
            case "\t": out += "\\t"
            default:
                // Beyond what JSON asks for: what a terminal would act on is written as its number.
                if SafeText.isActive(scalar) { out += escaped(scalar) } else { out.unicodeScalars.append(scalar) }
            }
        }
        out += "\""
    }

    /// JSON text with what a terminal would act on written as its number. Such characters stand in strings alone.
    static func safe(raw text: String) -> String {
        guard text.unicodeScalars.contains(where: SafeText.isActive) else { return text }
        return text.unicodeScalars.reduce(into: "") { out, scalar in
            if SafeText.isActive(scalar) { out += escaped(scalar) } else { out.unicodeScalars.append(scalar) }
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }.joined()
    }
}

extension JSON: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { (name: $0.0, value: $0.1) })
    }
}

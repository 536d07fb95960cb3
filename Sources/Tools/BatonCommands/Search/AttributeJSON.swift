internal import ActivityModel
internal import FoundationEssentials
internal import GLibKit

/// Attributes as people and scripts write them: plain JSON, dates in ISO 8601, data in base64.
enum AttributeJSON {
    // MARK: Reading

    /// What a JSON value means as an attribute of this kind; nil where it can mean none. The tagged forms of the canonical
    /// encoding are understood as well.
    static func value(_ given: PayloadValue, of kind: AttributeKind) -> PayloadValue? {
        switch (kind, given) {
        case (.date, .string(let text)): return date(text)
        case (.dates, .array(let entries)):
            let dates = entries.compactMap { entry -> PayloadValue? in
                if case .string(let text) = entry { date(text) } else { entry }
            }
            let value = PayloadValue.array(dates)
            return dates.count == entries.count && kind.takes(value) ? value : nil
        case (.url, .string(let text)): return URL(string: text).map(PayloadValue.url)
        case (.data, .string(let text)): return Data(base64Encoded: text).map(PayloadValue.data)
        case (_, .null): return nil
        default: return kind.takes(given) ? given : nil
        }
    }

    static func date(_ text: String) -> PayloadValue? { LocaleDate.date(iso8601: text).map(PayloadValue.date) }

    /// What is expected of a value, in words.
    static func expected(_ kind: AttributeKind) -> String {
        switch kind {
        case .date: Texts.aDate
        case .dates: Texts.dates
        case .data: Texts.base64
        default: Texts.t(kind.words)
        }
    }

    // MARK: Writing

    static func json(_ set: AttributeSet) -> JSON {
        let all = set.values.merging(set.custom.mapValues(\.value)) { own, _ in own }
        return .object(all.sorted { $0.key < $1.key }.map { (name: $0.key, value: json($0.value)) })
    }

    static func json(_ value: PayloadValue) -> JSON {
        switch value {
        case .null: .null
        case .bool(let flag): .bool(flag)
        case .integer(let number): .integer(Int(number))
        case .unsigned(let number): .raw(String(number))
        case .float(let number): .number(Double(number))
        case .double(let number): .number(number)
        case .string(let text): .string(text)
        case .data(let data): .string(data.base64EncodedString())
        case .date(let date): .date(date)
        case .url(let url): .string(url.absoluteString)
        case .uuid(let uuid): .string(uuid.uuidString)
        case .array(let entries): .array(entries.map(json))
        case .set(let entries): .array(entries.map { json($0) }.sorted { $0.text < $1.text })
        case .dictionary(let entries):
            .object(entries.map { (name: name($0.key), value: json($0.value)) }.sorted { $0.name < $1.name })
        }
    }

    /// On one line, for people.
    static func text(_ value: PayloadValue) -> String {
        switch value {
        case .string(let text): text
        case .array(let entries): Texts.list(entries.map(text))
        default: if case .string(let text) = json(value) { text } else { json(value).text }
        }
    }

    private static func name(_ key: PayloadValue) -> String {
        if case .string(let text) = key { text } else { json(key).text }
    }
}

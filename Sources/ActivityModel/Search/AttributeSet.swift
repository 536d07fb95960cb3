package import FoundationEssentials

/// What an app says about a searchable item, by attribute name.
package struct AttributeSet: Sendable, Hashable {
    /// The attributes of `AttributeTable`. `.null` stands for one that was set to nothing, which an update removes.
    package var values: [String: PayloadValue] = [:]
    /// The app's own.
    package var custom: [String: CustomAttribute] = [:]

    package init() {}

    package subscript(name: String) -> PayloadValue? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// The text of an attribute; of one in several languages, the one for `languages`, else the first by its code.
    package func text(_ name: String, languages: [String] = []) -> String? {
        values[name].flatMap { Self.text($0, languages: languages) }
    }

    package static func text(_ value: PayloadValue, languages: [String]) -> String? {
        switch value {
        case .string(let text): return text
        case .url(let url): return url.absoluteString
        case .dictionary(let byLanguage):
            var texts: [String: String] = [:]
            for case (.string(let code), .string(let text)) in byLanguage { texts[code] = text }
            for language in languages { if let text = texts[language] { return text } }
            return texts.min { $0.key < $1.key }?.value
        default: return nil
        }
    }

    /// The entries of an attribute that holds several strings; one string counts as a list of one.
    package func texts(_ name: String) -> [String] {
        switch values[name] {
        case .string(let text)?: [text]
        case .array(let entries)?: entries.compactMap { if case .string(let text) = $0 { text } else { nil } }
        default: []
        }
    }

    package func date(_ name: String) -> Date? {
        if case .date(let date)? = values[name] { date } else { nil }
    }

    package func number(_ name: String) -> Double? {
        switch values[name] {
        case .bool(let flag)?: flag ? 1 : 0
        case let value?: value.asDouble
        case nil: nil
        }
    }

    /// The same with what `update` says: its values replace, its nulls remove.
    package func updated(with update: AttributeSet) -> AttributeSet {
        var result = self
        for (name, value) in update.values { result.values[name] = value == .null ? nil : value }
        for (name, attribute) in update.custom { result.custom[name] = attribute.value == .null ? nil : attribute }
        return result
    }
}

/// An attribute of an app's own, with what its key says about it (`CSCustomAttributeKey`).
package struct CustomAttribute: Sendable, Hashable {
    package var value: PayloadValue
    /// Whether queries may name it.
    package var isSearchable: Bool
    /// Whether ordinary search looks into it.
    package var isSearchableByDefault: Bool
    package var isUnique: Bool
    package var isMultiValued: Bool

    package init(
        _ value: PayloadValue, isSearchable: Bool = true, isSearchableByDefault: Bool = false, isUnique: Bool = false,
        isMultiValued: Bool = false
    ) {
        self.value = value
        self.isSearchable = isSearchable
        self.isSearchableByDefault = isSearchableByDefault
        self.isUnique = isUnique
        self.isMultiValued = isMultiValued
    }

    /// Whether `name` can be a custom attribute's: ASCII letters, digits and `_`, not beginning with `kMD`; and not one
    /// of Apple's names.
    package static func isValidName(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 128, !name.hasPrefix("kMD"), AttributeTable[name] == nil else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}

// The canonical form: an object of attribute names and values in the canonical encoding. The app's own are in the entry
// `custom`, each an object with its value and what of its key differs from the default.

extension AttributeSet {
    package var canonicalData: Data {
        var entries: [PayloadValue: PayloadValue] = [:]
        for (name, value) in values { entries[.string(name)] = value }
        if !custom.isEmpty {
            var own: [PayloadValue: PayloadValue] = [:]
            for (name, attribute) in custom { own[.string(name)] = attribute.form }
            entries[.string(Self.customEntry)] = .dictionary(own)
        }
        return CanonicalEncoding.encode(.dictionary(entries))
    }

    /// - Throws: `invalidPayload` where it is not the canonical encoding of an object.
    package init(canonical data: Data) throws(BatonError) {
        guard case .dictionary(let entries) = try CanonicalEncoding.decode(data) else {
            throw BatonError(.invalidPayload, "An item's attributes are not an object.")
        }
        for (key, value) in entries {
            guard case .string(let name) = key else {
                throw BatonError(.invalidPayload, "An item's attributes have a name that is not a string.")
            }
            if name == Self.customEntry, case .dictionary(let own) = value {
                for case (.string(let key), let form) in own { custom[key] = CustomAttribute(form: form) }
            } else {
                values[name] = value
            }
        }
    }

    private static let customEntry = "custom"
}

extension CustomAttribute {
    fileprivate var form: PayloadValue {
        var entries: [PayloadValue: PayloadValue] = [.string("value"): value]
        if !isSearchable { entries[.string("searchable")] = .bool(false) }
        if isSearchableByDefault { entries[.string("searchableByDefault")] = .bool(true) }
        if isUnique { entries[.string("unique")] = .bool(true) }
        if isMultiValued { entries[.string("multiValued")] = .bool(true) }
        return .dictionary(entries)
    }

    fileprivate init(form: PayloadValue) {
        guard case .dictionary(let entries) = form else {
            self.init(form)
            return
        }
        func flag(_ name: String, default fallback: Bool) -> Bool {
            if case .bool(let value)? = entries[.string(name)] { value } else { fallback }
        }
        self.init(
            entries[.string("value")] ?? .null, isSearchable: flag("searchable", default: true),
            isSearchableByDefault: flag("searchableByDefault", default: false),
            isUnique: flag("unique", default: false), isMultiValued: flag("multiValued", default: false))
    }
}

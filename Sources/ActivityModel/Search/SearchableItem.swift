package import FoundationEssentials

/// A thing that an app wants to be found: what `CSSearchableItem` is in an app, as it travels and as it is kept.
package struct SearchableItem: Sendable, Hashable, Codable {
    /// Unique within the app's index; indexing the same identifier again replaces the item.
    package var uniqueIdentifier: String
    /// Groups items: components separated by periods. See `DomainIdentifier`.
    package var domainIdentifier: String?
    /// nil: one month after indexing. `Date.distantFuture`: never.
    package var expirationDate: Date?
    /// Whether the attributes are merged into those of the item that is there.
    package var isUpdate: Bool?
    /// An `AttributeSet` in the canonical encoding.
    package var attributes: Data

    package init(
        uniqueIdentifier: String, domainIdentifier: String? = nil, expirationDate: Date? = nil,
        attributes: AttributeSet = AttributeSet()
    ) {
        self.uniqueIdentifier = uniqueIdentifier
        self.domainIdentifier = domainIdentifier
        self.expirationDate = expirationDate
        self.attributes = attributes.canonicalData
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        uniqueIdentifier = try values.decode(String.self, forKey: .uniqueIdentifier)
        domainIdentifier = try values.decodeIfPresent(String.self, forKey: .domainIdentifier)
        expirationDate = try values.decodeIfPresent(Date.self, forKey: .expirationDate)
        isUpdate = try values.decodeIfPresent(Bool.self, forKey: .isUpdate)
        attributes = try values.decodeIfPresent(Data.self, forKey: .attributes) ?? Data("{}".utf8)
    }

    package func attributeSet() throws(BatonError) -> AttributeSet { try AttributeSet(canonical: attributes) }

    /// How long an item lives that names no expiration date: one month of 30 days.
    package static let defaultLifetime: TimeInterval = 30 * 24 * 60 * 60
}

// MARK: Limits

extension SearchableItem {
    /// Bytes of an identifier, and of a domain.
    package static let maximumIdentifier = 4096
    /// Bytes of one item's attributes in the canonical encoding.
    package static let maximumAttributes = 1536 * 1024
    /// Bytes of one text; longer ones are cut by `fitted`.
    package static let maximumText = 1024 * 1024
    /// Bytes of a thumbnail; larger ones are left out by `fitted`: a thumbnail never hides its item (case C50).
    package static let maximumThumbnail = 256 * 1024

    /// Makes what can be shortened fit, before the item travels: long texts are cut at a character, thumbnails over the
    /// limit and HTML over the text limit are left out.
    /// - Returns: the item, and what was shortened, in words for the app's author; texts are not quoted.
    package func fitted() throws(BatonError) -> (item: SearchableItem, remarks: [String]) {
        guard attributes.count > Self.maximumThumbnail else { return (self, []) }
        var set = try attributeSet()
        let remarks = set.fit()
        guard !remarks.isEmpty else { return (self, []) }
        var item = self
        item.attributes = set.canonicalData
        return (item, remarks)
    }

    /// Checks what came from outside: the daemon calls this for every item it is given, the framework before it sends.
    /// - Throws: `BatonError`, code `invalidArgument` or `invalidPayload`, naming the item by its identifier and the
    ///   attribute.
    package func validated() throws(BatonError) -> SearchableItem {
        _ = try checkedAttributes()
        return self
    }

    /// The same, and what its attributes say.
    package func checkedAttributes() throws(BatonError) -> AttributeSet {
        guard !uniqueIdentifier.isEmpty, uniqueIdentifier.utf8.count <= Self.maximumIdentifier else {
            throw BatonError(
                .invalidArgument,
                "An item's uniqueIdentifier must be 1 to \(Self.maximumIdentifier) bytes; nothing of this call was "
                    + "indexed.")
        }
        if let domainIdentifier, domainIdentifier.utf8.count > Self.maximumIdentifier {
            throw bad("has a domainIdentifier of over \(Self.maximumIdentifier) bytes")
        }
        if let expirationDate,
            !(abs(expirationDate.timeIntervalSinceReferenceDate) <= ActivityRecord.maximumDate)
        {
            throw bad("has an expirationDate that is not within 3000 years of 2001")
        }
        guard attributes.count <= Self.maximumAttributes else {
            throw bad("has \(attributes.count) bytes of attributes, of \(Self.maximumAttributes) at most")
        }
        let set = try attributeSet()
        for name in set.custom.keys where !CustomAttribute.isValidName(name) {
            throw bad(
                "has a custom attribute \"\(name.prefix(80))\": such names are 1 to 128 ASCII letters, digits and _, none of "
                    + "Apple's, and do not begin with kMD")
        }
        for (name, value) in set.values {
            if let kind = AttributeTable[name]?.kind, !kind.takes(value) {
                throw bad("has \"\(name)\" of another kind than \(kind.words)")
            }
            guard value.hasNearDates else {
                throw bad("has a date in \"\(name)\" that is not within 3000 years of 2001")
            }
        }
        for (name, attribute) in set.custom where !attribute.value.hasNearDates {
            throw bad("has a date in \"\(name)\" that is not within 3000 years of 2001")
        }
        return set
    }

    private func bad(_ what: String) -> BatonError {
        BatonError(
            .invalidArgument,
            "The item \"\(uniqueIdentifier.prefix(80))\" \(what); nothing of this call was indexed.")
    }
}

extension AttributeSet {
    /// What `SearchableItem.fitted` does, before anything is encoded: a picture of many megabytes costs nothing then.
    /// - Returns: what was shortened, in words; texts are not quoted.
    package mutating func fit() -> [String] {
        var remarks: [String] = []
        for (name, value) in values {
            switch value {
            case .data(let data) where data.count > SearchableItem.maximumThumbnail:
                values[name] = nil
                remarks.append(
                    "\(name) is left out: \(data.count) bytes, of \(SearchableItem.maximumThumbnail) at most")
            case .data(let data) where name == "thumbnailData" && !Picture.isOne(data):
                values[name] = nil
                remarks.append("\(name) is left out: it is no picture, to judge by its beginning")
            case .string(let text) where text.utf8.count > SearchableItem.maximumText:
                values[name] = .string(Self.cut(text))
                remarks.append("\(name) is cut: \(text.utf8.count) bytes, of \(SearchableItem.maximumText) at most")
            default: continue
            }
        }
        return remarks.sorted()
    }

    private static func cut(_ text: String) -> String {
        var end = text.utf8.index(text.utf8.startIndex, offsetBy: SearchableItem.maximumText)
        while end > text.startIndex, end.samePosition(in: text) == nil { end = text.utf8.index(before: end) }
        return String(text[..<end])
    }
}

extension AttributeKind {
    /// Whether an attribute of this kind can hold `value`.
    package func takes(_ value: PayloadValue) -> Bool {
        switch (self, value) {
        case (_, .null), (.string, .string), (.strings, .string), (.boolean, .bool), (.date, .date), (.url, .url),
            (.url, .string), (.data, .data), (.headers, .dictionary), (.number, .bool):
            true
        case (.string, .dictionary(let texts)): texts.allSatisfy { $0.key.isString && $0.value.isString }
        case (.strings, .array(let entries)): entries.allSatisfy(\.isString)
        case (.dates, .array(let entries)): entries.allSatisfy { if case .date = $0 { true } else { false } }
        case (.persons, .array(let entries)):
            entries.allSatisfy { if case .dictionary = $0 { true } else { false } }
        case (.number, let value), (.boolean, let value): value.asDouble != nil
        default: false
        }
    }

    package var words: String {
        switch self {
        case .string: "a string, or strings by language"
        case .strings: "an array of strings"
        case .number: "a number"
        case .boolean: "a boolean"
        case .date: "a date"
        case .dates: "an array of dates"
        case .url: "a URL"
        case .data: "data"
        case .persons: "an array of people"
        case .headers: "a dictionary"
        }
    }
}

extension PayloadValue {
    /// Whether all dates in it are within the years that programs can print.
    fileprivate var hasNearDates: Bool {
        switch self {
        case .date(let date): abs(date.timeIntervalSinceReferenceDate) <= ActivityRecord.maximumDate
        case .array(let values): values.allSatisfy(\.hasNearDates)
        case .set(let values): values.allSatisfy(\.hasNearDates)
        case .dictionary(let pairs): pairs.allSatisfy { $0.key.hasNearDates && $0.value.hasNearDates }
        default: true
        }
    }

    fileprivate var isString: Bool { if case .string = self { true } else { false } }
}

/// The rule of domains: `a.b` holds `a.b` and everything that begins with `a.b.`, letters compared exactly (case C43).
package enum DomainIdentifier {
    /// Whether an item of `domain` goes when `group` is deleted. An empty group names nothing.
    package static func contains(_ group: String, _ domain: String) -> Bool {
        guard !group.isEmpty else { return false }
        let (group, domain) = (group.utf8, domain.utf8)
        guard domain.starts(with: group) else { return false }
        return domain.count == group.count || domain[domain.index(domain.startIndex, offsetBy: group.count)] == 0x2E
    }
}

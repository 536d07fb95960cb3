internal import ActivityModel
internal import FoundationEssentials

/// Reads the items of `baton index add` one by one, so that a large file is in memory once, and an error can say at which
/// item it is.
struct ItemReader {
    private let path: String
    private let data: Data
    private var position = 0
    private enum Place { case before, inside, behind }
    private var place = Place.before
    /// The item that was read last, the first one counted as 1.
    private(set) var number = 0
    /// Names of attributes that were kept as the app's own.
    private(set) var ownNames: [String] = []
    private var known: Set<String> = []

    /// - Parameter path: what the file is called in errors.
    init(_ data: Data, path: String) {
        self.path = path
        self.data = data
    }

    /// The next item; nil after the last one.
    /// - Throws: `CommandError`, wrong usage, naming the item's number, the key, and what is wrong.
    mutating func next() throws -> SearchableItem? {
        guard let element = try nextElement() else { return nil }
        guard let decoded = try? CanonicalEncoding.decode(element) else { throw wrong(Texts.itemIsNoJSON) }
        guard case .dictionary(let entries) = decoded else { throw wrong(Texts.itemIsNoObject) }
        return try item(entries)
    }

    // MARK: An item's meaning

    private mutating func item(_ entries: [PayloadValue: PayloadValue]) throws -> SearchableItem {
        var item = SearchableItem(uniqueIdentifier: "")
        for (key, value) in entries {
            guard case .string(let name) = key else { throw wrong(Texts.itemIsNoObject) }
            switch (name, value) {
            case ("uniqueIdentifier", .string(let text)): item.uniqueIdentifier = text
            case ("domainIdentifier", .string(let text)): item.domainIdentifier = text
            case ("domainIdentifier", .null), ("expirationDate", .null): continue
            case ("domainIdentifier", _): throw wrong(Texts.itemKeyWrong(name, Texts.aText))
            case ("uniqueIdentifier", _): throw wrong(Texts.itemLacksIdentifier)
            case ("expirationDate", _):
                guard case .date(let date)? = AttributeJSON.value(value, of: .date) else {
                    throw wrong(Texts.itemKeyWrong(name, Texts.aDate))
                }
                item.expirationDate = date
            case ("attributes", .dictionary(let attributes)):
                item.attributes = try self.attributes(attributes).canonicalData
            case ("attributes", _): throw wrong(Texts.itemKeyWrong(name, Texts.anObject))
            default: throw wrong(Texts.itemUnknownKey(name))
            }
        }
        guard !item.uniqueIdentifier.isEmpty else { throw wrong(Texts.itemLacksIdentifier) }
        return item
    }

    private mutating func attributes(_ entries: [PayloadValue: PayloadValue]) throws -> AttributeSet {
        var set = AttributeSet()
        for (key, value) in entries {
            guard case .string(let name) = key else { throw wrong(Texts.itemKeyWrong("attributes", Texts.anObject)) }
            if let kind = AttributeTable[name]?.kind {
                guard value != .null else { continue }
                guard let attribute = AttributeJSON.value(value, of: kind) else {
                    throw wrong(Texts.itemKeyWrong(name, AttributeJSON.expected(kind)))
                }
                set[name] = attribute
            } else {
                guard CustomAttribute.isValidName(name) else { throw wrong(Texts.attributeName(name)) }
                guard value != .null else { continue }
                var isList = false
                if case .array = value { isList = true }
                set.custom[name] = CustomAttribute(value, isMultiValued: isList)
                if known.insert(name).inserted { ownNames.append(name) }
            }
        }
        return set
    }

    func wrong(_ what: String) -> CommandError { Self.error(Texts.itemWrong(number, what)) }

    private static func error(_ message: String) -> CommandError {
        CommandError(status: .wrongUsage, code: BatonError.Code.invalidArgument.rawValue, message: message)
    }

    // MARK: The array

    /// The bytes of the next element of the array; nil after the last one. Whether they are JSON says who reads them.
    private mutating func nextElement() throws -> Data? {
        switch place {
        case .behind: return nil
        case .before:
            // A mark of UTF-8, as some editors write it.
            if data.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
            guard pass(UInt8(ascii: "[")) else { throw Self.error(Texts.fileIsNoArray(path)) }
            place = .inside
            if pass(UInt8(ascii: "]")) { return try end() }
        case .inside:
            if pass(UInt8(ascii: "]")) { return try end() }
            guard pass(UInt8(ascii: ",")) else { throw broken() }
        }
        number += 1
        skipSpace()
        let start = position
        guard let end = endOfElement() else { throw Self.error(Texts.fileEnds(path, number)) }
        guard end > start else { throw wrong(Texts.itemIsNoObject) }
        position = end
        return data.subdata(in: data.startIndex + start..<data.startIndex + end)
    }

    private func broken() -> CommandError {
        position < data.count ? wrong(Texts.itemIsNoJSON) : Self.error(Texts.fileEnds(path, number))
    }

    private mutating func end() throws -> Data? {
        skipSpace()
        guard position == data.count else { throw Self.error(Texts.fileGoesOn(path)) }
        place = .behind
        return nil
    }

    private mutating func pass(_ byte: UInt8) -> Bool {
        skipSpace()
        guard position < data.count, data[data.startIndex + position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < data.count, [0x20, 0x09, 0x0A, 0x0D].contains(data[data.startIndex + position]) {
            position += 1
        }
    }

    /// Where the element that begins here ends; nil where the file ends first.
    private func endOfElement() -> Int? {
        data.withUnsafeBytes { bytes in
            var (index, depth, inString, escaped) = (position, 0, false, false)
            while index < bytes.count {
                let byte = bytes[index]
                if inString {
                    if escaped {
                        escaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        escaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        inString = false
                    }
                } else {
                    switch byte {
                    case UInt8(ascii: "\""): inString = true
                    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
                    case UInt8(ascii: "]"), UInt8(ascii: "}"):
                        if depth == 0 { return index }
                        depth -= 1
                        // An item is an object: it ends with its bracket.
                        if depth == 0 { return index + 1 }
                    case UInt8(ascii: ","): if depth == 0 { return index }
                    default: break
                    }
                }
                index += 1
            }
            return nil
        }
    }
}

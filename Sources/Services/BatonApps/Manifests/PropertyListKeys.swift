/// Takes keys out of a property list and writes down each that is not as it should be.
struct PropertyListKeys {
    /// The file's name, as faults show it.
    let file: String
    let root: [String: PropertyList]
    private(set) var faults: [String] = []

    init(file: String, root: [String: PropertyList]) {
        self.file = file
        self.root = root
    }

    mutating func fault(_ text: String) { faults.append("\(file): \(text)") }

    /// A text that is not empty and can be shown; nil where the key is absent or the value is wrong.
    mutating func text(_ key: String) -> String? {
        guard let value = root[key] else { return nil }
        return text(value, key)
    }

    mutating func requiredText(_ key: String, example: String) -> String? {
        guard root[key] != nil else {
            fault("the key \(key) is missing; expected a text such as \(example)")
            return nil
        }
        return text(key)
    }

    mutating func truth(_ key: String) -> Bool? {
        guard let value = root[key] else { return nil }
        guard case .truth(let truth) = value else {
            fault("\(key) is \(value.kind); expected true or false")
            return nil
        }
        return truth
    }

    mutating func texts(_ key: String) -> [String] { texts(in: root, key, at: key) }

    /// A list of dictionaries, each with its place in the file.
    mutating func dictionaries(_ key: String) -> [(place: String, keys: [String: PropertyList])] {
        guard let value = root[key] else { return [] }
        guard case .list(let list) = value else {
            fault("\(key) is \(value.kind); expected a list of dictionaries")
            return []
        }
        var result: [(place: String, keys: [String: PropertyList])] = []
        for (index, element) in list.enumerated() {
            guard case .dictionary(let keys) = element else {
                fault("\(key)[\(index)] is \(element.kind); expected a dictionary")
                continue
            }
            result.append(("\(key)[\(index)]", keys))
        }
        return result
    }

    /// A dictionary, or a list of them, each with its place in the file.
    mutating func oneOrMoreDictionaries(_ key: String) -> [(place: String, keys: [String: PropertyList])] {
        if case .dictionary(let keys)? = root[key] { return [(key, keys)] }
        return dictionaries(key)
    }

    /// A dictionary in another; empty where it is absent.
    mutating func dictionary(
        in keys: [String: PropertyList], _ key: String, at place: String
    ) -> [String: PropertyList] {
        guard let value = keys[key] else { return [:] }
        guard case .dictionary(let inner) = value else {
            fault("\(place).\(key) is \(value.kind); expected a dictionary")
            return [:]
        }
        return inner
    }

    mutating func text(in keys: [String: PropertyList], _ key: String, at place: String) -> String? {
        keys[key].flatMap { text($0, "\(place).\(key)") }
    }

    mutating func texts(in keys: [String: PropertyList], _ key: String, at place: String) -> [String] {
        guard let value = keys[key] else { return [] }
        guard case .list(let list) = value else {
            fault("\(place) is \(value.kind); expected a list of texts")
            return []
        }
        return list.enumerated().compactMap { text($0.element, "\(place)[\($0.offset)]") }
    }

    private mutating func text(_ value: PropertyList, _ place: String) -> String? {
        guard case .text(let text) = value else {
            fault("\(place) is \(value.kind); expected a text that is not empty")
            return nil
        }
        guard !text.isEmpty else {
            fault("\(place) is an empty text; expected one that is not empty")
            return nil
        }
        guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            fault("\(place) holds control characters; expected plain text")
            return nil
        }
        return text
    }
}

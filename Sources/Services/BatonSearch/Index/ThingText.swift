internal import ActivityModel
internal import FoundationEssentials

/// The words by which a thing is found, as they go into the lists.
struct ThingText: Hashable, Sendable {
    /// The title's words in their order.
    var head: [String] = []
    /// What else the title and other names yield: pieces of file names, other spellings.
    var names: [String] = []
    /// Keywords, description, text.
    var body: [String] = []

    init() {}

    init(_ set: AttributeSet, title: String?, keywords: [String] = []) {
        if let title { addTitle(title) }
        addNames(set, title)
        addBody(set, keywords)
    }

    /// What shows in a list: the title, else another name.
    static func title(_ set: AttributeSet) -> String? {
        for name in ["title", "displayName", "alternateNames", "subject"] {
            let text = set.text(name) ?? set.texts(name).first
            if let text, !text.allSatisfy(\.isWhitespace) { return text }
        }
        return nil
    }

    private mutating func addTitle(_ title: String) {
        head = WordCutter.titleKey(title)
        let known = Set(head)
        names += WordCutter.indexWords(of: title, as: .title).filter { !known.contains($0) }
    }

    private mutating func addNames(_ set: AttributeSet, _ title: String?) {
        for name in ["title", "displayName"] {
            for text in Self.allTexts(set[name]) where text != title {
                names += WordCutter.indexWords(of: text, as: .name)
            }
        }
        for text in set.texts("alternateNames") where text != title {
            names += WordCutter.indexWords(of: text, as: .name)
        }
    }

    private mutating func addBody(_ set: AttributeSet, _ keywords: [String]) {
        for keyword in keywords { body += WordCutter.indexWords(of: keyword, as: .name) }
        for name in IndexedText.ordered where !Self.inTitle.contains(name) {
            for text in Self.allTexts(set[name]) { body += WordCutter.indexWords(of: text, as: .text) }
        }
        for name in set.custom.keys.sorted() {
            guard let attribute = set.custom[name], attribute.isSearchableByDefault else { continue }
            for text in Self.allTexts(attribute.value) { body += WordCutter.indexWords(of: text, as: .text) }
        }
        if body.count > Self.maximumWords { body.removeSubrange(Self.maximumWords...) }
    }

    private static let inTitle: Set<String> = ["title", "displayName", "alternateNames"]

    /// Words of one thing's description and text together; what comes after them is not found by words.
    static let maximumWords = 200_000

    /// Every text in a value: of all languages, of a whole list.
    static func allTexts(_ value: PayloadValue?) -> [String] {
        switch value {
        case .string(let text)?: return [text]
        case .array(let entries)?: return entries.flatMap(allTexts)
        case .dictionary(let entries)?:
            // By language, or a person: keys are codes and names of properties.
            let texts = entries.compactMap { key, value -> (String, [String])? in
                guard case .string(let name) = key else { return nil }
                return (name, allTexts(value))
            }
            return texts.sorted { $0.0 < $1.0 }.flatMap(\.1)
        default: return []
        }
    }

    /// Adds the words of an activity that is about the same thing.
    mutating func add(_ other: ThingText) {
        let known = Set(head + names)
        names += (other.head + other.names).filter { !known.contains($0) }
        body += other.body
        if body.count > Self.maximumWords { body.removeSubrange(Self.maximumWords...) }
    }

    var count: Int { head.count + names.count + body.count }

    // MARK: As stored

    static func words(_ text: String) -> [String] {
        text.utf8.split(separator: 0x20).map { String(Substring($0)) }
    }

    var headText: String { head.joined(separator: " ") }
    var namesText: String { names.joined(separator: " ") }
    var bodyText: String { body.joined(separator: " ") }
}

internal import ActivityModel
internal import BatonBus

/// Finds the one thing that a user's short form of an identifier names.
enum Choice {
    /// The shortest beginning of an identifier that is taken for it.
    static let shortest = 4

    enum Match<Element> {
        case one(Element)
        case none
        case several(Int)
    }

    static func find<Element>(_ text: String, in elements: [Element], by id: (Element) -> String) -> Match<Element> {
        if let exact = elements.first(where: { id($0) == text }) { return .one(exact) }
        guard text.utf8.count >= shortest else { return .none }
        let found = elements.filter { id($0).hasPrefix(text) }
        switch found.count {
        case 0: return .none
        case 1: return .one(found[0])
        default: return .several(found.count)
        }
    }

    /// Identifiers cut to one length at which they still differ, eight characters at least.
    static func short(_ ids: [String]) -> [String] {
        let longest = ids.map(\.count).max() ?? 0
        var length = 8
        while length < longest, Set(ids.map { $0.prefix(length) }).count < Set(ids).count { length += 1 }
        return ids.map { String($0.prefix(length)) }
    }
}

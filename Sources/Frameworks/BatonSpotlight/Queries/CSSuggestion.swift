public import Foundation

/// A way to go on with what a user types: the text that the search could be for.
public final class CSSuggestion: NSObject, NSCopying, NSSecureCoding, Sendable {
    /// What kind of text it is.
    public enum SuggestionKind: Int, Sendable {
        /// No suggestion.
        case none = 0
        /// What the user typed, as it is.
        case custom = 1
        /// From the words of what is indexed.
        case `default` = 2
    }

    /// What kind of text it is; `.default` for those that a query gives.
    public let suggestionKind: SuggestionKind
    /// The whole text that it stands for.
    let text: String
    private let rank: Int?

    init(_ text: String, kind: SuggestionKind = .default, rank: Int?) {
        self.text = text
        suggestionKind = kind
        self.rank = rank
        super.init()
    }

    /// The text to show; it has no attributes.
    public var localizedAttributedSuggestion: NSAttributedString { NSAttributedString(string: text) }

    /// Compares where two suggestions of one query stand: ascending where this one is the better.
    public func compare(byRank other: CSSuggestion) -> ComparisonResult { RankOrder.compare(rank, other.rank) }

    /// Compares the texts, by their code points.
    public func compare(_ other: CSSuggestion) -> ComparisonResult {
        text == other.text ? .orderedSame : text < other.text ? .orderedAscending : .orderedDescending
    }

    /// The suggestion itself: it never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    public static var supportsSecureCoding: Bool { true }

    /// Writes text and kind.
    public func encode(with coder: NSCoder) {
        coder.encode(text as NSString, forKey: "text")
        coder.encode(suggestionKind.rawValue, forKey: "kind")
    }

    /// Reads what `encode(with:)` wrote; nil for anything else.
    public convenience init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "text"),
            let kind = SuggestionKind(rawValue: coder.decodeInteger(forKey: "kind"))
        else { return nil }
        self.init(text as String, kind: kind, rank: nil)
    }
}

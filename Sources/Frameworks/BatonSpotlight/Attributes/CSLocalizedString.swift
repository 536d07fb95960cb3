internal import ActivityModel
public import Foundation

/// A text in several languages, which reads as the one in the language of this process.
///
/// The languages of a process are those of `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`; where the text is in none of
/// them it reads as the first of its own by code. As `String` it is that one text; the others are kept where the object
/// itself is given to `setLocalizedString(_:forAttribute:)` or `setValue(_:forCustomKey:)`.
public final class CSLocalizedString: NSString {
    private let texts: [String: String]

    /// Texts by the code of their language: `["en": "Walks", "de": "Wanderungen", "pt-BR": "Caminhadas"]`. Entries that are
    /// no strings are left out.
    public init(localizedStrings: [AnyHashable: Any]) {
        var texts: [String: String] = [:]
        for case (let code as String, let text as String) in localizedStrings { texts[code] = text }
        self.texts = texts
        super.init(characters: [], length: 0)
    }

    /// The text in the language of this process; empty where there is none at all.
    public func localizedString() -> String {
        AttributeSet.text(payload, languages: SpotlightCenter.languages) ?? ""
    }

    var payload: PayloadValue {
        // Of no language.
        if texts.count == 1, let text = texts[""] { return .string(text) }
        return .dictionary(Dictionary(texts.map { (.string($0), .string($1)) }, uniquingKeysWith: { $1 }))
    }

    // MARK: NSString

    private var text: NSString { NSString(string: localizedString()) }

    /// The number of UTF-16 units of the text in the language of this process.
    public override var length: Int { text.length }

    /// One of them. As with every `NSString`, the index must be below `length`.
    public override func character(at index: Int) -> unichar { text.character(at: index) }

    /// A text of one language, under no code.
    public required convenience init(string text: String) { self.init(localizedStrings: ["": text]) }

    /// `NSString`: an archive has the text in the language of the process that wrote it.
    public override var classForCoder: AnyClass { NSString.self }

    /// Nil: an archive holds an `NSString`, see `classForCoder`.
    public required convenience init?(coder: NSCoder) { nil }

    /// A text of one language, under no code.
    public required convenience init(stringLiteral value: StaticString) { self.init(string: "\(value)") }

    /// A text of one language, under no code.
    public required convenience init(unicodeScalarLiteral value: StaticString) { self.init(string: "\(value)") }

    /// A text of one language, under no code.
    public required convenience init(extendedGraphemeClusterLiteral value: StaticString) {
        self.init(string: "\(value)")
    }
}

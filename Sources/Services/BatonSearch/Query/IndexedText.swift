package import ActivityModel

/// What the index of words is made of: exactly the texts of these attributes. A query looks into the index where it asks
/// for one of them, so what is missing here is slower, and what is missing in the index is not found.
package enum IndexedText {
    package static let attributes: Set<String> = [
        "title", "displayName", "alternateNames", "keywords", "contentDescription", "textContent",
        "textContentSummary", "transcribedTextContent", "subject", "comment", "headline", "information",
        "containerTitle", "containerDisplayName", "creator", "authorNames", "recipientNames", "editors", "participants",
        "contributors", "performers", "organizations", "publishers", "projects", "contactKeywords", "director",
        "producer", "genre", "album", "artist", "composer", "lyricist", "musicalGenre", "namedLocation", "city",
        "stateOrProvince", "country", "fullyFormattedAddress", "phoneNumbers", "emailAddresses",
        "authors", "primaryRecipients", "additionalRecipients",
    ]

    /// The texts of `set` whose words the index holds: each entry of a list, each language's text, people's
    /// names and handles. An app's own attributes are not among them.
    package static func texts(in set: AttributeSet) -> [(attribute: String, text: String)] {
        attributes.sorted().flatMap { name in
            (set[name]?.comparableTexts ?? []).map { (attribute: name, text: $0) }
        }
    }
}

extension IndexedText {
    /// The attributes in the order in which their words are indexed: the same each time.
    static let ordered = attributes.sorted()
}

internal import FoundationEssentials

extension ActivityRecord {
    /// The facet in which `NSUserActivity.contentAttributeSet` travels.
    package static let contentAttributesFacet = "contentAttributeSet"

    /// What the app says of the activity for search; empty where it says nothing that can be read.
    package var contentAttributes: AttributeSet {
        facets?[Self.contentAttributesFacet].flatMap { try? AttributeSet(canonical: $0) } ?? AttributeSet()
    }

    /// The item that the activity goes with (`relatedUniqueIdentifier`).
    package var relatedItem: String? {
        contentAttributes.text("relatedUniqueIdentifier").flatMap { $0.isEmpty ? nil : $0 }
    }
}

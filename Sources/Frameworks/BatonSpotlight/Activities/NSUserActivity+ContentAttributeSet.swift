internal import ActivityModel
internal import Foundation
public import UserActivity

extension NSUserActivity {
    /// What search says and finds of the activity beyond its title and keywords: a description, a picture, a text.
    ///
    /// ```swift
    /// let attributes = CSSearchableItemAttributeSet(contentType: .text)
    /// attributes.contentDescription = "From the lighthouse to the bay"
    /// attributes.relatedUniqueIdentifier = "note-7"    // an item of the app's: both are one result
    /// activity.contentAttributeSet = attributes
    /// ```
    ///
    /// nil by default. The set is copied; what was set here and what was received read alike. With
    /// `relatedUniqueIdentifier` the activity and the item of that identifier in the default index are one result, found by
    /// the words of both; where the item is not indexed, the activity is a result by itself (on Apple's systems it is not
    /// stored). `weakRelatedUniqueIdentifier` ties them likewise, but the activity stays when the item is deleted.
    /// `domainIdentifier` groups the activity: deleting that domain in the default index deletes its saved copies.
    ///
    /// Texts and pictures are limited as an item's are, and all of it together to 448 KiB; larger sets are left out, and
    /// reported, when the activity becomes current or is saved.
    public var contentAttributeSet: CSSearchableItemAttributeSet? {
        get { self[facet: .contentAttributeSet] }
        set { self[facet: .contentAttributeSet] = newValue.map { CSSearchableItemAttributeSet($0.values) } }
    }
}

extension ActivityFacet<CSSearchableItemAttributeSet> {
    /// Bytes: an activity's facets have 512 KiB together, and other frameworks' need room too.
    static let maximumContent = 448 * 1024

    static var contentAttributeSet: Self {
        Self(
            "contentAttributeSet",
            encode: { set in
                var values = set.values
                values.dropNothings()
                for remark in values.fit() {
                    UserActivityDiagnostics.report(
                        .warning, "An activity's contentAttributeSet was shortened: \(remark).")
                }
                let data = values.canonicalData
                guard data.count <= maximumContent else {
                    throw BatonError(
                        .tooLarge,
                        "Its contentAttributeSet has \(data.count) bytes, of \(maximumContent) at most; index "
                            + "an item, and name it in relatedUniqueIdentifier.")
                }
                return data
            },
            decode: { CSSearchableItemAttributeSet(try AttributeSet(canonical: $0)) })
    }
}

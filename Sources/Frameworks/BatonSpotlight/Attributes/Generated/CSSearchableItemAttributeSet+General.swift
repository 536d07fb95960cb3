// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import BatonTypes
public import Foundation

// General.
extension CSSearchableItemAttributeSet {
    /// The name to show, in the user's language.
    public var displayName: String? {
        get { text("displayName") }
        set { setText("displayName", newValue) }
    }

    /// The title; what search looks at first.
    public var title: String? {
        get { text("title") }
        set { setText("title", newValue) }
    }

    /// The path of the item's file.
    public var path: String? {
        get { text("path") }
        set { setText("path", newValue) }
    }

    /// The identifier of the content's type, as in `public.text`.
    public var contentType: String? {
        get { text("contentType") }
        set { setText("contentType", newValue) }
    }

    /// The version of the content.
    public var version: String? {
        get { text("version") }
        set { setText("version", newValue) }
    }

    /// Of an activity: the item it shows. Both are one result, and the activity goes when the item is deleted.
    public var relatedUniqueIdentifier: String? {
        get { text("relatedUniqueIdentifier") }
        set { setText("relatedUniqueIdentifier", newValue) }
    }

    /// Of an activity: the item it shows. Both are one result, and the activity stays when the item is deleted.
    public var weakRelatedUniqueIdentifier: String? {
        get { text("weakRelatedUniqueIdentifier") }
        set { setText("weakRelatedUniqueIdentifier", newValue) }
    }

    /// Of an activity: its group, by which it can be deleted.
    public var domainIdentifier: String? {
        get { text("domainIdentifier") }
        set { setText("domainIdentifier", newValue) }
    }

    /// A summary of the text, made by the app.
    public var textContentSummary: String? {
        get { text("textContentSummary") }
        set { setText("textContentSummary", newValue) }
    }

    /// What is said or written in a recording or a picture.
    public var transcribedTextContent: String? {
        get { text("transcribedTextContent") }
        set { setText("transcribedTextContent", newValue) }
    }

    /// The type of what is shared with the user.
    public var sharedItemContentType: UTType? {
        get { type("sharedItemContentType") }
        set { setType("sharedItemContentType", newValue) }
    }

    /// Other names of the item.
    public var alternateNames: [String]? {
        get { texts("alternateNames") }
        set { setTexts("alternateNames", newValue) }
    }

    /// Words that help to find the item.
    public var keywords: [String]? {
        get { texts("keywords") }
        set { setTexts("keywords", newValue) }
    }

    /// The identifiers of the content's type and of all that it conforms to; filled from `contentType` where it is not set.
    public var contentTypeTree: [String]? {
        get { texts("contentTypeTree") }
        set { setTexts("contentTypeTree", newValue) }
    }

    /// The actions of a result, by the identifiers in the app's `CoreSpotlightActions`.
    public var actionIdentifiers: [String]? {
        get { texts("actionIdentifiers") }
        set { setTexts("actionIdentifiers", newValue) }
    }

    /// Where the content is.
    public var contentURL: URL? {
        get { url("contentURL") }
        set { setURL("contentURL", newValue) }
    }

    /// The file of a picture to show beside the result.
    public var thumbnailURL: URL? {
        get { url("thumbnailURL") }
        set { setURL("thumbnailURL", newValue) }
    }

    /// The file of a picture for dark surroundings.
    public var darkThumbnailURL: URL? {
        get { url("darkThumbnailURL") }
        set { setURL("darkThumbnailURL", newValue) }
    }

    /// A picture to show beside the result, at most 256 KiB.
    public var thumbnailData: Data? {
        get { data("thumbnailData") }
        set { setData("thumbnailData", newValue) }
    }

    /// When what is said about the item last changed.
    public var metadataModificationDate: Date? {
        get { date("metadataModificationDate") }
        set { setDate("metadataModificationDate", newValue) }
    }

    /// How important the item is among the app's own, 0 to 100.
    public var rankingHint: NSNumber? {
        get { number("rankingHint") }
        set { setNumber("rankingHint", newValue) }
    }

    /// Whether the user has made it.
    public var userCreated: NSNumber? {
        get { number("userCreated") }
        set { setNumber("userCreated", newValue) }
    }

    /// Whether the user has bought it, or owns it otherwise.
    public var userOwned: NSNumber? {
        get { number("userOwned") }
        set { setNumber("userOwned", newValue) }
    }

    /// Whether the user has chosen it, by marking or collecting it.
    public var userCurated: NSNumber? {
        get { number("userCurated") }
        set { setNumber("userCurated", newValue) }
    }

    /// Whether it is urgent.
    public var isPriority: NSNumber? {
        get { number("isPriority") }
        set { setNumber("isPriority", newValue) }
    }
}

// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import Foundation

// Media.
extension CSSearchableItemAttributeSet {
    /// Who edited it.
    public var editors: [String]? {
        get { texts("editors") }
        set { setTexts("editors", newValue) }
    }

    /// Who is in it.
    public var participants: [String]? {
        get { texts("participants") }
        set { setTexts("participants", newValue) }
    }

    /// The projects it belongs to.
    public var projects: [String]? {
        get { texts("projects") }
        set { setTexts("projects", newValue) }
    }

    /// Where the content comes from.
    public var contentSources: [String]? {
        get { texts("contentSources") }
        set { setTexts("contentSources", newValue) }
    }

    /// People it has to do with, other than its authors.
    public var contactKeywords: [String]? {
        get { texts("contactKeywords") }
        set { setTexts("contactKeywords", newValue) }
    }

    /// The codecs of the media.
    public var codecs: [String]? {
        get { texts("codecs") }
        set { setTexts("codecs", newValue) }
    }

    /// The kinds of media in it, as in `sound`.
    public var mediaTypes: [String]? {
        get { texts("mediaTypes") }
        set { setTexts("mediaTypes", newValue) }
    }

    /// The companies or organisations that made it.
    public var organizations: [String]? {
        get { texts("organizations") }
        set { setTexts("organizations", newValue) }
    }

    /// The languages of the content.
    public var languages: [String]? {
        get { texts("languages") }
        set { setTexts("languages", newValue) }
    }

    /// Who publishes it.
    public var publishers: [String]? {
        get { texts("publishers") }
        set { setTexts("publishers", newValue) }
    }

    /// Who contributed to it.
    public var contributors: [String]? {
        get { texts("contributors") }
        set { setTexts("contributors", newValue) }
    }

    /// The places and times that it covers.
    public var coverage: [String]? {
        get { texts("coverage") }
        set { setTexts("coverage", newValue) }
    }

    /// Who performs.
    public var performers: [String]? {
        get { texts("performers") }
        set { setTexts("performers", newValue) }
    }

    /// When it was downloaded.
    public var downloadedDate: Date? {
        get { date("downloadedDate") }
        set { setDate("downloadedDate", newValue) }
    }

    /// When it was last used; newer results come first.
    public var lastUsedDate: Date? {
        get { date("lastUsedDate") }
        set { setDate("lastUsedDate", newValue) }
    }

    /// When the content was made.
    public var contentCreationDate: Date? {
        get { date("contentCreationDate") }
        set { setDate("contentCreationDate", newValue) }
    }

    /// When the content last changed.
    public var contentModificationDate: Date? {
        get { date("contentModificationDate") }
        set { setDate("contentModificationDate", newValue) }
    }

    /// When it came to where it is.
    public var addedDate: Date? {
        get { date("addedDate") }
        set { setDate("addedDate", newValue) }
    }

    /// A comment.
    public var comment: String? {
        get { text("comment") }
        set { setText("comment", newValue) }
    }

    /// Who has the copyright.
    public var copyright: String? {
        get { text("copyright") }
        set { setText("copyright", newValue) }
    }

    /// The role of those who contributed.
    public var role: String? {
        get { text("role") }
        set { setText("role", newValue) }
    }

    /// Where the rights are written down.
    public var rights: String? {
        get { text("rights") }
        set { setText("rights", newValue) }
    }

    /// What the rating means.
    public var ratingDescription: String? {
        get { text("ratingDescription") }
        set { setText("ratingDescription", newValue) }
    }

    /// Further information.
    public var information: String? {
        get { text("information") }
        set { setText("information", newValue) }
    }

    /// Who directed it.
    public var director: String? {
        get { text("director") }
        set { setText("director", newValue) }
    }

    /// Who produced it.
    public var producer: String? {
        get { text("producer") }
        set { setText("producer", newValue) }
    }

    /// The genre.
    public var genre: String? {
        get { text("genre") }
        set { setText("genre", newValue) }
    }

    /// The format of the original.
    public var originalFormat: String? {
        get { text("originalFormat") }
        set { setText("originalFormat", newValue) }
    }

    /// Where the original comes from.
    public var originalSource: String? {
        get { text("originalSource") }
        set { setText("originalSource", newValue) }
    }

    /// How long it takes, in seconds.
    public var duration: NSNumber? {
        get { number("duration") }
        set { setNumber("duration", newValue) }
    }

    /// Bits per second of sound and picture together.
    public var totalBitRate: NSNumber? {
        get { number("totalBitRate") }
        set { setNumber("totalBitRate", newValue) }
    }

    /// Bits per second of the picture.
    public var videoBitRate: NSNumber? {
        get { number("videoBitRate") }
        set { setNumber("videoBitRate", newValue) }
    }

    /// Bits per second of the sound.
    public var audioBitRate: NSNumber? {
        get { number("audioBitRate") }
        set { setNumber("audioBitRate", newValue) }
    }

    /// 0: by quick start; 1: by streaming.
    public var deliveryType: NSNumber? {
        get { number("deliveryType") }
        set { setNumber("deliveryType", newValue) }
    }

    /// How good it is, 0 to 5.
    public var rating: NSNumber? {
        get { number("rating") }
        set { setNumber("rating", newValue) }
    }

    /// How often it was played.
    public var playCount: NSNumber? {
        get { number("playCount") }
        set { setNumber("playCount", newValue) }
    }

    /// Whether it can be streamed.
    public var streamable: NSNumber? {
        get { number("streamable") }
        set { setNumber("streamable", newValue) }
    }

    /// Whether the content is on this device.
    public var local: NSNumber? {
        get { number("local") }
        set { setNumber("local", newValue) }
    }

    /// Whether it is for adults alone.
    public var contentRating: NSNumber? {
        get { number("contentRating") }
        set { setNumber("contentRating", newValue) }
    }

    /// The address of the content. In queries: `URL`.
    public var url: URL? {
        get { url("URL") }
        set { setURL("URL", newValue) }
    }
}

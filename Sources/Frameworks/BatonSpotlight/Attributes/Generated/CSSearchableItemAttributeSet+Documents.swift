// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import Foundation

// Documents.
extension CSSearchableItemAttributeSet {
    /// What it is about.
    public var subject: String? {
        get { text("subject") }
        set { setText("subject", newValue) }
    }

    /// The theme.
    public var theme: String? {
        get { text("theme") }
        set { setText("theme", newValue) }
    }

    /// What the content is, in a sentence or two; shown under the title.
    public var contentDescription: String? {
        get { text("contentDescription") }
        set { setText("contentDescription", newValue) }
    }

    /// A formal identifier of the content, of a library or a publisher.
    public var identifier: String? {
        get { text("identifier") }
        set { setText("identifier", newValue) }
    }

    /// How the document is encrypted.
    public var securityMethod: String? {
        get { text("securityMethod") }
        set { setText("securityMethod", newValue) }
    }

    /// The program that made the document.
    public var creator: String? {
        get { text("creator") }
        set { setText("creator", newValue) }
    }

    /// The kind of document, in words.
    public var kind: String? {
        get { text("kind") }
        set { setText("kind", newValue) }
    }

    /// For whom it is.
    public var audiences: [String]? {
        get { texts("audiences") }
        set { setTexts("audiences", newValue) }
    }

    /// The programs that converted it.
    public var encodingApplications: [String]? {
        get { texts("encodingApplications") }
        set { setTexts("encodingApplications", newValue) }
    }

    /// The fonts of the document.
    public var fontNames: [String]? {
        get { texts("fontNames") }
        set { setTexts("fontNames", newValue) }
    }

    /// The size of the file in megabytes, as Apple's documentation has it.
    public var fileSize: NSNumber? {
        get { number("fileSize") }
        set { setNumber("fileSize", newValue) }
    }

    /// How many pages there are.
    public var pageCount: NSNumber? {
        get { number("pageCount") }
        set { setNumber("pageCount", newValue) }
    }

    /// The width of a page in points.
    public var pageWidth: NSNumber? {
        get { number("pageWidth") }
        set { setNumber("pageWidth", newValue) }
    }

    /// The height of a page in points.
    public var pageHeight: NSNumber? {
        get { number("pageHeight") }
        set { setNumber("pageHeight", newValue) }
    }
}

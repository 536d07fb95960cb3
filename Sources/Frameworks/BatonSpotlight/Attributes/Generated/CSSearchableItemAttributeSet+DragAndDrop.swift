// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

// Drag and drop.
extension CSSearchableItemAttributeSet {
    /// The types of data that the app gives of the item.
    public var providerDataTypeIdentifiers: [String]? {
        get { texts("providerDataTypeIdentifiers") }
        set { setTexts("providerDataTypeIdentifiers", newValue) }
    }

    /// The types of files that the app gives of the item.
    public var providerFileTypeIdentifiers: [String]? {
        get { texts("providerFileTypeIdentifiers") }
        set { setTexts("providerFileTypeIdentifiers", newValue) }
    }

    /// The types of files that can be opened where they are.
    public var providerInPlaceFileTypeIdentifiers: [String]? {
        get { texts("providerInPlaceFileTypeIdentifiers") }
        set { setTexts("providerInPlaceFileTypeIdentifiers", newValue) }
    }
}

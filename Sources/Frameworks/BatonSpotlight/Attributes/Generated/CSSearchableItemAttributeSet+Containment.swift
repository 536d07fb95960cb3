// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import Foundation

// Containment.
extension CSSearchableItemAttributeSet {
    /// The title of what holds the item.
    public var containerTitle: String? {
        get { text("containerTitle") }
        set { setText("containerTitle", newValue) }
    }

    /// The name to show of what holds the item.
    public var containerDisplayName: String? {
        get { text("containerDisplayName") }
        set { setText("containerDisplayName", newValue) }
    }

    /// The identifier of what holds the item.
    public var containerIdentifier: String? {
        get { text("containerIdentifier") }
        set { setText("containerIdentifier", newValue) }
    }

    /// The item's place in what holds it.
    public var containerOrder: NSNumber? {
        get { number("containerOrder") }
        set { setNumber("containerOrder", newValue) }
    }
}

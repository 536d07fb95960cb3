// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import Foundation

// Actions.
extension CSSearchableItemAttributeSet {
    /// Whether the first of `phoneNumbers` may be called from the result.
    public var supportsPhoneCall: NSNumber? {
        get { number("supportsPhoneCall") }
        set { setNumber("supportsPhoneCall", newValue) }
    }

    /// Whether a route to `latitude` and `longitude` may be shown from the result.
    public var supportsNavigation: NSNumber? {
        get { number("supportsNavigation") }
        set { setNumber("supportsNavigation", newValue) }
    }
}

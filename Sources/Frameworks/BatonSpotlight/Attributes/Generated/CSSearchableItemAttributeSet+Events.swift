// Written from AttributeTable by AttributeFilesTests (BATON_WRITE_GENERATED=1 writes it anew); not to be edited.

public import Foundation

// Events.
extension CSSearchableItemAttributeSet {
    /// When it is due.
    public var dueDate: Date? {
        get { date("dueDate") }
        set { setDate("dueDate", newValue) }
    }

    /// When it was done.
    public var completionDate: Date? {
        get { date("completionDate") }
        set { setDate("completionDate", newValue) }
    }

    /// When it begins.
    public var startDate: Date? {
        get { date("startDate") }
        set { setDate("startDate", newValue) }
    }

    /// When it ends.
    public var endDate: Date? {
        get { date("endDate") }
        set { setDate("endDate", newValue) }
    }

    /// Other dates that matter.
    public var importantDates: [Date]? {
        get { dates("importantDates") }
        set { setDates("importantDates", newValue) }
    }

    /// Whether it takes the whole day.
    public var allDay: NSNumber? {
        get { number("allDay") }
        set { setNumber("allDay", newValue) }
    }
}

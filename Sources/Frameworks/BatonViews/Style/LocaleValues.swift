public import Foundation

/// Where reading a line starts.
public enum LayoutDirection: Hashable, Sendable, CaseIterable { case leftToRight, rightToLeft }

/// The user's, which views can read and not set: texts are made before they have their place in the tree.
extension EnvironmentValues {
    /// The user's language and region.
    public var locale: Locale { .current }
    /// The user's calendar.
    public var calendar: Calendar { .current }
    /// Where the user is, as clocks have it.
    public var timeZone: TimeZone { .current }
    /// Where reading a line starts in the user's language.
    public var layoutDirection: LayoutDirection {
        Locale.current.language.characterDirection == .rightToLeft ? .rightToLeft : .leftToRight
    }
}

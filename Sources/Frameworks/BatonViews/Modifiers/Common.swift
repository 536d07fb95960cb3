public import Foundation

// What holds for whatever element comes next: it is put into the environment, and the element takes it.

nonisolated extension View {
    func common(_ change: @escaping (inout CommonProperties) -> Void) -> some View {
        environment { change(&$0.common) }
    }

    /// How much of the view is to be seen, 0 to 1.
    public func opacity(_ opacity: Double) -> some View { common { $0.opacity *= min(max(opacity, 0), 1) } }
    /// Takes the view away from sight; its room stays.
    public func hidden() -> some View { common { $0.isHidden = true } }
    /// Shows the view larger or smaller, in the room that it has.
    ///
    /// - Parameter anchor: the place in it that stays where it is.
    public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View {
        scaleEffect(x: s, y: s, anchor: anchor)
    }
    /// Shows the view larger or smaller, in the room that it has.
    public func scaleEffect(_ scale: CGSize, anchor: UnitPoint = .center) -> some View {
        scaleEffect(x: scale.width, y: scale.height, anchor: anchor)
    }
    /// Shows the view larger or smaller, in the room that it has. Of several anchors on one view the innermost counts.
    public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View {
        common {
            $0.scale *= SIMD2(Double(x), Double(y))
            if anchor != .center { $0.scaleAnchor = [Double(anchor.x), Double(anchor.y)] }
        }
    }
    /// Shows the view beside its place; its room stays. Across it counts from the side where reading starts.
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { common { $0.offset += SIMD2(Double(x), Double(y)) } }
    /// Shows the view beside its place; its room stays.
    public func offset(_ offset: CGSize) -> some View { self.offset(x: offset.width, y: offset.height) }

    /// What a screen reader calls the view.
    public func accessibilityLabel(_ label: Text) -> some View { common { $0.accessibilityLabel = label.string } }
    public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { accessibilityLabel(Text(label)) }
    @_disfavoredOverload public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
        accessibilityLabel(Text(label))
    }
    public func accessibility(label: Text) -> some View { accessibilityLabel(label) }
    /// By its name of 2019: `accessibilityHint(_:)`.
    public func accessibility(hint: Text) -> some View { accessibilityHint(hint) }
    /// By its name of 2019: `accessibilityValue(_:)`.
    public func accessibility(value: Text) -> some View { accessibilityValue(value) }
    /// By its name of 2019: `accessibilityHidden(_:)`.
    public func accessibility(hidden: Bool) -> some View { accessibilityHidden(hidden) }
    /// By its name of 2019: `accessibilityIdentifier(_:)`.
    public func accessibility(identifier: String) -> some View { accessibilityIdentifier(identifier) }
    public func accessibilityHint(_ hint: Text) -> some View { common { $0.accessibilityHint = hint.string } }
    public func accessibilityHint(_ hint: LocalizedStringKey) -> some View { accessibilityHint(Text(hint)) }
    @_disfavoredOverload public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View {
        accessibilityHint(Text(hint))
    }
    public func accessibilityValue(_ value: Text) -> some View { common { $0.accessibilityValue = value.string } }
    public func accessibilityValue(_ value: LocalizedStringKey) -> some View { accessibilityValue(Text(value)) }
    @_disfavoredOverload public func accessibilityValue<S: StringProtocol>(_ value: S) -> some View {
        accessibilityValue(Text(value))
    }
    public func accessibilityHidden(_ hidden: Bool) -> some View { common { $0.isAccessibilityHidden = hidden } }
    /// A name for tests.
    public func accessibilityIdentifier(_ identifier: String) -> some View {
        common { $0.accessibilityIdentifier = identifier }
    }

    /// A text that appears beside the pointer.
    public func help(_ text: LocalizedStringKey) -> some View { help(Text(text)) }
    public func help(_ text: Text) -> some View { common { $0.help = text.string } }
    @_disfavoredOverload public func help<S: StringProtocol>(_ text: S) -> some View { help(Text(text)) }

    /// A key that does what pressing the control does. Control stands for Command.
    public func keyboardShortcut(_ key: KeyEquivalent, modifiers: EventModifiers = .command) -> some View {
        keyboardShortcut(KeyboardShortcut(key, modifiers: modifiers))
    }
    public func keyboardShortcut(_ shortcut: KeyboardShortcut) -> some View { common { $0.shortcut = shortcut } }
    /// nil: none.
    public func keyboardShortcut(_ shortcut: KeyboardShortcut?) -> some View { common { $0.shortcut = shortcut } }
}

/// A key, and those that are held with it.
public struct KeyboardShortcut: Hashable, Sendable {
    public var key: KeyEquivalent
    public var modifiers: EventModifiers
    public init(_ key: KeyEquivalent, modifiers: EventModifiers = .command) {
        self.key = key
        self.modifiers = modifiers
    }
    public static let defaultAction = KeyboardShortcut(.return, modifiers: [])
    public static let cancelAction = KeyboardShortcut(.escape, modifiers: [])
}

public struct KeyEquivalent: Hashable, Sendable, ExpressibleByExtendedGraphemeClusterLiteral {
    public let character: Character
    public init(_ character: Character) { self.character = character }
    public init(extendedGraphemeClusterLiteral value: Character) { character = value }
    public static let `return`: KeyEquivalent = "\r"
    public static let escape: KeyEquivalent = "\u{1b}"
    public static let delete: KeyEquivalent = "\u{8}"
    public static let deleteForward: KeyEquivalent = "\u{7f}"
    public static let tab: KeyEquivalent = "\t"
    public static let space: KeyEquivalent = " "
    public static let upArrow: KeyEquivalent = "\u{f700}"
    public static let downArrow: KeyEquivalent = "\u{f701}"
    public static let leftArrow: KeyEquivalent = "\u{f702}"
    public static let rightArrow: KeyEquivalent = "\u{f703}"
    public static let home: KeyEquivalent = "\u{f729}"
    public static let end: KeyEquivalent = "\u{f72b}"
    public static let pageUp: KeyEquivalent = "\u{f72c}"
    public static let pageDown: KeyEquivalent = "\u{f72d}"
}

public struct EventModifiers: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let capsLock = EventModifiers(rawValue: 1)
    public static let shift = EventModifiers(rawValue: 2)
    public static let control = EventModifiers(rawValue: 4)
    public static let option = EventModifiers(rawValue: 8)
    /// The control key.
    public static let command = EventModifiers(rawValue: 16)
    public static let numericPad = EventModifiers(rawValue: 32)
    public static let all: EventModifiers = [.capsLock, .shift, .control, .option, .command, .numericPad]
}

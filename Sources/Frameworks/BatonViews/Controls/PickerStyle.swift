/// How pickers look.
package enum PickerLook: Hashable, Sendable { case menu, segmented }

/// A look of pickers that the framework has. Wheels, and choices that stand open, are not there.
public protocol PickerStyle: Sendable {
    /// For the framework.
    var _look: _PickerLook { get }
}
/// For the framework.
public struct _PickerLook: Sendable { let look: PickerLook }

/// The platform's look: a menu.
public struct DefaultPickerStyle: PickerStyle {
    /// The platform's look.
    public init() {}
    public var _look: _PickerLook { _PickerLook(look: .menu) }
}
/// A button with the choice, that opens the others.
public struct MenuPickerStyle: PickerStyle {
    /// A button that opens the choices.
    public init() {}
    public var _look: _PickerLook { _PickerLook(look: .menu) }
}
/// Buttons beside each other, of which one is pressed. The picker's label is not shown, as on iOS; a screen reader says it.
public struct SegmentedPickerStyle: PickerStyle {
    /// Buttons beside each other.
    public init() {}
    public var _look: _PickerLook { _PickerLook(look: .segmented) }
}

extension PickerStyle where Self == DefaultPickerStyle {
    /// The platform's look: a menu.
    public static var automatic: DefaultPickerStyle { .init() }
}
extension PickerStyle where Self == MenuPickerStyle {
    /// A button with the choice, that opens the others.
    public static var menu: MenuPickerStyle { .init() }
}
extension PickerStyle where Self == SegmentedPickerStyle {
    /// Buttons beside each other, of which one is pressed.
    public static var segmented: SegmentedPickerStyle { .init() }
}

enum PickerLookKey: EnvironmentKey { static let defaultValue = PickerLook.menu }
extension EnvironmentValues {
    var pickerLook: PickerLook {
        get { self[PickerLookKey.self] }
        set { self[PickerLookKey.self] = newValue }
    }
}

nonisolated extension View {
    /// The look of pickers in this view.
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View {
        environment { $0.pickerLook = style._look.look }
    }
}

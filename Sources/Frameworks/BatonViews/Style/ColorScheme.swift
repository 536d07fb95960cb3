/// Whether the desktop's style is dark.
public enum ColorScheme: Hashable, Sendable, CaseIterable { case light, dark }

/// The style as a window has it: who has read it is made anew when it changes.
enum ColorSchemeSourceKey: EnvironmentKey { static var defaultValue: StateStorage<ColorScheme>? { nil } }

extension EnvironmentValues {
    var colorSchemeSource: StateStorage<ColorScheme>? {
        get { self[ColorSchemeSourceKey.self] }
        set { self[ColorSchemeSourceKey.self] = newValue }
    }

    /// Whether the desktop's style is dark. It is the desktop's: it can be read, and not set for a view.
    public var colorScheme: ColorScheme { colorSchemeSource?.value ?? .light }
}

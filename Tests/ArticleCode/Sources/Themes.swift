// Keys of the environment, modifiers and functions of View of one's own.
import SwiftUI

struct Theme: Equatable {
    var accent: Color
    var spacing: CGFloat

    static let standard = Theme(accent: .blue, spacing: 8)
    static let loud = Theme(accent: Color(red: 0.9, green: 0.2, blue: 0.1), spacing: 16)
}

private struct ThemeKey: EnvironmentKey {
    static let defaultValue = Theme.standard
}

private struct OnSelectKey: EnvironmentKey {
    static let defaultValue: @Sendable (String) -> Void = { _ in }
}

extension EnvironmentValues {
    var theme: Theme {
        get { self[ThemeKey.self] }
        set { self[ThemeKey.self] = newValue }
    }

    var onSelect: @Sendable (String) -> Void {
        get { self[OnSelectKey.self] }
        set { self[OnSelectKey.self] = newValue }
    }
}

extension EnvironmentValues {
    @Entry var badgeColor: Color = .red
    @Entry var columns = 2
    @Entry var caption: String?
    @Entry var onBadge: @Sendable (Int) -> Void = { count in
        print("Badge \(count)")
    }
}

struct CardModifier: ViewModifier {
    @Environment(\.theme) private var theme
    var isRaised = false

    func body(content: Content) -> some View {
        content
            .padding(theme.spacing)
            .background(isRaised ? theme.accent.opacity(0.3) : theme.accent.opacity(0.1))
            .cornerRadius(10)
    }
}

struct Badge: ViewModifier {
    @Environment(\.badgeColor) private var color
    let count: Int

    func body(content: Content) -> some View {
        if count > 0 {
            content.overlay(
                Text("\(count)").font(.caption2).padding(4).background(Capsule().fill(color)),
                alignment: .topTrailing)
        } else {
            content
        }
    }
}

extension View {
    func card(isRaised: Bool = false) -> some View {
        modifier(CardModifier(isRaised: isRaised))
    }

    func badge(showing count: Int) -> some View {
        self.modifier(Badge(count: count))
    }

    func theme(_ theme: Theme) -> some View {
        environment(\.theme, theme)
    }

    /// Applies a change where a condition holds.
    @ViewBuilder func `if`<Changed: View>(_ condition: Bool, change: (Self) -> Changed) -> some View {
        if condition {
            change(self)
        } else {
            self
        }
    }
}

struct ThemesApp: App {
    @State private var isLoud = false

    var body: some Scene {
        WindowGroup {
            VStack {
                ThemedView()
                Button("Change the theme") { isLoud.toggle() }
            }
            .padding()
            .theme(isLoud ? .loud : .standard)
            .environment(\.onSelect) { name in print("Selected \(name)") }
        }
    }
}

struct ThemedView: View {
    @Environment(\.theme) private var theme
    @Environment(\.theme.spacing) private var spacing
    @Environment(\.onSelect) private var onSelect
    @Environment(\.isEnabled) private var isEnabled: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: spacing) {
            Text("A card").card()
            Text("A raised card").card(isRaised: true)
            Text("Messages").card().badge(showing: 3)
            Text("Marked").if(theme == .loud) { $0.bold().foregroundColor(.red) }
            Button("Select") { onSelect("card") }
            RoundedRectangle(cornerRadius: 12).stroke(theme.accent, lineWidth: 2).frame(width: 120, height: 30)
        }
        .transformEnvironment(\.theme) { $0.spacing *= 2 }
        .font(.system(size: 15, weight: .medium, design: .rounded))
    }
}

#Preview {
    ThemedView()
}

#Preview("Loud") {
    @Previewable @State var isLoud = true
    ThemedView()
        .theme(isLoud ? .loud : .standard)
        .environment(\.badgeColor, .purple)
}

internal import BatonViews
internal import CBatonGTK
internal import GTKKit

/// What GTK sets by CSS alone: it is there as long as somebody has it, for all widgets that look alike.
///
/// Each has a provider of its own, of the widgets that have it. One style sheet for all would be read again with each new look,
/// and GTK goes through a sheet of some hundred classes by calling itself for each, until there is no stack left.
@MainActor final class Style {
    struct Key: Hashable {
        let declarations: String
        /// What of the widget they are for, such as `:checked` or ` > trough`; empty: the widget.
        let selector: String
    }
    private struct Known { weak var style: Style? }
    private static var all: [Key: Known] = [:]
    private static var count = 0

    let key: Key
    private let provider: OpaquePointer
    /// Parts of a widget hear of a provider of the display alone; the class says which widgets.
    private let className: String?

    static func of(_ key: Key) -> Style {
        if let known = all[key]?.style { return known }
        let made = Style(key)
        all[key] = Known(style: made)
        return made
    }

    private init(_ key: Key) {
        self.key = key
        provider = OpaquePointer(gtk_css_provider_new()!)
        Self.count += 1
        className = key.selector.contains(" ") ? "baton-\(Self.count)" : nil
        gtk_css_provider_load_from_data(
            UnsafeMutableRawPointer(provider).assumingMemoryBound(to: GtkCssProvider.self),
            "\(className.map { ".\($0)" } ?? "*")\(key.selector) { \(key.declarations) }", -1)
        guard className != nil else { return }
        gtk_style_context_add_provider_for_display(gdk_display_get_default(), provider, Self.priority)
    }

    isolated deinit {
        if Self.all[key]?.style == nil { Self.all[key] = nil }
        if className != nil { gtk_style_context_remove_provider_for_display(gdk_display_get_default(), provider) }
        g_object_unref(UnsafeMutableRawPointer(provider))
    }

    private static let priority = guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION)

    fileprivate func set(_ isSet: Bool, on widget: Widget) {
        if let className { return widget.setClass(className, isSet) }
        let context = gtk_widget_get_style_context(widget.pointer)
        if isSet {
            gtk_style_context_add_provider(context, provider, Self.priority)
        } else {
            gtk_style_context_remove_provider(context, provider)
        }
    }
}

/// Values as CSS writes them.
@MainActor enum StyleSheet {
    /// A color as CSS has it; libadwaita's names follow the desktop's style by themselves.
    static func css(_ color: Color) -> String {
        func with(_ name: String, _ opacity: Double) -> String { opacity.part < 1 ? "alpha(\(name), \(opacity.part))" : name }
        switch color.storage {
        case .components(let red, let green, let blue, let opacity):
            func byte(_ value: Double) -> Int { Int((value.part * 255).rounded()) }
            return "rgba(\(byte(red)), \(byte(green)), \(byte(blue)), \(opacity.part))"
        case .named(let name, let opacity): return with("@" + gtkName(name), opacity)
        case .asset(_, let opacity): return with("currentColor", opacity)
        }
    }

    private static func gtkName(_ name: Color.Named) -> String {
        switch name {
        case .primary: "window_fg_color"
        case .secondary: "insensitive_fg_color"
        case .accent: "accent_bg_color"
        case .red: "red_3"
        case .orange: "orange_3"
        case .yellow: "yellow_3"
        case .green, .mint: "green_3"
        case .teal, .cyan, .blue: "blue_3"
        case .indigo, .purple, .pink: "purple_3"
        case .brown: "brown_3"
        case .gray: "dark_1"
        }
    }
}

extension Widget {
    /// Sets a style, instead of the one before.
    ///
    /// - Parameter selector: what of the widget it is for; empty: the widget.
    func setStyle(_ declarations: String?, for selector: String = "", instead old: inout Style?) {
        let key = declarations.map { Style.Key(declarations: $0, selector: selector) }
        guard key != old?.key else { return }
        let new = key.map { Style.of($0) }
        old?.set(false, on: self)
        new?.set(true, on: self)
        old = new
    }
}

internal import CBatonGTK

/// GTK and libadwaita as a whole.
@MainActor package enum Toolkit {
    private static var isReady: Bool?

    /// Begins to use GTK: once, on the initial thread.
    ///
    /// - Parameter id: the app's id, which the desktop finds its icon and its windows by.
    /// - Returns: whether there is a display.
    package static func begin(id: String) -> Bool {
        if let isReady { return isReady }
        g_set_prgname(id)
        let hasDisplay = gtk_init_check() != 0
        if hasDisplay { adw_init() }
        isReady = hasDisplay
        return hasDisplay
    }

    /// Why there is none, in words.
    package static var noDisplay: String {
        "There is no display: neither WAYLAND_DISPLAY nor DISPLAY names one that answers."
    }
}

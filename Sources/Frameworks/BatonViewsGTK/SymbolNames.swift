/// Names of symbols on Apple's systems, and of those in the desktop's icon theme that mean the same.
enum SymbolNames {
    /// What is shown for a symbol without a counterpart.
    static let missing = "image-missing-symbolic"

    /// The variants of a symbol (`.fill`, `.circle`) count as the symbol.
    static func iconName(of symbol: String) -> String {
        var name = symbol
        while true {
            if let icon = table[name] { return icon }
            guard let dot = name.lastIndex(of: ".") else { return missing }
            name = String(name[..<dot])
        }
    }

    private static let table: [String: String] = [
        "plus": "list-add-symbolic", "minus": "list-remove-symbolic", "xmark": "window-close-symbolic",
        "checkmark": "object-select-symbolic", "trash": "user-trash-symbolic", "pencil": "document-edit-symbolic",
        "square.and.pencil": "document-edit-symbolic", "square.and.arrow.up": "document-send-symbolic",
        "square.and.arrow.down": "document-save-symbolic", "magnifyingglass": "system-search-symbolic",
        "gear": "emblem-system-symbolic", "gearshape": "emblem-system-symbolic", "star": "starred-symbolic",
        "heart": "emblem-favorite-symbolic", "bookmark": "user-bookmarks-symbolic",
        "book": "accessories-dictionary-symbolic", "person": "avatar-default-symbolic",
        "person.2": "system-users-symbolic", "house": "user-home-symbolic", "folder": "folder-symbolic",
        "doc": "text-x-generic-symbolic", "photo": "image-x-generic-symbolic", "camera": "camera-photo-symbolic",
        "envelope": "mail-unread-symbolic", "phone": "call-start-symbolic", "link": "insert-link-symbolic",
        "globe": "web-browser-symbolic", "safari": "web-browser-symbolic", "map": "find-location-symbolic",
        "mappin": "mark-location-symbolic", "location": "find-location-symbolic",
        "calendar": "x-office-calendar-symbolic", "clock": "preferences-system-time-symbolic",
        "bell": "preferences-system-notifications-symbolic", "info": "dialog-information-symbolic",
        "questionmark": "dialog-question-symbolic", "exclamationmark": "dialog-warning-symbolic",
        "lock": "system-lock-screen-symbolic", "wifi": "network-wireless-symbolic", "printer": "printer-symbolic",
        "play": "media-playback-start-symbolic", "pause": "media-playback-pause-symbolic",
        "stop": "media-playback-stop-symbolic", "forward": "media-seek-forward-symbolic",
        "backward": "media-seek-backward-symbolic", "speaker": "audio-volume-high-symbolic",
        "mic": "audio-input-microphone-symbolic", "chevron.left": "go-previous-symbolic",
        "chevron.right": "go-next-symbolic", "chevron.up": "go-up-symbolic", "chevron.down": "go-down-symbolic",
        "chevron.backward": "go-previous-symbolic", "chevron.forward": "go-next-symbolic",
        "arrow.left": "go-previous-symbolic", "arrow.right": "go-next-symbolic", "arrow.up": "go-up-symbolic",
        "arrow.down": "go-down-symbolic", "arrow.clockwise": "view-refresh-symbolic",
        "arrow.counterclockwise": "edit-undo-symbolic", "arrow.uturn.backward": "edit-undo-symbolic",
        "arrow.uturn.forward": "edit-redo-symbolic", "ellipsis": "view-more-symbolic",
        "list.bullet": "view-list-symbolic", "square.grid.2x2": "view-grid-symbolic",
        "cart": "emblem-package-symbolic", "sun.max": "weather-clear-symbolic", "moon": "weather-clear-night-symbolic",
        "cloud": "weather-overcast-symbolic", "textformat": "font-x-generic-symbolic",
        "text.alignleft": "format-justify-left-symbolic", "scissors": "edit-cut-symbolic",
        "doc.on.doc": "edit-copy-symbolic", "doc.on.clipboard": "edit-paste-symbolic",
        "eye": "view-reveal-symbolic", "eye.slash": "view-conceal-symbolic", "keyboard": "input-keyboard-symbolic",
        "desktopcomputer": "computer-symbolic", "laptopcomputer": "computer-symbolic", "iphone": "phone-symbolic",
        "paperclip": "mail-attachment-symbolic", "flag": "mail-mark-important-symbolic",
        "sidebar.left": "sidebar-show-symbolic",
    ]
}

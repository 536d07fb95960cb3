internal import ActivityModel

/// The environment of an app that Baton starts.
package struct LaunchEnvironment: Sendable {
    /// The daemon's own.
    package var daemon: [String: String]
    /// What every app that this daemon starts gets: `BATON_INSTANCE`, `BATON_DAEMON`, `BATON_ADDRESS`.
    package var baton: [String: String]

    package init(daemon: [String: String], baton: [String: String]) {
        self.daemon = daemon
        self.baton = baton
    }

    /// Where a window would open: one session's variables are taken together or not at all.
    private static let display: Set<String> = [
        "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE", "XDG_CURRENT_DESKTOP",
    ]
    private static let language: Set<String> = ["LANG", "LANGUAGE"]
    private static let session: Set<String> = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "TERM"]
    /// Good once, for one program.
    private static let activation: Set<String> = ["XDG_ACTIVATION_TOKEN", "DESKTOP_STARTUP_ID"]
    /// Meant for the daemon itself: its service manager, its listening sockets, its tuning.
    private static let own: Set<String> = [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "JOURNAL_STREAM", "INVOCATION_ID", "MAINPID", "MANAGERPID",
        "SYSTEMD_EXEC_PID", "MEMORY_PRESSURE_WATCH", "MEMORY_PRESSURE_WRITE", "CREDENTIALS_DIRECTORY", "G_SLICE",
        "G_TLS_GNUTLS_PRIORITY", "MALLOC_ARENA_MAX", "G_MESSAGES_DEBUG",
    ]
    private static let longestValue = 16 * 1024

    package func make(for request: LaunchRequest) -> [String: String] {
        let requested = Self.passedOn(request.environment)
        var result = daemon.filter { name, _ in
            !Self.own.contains(name) && !Self.activation.contains(name) && !name.hasPrefix("LISTEN_")
                && !name.hasPrefix("BATON_")
        }
        // A display of the requester's beside a session of the daemon's would be of two desktops.
        if requested.keys.contains(where: Self.display.contains) {
            result = result.filter { !Self.display.contains($0.key) }
        }
        // `LC_ALL` of the daemon's would win over the requester's `LANG`.
        if requested.keys.contains(where: Self.isLanguage) { result = result.filter { !Self.isLanguage($0.key) } }
        result.merge(requested) { $1 }
        if let token = request.activationToken, Self.isSane(token) {
            result["XDG_ACTIVATION_TOKEN"] = token
            result["DESKTOP_STARTUP_ID"] = token
        }
        result.merge(baton) { $1 }
        result["BATON_APP"] = request.app.folder
        result["BATON_LAUNCH_TOKEN"] = request.token
        result["BATON_EXTENSION"] = request.extension?.point.rawValue
        return result
    }

    /// What of a requester's variables reaches a program that is started for it.
    package static func passedOn(_ environment: [String: String]) -> [String: String] {
        environment.filter { isPassedOn($0.key) && isSane($0.value) }
    }

    /// Whether a requester's variable reaches the app. Never one that names code to load or run.
    private static func isPassedOn(_ name: String) -> Bool {
        display.contains(name) || session.contains(name) || activation.contains(name) || isLanguage(name)
    }

    private static func isLanguage(_ name: String) -> Bool {
        language.contains(name)
            || name.hasPrefix("LC_") && name.utf8.allSatisfy { $0 == 0x5F || (0x41...0x5A).contains($0) }
    }

    private static func isSane(_ value: String) -> Bool {
        value.utf8.count <= longestValue && !value.utf8.contains(0)
    }
}

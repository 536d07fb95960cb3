internal import BatonBus

extension PlatformData {
    /// What an app that is started on this command's behalf needs of its surroundings: display, session, locale.
    init(environment: [String: String]) {
        let names: Set = [
            "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "LANG", "LANGUAGE", "TERM",
            "COLORTERM",
            "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "XDG_SESSION_ID",
        ]
        let token = environment["XDG_ACTIVATION_TOKEN"] ?? environment["DESKTOP_STARTUP_ID"]
        self.init(
            activationToken: token.flatMap { $0.isEmpty ? nil : $0 },
            environment: environment.filter { names.contains($0.key) || $0.key.hasPrefix("LC_") })
    }
}

import ActivityModel
import BatonApps
import Testing

struct LaunchEnvironmentTests {
    private func make(
        daemon: [String: String], requester: [String: String] = [:], activation: String? = nil
    ) -> [String: String] {
        let app = AppManifest(
            id: "org.example.reader", name: "Reader", team: "T", activityTypes: [], folder: "/apps/Reader.app",
            executable: "/apps/Reader.app/run")
        return LaunchEnvironment(daemon: daemon, baton: ["BATON_INSTANCE": "/instance", "BATON_DAEMON": "/batond"])
            .make(for: LaunchRequest(app: app, token: "t", environment: requester, activationToken: activation))
    }

    @Test func whatNamesCodeReachesNoProgram() {
        let given = [
            "DISPLAY": ":1", "LC_TIME": "de_AT.UTF-8", "LD_PRELOAD": "/x.so", "PATH": "/x", "HOME": "/x", "BROWSER": "x",
            "PYTHONPATH": "/x", "XDG_DATA_DIRS": "/x", "XDG_RUNTIME_DIR": "/run/x",
        ]
        #expect(Set(LaunchEnvironment.passedOn(given).keys) == ["DISPLAY", "LC_TIME", "XDG_RUNTIME_DIR"])
    }

    @Test func theDaemonsOwnVariablesStayWithIt() {
        let made = make(daemon: [
            "PATH": "/bin", "HOME": "/home/u", "NOTIFY_SOCKET": "/s", "LISTEN_FDS": "1", "LISTEN_PID": "1",
            "LISTEN_FDNAMES": "x", "G_SLICE": "always-malloc", "G_TLS_GNUTLS_PRIORITY": "x", "WATCHDOG_USEC": "1",
            "BATON_LAUNCH_TOKEN": "old", "BATON_APP": "/old", "XDG_ACTIVATION_TOKEN": "old", "JOURNAL_STREAM": "1:2",
        ])
        #expect(
            made == [
                "PATH": "/bin", "HOME": "/home/u", "BATON_INSTANCE": "/instance", "BATON_DAEMON": "/batond",
                "BATON_APP": "/apps/Reader.app", "BATON_LAUNCH_TOKEN": "t",
            ])
    }

    @Test func onlyTheRequestersSessionIsPassedOn() {
        let made = make(
            daemon: ["PATH": "/bin", "LANG": "C"],
            requester: [
                "DISPLAY": ":1", "XAUTHORITY": "/x", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/b", "LC_TIME": "de_DE",
                "LANG": "de_DE.UTF-8", "TERM": "xterm", "LD_PRELOAD": "/evil.so", "PATH": "/evil", "HOME": "/evil",
                "BATON_INSTANCE": "/evil", "BATON_LAUNCH_TOKEN": "evil", "LC_x=y": "1", "WAYLAND_DISPLAY": "a\0b",
            ])
        for (name, value) in [
            ("DISPLAY", ":1"), ("XAUTHORITY", "/x"), ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/b"), ("LC_TIME", "de_DE"),
            ("LANG", "de_DE.UTF-8"), ("TERM", "xterm"), ("PATH", "/bin"), ("BATON_INSTANCE", "/instance"),
            ("BATON_LAUNCH_TOKEN", "t"),
        ] { #expect(made[name] == value, "\(name)") }
        for name in ["LD_PRELOAD", "HOME", "LC_x=y", "WAYLAND_DISPLAY"] { #expect(made[name] == nil, "\(name)") }
    }

    @Test func twoSessionsAreNotMixed() {
        let made = make(
            daemon: ["WAYLAND_DISPLAY": "wayland-0", "XDG_SESSION_TYPE": "wayland", "LC_ALL": "C"],
            requester: ["DISPLAY": ":7", "LANG": "fr_FR.UTF-8"])
        #expect(made["DISPLAY"] == ":7")
        #expect(made["WAYLAND_DISPLAY"] == nil)
        #expect(made["XDG_SESSION_TYPE"] == nil)
        #expect(made["LC_ALL"] == nil)
        // A requester without a display leaves the daemon's.
        #expect(make(daemon: ["WAYLAND_DISPLAY": "wayland-0"])["WAYLAND_DISPLAY"] == "wayland-0")
    }

    @Test func theActivationTokenIsPassedUnderBothNames() {
        let made = make(daemon: [:], activation: "abc")
        #expect(made["XDG_ACTIVATION_TOKEN"] == "abc")
        #expect(made["DESKTOP_STARTUP_ID"] == "abc")
    }
}

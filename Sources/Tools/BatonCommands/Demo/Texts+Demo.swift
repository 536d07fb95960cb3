// The demo's part of the table of texts.

extension Texts {
    static var demoTitle: String {
        t("Two devices on this machine, “desk” and “laptop”: two daemons that know nothing of each other.")
    }
    static func demoStarted(_ folder: String) -> String {
        t("  Both run, each with files of its own in {1}. Nothing listens on the network yet.", folder)
    }
    static func demoInvited(_ invitation: String) -> String {
        t("\nOn desk:   baton devices invite\n  {1}", invitation)
    }
    static func demoJoining(_ inviter: String, _ code: String) -> String {
        t(
            "On laptop: baton devices join …\n  This device will share what you do with {1}. Type this code there: {2}",
            inviter, code)
    }
    static func demoJoined(_ device: String) -> String {
        t("On desk:   baton devices confirm …\n  {1} has joined. The two are linked by TLS 1.3 over loopback.", device)
    }
    static var demoAdded: String { t("\nBoth devices have the app Reader (baton apps add Reader.app).") }
    static func demoOpened(_ title: String) -> String { t("On desk, somebody opens “{1}” in Reader …", title) }
    static func demoRead(_ line: Int) -> String { t("  … and reads on to line {1}.", String(line)) }
    static func demoOffered(_ title: String, _ device: String) -> String {
        t("\nOn laptop: baton handoff list\n  “{1}” from {2}, opens with Reader", title, device)
    }
    static func demoContinued(_ title: String, _ line: Int) -> String {
        t(
            "On laptop: baton handoff continue --latest\n  The daemon has started Reader. It shows “{1}” at line {2}, the same line.",
            title, String(line))
    }
    static var demoToldReader: String { t("On desk, Reader says: “Continued on another device”.") }
    static func demoPageOffered(_ page: String) -> String {
        t(
            "\nOn desk, an app that laptop does not have (Notes) is used. It names a web page for what it shows.\nOn laptop: baton handoff list\n  “Packing list” from desk, opens in the browser: {1}",
            page)
    }
    static func demoPageOpened(_ page: String, _ device: String) -> String {
        t(
            "On laptop: baton handoff continue --latest\n  The browser is given {1} (here a stand-in that writes it down).\nOn desk, Notes is told that {2} has taken it over.",
            page, device)
    }
    static var demoEnd: String { t("Both daemons and every app have been ended, and their files removed.") }
    static var demoInterrupted: String { t("The demo was interrupted; everything that it had started was ended.") }
    static func demoNoApp(_ path: String) -> String {
        t("The sample app is not at {1}; run `make demo`, or name its folder with --app.", path)
    }
    static var demoNoFolder: String {
        t("No folder for the demo could be made in TMPDIR or /tmp; check that one of them can be written.")
    }
    static func demoNoReader(_ reason: String) -> String { t("Reader could not be started: {1}.", reason) }
    static func demoStepMissed(_ step: String) -> String {
        t("This step did not happen in time: {1}. `baton doctor` may say why.", step)
    }
    static func demoOtherLine(_ here: Int, _ there: Int) -> String {
        t("Reader opened at line {2} instead of {1}; please report it.", String(here), String(there))
    }
    static func demoLeftovers(_ processes: [Int32]) -> String {
        t("These processes did not end when asked and were killed: {1}.", list(processes.map(String.init)))
    }
}

internal import BatonLinks

// Links' part of the table of texts.

extension Texts {
    static func noScheme(_ text: String) -> String {
        t("“{1}” is no address: it must begin with a scheme, as https:// or example:.", String(text.prefix(80)))
    }
    static func badWait(_ text: String, most: Int, standard: Int) -> String {
        t(
            "BATON_OPEN_WAIT is “{1}”: it must be milliseconds, 1 to {2}; {3} are waited.", String(text.prefix(80)),
            String(most), String(standard))
    }
    static func noAnswer(_ wait: Duration) -> String {
        let seconds = wait.components
        return t(
            "the daemon did not answer within {1} ms",
            String(seconds.seconds * 1000 + seconds.attoseconds / 1_000_000_000_000_000))
    }
    static let openedAlready = t("the browser was started for this page, and handed it on")
    static let goesRound = t(
        "The desktop's browser hands web pages back to Baton, so this one was not opened again; name another with `baton config set browser COMMAND`, or choose one in the desktop's settings."
    )
    static func openedWithoutDaemon(_ name: String, _ why: String) -> String {
        t("The page was opened in {1} without asking the daemon: {2}. `baton doctor` says more.", name, why)
    }
    static func opens(_ what: String, isDry: Bool) -> String {
        isDry ? t("Opens in {1}", what) : t("Opened in {1}", what)
    }
    static func byRule(_ rule: String) -> String { t("rule: {1}", rule) }
    static func lastCheck(_ date: String) -> String { t("checked {1}", date) }
    static func nextCheck(_ date: String) -> String { t("next {1}", date) }
    static func notAllApproved(_ domain: String) -> String {
        t("Not every association with {1} stands; the reasons are above.", domain)
    }
    static func preferred(_ domain: String, _ choice: String) -> String {
        choice == "browser"
            ? t("Links of {1} open in the browser from now on.", domain)
            : t("Links of {1} open in the app that the site names for them.", domain)
    }
    static let handlesForUserAlone = t(
        "The desktop's links go to the user's own Baton; without --instance this can be changed.")
    static func handlesNotAllTheSame(_ handler: String?) -> String {
        t(
            "Baton was put first in the user's list, and the desktop still opens links with {1}: a list of its own counts "
                + "more. Choose Baton in the desktop's settings, or undo with `baton links handle off`.",
            handler ?? t("nothing"))
    }
    static let nothingElseHandles = t(
        "Links still go through Baton: there is no other program for web pages to give them to. Install a browser.")
    static let doctorNoBrowser = t("Links go through Baton, and there is no browser for the pages that no app takes")
    static let doctorNoBrowserRemedy = t(
        "install a browser, or run `baton config set browser COMMAND` or `baton links handle off`")
    static let noBrowserBehind = t(
        "There is no other program for web pages: pages that no app takes cannot be opened. Install a browser.")
    static func handling(_ state: LinkHandler.State) -> String {
        switch state {
        case .on(let browser?): t("Links go through Baton; pages that no app takes open in {1}.", browser)
        case .on(nil): t("Links go through Baton; there is no browser behind it.")
        case .off(let handler?): t("Links go to {1}; `baton links handle on` puts Baton before it.", handler)
        case .off(nil): t("Nothing handles links; `baton links handle on` makes Baton do it.")
        case .replaced(let handler):
            t(
                "Links went through Baton, and go to {1} since that was chosen elsewhere; `baton links handle on` puts Baton "
                    + "before it, `off` forgets what was before.", handler ?? t("nothing"))
        }
    }
}

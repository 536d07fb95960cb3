// Reason for the length: every text that a user sees is in this one table.

/// What the command line says. A template's `{1}`, `{2}` … are filled in; a translation is looked up in `t`.
enum Texts {
    /// The one place that a translated template comes from.
    static func t(_ template: String, _ values: String...) -> String {
        var result = ""
        var rest = template[...]
        // One pass, so that a `{1}` in a value stays what it is.
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            guard let close = rest[open...].firstIndex(of: "}"),
                let number = Int(rest[rest.index(after: open)..<close]), values.indices.contains(number - 1)
            else {
                result.append("{")
                rest = rest[rest.index(after: open)...]
                continue
            }
            result += values[number - 1]
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    static func count(_ number: Int, _ one: String, _ many: String) -> String {
        number == 1 ? t(one, "1") : t(many, String(number))
    }

    static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

    // MARK: The command line itself

    static func version(_ version: String) -> String { t("baton {1}", version) }
    static func warning(_ message: String) -> String { t("baton: warning: {1}", message) }
    static func unexpected(_ what: String) -> String {
        t("Something unexpected happened ({1}); please report it.", what)
    }
    static func seeHelp(_ message: String, _ verb: [String]) -> String {
        t("{1} See `{2} --help`.", message, (["baton"] + verb).joined(separator: " "))
    }
    static func unknownOption(_ option: String, _ near: String?) -> String {
        near.map { t("There is no option {1}; did you mean {2}?", option, $0) } ?? t("There is no option {1}.", option)
    }
    static func optionBeforeVerb(_ option: String, _ verb: String) -> String {
        t("--{1} stands after its verb, as in `baton {2} --{1}`.", option, verb)
    }
    static func optionTakesNoValue(_ option: String) -> String { t("--{1} takes no value.", option) }
    static func missingValue(_ option: String, _ shown: String) -> String {
        t("--{1} needs a value, --{1} {2}; one that begins with -- is written --{1}=….", option, shown)
    }
    static func givenTwice(_ option: String) -> String { t("--{1} is given twice.", option) }
    static func wrongValue(_ name: String, _ value: String, _ complaint: String) -> String {
        t("{1} cannot be “{2}”: it must {3}.", name, value, complaint)
    }
    static let mustNotBeEmpty = t("not be empty")
    static let mustBeAppID = t("be an app's id, for instance org.example.app")
    static let mustBePair = t("be KEY=VALUE")
    static let mustBeAddress = t("be HOST:PORT, for instance 192.168.1.5:4711 or [fe80::1]:4711")
    static func alreadyExpired(_ text: String) -> String {
        t("--expires {1} has passed already; give a later date, or a time from now: +30m, +2h, +7d.", text)
    }
    static let mustBeDate = t("be a date such as 2030-01-31 or 2030-01-31T18:00:00, or a time from now: +30m, +2h, +7d")
    static func mustBeNumber(_ lowest: Int, _ highest: Int) -> String {
        t("be a number from {1} to {2}", String(lowest), String(highest))
    }
    static func mustBeOneOf(_ words: [String]) -> String { t("be one of: {1}", list(words)) }
    static func unknownVerb(_ verb: String, _ near: String?) -> String {
        near.map { t("There is no verb “{1}”; did you mean `baton {2}`?", verb, $0) }
            ?? t("There is no verb “{1}”.", verb)
    }
    static func verbIncomplete(_ words: [String], _ next: [String]) -> String {
        t("“{1}” needs one of: {2}.", words.joined(separator: " "), list(next))
    }
    static func missingOperand(_ verb: String, _ operand: String) -> String { t("“{1}” needs {2}.", verb, operand) }
    static func missingOption(_ verb: String, _ option: String) -> String { t("“{1}” needs --{2}.", verb, option) }
    static func extraOperand(_ verb: String, _ word: String) -> String {
        t("“{1}” does not take “{2}” as well; a value with spaces is written in quotation marks.", verb, word)
    }
    static let instanceHasControls = t(
        "An instance's folder cannot have a line's end or another control character in its name.")
    static func instanceTooLong(_ name: Int, _ path: Int) -> String {
        t(
            "The instance's folder has too long a name: {1} bytes a part and {2} in all are the most.", String(name),
            String(path))
    }
    static func instanceNotEmpty(_ path: String) -> String {
        t("{1} is open to others, and holds files that are no instance's; name a new or an empty folder.", path)
    }
    static func instanceNoFolder(_ path: String) -> String {
        t("{1} is a file, not a folder; name another folder for the instance.", path)
    }
    static func instanceClosed(_ place: String, _ path: String) -> String {
        place == path
            ? t("The instance's folder {1} cannot be written; check its owner and permissions.", path)
            : t("The instance's folder {2} cannot be made: {1} cannot be written.", place, path)
    }
    static func outputLost(_ reason: String) -> String {
        t("The output could not be written: {1}.", reason)
    }
    static func noFile(_ path: String) -> String { t("{1} cannot be read; check the path and its permissions.", path) }
    static func fileTooLarge(_ path: String, _ limit: Int) -> String {
        t("{1} is over {2} bytes; give a smaller one.", path, String(limit))
    }

    // MARK: The daemon

    static let noDaemonProgram = t(
        "No daemon runs and its program batond was not found; install it beside baton, or name it in BATON_DAEMON.")
    static let daemonStoppedMeanwhile = t("The daemon was stopped meanwhile; run the command again.")
    static func statusHead(_ version: String, _ device: String) -> String { t("Baton {1} on {2}", version, device) }
    static func statusRunning(_ date: String, _ pid: Int) -> String {
        t("running since {1}, process {2}", date, String(pid))
    }
    static func statusDevices(_ all: Int, _ reachable: Int) -> String {
        t("{1}, {2} reachable", count(all, "{1} device", "{1} devices"), String(reachable))
    }
    static func statusApps(_ all: Int, _ running: Int) -> String {
        t("{1}, {2} running", count(all, "{1} app", "{1} apps"), String(running))
    }
    static func statusActivities(_ current: Int, _ saved: Int) -> String {
        t("{1}, {2} saved", count(current, "{1} current activity", "{1} current activities"), String(saved))
    }
    static func statusIndexed(_ number: Int) -> String {
        count(number, "{1} thing can be found by search", "{1} things can be found by search")
    }
    static func statusOffers(_ number: Int) -> String {
        count(number, "{1} offer from other devices", "{1} offers from other devices")
    }
    static func statusListening(_ addresses: [String]) -> String { t("listening on {1}", list(addresses)) }
    static func statusInstance(_ folder: String) -> String { t("instance {1}", folder) }
    static func statusLog(_ place: String) -> String { t("log: {1}", place) }
    static func statusOlder(_ daemon: String, _ own: String, _ reason: String) -> String {
        t("The daemon is Baton {1}, older than this command, {2}: {3}", daemon, own, reason)
    }
    static func statusProblems(_ number: Int) -> String {
        count(number, "{1} problem; `baton doctor` says more", "{1} problems; `baton doctor` says more")
    }
    static func next(_ why: String) -> String { t("{1}: ", why) }
    static let nextDoctor = t("Something is missing")
    static let nextConfirm = t("A device waits for the code that it shows")
    static let nextOffers = t("There is work to continue")
    static let nextInvite = t("To work on two devices, on this one")
    static let nextApps = t("To register an app")
    static let nextHelp = t("All there is")
    static func nothingToStop(_ socket: String) -> String {
        t("No daemon runs at {1}; there is nothing to stop.", socket)
    }
    static func stopped(_ pid: Int) -> String { t("The daemon, process {1}, has ended.", String(pid)) }
    static let stoppedUngreeted = t("The daemon, which speaks another protocol, has ended.")
    static func stopTooSlow(_ pid: Int, _ seconds: Int) -> String {
        t(
            "The daemon, process {1}, was asked to end and still runs after {2} s; `baton log` may say why, `kill {1}` ends it.",
            String(pid), String(seconds))
    }
    static func noLog(_ path: String) -> String {
        t("There is no log at {1}; the daemon of this instance may never have run.", path)
    }
    static let logInJournal = t("The log is in the system's journal; this command shows it.")

    static let doctorNoSessionBus = t("There is no session bus; Baton's own socket does not need it.")
    static let doctorNoProgram = t("The daemon's program batond was not found")
    static let doctorNoProgramRemedy = t("install it beside baton, or name it in BATON_DAEMON")
    static let doctorNoTLS = t("GLib has no TLS support, so devices cannot reach each other")
    static let doctorNoTLSRemedy = t("install the package glib-networking")
    static let doctorUnreachableRemedy = t("mend what it names; the next command then starts the daemon")
    static let doctorHangsRemedy = t("`baton log` may say what it did last")
    static func doctorVersion(_ daemon: String, _ own: String) -> String {
        t("The daemon is Baton {1}, this command {2}", daemon, own)
    }
    static let doctorVersionRemedy = t("`baton stop`; the next command starts the new one")
    static let doctorOlderCommandRemedy = t(
        "this command is the older one: upgrade it, or run the one beside the daemon")
    static func doctorNoFolder(_ path: String) -> String { t("{1} is no folder, or a link to one", path) }
    static func doctorNoFolderRemedy(_ path: String) -> String { t("remove or rename {1}", path) }
    static func doctorForeignFolder(_ path: String) -> String { t("{1} belongs to another user", path) }
    static func doctorForeignFolderRemedy(_ path: String) -> String {
        t("have it removed, or set XDG_RUNTIME_DIR to a folder of your own")
    }
    static func doctorOpenFolder(_ path: String) -> String { t("{1} can be written by other users", path) }
    static let doctorSharedFolderRemedy = t("it is everybody's: name a folder of its own")
    static func doctorFolderClosed(_ path: String) -> String { t("{1} cannot be written", path) }
    static func doctorReadOnly(_ path: String) -> String { t("{1} is on a read-only file system", path) }
    static let doctorReadOnlyRemedy = t("mount it writable; if the disk has failed, the kernel's log (dmesg) says how")
    static let doctorFolderClosedRemedy = t("check owner and permissions of the folders above it")

    // MARK: Settings and reset

    static func configSet(_ key: String, _ value: String) -> String {
        value.isEmpty ? t("{1} is no longer set.", key) : t("{1} is now {2}.", key, value)
    }
    static let notSet = t("(not set)")
    static let resetNeedsYes = t("Nobody can be asked here; --yes forgets everything without asking.")
    static let resetHead = t("This goes, and cannot be brought back:")
    static func resetDevices(_ names: [String]) -> String {
        names.isEmpty
            ? t("this device's identity; it shares with no other device")
            : t("this device's identity and the trust of {1}", list(names))
    }
    static func resetActivities(_ number: Int) -> String { savedActivities(number) }
    static let resetLinks = t("what you have chosen for links, and the files of sites; links go to the former browser again")
    static let resetItems = t("everything that apps have indexed for search")
    static let resetSettings = t("all settings, the apps' switches among them")
    static let resetLog = t("the log, and the list of registered apps")
    static let resetUnseen = t(
        "this device's identity, the trust of other devices, all saved activities, and everything indexed for search")
    static func resetUntold(_ reason: String) -> String {
        t("No daemon took part, so other devices list this one until you remove it there. {1}", reason)
    }
    static func resetLeft(_ files: [String]) -> String {
        t("These could not be removed; remove them as whoever can write there: {1}.", list(files))
    }
    static let resetQuestion = t("Forget all this? [y/N]")
    static let yesWords: Set<String> = ["y", "yes"]
    static let resetDeclined = t("Nothing was forgotten.")
    static let resetDone = t("All of it is forgotten.")

    // MARK: Apps

    static let running = t("running")
    static let notRunning = t("not running")
    static let on = t("on")
    static let off = t("off")
    static func appProblem(_ path: String, _ message: String) -> String { t("{1} is passed over: {2}", path, message) }
    static func appAdded(_ name: String, _ id: String) -> String { t("{1} is registered as {2}.", name, id) }
    static func appRemoved(_ id: String) -> String { t("{1} is no longer registered; its folder was left alone.", id) }
    static func switchSet(_ id: String, _ name: String, _ state: String) -> String {
        t("{1}: {2} is {3}.", id, name, state)
    }

    // MARK: Activities

    static let current = t("current")
    static let saved = t("saved")
    static let anotherDevice = t("another device")
    static func continuedOn(_ device: String) -> String { t("continued on {1}", device) }
    static func tooLargeToHandOff(_ size: Int) -> String {
        t("The info is {1} bytes, over 1 MiB: the activity cannot be handed off.", String(size))
    }
    static let daemonStoppedWhilePublishing = t(
        "The daemon was stopped, so the activity is no longer current; run the command again to publish it.")
    static let deleteWhat = t("Name what to delete: --persistent-id ID, or --all.")
    static let deleteNeedsYes = t(
        "Nobody can be asked here; --yes deletes all of every app without asking, --app ID those of one app.")
    static func deleteAllActivities(_ number: Int) -> String {
        t("This goes, and cannot be brought back: {1} of all apps. ", savedActivities(number))
            + t("What apps have indexed besides stays; `baton index delete --all` deletes that.")
    }
    static let deleteQuestion = t("Delete all this? [y/N]")
    static let deleteDeclined = t("Nothing was deleted.")
    static func nothingDeleted(_ app: String) -> String {
        t("{1} has no saved activity of this persistent identifier; `baton activity list --app {1}` lists them.", app)
    }
    static func savedActivities(_ number: Int) -> String {
        count(number, "{1} saved activity", "{1} saved activities")
    }
    static func activitiesDeleted(_ number: Int, _ app: String) -> String {
        t("{1} of {2} deleted.", savedActivities(number), app)
    }
    static func allActivitiesDeleted(_ number: Int) -> String {
        t("{1} of all apps deleted.", savedActivities(number))
    }
    static func eligibility(_ use: String) -> String { use == "publicIndexing" ? t("public") : t(use) }

    // MARK: Handoff

    static let noOffers = t("No other device offers anything now; `baton devices list` says which can be reached.")
    static let offerOrLatest = t("Name one offer, or --latest.")
    static func noSuchOffer(_ text: String) -> String {
        t("No offer is “{1}” or begins so (4 characters at least); `baton handoff list` lists them.", text)
    }
    static func severalOffers(_ text: String, _ number: Int) -> String {
        t("{2} offers begin with “{1}”; give more of it.", text, String(number))
    }
    static func openedPage(_ page: String) -> String { t("The browser opened {1}.", page) }
    static func continuedIn(_ app: String, _ device: String) -> String { t("{1} continues it from {2}.", app, device) }
    static let stateTooLarge = t("The activity's state is over 1 MiB and cannot be handed off.")
    static let stateUnreadable = t(
        "The activity's state came in a form that cannot be read; both devices should have one Baton version.")
    static let browser = t("browser")

    // MARK: Devices

    static let thisDevice = t("this device")
    static let reachable = t("reachable")
    static let away = t("away")
    static let waitOrNot = t("--wait and --no-wait exclude each other.")
    static func inviteHead(_ until: String) -> String { t("On the other device, until {1}:", until) }
    static let inviteThenTypeHere = t("It then shows a code, to type here. Waiting …")
    static func inviteThenConfirm(_ command: String) -> String { t("It then shows a code; here: {1}", command) }
    static func joinRequested(_ device: String) -> String { t("{1} asks to join.", device) }
    static let joinerGone = t("The device that asked to join has gone.")
    static let askCode = t("The code that it shows:")
    static let inviteExpired = t(
        "The invitation has expired and no device has joined; `baton devices invite` makes a new one.")
    static let inviteCancelled = t("The invitation was withdrawn; no device has joined.")
    static let codeEmpty = t("The code is empty.")
    static func deviceJoined(_ device: String) -> String { t("{1} has joined.", device) }
    static func joinWith(_ inviter: String, _ others: [String]) -> String {
        others.isEmpty
            ? t("This device will share with {1}.", inviter)
            : t("This device will share with {1} and the devices that {1} shares with: {2}.", inviter, list(others))
    }
    static let joinCode = t("Code: ")
    static func joinThen(_ inviter: String, _ code: String) -> String {
        t("Type it on {1}, or there: baton devices confirm {2}", inviter, code)
    }
    static func joined(_ inviter: String) -> String { t("Joined: {1} has confirmed the code.", inviter) }
    static let joinCancelled = t("Joining was cancelled; nothing is shared.")
    static func renamed(_ name: String) -> String { t("This device is now called {1}.", name) }
    static func noSuchDevice(_ text: String) -> String {
        t(
            "No device has the id or name “{1}” (an id may be cut to 4 characters); `baton devices list` lists them.",
            text)
    }
    static func severalDevices(_ text: String, _ number: Int) -> String {
        t("{2} devices are meant by “{1}”; give more of the id.", text, String(number))
    }
    static func deviceRemoved(_ device: String) -> String { t("{1} is no longer one of your devices.", device) }
    static let left = t("This device shares with no other device any more.")

    // MARK: Columns and fields

    static let columnApp = t("APP")
    static let columnActivities = t("ACTIVITIES")
    static let columnDevice = t("DEVICE")
    static let columnEligible = t("ELIGIBLE FOR")
    static let columnItems = t("ITEMS")
    static let columnPending = t("PENDING")
    static let columnID = t("ID")
    static let columnLastSeen = t("LAST SEEN")
    static let columnName = t("NAME")
    static let columnOff = t("SWITCHED OFF")
    static let columnOffer = t("OFFER")
    static let columnOpensWith = t("OPENS WITH")
    static let columnPersistentID = t("PERSISTENT ID")
    static let columnSince = t("SINCE")
    static let columnState = t("STATE")
    static let columnTitle = t("TITLE")
    static let columnType = t("TYPE")
    static let fieldSchemes = t("URL schemes")
    static let fieldDomains = t("associated domains")
    static let fieldFolder = t("folder")
    static let fieldExtension = t("extension")
    static let fieldID = t("id")
    static let fieldName = t("name")
    static let fieldPage = t("page")
    static let fieldState = t("state")
    static let fieldTeam = t("team")
    static let fieldTitle = t("title")
    static let fieldType = t("type")
    static let fieldTypes = t("activity types")
    static let fieldVersion = t("version")

    // MARK: Help

    static let purpose = t("what you do here goes on wherever you go next")
    static let usage = t("Usage:")
    static let verbs = t("Verbs:")
    static let operandsHead = t("Operands:")
    static let optionsHead = t("Options:")
    static let commonHead = t("Options of every verb, before or after it:")
    static let alone = t("`baton` alone prints the state and the next useful step.")
    static let verbHelp = t("`baton VERB --help` says more about a verb.")
    static func standard(_ value: String) -> String { t(" (otherwise {1})", value) }
    static func choices(_ words: [String]) -> String { words.joined(separator: "/") }

    /// What a verb, an operand or an option is for, by `verb`, `verb OPERAND` or `verb --option`.
    static func help(_ key: String) -> String { HelpTexts.all[key].map { t($0) } ?? "" }
}

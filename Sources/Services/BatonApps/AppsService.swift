package import ActivityModel
package import GLibKit

/// Which apps exist, who is one of them, and the continue door: the only road into an app (docs/modules.md).
///
/// Invariant: an event is in `deliveries` and in its app's door from `deliver` until its state has ended, and its
/// requester is answered exactly once (`DeliveryState`). Every method changes both in one stretch without suspension;
/// what comes back from an app is matched with the call that it answers (`AppDoor.call`).
package actor AppsService: GLibActor {
    package nonisolated let thread: GLibThread
    package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    let time: TimeSource
    let catalog: AppCatalog
    let launcher: any AppLauncher
    let browser: any BrowserOpener
    let log: @Sendable (String) -> Void
    private let store: any SwitchStore
    private let randomness: @Sendable (_ bytes: Int) -> [UInt8]
    let resolver: IdentityResolver

    private var handlers: [@Sendable () -> Void] = []
    private var switches: [String: AppSwitches] = [:]
    var reading: Task<Void, Never>?
    var unwatched: Set<String> = []
    private(set) var terminal: String?
    private(set) var scopes: (any ScopeMaker)?
    var tokens = LaunchTokens()
    var connections: [ConnectionToken: Attached] = [:]
    var doors: [String: AppDoor] = [:]
    var deliveries: [Int: Delivery] = [:]
    var waitingExtensions: [WaitingExtension] = []
    var extensionRun: ExtensionRun?
    /// Those who wait until no extension runs.
    var extensionEndings: [CheckedContinuation<Void, Never>] = []
    private(set) var isStopped = false
    private var counter = 0

    /// How long after a change the folders are read again: a copied folder changes many times.
    package static let settling = Duration.milliseconds(100)
    package static let maximumConnections = 1024
    /// Events that one app's door holds.
    package static let maximumEvents = 64
    /// How long an app may take until it is ready (decisions), and how long an event waits behind earlier ones.
    package static let readyLimit = Duration.seconds(15)
    /// How long after a call has failed for want of its connection it may take until that is told to be gone.
    static let goingLimit = Duration.seconds(1)
    /// How long an app may take to answer a call.
    package static let answerLimit = Duration.seconds(15)

    /// SQL of the table that the service keeps in `state.db`.
    package static var schema: String { SQLiteSwitchStore.schema }

    /// - Parameters:
    ///   - folders: where apps are looked for, the user's own folder first.
    ///   - proc: `/proc`, or what stands in its place.
    ///   - searchPath: where the interpreters of scripts are found.
    package init(
        thread: GLibThread, time: TimeSource, folders: [String], store: any SwitchStore, launcher: any AppLauncher,
        browser: any BrowserOpener, proc: String = "/proc", searchPath: String = "/usr/local/bin:/usr/bin:/bin",
        log: @escaping @Sendable (String) -> Void, randomness: @escaping @Sendable (_ bytes: Int) -> [UInt8]
    ) {
        self.thread = thread
        self.time = time
        self.store = store
        self.launcher = launcher
        self.browser = browser
        self.log = log
        self.randomness = randomness
        catalog = AppCatalog(folders: folders)
        resolver = IdentityResolver(proc: proc, searchPath: searchPath)
    }

    /// Reads the switches and the apps folders, and watches the folders from now on.
    package func start() async throws(BatonError) {
        switches = try await store.load()
        readCatalog()
    }

    /// Looks at nothing any more, and answers those who wait for an app. What was sent to an app stays with it. What
    /// comes later is refused: an app that were started now would find no daemon. An extension is ended: its work is
    /// nobody's any more.
    package func stop() async {
        isStopped = true
        reading?.cancel()
        reading = nil
        catalog.stopWatching()
        for number in deliveries.keys.sorted() {
            apply(.lost(BatonError(.connectionUnavailable, "Baton is stopping.")), to: number)
        }
        for app in doors.keys { advance(app) }
        await stopExtensions()
    }

    /// Adds a handler that runs, on the GLib thread, whenever the apps, their problems, switches or which of them run have
    /// changed.
    package func onChange(_ handler: @escaping @Sendable () -> Void) { handlers.append(handler) }

    func changed() { for handler in handlers { handler() } }

    func nextNumber() -> Int {
        counter += 1
        return counter
    }

    /// The command that opens a terminal; nil or empty: the desktop's own.
    package func setTerminal(_ command: String?) { terminal = command }

    /// What puts started apps into scopes of their own, once there is such a thing.
    package func setScopeMaker(_ maker: any ScopeMaker) { scopes = maker }

    /// Random bytes, as hexadecimal digits.
    func randomText(bytes: Int) -> String {
        randomness(bytes).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    // MARK: Who is calling

    /// Decides who a process is. Asked once a connection: the caller keeps the answer. One that is `claimed` is asked for
    /// again when apps have changed.
    /// - Throws: `BatonError`, code `notAllowed`, for a process that claims what it is not.
    package func identify(
        _ credentials: PeerCredentials, launchToken: String?, claimedID: String?
    ) throws(BatonError) -> CallerIdentity {
        try resolver.identify(
            pid: credentials.pid, isAlive: { credentials.process?.isAlive ?? false }, launchToken: launchToken,
            claimedID: claimedID, apps: catalog.manifests, extensionLaunch: extensionRun?.launch, tokens: &tokens)
    }

    // MARK: Switches

    package func switches(for app: String) -> AppSwitches { switches[app] ?? AppSwitches() }

    /// The apps of which the user has switched this off.
    package func apps(without name: AppSwitches.Name) -> Set<String> {
        Set(switches.filter { !$0.value[name] }.map(\.key))
    }

    /// Returns when it is durable.
    /// - Throws: `BatonError`: `noSuchApp` for an id that neither is installed nor runs, or `storage`.
    package func setSwitch(_ app: String, _ name: AppSwitches.Name, _ isOn: Bool) async throws(BatonError) {
        guard catalog.manifest(app) != nil || isRunning(app) || switches[app] != nil else { throw Self.noSuchApp(app) }
        guard switches(for: app)[name] != isOn else { return }
        try await store.save(app, name, isOn)
        // One switch, not the set as it was before the suspension: another may have been turned meanwhile.
        switches[app, default: AppSwitches()][name] = isOn
        changed()
    }
}

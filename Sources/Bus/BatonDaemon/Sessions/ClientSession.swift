internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
internal import FoundationEssentials
internal import GLibKit

/// One client of the daemon: a connection to the private socket, or a unique name on the session bus.
///
/// It is the daemon's way to call the app (`AppConnection` for the continue door, `ActivityOwner` for the capture door).
actor ClientSession: GLibActor {
    nonisolated let thread: GLibThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    /// A number for the log.
    nonisolated let number: Int
    nonisolated let credentials: PeerCredentials
    private let connection: BusConnection
    /// The unique name on a message bus; nil peer to peer.
    nonisolated let destination: String?

    /// Who it is, once known. A connection keeps its identity, whatever becomes of the file it runs.
    private(set) var identity: CallerIdentity?
    /// Why a caller that was somebody is so no more: the app whose id it claimed was installed.
    private(set) var refusal: BatonError?
    private(set) var program = "a program"
    /// The client has gone, or is this app no more: what a call under way makes for it now would never be cleared up.
    private(set) var hasEnded = false
    /// A user's program may act for several apps, so it has one owner for each.
    private var owners: [String: OwnerToken] = [:]
    private static let maximumOwners = 16

    init(
        number: Int, credentials: PeerCredentials, connection: BusConnection, destination: String?, thread: GLibThread
    ) {
        self.number = number
        self.credentials = credentials
        self.connection = connection
        self.destination = destination
        self.thread = thread
    }

    // MARK: Identity

    /// Fixes who this is. Later calls change nothing, but that a claim may be proved.
    func identify(_ found: CallerIdentity, program: String?) {
        if identity == nil || identity == found.app.map({ .claimed($0) }) { identity = found }
        refusal = nil
        if let program, !program.isEmpty { self.program = String(Device.displayName(program).prefix(64)) }
    }

    /// From now on every call is refused, until a greeting says something else that is true.
    func refuse(_ error: BatonError) { refusal = error }

    /// The app for which a call acts: an app acts for itself alone, the user's programs for any.
    func app(for options: AppOptions) throws(BatonError) -> String {
        guard identity != nil else { throw Self.unknown }
        if let own = ownApp {
            guard options.app == nil || options.app == own else {
                // Whatever was sent: an id is shown, anything else is not.
                let other = options.app.flatMap { AppManifest.isValidID($0) ? $0 : nil } ?? "what is no app's id"
                throw BatonError(.notAllowed, "\(own) may not act for \(other).")
            }
            return own
        }
        let app = options.app ?? "baton.user"
        guard AppManifest.isValidID(app) else {
            throw BatonError(.invalidArgument, "The option app is no app's id; one looks like org.example.reader.")
        }
        return app
    }

    /// The app whose things a call is about; nil: those of every app, which only a user's program can mean.
    func scope(of options: AppOptions) throws(BatonError) -> String? {
        guard identity != nil else { throw Self.unknown }
        return ownApp == nil && options.app == nil ? nil : try app(for: options)
    }

    /// - Throws: for an app: only the user's own programs may do this.
    func requireUser(_ what: String) throws(BatonError) {
        guard identity != nil else { throw Self.unknown }
        if let app = ownApp {
            throw BatonError(.notAllowed, "\(app) may not \(what); the user's own programs do that.")
        }
    }

    /// No call comes here before its sender is known; if one did, it would not be the user's.
    private static let unknown = BatonError(.notAllowed, "It is not known yet who calls.")

    /// The app that this session is, if it is one.
    var ownApp: String? { identity?.app }

    // MARK: The doors

    /// Attaches the app to the continue door, once.
    func attach(to apps: AppsService) async throws(BatonError) {
        guard let app = ownApp, door == nil else { return }
        let token = try await apps.attach(SessionConnection(session: self, app: app))
        // Meanwhile the client has gone, or another greeting of its was quicker.
        guard !hasEnded, door == nil else { return await apps.detach(token) }
        door = token
    }

    private(set) var door: AppsService.ConnectionToken?

    /// The owner of `app`'s activities on this connection.
    func owner(of app: String, in activities: ActivitiesService) async throws(BatonError) -> OwnerToken {
        if let owner = owners[app] { return owner }
        guard owners.count < Self.maximumOwners else {
            throw BatonError(
                .tooMany, "One program may act for \(Self.maximumOwners) apps at a time; connect once more.")
        }
        guard !hasEnded else { throw Self.gone }
        let owner = try await activities.attach(SessionOwner(session: self, app: app))
        if hasEnded || owners[app] != nil { await activities.detach(owner) }
        guard !hasEnded else { throw Self.gone }
        if let quicker = owners[app] { return quicker }
        owners[app] = owner
        return owner
    }

    static let gone = BatonError(
        .connectionUnavailable, "The program has gone before its call was carried out.")

    var allOwners: [OwnerToken] { Array(owners.values) }

    // MARK: Indexes

    /// The indexes that it wants to fill again when they are lost.
    private var followed: Set<IndexName> = []
    private static let maximumFollowed = 64

    /// - Throws: `tooMany`, or `connectionUnavailable` where the client has gone meanwhile.
    func follow(_ index: IndexName) throws(BatonError) {
        guard !hasEnded else { throw Self.gone }
        guard followed.contains(index) || followed.count < Self.maximumFollowed else {
            throw BatonError(
                .tooMany, "One program may follow \(Self.maximumFollowed) indexes; unfollow one, or connect once more.")
        }
        followed.insert(index)
    }

    func unfollow(_ index: IndexName) { followed.remove(index) }
    func follows(_ index: IndexName) -> Bool { followed.contains(index) }

    /// Gives back what the client has: it is cleared up by whoever asks, and nothing is added any more.
    func end() -> (owners: [OwnerToken], door: AppsService.ConnectionToken?) {
        hasEnded = true
        defer { (owners, door, followed) = ([:], nil, []) }
        return (allOwners, door)
    }

    /// Ends the connection. A unique name on a bus cannot be ended: it goes with its process.
    func close() async {
        if destination == nil { await connection.close() }
    }

    /// Emits a signal to this client alone.
    func emit(_ interface: String, _ signal: String, _ arguments: Variant?) async {
        await connection.emit(
            path: BusNames.path, interface: interface, signal: signal, arguments: arguments, to: destination)
    }

    // MARK: Calling the app

    /// Calls the app's object.
    func call<Reply, each Argument>(
        _ method: BusMethod<Reply, repeat each Argument>, _ arguments: repeat each Argument, timeout: Duration
    ) async throws(BatonError) -> Reply {
        let what = "\(method.name) of \(ownApp ?? program)"
        let reply: Variant
        do {
            reply = try await connection.call(
                destination: destination, path: BusNames.appPath, interface: method.interface, method: method.name,
                arguments: method.encode(repeat each arguments), timeout: timeout, autoStart: false)
        } catch let error as BusCallError {
            throw BusErrorName.error(from: error, calling: what)
        } catch {
            throw BatonError(.internal, "\(what) could not be called.", cause: "\(error)")
        }
        do throws(VariantError) {
            return try method.decode(reply: reply)
        } catch {
            throw BatonError(.invalidPayload, "\(what) answered with something else than the contract says: \(error).")
        }
    }
}

/// How long the app has for what it is asked; the services have their own, shorter limits and report them.
private let backstop = Duration.seconds(30)

/// The capture door's way to the app.
private struct SessionOwner: ActivityOwner {
    let session: ClientSession
    let app: String

    func save(activityID: String) async throws(BatonError) -> ActivityRecord {
        try Arguments.checked(await session.call(AppMethods.saveActivity, activityID, timeout: backstop))
    }

    func wasContinued(activityID: String, on device: String) async {
        do throws(BatonError) {
            _ = try await session.call(
                AppMethods.activityWasContinued, activityID, ContinuedDetails(device: device), timeout: backstop)
        } catch {
            Log.warning("\(app) could not be told that its activity was continued: \(error.code)")
        }
    }
}

/// The continue door's way to the app.
struct SessionConnection: AppConnection {
    let session: ClientSession
    let app: String
    var pid: Int32 { session.credentials.pid }

    func willContinue(
        eventID: String, type: String, subject: AppEvent.Subject, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool {
        var platform = PlatformData(
            activationToken: activationToken, origin: origin, cause: AppEvent.Cause.handoff.rawValue)
        platform.targetContentIdentifier = subject.targetContentIdentifier
        platform.webpageURL = subject.webpageURL
        return try await session.call(AppMethods.willContinue, eventID, type, platform, timeout: backstop)
    }

    func continueActivity(
        eventID: String, activity: ActivityRecord, cause: AppEvent.Cause, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool {
        try await session.call(
            AppMethods.continueActivity, eventID, activity,
            PlatformData(activationToken: activationToken, origin: origin, cause: cause.rawValue), timeout: backstop)
    }

    func didFail(eventID: String, type: String, error: BatonError) async throws(BatonError) {
        _ = try await session.call(
            AppMethods.didFail, eventID, type, error.code.rawValue, error.message, timeout: backstop)
    }

    func open(
        eventID: String, urls: [String], cause: AppEvent.Cause, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool {
        try await session.call(
            AppMethods.openURLs, eventID, urls,
            PlatformData(activationToken: activationToken, origin: origin, cause: cause.rawValue), timeout: backstop)
    }

    func reindexAll(index: String) async throws(BatonError) {
        _ = try await session.call(AppMethods.reindexAll, index, timeout: backstop)
    }

    func reindex(index: String, identifiers: [String]) async throws(BatonError) {
        _ = try await session.call(AppMethods.reindex, index, identifiers, timeout: backstop)
    }

    func describeFile(_ path: String, contentType: String) async throws(BatonError) -> Data {
        try await session.call(AppMethods.describeFile, path, contentType, timeout: backstop)
    }

    func close() async { await session.close() }
}

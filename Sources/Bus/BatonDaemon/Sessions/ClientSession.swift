internal import ActivityModel
internal import BatonActivities
internal import BatonApps
internal import BatonBus
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
    private(set) var program = "a program"
    private var doorToken: AppsService.ConnectionToken?
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

    /// Fixes who this is. Later calls change nothing.
    func identify(_ found: CallerIdentity, program: String?) {
        if identity == nil { identity = found }
        if let program, !program.isEmpty { self.program = String(Device.displayName(program).prefix(64)) }
    }

    /// The app for which a call acts: an app acts for itself alone, the user's programs for any.
    func app(for options: AppOptions) throws(BatonError) -> String {
        switch identity ?? .user {
        case .app(let own):
            if let other = options.app, other != own {
                throw BatonError(.notAllowed, "\(own) may not act for \(other.prefix(255)).")
            }
            return own
        case .user:
            let app = options.app ?? "baton.user"
            guard AppManifest.isValidID(app) else {
                throw BatonError(
                    .invalidArgument, "“\(app.prefix(64))” is no app id; one looks like org.example.reader.")
            }
            return app
        }
    }

    /// - Throws: for an app: only the user's own programs may do this.
    func requireUser(_ what: String) throws(BatonError) {
        if case .app(let app) = identity ?? .user {
            throw BatonError(.notAllowed, "\(app) may not \(what); the user's own programs do that.")
        }
    }

    /// The app that this session is, if it is one.
    var ownApp: String? { if case .app(let app) = identity ?? .user { app } else { nil } }

    // MARK: The doors

    func setDoorToken(_ token: AppsService.ConnectionToken) { doorToken = token }
    var door: AppsService.ConnectionToken? { doorToken }

    /// The owner of `app`'s activities on this connection.
    func owner(of app: String, in activities: ActivitiesService) async throws(BatonError) -> OwnerToken {
        if let owner = owners[app] { return owner }
        guard owners.count < Self.maximumOwners else {
            throw BatonError(
                .tooMany, "One program may act for \(Self.maximumOwners) apps at a time; connect once more.")
        }
        let owner = try await activities.attach(SessionOwner(session: self, app: app))
        owners[app] = owner
        return owner
    }

    var allOwners: [OwnerToken] { Array(owners.values) }

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
        eventID: String, type: String, origin: String, activationToken: String?
    ) async throws(BatonError) -> Bool {
        try await session.call(
            AppMethods.willContinue, eventID, type,
            PlatformData(activationToken: activationToken, origin: origin, cause: AppEvent.Cause.handoff.rawValue),
            timeout: backstop)
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
}
